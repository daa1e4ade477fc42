"""Who is dealt in: the players who are ticked, and who is ticked when the page opens."""

from tests.web.forms import ticked

NOBODY = {"type": "deal.started", "deal": "2", "players": "", "dealer": "p2", "key": "k1"}


def chosen(html):
    return [player for player, is_ticked in ticked(html, "players").items() if is_ticked]


def test_nobody_is_dealt_in_where_nobody_is_ticked_and_the_form_keeps_who_deals(evening, ann):
    assert ann.tap("game.started", game="five-card-yak", dealer="random").status == 422
    evening.start("five-card-yak").play("p1", "p2", "p3", "p1", "p2")
    before = evening.file
    page = ann.get("deal").html
    assert chosen(page) == ["p1", "p2", "p3"]  # everybody still owes something
    assert '<input name="players" value="">' in page

    assert ann.tap(**NOBODY).says == "Tick who plays."
    answer = ann.post("entries", NOBODY)
    assert (answer.status, answer.says) == (422, "Tick who plays.")
    assert '<option value="p2" selected>' in answer.html
    assert chosen(ann.post("entries", {**NOBODY, "players": ["", "p1"]}).html) == ["p1"]
    assert evening.file == before
    assert ann.post("entries", {**NOBODY, "players": ["", "p1", "p2"]}).status == 303
    assert evening.last.players == ("p1", "p2")


def test_without_those_who_owe_the_others_of_the_game_are_ticked_and_nobody_who_sits_out(start_table):
    night = start_table()
    night.ann.tap("player.joined", names="Dan, Eve")
    night.start("five-card-yak", "p1", "p2", "p3", "p4")
    night.play("p2", "p2", "p3", "p1", "p1")
    night.ann.tap("drink.taken", player="p1", amount=night.owed["p1"])
    page = night.ann.get("deal")

    assert chosen(page.html) == ["p1", "p4"]  # not Eve, who was here and does not play
    assert all(said in page.words for said in ("to settle first", "Eve sits out"))
    assert "Without Bob and Cal, 2 are left." in page.words
    night.ann.tap("player.joined", name="Fay")
    assert chosen(night.ann.get("deal").html) == ["p1", "p4", "p6"]  # whom the next deal would be dealt to
    night.ann.tap("fine.given", player="p5", amount=1)
    night.ann.tap("player.left", player="p3")
    assert "Drink up before the deal: Bob 2 Trick" in night.ann.get().words  # neither who sits out nor who is away
    assert night.ann.get("drinks").html.count("owes bait") == night.ann.get().html.count("owes bait") == 1
    night.ann.tap("game.ended")
    assert "p5" not in chosen(night.ann.get("start/five-card-yak").html)  # nor for the same game again


def test_too_few_or_too_many_for_a_deal_are_said_before_the_tap(start_table):
    night = start_table().start("five-card-yak")
    night.play("p2", "p2", "p3", "p3", "p3")
    page = night.ann.get("deal")
    assert chosen(page.html) == ["p1"]
    assert "Without Bob and Cal, only 1 is left; Five-Card Yak needs 2. Let somebody settle first" in page.words
    for player in ("p1", "p2", "p3"):
        night.ann.tap("player.left", player=player)
    assert "Nobody is here; Five-Card Yak needs 2." in night.ann.get("deal").words

    night = start_table()
    night.ann.tap("player.joined", names="Dan, Eve, Fay")
    night.start("frak-you", "p1", "p2", "p3", "p4", "p5")
    night.ann.tap("player.left", player="p5")
    night.ann.tap("deal.started", deal=1, players=["p1", "p2", "p3", "p4", "p6"])
    night.ann.tap("deal.voided", deal=1)
    night.ann.tap("player.returned", player="p5")
    assert "6 are here; Frak You is for 5 at most. Untick 1." in night.ann.get("deal").words


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
