"""Frak You on the phones: tricks, pairs and counts; who is initiated; and that nobody else learns the rules."""

import re

import pytest

from tests.table import row
from tests.web.forms import fields, ticked
from tests.web.frak_you_evening import TELLING, Recorder, begun, by_cards, plays
from tests.web.recorder import stream

ONLY_THE_INITIATED = "Only those in the know can do this."
TRICKS = (
    "p2 2C, p3 KC, p1 4C",  # the king
    "p3 4H, p1 3C, p2 KH",  # 3♣
    "p1 4D, p2 9D, p3 AS JD",  # the best diamond but for the pair's
    "p2 5S, p3 3S, p1 4S",  # so that A♠ comes into Bob's hand
    "p2 AS, p3 TD, p1 QD",  # the rules are silent, the table says Cal
)


@pytest.fixture
def game(evening):
    return begun(evening)


def held(night):
    return {player: (cards.hand, cards.front) for player, cards in night.night.game.state.deal.holdings.items()}


def choices(html, field="winner"):
    return re.findall(rf'name="{field}" value="(\w*)"', html)


# At the table


def test_the_stake_and_who_is_initiated_are_chosen_at_the_start_and_stay_in_the_next_game(evening, bob, cal):
    page = bob.get("start/frak-you")
    assert 'name="options.stake"' in page.html
    assert ticked(page.html, "options.initiated") == {"p1": False, "p2": True, "p3": False}
    assert "If you tick nobody, nobody will see how it is played. Ann Bob Cal Options" in page.words  # not folded

    evening.start("frak-you", by=bob, stake="5", initiated="p2")

    assert evening.last.options == {"stake": 5, "initiated": ["p2"]}
    assert "Losing costs 5" in cal.get().words
    bob.tap("game.ended")
    form = cal.get().regions["r-record"].partition("</form>")[0]
    again = dict(re.findall(r'name="(options\.\w+|game|dealer)" value="([^"]*)"', form))
    assert again == {"game": "frak-you", "dealer": "random", "options.stake": "5", "options.initiated": "p2"}
    assert cal.tap("game.started", players=["p1", "p2", "p3"], **again).status == 200


def test_a_trick_is_one_tap_on_those_still_in_and_is_corrected_on_any_phone(game, ann, bob):
    page = bob.get()
    assert "Deal 1: three to the left. Losing costs 3." in page.words
    assert ' <span class="ask">Pass three to the left.' in page.html  # on the big screen it stands on the same line
    assert choices(page.html) == ["p1", "p2", "p3"]
    assert 'data-slot="deal 1 trick 1"' in page.html

    assert bob.tap("trick.taken", deal=1, trick=1, winner="p3").status == 200
    assert held(game) == {"p1": (16, 0), "p2": (17, 0), "p3": (16, 3)}
    assert "16 in hand, 3 in front" in bob.get().words

    page = bob.get(f"log/{game.seq}").words
    assert "Trick 1: who took it?" in page
    assert "Nobody" not in page
    assert bob.tap("entry.changed", entry=game.seq, **{"event.winner": "p1"}).status == 200
    assert held(game)["p1"] == (16, 3)


def test_a_new_taker_of_a_trick_with_a_pair_leaves_the_counts_right_with_its_cards_or_without(game, ann, bob):
    by_cards(ann, 1, "p2 2C, p3 KC, p1 4C")
    by_cards(ann, 2, "p3 4D, p1 9D, p2 AS JD")  # Ann's, since A♠ makes diamonds trump
    trick, before = game.seq, held(game)
    assert before["p2"] == (15, 0)

    asked = bob.tap("entry.changed", entry=trick, **{"event.winner": "p3"})  # a newcomer, who saw no cards
    assert asked.refuses("By its cards, Ann took trick 2.", 409)
    assert held(game) == before
    assert bob.says_yes(asked).status == 200

    assert held(game)["p2"] == (15, 0)
    assert held(game)["p3"] == (18, 4)
    assert game.log.line(trick).counts.paired == "p2"
    assert bob.tap("entry.changed", entry=trick, **{"event.winner": "p1"}).status == 200
    assert (held(game)["p2"], held(game)["p1"]) == ((15, 0), (15, 4))
    assert ann.tap("entry.changed", entry=trick, **{"event.plays": plays("p3 4D, p1 3D, p2 AS JD")}).status == 200
    assert (held(game)["p2"], held(game)["p3"]) == ((15, 0), (18, 4))


def test_the_initiated_can_add_a_pair_to_a_recorded_trick_which_costs_two_cards(game, ann, bob):
    assert 'name="paired" value="p2"' in ann.get().html
    bob.tap("trick.taken", deal=1, trick=1, winner="p3")

    answer = ann.tap("trick.taken", deal=1, trick=1, winner="p3", paired="p2")

    assert answer.refuses("You said: Cal took trick 1 of deal 1. Bob laid A♠ with another card.", 409)
    assert ann.says_yes(answer).status == 200
    assert held(game) == {"p1": (16, 0), "p2": (16, 0), "p3": (16, 4)}


