"""Kings on the phones: a tap a card, questions on the right phone, mates, the list of ranks, and the fourth king."""

import re

import pytest

from tests.conftest import plain
from tests.table import row

CARDS = "A23456789TJQK"


@pytest.fixture
def kings(evening):
    """Ann deals, so Bob draws first."""
    return evening.start("kings")


def draws(phone, draw, player, card):
    return phone.tap("card.drawn", draw=draw, player=player, card=card)


def names(phone, draw, player):
    return phone.tap("draw.answered", draw=draw, player=player)


def keys(phone, part):
    """The ranks on the keys of a part of the table, without those that are gone."""
    return re.findall(r'name="card" value="(\w)">', phone.get().regions[part])


def read(phone, part):
    return plain(phone.get().regions[part])


def test_whoever_draws_taps_one_of_thirteen_ranks_and_the_others_see_what_it_does(kings, ann, bob, cal):
    assert keys(bob, "r-own-turn") == list(CARDS)
    assert "Your turn: which card?" in bob.get().words
    assert keys(cal, "r-own-turn") == []
    assert "Waiting for Bob Tap for Bob" in cal.get().words

    assert draws(bob, 1, "p2", "3").status == 200
    table = ann.get().words
    for said in ("Bob drew a 3: Bob takes 3 Next: Cal", "0 of 4 kings in the cup", "Bob, 3 · Bob drew a three"):
        assert said in table, said
    assert kings.owed == {"p2": 3}
    assert keys(cal, "r-own-turn") == list(CARDS)


def test_a_draw_from_two_phones_counts_once_another_card_is_a_conflict_and_a_late_tap_is_no_next_draw(kings, ann, bob):
    assert draws(bob, 1, "p2", "QH").status == 200
    for card in ("QH", "Q"):
        assert draws(ann, 1, "p2", card).status == 200
    other = draws(ann, 1, "p2", "7")
    assert (other.status, other.says.partition(" You said")[0]) == (409, "Bob says: Bob drew Q♥, “question master”.")
    assert draws(ann, 1, "p1", "5").refuses("Draw 1 is already written: Bob drew Q♥")
    assert [line.event.card for line in kings.log.lines if line.event.type == "card.drawn"] == ["QH"]


def test_the_phone_of_whoever_drew_asks_and_the_others_can_tap_for_them(kings, ann, bob, cal):
    for draw, player, phone, card, question, among in (
        (1, "p2", bob, "2", "who drinks 2", "Ann Cal"),
        (2, "p3", cal, "7", "who was last", "Ann Bob Cal"),
        (3, "p1", ann, "8", "who is the mate", "Bob Cal"),
    ):
        with row(card):
            draws(ann, draw, player, card)
            said = read(phone, "r-own-choice")
            assert f"{question.capitalize()}?" in said
            assert said.endswith(among)
            assert all(f"says {question}" in read(one, "r-choosing") for one in (ann, bob, cal))
            for other in {ann, bob, cal} - {phone}:
                assert f"{question}?" in read(other, "r-own-choice")
            others = [one for one in ("p1", "p2", "p3") if one != player]
            assert names(phone, draw, others[0]).status == 200
            assert all(question not in read(one, "r-own-choice") for one in (ann, bob, cal))
            assert names(ann, draw, others[1]).status == 422
    assert kings.owed == {"p1": 3}


def test_a_question_is_open_until_it_is_answered_again_after_an_undo_and_gone_with_its_draw_or_the_game(
    kings, ann, bob, cal
):
    draws(bob, 1, "p2", "7")
    draws(cal, 2, "p3", "9")
    assert "Tap for Cal: who could not rhyme?" in read(bob, "r-own-choice")
    assert "Who was last? Bob drew a seven, “heaven”" in read(bob, "r-own-choice")
    assert "1 open from before" in read(ann, "r-own-choice")

    assert names(bob, 1, "p2").status == 200
    assert kings.owed == {"p2": 1}
    assert "Who was last?" not in read(bob, "r-own-choice")
    assert "open from before" not in read(ann, "r-own-choice")
    assert "Was it somebody else? Take it back, then tap again. Take it back" in ann.get(f"log/{kings.seq}").words

    ann.tap("entry.undone", entry=kings.seq)
    assert "Who was last? Bob drew a seven, “heaven”" in read(bob, "r-own-choice")
    changed = ann.tap("entry.changed", entry=kings.seq - 3, **{"event.card": "3"})
    assert changed.status == 200, changed.says
    assert [asking.player for asking in kings.night.asking] == ["p3"]
    ann.tap("game.ended")
    assert "says" not in read(ann, "r-choosing")


def test_mates_the_question_master_and_the_cup_stay_in_sight_on_phones_and_the_big_screen(kings, ann, bob, cal):
    draws(bob, 1, "p2", "8")
    assert "Your turn after that: which card?" in cal.get().words
    names(bob, 1, "p1")
    draws(cal, 2, "p3", "Q")
    draws(ann, 3, "p1", "KH")
    screen = kings.stranger()
    assert screen.get(f"/w/{kings.links.watch}").status == 303
    for words in (cal.get().words, screen.get("tv").words):
        for said in ("mate of Bob", "question master", "1 of 4 kings in the cup"):
            assert said in words, said
    draws(bob, 4, "p2", "3")
    ann.tap("game.ended")
    assert "mate of Bob: 3 Bob" in ann.get().words  # the reason once


