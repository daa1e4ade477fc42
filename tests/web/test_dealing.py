"""Who is dealt in: the players who are ticked, and who is ticked when the page opens."""

from tests.web.forms import ticked

NOBODY = {"type": "deal.started", "deal": "2", "players": "", "dealer": "p2", "key": "k1"}


def chosen(html):
    return [player for player, is_ticked in ticked(html, "players").items() if is_ticked]


def test_nobody_is_dealt_in_where_nobody_is_ticked_and_the_form_keeps_who_deals(evening, ann):
    refused = "Nobody is ticked. Tick who plays."
    assert ann.tap("game.started", game="five-card-yak", dealer="lot").status == 422
    evening.start("five-card-yak").play("p1", "p2", "p3", "p1", "p2")
    before = evening.file
    page = ann.get("deal").html
    assert chosen(page) == []  # everybody still owes something
    assert '<input type="hidden" name="players" value="">' in page

    assert ann.tap(**NOBODY).says == refused
    answer = ann.post("entries", NOBODY)
    assert (answer.status, answer.says) == (422, refused)
    assert "Deal to these" in answer.words
    assert '<option value="p2" selected>' in answer.html
    assert chosen(ann.post("entries", {**NOBODY, "players": ["", "p1"]}).html) == ["p1"]
    assert evening.file == before
    assert ann.post("entries", {**NOBODY, "players": ["", "p1", "p2"]}).status == 303
    assert evening.last.players == ("p1", "p2")


def test_for_the_next_game_newcomers_are_ticked_and_players_who_left_or_are_too_many_are_not(game, ann, bob):
    ann.tap("game.ended")
    game.join("Dan")
    assert chosen(ann.get("start/five-card-yak").html) == ["p1", "p2", "p3", "p4"]
    bob.tap("player.left", player="p2")
    assert chosen(ann.get("start/five-card-yak").html) == ["p1", "p3", "p4"]

    ann.tap("player.returned", player="p2")
    game.join("Eve")
    ann.tap("seats.moved", order=["p4", "p5", "p1", "p2", "p3"])
    assert chosen(ann.get("start/card-yacht").html) == ["p4", "p1", "p2", "p3"]  # those who have just played first