def test_the_pad_of_the_first_trick_asks_who_led(game, ann):
    page = ann.get("pad").html

    assert 'data-starts="Who led 2♣?"' in page
    assert re.findall(r'data-hand="(\w+) "', page) == ["p1", "p2", "p3"]
    assert '<option value="p3 AS KC">K♣' in page
    answer = ann.post("entries", {**fields(page, "pad"), "plays": ["p1 4C", "p2 AS KC", "p3 2C"]})
    assert answer.status == 303, answer
    assert [play[0] for play in game.last.plays] == ["p3", "p1", "p2"]
    assert game.last.taker == "p1"


def test_the_pad_begins_with_the_taker_offers_pairs_and_asks_where_the_rules_are_silent(game, ann):
    ann.tap("trick.taken", deal=1, trick=1, winner="p2")
    ann.tap("cards.counted", deal=1, player="p3", hand=1, table=3)

    page = ann.get("pad")

    assert re.findall(r'data-hand="(\w+) "', page.html) == choices(page.html) == ["p2", "p3", "p1"]
    assert "p1 AS KC" in page.html
    assert "p3 AS KC" not in page.html
    assert "p3 AS" in page.html
    assert "Not decided by the cards? Say who takes it" in page.words
    assert by_cards(ann, 2, "p2 AS, p3 KD, p1 QD").says == "The rules are silent about these cards: who took trick 2?"
    assert by_cards(ann, 2, "p2 AS, p3 KD, p1 QD", winner="p3").status == 200


def test_cards_are_counted_and_a_player_without_cards_is_no_choice_any_more(evening, ann, bob):
    ann.tap("player.joined", name="Dan")
    begun(evening)
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    assert "We have: 12 in hand, 4 in front." in bob.get("play/count?of=p3").words
    assert bob.tap("cards.counted", deal=1, player="p3", hand=11, table=4).status == 200
    assert held(evening)["p3"] == (11, 4)
    bob.tap("cards.counted", deal=1, player="p2", hand=0, table=0)

    page = bob.get()

    assert 'name="winner" value="p2"' not in page.html
    assert "3 still in" in page.words
    assert bob.tap("trick.taken", deal=1, trick=2, winner="p2").says == "Bob is out of this deal."
    ann.tap("cards.counted", deal=1, player="p1", hand=0, table=0)
    for said in ("Bob and Ann got out. Cal and Dan are stuck with it.", "lost 1 deal", "Deal 2: three to the right"):
        assert said in bob.get().words
    assert evening.owed == {"p3": 3, "p4": 3}


def test_the_cards_of_all_players_are_52_and_no_count_makes_them_more(game, ann, bob):
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    assert "accounted for" not in ann.get().words
    for hand in (53, 17):
        assert bob.tap("cards.counted", deal=1, player="p1", hand=hand, table=0).status == 422
    refused = "That makes 53 cards, and there are 52; first count a player who holds fewer than is shown here."
    assert bob.tap("cards.counted", deal=1, player="p1", hand=17, table=0).says == refused
    assert bob.tap("cards.counted", deal=1, player="p2", hand=16, table=0).status == 200
    change = bob.tap("entry.changed", entry=game.seq, **{"event.hand": 40}, again="yes")
    assert (change.status, "That makes 75 cards" in change.says) == (422, True)

    for page in ("", "play/count", "play/count?of=p1"):
        assert "51 of 52 cards: did somebody pair?" in ann.get(page).words, page
        assert "51 of 52 cards: please count again" in bob.get(page).words, page
    assert bob.tap("cards.counted", deal=1, player="p1", hand=17, table=0).status == 200
    assert "accounted for" not in ann.get().words


def test_too_few_players_cannot_be_dealt_to_but_can_end_the_game(game, ann, bob):
    ann.tap("player.left", player="p3")
    assert "Three to five can play." in bob.get().words
    assert [bob.get(page).status for page in ("deal", "pad")] == [200, 303]

    assert bob.tap("game.ended").status == 200
    assert "Frak You stopped How the night went" in bob.get().words


# Who is initiated