def test_whoever_answers_the_question_master_is_two_taps_and_from_two_phones_once_or_twice(kings, ann, bob, cal):
    draws(bob, 1, "p2", "Q")
    assert "Somebody answered your question Ann Cal" in read(bob, "r-own-game")
    assert "Somebody answered Bob’s question Ann Cal" in read(cal, "r-own-game")
    assert ann.tap("master.answered", player="p3").status == 200
    assert ann.tap("master.answered", player="p2").status == 422
    second = bob.tap("master.answered", player="p3")
    assert second.refuses("Did it happen once or twice?", 409)
    assert kings.owed == {"p3": 1}
    assert bob.says_yes(second).status == 200
    assert kings.owed == {"p3": 2}


def test_the_table_chooses_what_each_card_does_and_only_that_is_stored_and_played_again(evening, ann, bob):
    form = ann.get("start/kings").html
    assert form.count('name="options.ranks.') == 12  # the kings stay the cup
    assert "Usually: all start; you go on until the player on your right stops; everybody drinks 1" in plain(form)
    assert "the drawer drinks 5" in plain(form)
    chosen = {f"options.ranks.{rank}": "" for rank in CARDS[:-1]}
    chosen |= {"options.ranks.A": "drawer 5", "options.ranks.9": "mate"}
    started = ann.tap("game.started", game="kings", players=["p1", "p2", "p3"], dealer="p1", **chosen)
    assert started.status == 200, started.says
    assert evening.last.options == {"ranks": {"A": "drawer 5", "9": "mate"}}
    listed = bob.get("play/ranks").words
    assert "Ace Drawer 5 the drawer drinks 5" in listed
    assert "9 Mate the drawer picks a mate" in listed
    assert draws(bob, 1, "p2", "A").status == 200
    assert evening.owed == {"p2": 5}
    ann.tap("game.ended")
    assert 'name="options.ranks.A" value="drawer 5"' in ann.get().html


def test_a_list_that_is_wrong_is_refused_in_words_and_keeps_what_was_chosen(evening, ann):
    sent = {"next": "table", "back": "table", "game": "kings", "players": ["p1", "p2"], "dealer": "p1"}
    chosen = {"options.ranks.A": "left 4", "options.ranks.2": "cup"}
    answer = ann.tap("game.started", script=False, **sent, **chosen)

    assert (answer.status, answer.says) == (422, "Ranks: the kings, and only they, are the cup.")
    assert re.search(r'<option selected value="left 4">', answer.html)


def test_who_comes_late_sits_in_with_one_tap_and_who_has_no_phone_too(kings, ann, bob):
    eve = kings.join("Eve")
    ann.tap("player.joined", name="Dan")
    assert "Sit in" in read(eve, "r-sit-in")
    assert read(bob, "r-sit-in") == "Dan sits in"

    assert eve.tap("game.joined", player="p4").status == 200
    assert "Eve sat in, left of Cal." in ann.get().words
    assert "Sit in" not in read(eve, "r-sit-in")
    assert bob.tap("game.joined", player="p5").status == 200
    for draw, player in enumerate(("p2", "p3", "p4", "p5", "p1"), start=1):
        assert draws(ann, draw, player, "3").status == (200 if draw < 5 else 422)


def test_who_leaves_is_passed_over_and_with_nobody_here_the_table_says_so(kings, ann, bob, cal):
    cal.tap("player.left", player="p2")
    assert "Cal draws the first card" in ann.get().words
    for player in ("p1", "p3"):
        ann.tap("player.left", player=player)
    assert "Everybody who plays went home." in ann.get().words
    assert ann.get("play/suit").status == 200


def test_a_rank_whose_suit_a_rule_looks_at_asks_for_it_and_a_card_with_its_suit_is_gone(kings, ann, bob, cal):
    ann.tap("rule.made", text="Whoever draws a red queen drinks 2.", read="")
    assert re.findall(r'value="(\w[SHDC])"', bob.get().regions["r-own-turn"]) == ["QH", "QD", "QS", "QC"]
    assert keys(bob, "r-own-turn") == list(CARDS)  # the rank alone is enough
    draws(bob, 1, "p2", "Q")
    bob.tap("entry.changed", entry=kings.seq, **{"event.card": "QH"})
    assert "Bob changed draw 1: Q♥." in bob.get("log").words
    assert kings.owed == {"p2": 2}
    assert 'data-send="" data-done="Which card?"' in ann.get(f"log/{kings.seq - 1}").html  # one tap there, too
    assert re.search(r'value="QH" disabled', cal.get("play/suit").html)
    assert draws(cal, 2, "p3", "QH").says == "Q♥ has already been drawn."
    for draw, player, card in ((2, "p3", "Q"), (3, "p1", "Q"), (4, "p2", "Q")):
        draws(ann, draw, player, card)
    assert keys(cal, "r-own-turn") == [rank for rank in CARDS if rank != "Q"]


def test_a_jack_lets_whoever_drew_it_make_a_rule(evening, ann, bob, cal):
    evening.start("kings", earned=True)
    assert "In Kings whoever draws a rule (a jack, unless your list says otherwise) may make" in ann.get("rules").words
    ann.tap("player.joined", name="Dan")
    ann.tap("game.joined", player="p4")
    for draw, player, card in ((1, "p2", "J"), (2, "p3", "6")):
        draws(ann, draw, player, card)
    assert " open><summary>Tap for Dan" not in bob.get().regions["r-record"]  # it would hide his box for the rule
    assert "Next" in read(bob, "r-own-right")
    assert "Next" not in read(cal, "r-own-right")
    assert ann.tap("rule.made", text="No elbows").status != 200
    assert bob.tap("rule.made", text="No elbows").status == 200
    assert " open><summary>Tap for Dan" in bob.get().regions["r-record"]  # for Dan, who has no phone


def test_the_fourth_king_ends_the_game_on_every_phone(kings, ann, bob):
    draws(bob, 1, "p2", "8")
    names(bob, 1, "p1")
    for draw, player, card in zip(range(2, 8), ("p3", "p1", "p2") * 2, ("K", "K", "K", "5", "5", "KH"), strict=True):
        assert "Bob gets the cup!" not in bob.get().words
        draws(ann, draw, player, card)
    for phone in (ann, bob):
        assert "Bob gets the cup! The fourth king, after 7 cards. With Ann as a mate." in phone.get().words
    assert kings.night.game is None
    assert "Kings again" in ann.get().words
    assert "Bob won" not in ann.get("recap").words


def test_the_table_and_the_log_say_with_names_what_a_card_meant(kings, ann, bob, cal):
    for draw, phone, player, card, drew, picked, meant, said in (
        (1, bob, "p2", "7", "Bob drew a 7: the last to point up drinks 1", "p3", "last and takes 1", "Cal was last."),
        (2, cal, "p3", "2", "Cal drew a 2: Cal picks who drinks 2", "p1", "Ann takes 2", "Cal picked Ann."),
        (3, ann, "p1", "8", "Ann drew an 8: Ann picks a mate", "p2", "Bob is Ann’s mate",
         "Bob is Ann’s mate: what the cards cost Ann, they cost Bob too."),
        (4, bob, "p2", "5", "Bob drew a 5: Cal takes 1", "", "", ""),
        (5, cal, "p3", "A", "Cal drew an ace: everybody drinks 1 All start; you go on until the", "", "", ""),
        (6, ann, "p1", "QH", "Ann drew Q♥: whoever answers Ann’s questions drinks 1 from now on", "", "", ""),
        (7, bob, "p2", "9", "Bob drew a 9: whoever is stuck drinks 1 Bob says a word, everybody rhymes on it", "p2",
         "Bob could not rhyme and takes 1", "Bob could not rhyme."),
        (8, cal, "p3", "K", "Cal drew a king: into the cup", "", "", ""),
    ):  # fmt: skip
        with row(card):
            draws(phone, draw, player, card)
            assert drew in read(bob, "r-status")
            if picked:
                assert names(phone, draw, picked).status == 200
                assert meant in read(bob, "r-status")
                assert said in ann.get("log").words
    assert "Bob drew a 7, “heaven”." in ann.get("log").words
    assert "Cal drew an ace, “waterfall”: go on until the player on your right stops" in ann.get().words


def test_a_new_mate_is_told_on_the_own_phone_for_as_long_as_the_game_lasts(kings, ann, bob, cal):
    draws(bob, 1, "p2", "8")
    names(bob, 1, "p1")
    draws(cal, 2, "p3", "K")
    assert "You are Bob’s mate: what the cards cost Bob, they cost you too." in read(ann, "r-own-game")
    assert "mate" not in read(cal, "r-own-game")
    ann.tap("game.ended")
    assert "That was Kings 2 cards, with 1 king in the cup." in ann.get().words
    assert "tap again" not in ann.get(f"log/{kings.seq - 2}").words  # the game asks no more
    assert "mate" not in ann.get().words


def test_who_draws_first_is_chosen_by_name(evening, ann):
    assert "Who draws first?" in ann.get("start/kings").words
    for first, dealer, name in (("p3", "p2", "Cal"), ("p1", "p3", "Ann")):
        with row(first):
            assert ann.tap("game.started", game="kings", players=["p1", "p2", "p3"], first=first).status == 200
            assert evening.last.dealer == dealer
            assert f"{name} draws the first card" in ann.get().words
            ann.tap("game.ended")
    assert ann.tap("game.started", game="kings", players=["p1", "p2", "p3"], first="random").status == 200
    ann.tap("game.ended")
    other = ann.tap("game.started", game="kings", players=["p1", "p2"], first="p3")
    assert other.refuses("Whoever begins has to play.")