def test_an_uninitiated_player_starts_the_next_game_without_initiating_anybody_and_enters_cards_in_others(
    game, ann, bob
):
    ann.tap("game.ended")

    assert ticked(bob.get("start/frak-you").html, "options.initiated") == {}
    assert ticked(ann.get("start/frak-you").html, "options.initiated") == {"p1": True, "p2": False, "p3": False}
    refused = bob.tap("game.started", game="frak-you", players=["p1", "p2", "p3"], **{"options.initiated": "p2"})
    assert refused.refuses(ONLY_THE_INITIATED)
    game.start("frak-you", by=bob)
    assert "A♠ paired with a card?" in ann.get().words  # initiated once, initiated all night

    ann.tap("game.ended")
    game.start("five-card-yak")
    assert "What did Ann lead?" in bob.get("pad").html
    assert bob.tap("trick.taken", deal=1, trick=1, plays=["p1 QH", "p2 QS", "p3 2C"]).status == 200
    assert "Ann Q♥, Bob Q♠, Cal 2♣" in bob.get("log").words


def test_the_initiated_initiate_others_whose_phone_changes_at_once_and_back_with_the_undo(game, ann, bob):
    for each in ({"player": "p2"}, {"player": "p3"}, {"player": "p2", "acting": "p2"}):
        assert bob.tap("player.initiated", **each).refuses(ONLY_THE_INITIATED)
    before = bob.tap("trick.taken", deal=1, trick=1, winner="p3").version
    assert 'value="p2"' in ann.get("play/initiate").html

    assert ann.tap("player.initiated", player="p2").status == 200

    fresh = bob.get(f"poll?page=table&since={before}")
    assert "A♠ paired with a card?" in fresh.regions["r-record"].replace("&#xFE0E;", "")
    assert "Bob is in the know now." in game.cal.get("log").words
    ann.tap("entry.undone", entry=game.seq)
    assert "A♠" not in bob.get(f"poll?page=table&since={fresh.version}").regions["r-record"]
    assert bob.tap("player.initiated", player="p3").refuses(ONLY_THE_INITIATED)

    ann.tap("player.initiated", player="p2")
    assert bob.tap("player.initiated", player="p3").status == 200
    assert "Everybody here is initiated." in ann.get("play/initiate").words


# Nobody else learns the rules: no byte names a special card or gives a reason


@pytest.fixture
def recorder(game):
    return Recorder(game.bob)


def all_by_cards(night):
    for number, trick in enumerate(TRICKS, 1):
        taker = {"winner": "p3"} if number == 5 else {}
        assert by_cards(night.ann, number, trick, **taker).status == 200
    assert night.ann.tap("trick.taken", deal=1, trick=6, winner="p2", paired="p1").status == 200


def test_the_initiated_are_shown_what_the_others_must_not_see(game):
    ann = Recorder(game.ann)
    all_by_cards(game)
    ann.sees_all(game)

    for words in ("A♠", "3♣", "pair", "the rules"):
        assert words in " ".join(ann.given_away())
    assert TELLING.search(stream(game.ann, "table"))
    log = game.ann.get("log").words
    assert "Cal took trick 1 of deal 1: theirs is the highest card of the suit led." in log
    assert not re.search("K♥|Q♦", log)  # the cards of a trick are its taker's


@pytest.mark.each_game
def test_no_page_and_no_stream_gives_the_rules_away_during_the_game_after_it_and_after_the_night(game, recorder):
    assert "Watch and learn" in recorder.phone.get("pad").words
    assert "You learn it by watching" in recorder.phone.get("play/how").words
    assert 'name="player"' not in recorder.phone.get("play/initiate").html
    recorder.sees_all(game)
    all_by_cards(game)
    recorder.sees_all(game)
    for end in ("game.ended", "night.closed"):
        game.ann.tap(end)
        recorder.sees_all(game)

    assert "Ann took trick 2 of deal 1." in " ".join(recorder.words)
    assert recorder.given_away() == []


def test_undo_change_and_a_game_undone_altogether_give_nothing_away(game, recorder):
    started = game.seq
    all_by_cards(game)
    tricks = range(started + 1, game.seq + 1)
    for seq in tricks:
        recorder.tries("entry.changed", entry=seq, back="log", **{"event.winner": "p2"})
    for seq in (*tricks, *reversed(tricks)):
        recorder.tries("entry.undone", entry=seq, back="log")
    recorder.sees_all(game)
    while game.night.game:
        last = max(line.entry.seq for line in game.log.lines if line.counts and line.entry.event.type != "entry.undone")
        assert game.ann.tap("entry.undone", entry=last).status == 200
    recorder.sees_all(game)
    game.start("five-card-yak", "p1", "p2")
    for page in ("", "log", *(f"log/{seq}" for seq in range(started, game.seq + 1))):
        recorder.phone.get(page)

    assert recorder.given_away() == []


TRICK = {"type": "trick.taken", "deal": 1, "trick": 7}
BY_CARDS = {"plays": plays("p2 4D, p3 5D, p1 6D")}
WRONG = [
    TRICK, {**TRICK, "winner": "p9"}, {**TRICK, "trick": 9, "winner": "p1"}, {**TRICK, **BY_CARDS},
    {**TRICK, **BY_CARDS, "winner": "p2"}, {**TRICK, "plays": plays("p1 4D, p2 5D, p3 4D"), "winner": "p2"},
    *({**TRICK, "winner": winner, "paired": paired} for winner, paired in (("p2", "p3"), ("p2", "p9"), ("", "p3"))),
    *({**TRICK, "trick": number, "winner": taker} for number, taker in enumerate(("p2", "p2", "p1", "p1", "p1"), 1)),
    {"type": "cards.counted", "deal": 1, "player": "p9", "hand": 3, "table": 0},
    {"type": "deal.started", "deal": 1},
    *({"type": "player.initiated", "player": player} for player in ("p2", "p9")),
    {"type": "player.initiated", "player": "p2", "acting": "p1"},
    {"type": "entry.changed", "entry": 5, "event.options.initiated": "p2"},
    {"type": "entry.changed", "entry": 6, "event.plays": BY_CARDS["plays"]},
    {"type": "entry.changed", "entry": 6, "event.winner": "p2", "event.plays": BY_CARDS["plays"]},
    *({"type": "entry.changed", "entry": 11, "event.paired": paired} for paired in ("p1", "p3")),
    {"type": "entry.changed", "entry": 11, "event.winner": "p2", "event.paired": ""},
    *({"type": "entry.undone", "entry": entry} for entry in (5, 6)),
]  # fmt: skip


def test_the_refusal_of_a_wrong_entry_gives_nothing_away(game, recorder):
    all_by_cards(game)
    assert [line.entry.event.type for line in game.log.lines[4:11]] == ["game.started", *["trick.taken"] * 6]
    seq = game.seq

    for tap in WRONG:
        for script in (True, False):
            with row(tap, script):
                answer = recorder.phone.tap(script=script, **tap)
                assert answer.status in (403, 409, 422)
                assert game.seq == seq
                assert not TELLING.search(answer.html.replace(f"{tap.get('plays', '')}", ""))


def test_the_answer_is_the_same_whatever_cards_are_tried(game, recorder):
    """Else a newcomer could try until they know the rules: who takes 4♥ 9♦ A♠+K♦?"""
    all_by_cards(game)
    tries = (
        "p2 4H, p3 9D, p1 QH", "p2 4H, p3 9D, p1 AS KD", "p2 3C, p3 4C, p1 5C", "p2 AS, p3 4H, p1 5H",
        "p2 2C, p3 2C, p1 AS",
    )  # fmt: skip

    said = {by_cards(recorder.phone, 7, cards, winner=winner).says for cards in tries for winner in ("p1", "p2", "p3")}

    assert said == {"Enter only who took the trick."}


def test_entering_the_same_taker_shows_no_pair_and_entering_another_shows_no_reason(game, recorder):
    game.ann.tap("trick.taken", deal=1, trick=1, winner="p3", paired="p3")
    seq = game.seq
    same = recorder.phone.tap("trick.taken", deal=1, trick=1, winner="p3")
    assert (same.status, same.says, game.seq) == (200, "Ann had tapped first ✓", seq)
    by_cards(game.ann, 2, "p3 4H, p1 3C, p2 KH")

    answer = recorder.phone.tap("trick.taken", deal=1, trick=2, winner="p2")

    assert answer.refuses("Ann says: Ann took trick 2 of deal 1. You said: Bob took trick 2 of deal 1.", 409)
    assert answer.says.endswith("Change it to mine and forget the cards")
    assert recorder.phone.says_yes(answer).status == 200
    assert game.log.lines[6].counts.taker == "p2"
    assert recorder.given_away() == []


def test_the_cards_of_a_trick_are_on_no_phone_but_its_takers(game, recorder):
    by_cards(game.ann, 1, "p2 2C, p3 9C, p1 4C")
    recorder.sees_all(game)

    assert "Your trick, face down: 3" in game.cal.get().words
    assert "9♣" not in game.cal.get().html.replace("&#xFE0E;", "")
    assert not [words for words in recorder.words if re.search("9[♣C]", words.replace("&#xFE0E;", ""))]
    assert "9 of clubs" not in game.ann.get("play/look").html
    assert [card for card in "294" if f"{card} of clubs" in game.cal.get("play/look").html] == ["2", "9", "4"]
    assert recorder.phone.get("play/look?seat=p3").status == 403


def test_a_seat_lent_to_an_uninitiated_phone_does_not_initiate_it(game, recorder):
    game.ann.post("seats/lend", player="p1", to="p2")
    all_by_cards(game)
    recorder.sees_all(game)

    assert recorder.phone.tap("player.initiated", player="p2", acting="p1").status == 422
    assert by_cards(recorder.phone, 7, "p2 4D, p3 5D, p1 6D", acting="p1").status == 422
    assert recorder.given_away() == []
