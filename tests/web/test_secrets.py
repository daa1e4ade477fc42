"""Identical dice and bids that lie face down: whatever they are, every other phone is sent the same bytes."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import pytest
from msgspec import convert

from companion.commands.night_files import export_night
from companion.domain.events import RuleMade
from companion.domain.games.yak.events import MOST
from companion.domain.house_rules.english import in_words
from companion.domain.house_rules.ruling import as_made
from companion.storage.database import database_of
from tests.web import yak_evening, yogis_whist_evening
from tests.web.recorder import Recorder, unequal
from tests.web.yak_evening import FIRST, NONE_HELD, NUMBERS, fills, secret_round, throws
from tests.web.yogis_whist_evening import begun, bid, call, laid

Fields = dict[str, Any]

# ---- rules that ask for what lies hidden: each gives a title, and each is typed to learn what it would have done

ASKING: tuple[Fields, ...] = (
    *({"when.on": "dice.rolled", "when.face": face, "when.count": count} for face in (2, 4, 6) for count in (1, 5)),
    {"when.on": "dice.rolled", "when.same": 5},
    {"when.on": "dice.rolled", "when.sum": 30},
    {"when.on": "box.scored"},
    *({"when.on": "box.scored", "when.box": box} for box in ("all", "2s", "run-1-5")),
    {"when.on": "box.scored", "when.zero": True},
    {"when.on": "box.scored", "when.at_least": 20},
    {"when.on": "bid.made"},
    {"when.on": "bid.missed"},
    {"when.on": "bid.missed", "when.call": "declare"},
    {"when.on": "declared"},
    {"when.on": "revealed"},
    *({"when.on": "card.played", "when.rank": rank} for rank in "4TA"),
    {"when.on": "card.played", "when.matches": "suit"},
    {"when.on": "trick.taken", "when.with_rank": "A"},
    {"when.on": "trick.taken", "when.row": 2},
    {"when.on": "deal.over", "when.tricks": "most"},
    {"when.on": "game.over", "when.place": "first"},
)
COSTS = ({"who": "player", "amount": 1}, {"who": "everyone", "amount": 2}, {"who": "leader", "amount": 2})


def asked() -> Iterator[str]:
    """The addresses at which a phone is told what each of these rules would have done, each with one of the costs."""
    for when, cost in zip(ASKING, cycle(COSTS), strict=False):
        condition = {name.removeprefix("when."): value for name, value in when.items()}
        typed = {"type": "rule.made", "rule": "r", "text": "-", "when": condition, **cost}
        rule = as_made(convert(typed, RuleMade, strict=False))
        yield f"rules/new?{urlencode({'text': in_words(rule)})}"


READ = tuple(asked())


def ruled(night: Any) -> Any:
    """The night, which programs can read, with a rule for each of them that gives a title and costs others something.

    Not for boxes: a table that makes such a rule wants to hear of them, with identical dice too.
    """
    night.ann.post("programs", feed="on")
    for number, when in enumerate(when for when in ASKING if when["when.on"] != "box.scored"):
        rule = {**when, "text": f"Rule {number}", "title": f"Title {number}", "who": "others", "amount": 1}
        assert night.ann.tap("rule.made", **rule).status == 200, when
    return night


# ---- Yak: nights that differ in the dice of Ann's second throw and in the box she fills

DICE_AND_BOXES = ((6, "all"), (2, "2s"), (4, "run-1-5"))
SIXES = ["6"] * NUMBERS


def wrong_throws(first: int) -> Iterator[tuple[str, Fields]]:
    """Everything Bob might try at Ann's throws (entries `first` on), her boxes, her card and the sequence."""
    for throw in (1, 2, 3):
        for held in (None, NONE_HELD, ["true", *NONE_HELD[1:]], ["true"] * 5, ["maybe"]):
            yield "dice.thrown", {"player": "p1", "round": 2, "throw": throw, **({"held": held} if held else {})}
    for box in MOST:
        for round in (1, 2):
            yield "throw.scored", {"player": "p1", "round": round, "box": box}
        yield "throw.scored", {"player": "p1", "round": 2, "box": box, "dice": list(FIRST)}
    for entry in range(first, first + 4):
        yield "entry.undone", {"entry": entry}
        for name, value in (("box", "5-same"), ("player", "p2"), ("dice", ["6"] * 5), ("throw", 3)):
            yield "entry.changed", {"entry": entry, f"event.{name}": value}


def at_the_start(entry: int) -> Iterator[tuple[str, Fields]]:
    """What would lay the cards open if the start of the game could be changed."""
    for changed in (
        {"event.options.dice": "real"},
        {"event.options.dice": "independent"},
        {"event.options.dice": "identical", "event.options.sequence": SIXES},
        {"event.options.stake": 3},
        {"event.options": "real"},
        {"event.players": ["p2"]},
        {"event.game": "card-yacht"},
    ):
        yield "entry.changed", {"entry": entry, **changed}
    yield "entry.undone", {"entry": entry}
    yield "game.started", {"game": "yak", "players": ["p1", "p2"]}


def undone_and_done_again(night: Any, bob: Recorder, box: str) -> None:
    secret_round(night, box)
    for _ in range(2):
        assert night.ann.tap("entry.undone", entry=night.seq).status == 200
        bob.sees_all(night)


def whatever_bob_tries(night: Any, bob: Recorder, box: str) -> None:
    start = night.seq
    secret_round(night, box)
    for kind, fields in (*wrong_throws(start + 1), *at_the_start(start)):
        for script, acting in ((True, {}), (True, {"acting": "p1"}), (False, {})):
            answer = bob.phone.tap(kind, script=script, **fields, **acting)
            assert answer.status in (422, 409), (kind, fields, answer.words)
    bob.sees_all(night)


def his_own_entries_made_hers(night: Any, bob: Recorder, box: str) -> None:
    secret_round(night, box)
    assert throws(bob.phone, "p2").status == 200
    for round in (1, 2):
        for throw in (1, 2, 3):
            changed = {"event.player": "p1", "event.round": round, "event.throw": throw}
            assert bob.phone.tap("entry.changed", entry=night.seq, **changed).status == 422
    assert fills(bob.phone, "p2", "all").status == 200
    for each in MOST:
        changed = {"event.player": "p1", "event.round": 2, "event.box": each}
        assert bob.phone.tap("entry.changed", entry=night.seq, **changed).status == 422


AGAIN = pytest.param(undone_and_done_again, marks=pytest.mark.thorough)


@pytest.mark.parametrize("story", [AGAIN, whatever_bob_tries, his_own_entries_made_hers])
def test_no_byte_on_bobs_phone_depends_on_anns_dice_and_boxes(start_table, monkeypatch, story):
    nights = []
    for rest, box in DICE_AND_BOXES:
        night = yak_evening.begun(ruled(start_table()), monkeypatch, rest)
        assert night.night.game.state.options.numbers[5] == rest
        bob = Recorder(night.bob, *yak_evening.OWN_PAGES, *READ)
        story(night, bob, box)
        nights.append(bob.words)

    assert unequal(nights) == []


@pytest.fixture
def dice(evening, monkeypatch):
    """Identical dice, which nobody could change before they were thrown; Ann's first round is secret."""
    yak_evening.begun(evening, monkeypatch)
    for kind, fields in at_the_start(evening.seq):
        if kind == "entry.changed" and any(name.startswith("event.options") for name in fields):
            assert evening.bob.tap(kind, **fields).status == 422
    assert evening.night.game.state.options.numbers[:6] == (*FIRST, 6)
    secret_round(evening, "all")
    return evening


def test_anns_card_is_question_marks_to_others_until_the_end(dice, ann, bob):
    assert "Ann round 2" in bob.get().words
    assert "Ann ? Bob ?" in bob.get().words
    assert "Ann made throw 2 of round 1." in bob.get("log").words
    assert ann.get("tv").html == bob.get("tv").html

    ann.tap("game.ended")
    assert "Ann 30" in bob.get().words
    assert "6 6 6 6 6" in bob.get("log").words
    assert "30" in bob.get("sheet").words


def test_neither_an_export_made_meanwhile_nor_any_page_of_a_latecomer_holds_the_dice(dice):
    exported = export_night(database_of(dice.app), dice.nid)
    eve = Recorder(dice.join("Eve"), *yak_evening.OWN_PAGES)
    eve.sees_all(dice)

    assert b"game.started" in dice.file
    assert b"game.started" not in exported
    assert b"dice" not in exported
    assert "All <b>30</b>" not in " ".join(eve.words)
    assert 'aria-label="keep' not in " ".join(eve.words)


# ---- Yogi's Whist: nights that differ in Bob's bid, which lies face down until it is turned up

BIDS: tuple[Fields, ...] = (
    {"tricks": 0}, {"tricks": 1}, {"tricks": 2}, {"tricks": 3}, {"cards": "4D"}, {"cards": "TS"}, {"cards": "8H"},
    {"cards": "JOKER"}, {"cards": "AC"},
)  # fmt: skip
FURTHEST = (BIDS[0], BIDS[3], BIDS[8])
FACTS = ({"tricks": 0}, {"tricks": 2}, {"cards": "4D"}, {"cards": "TS"}, {"cards": "AC"}, {"cards": "JOKER"})


def sent_to_others(start_table: Any, story: Any, fields: Fields) -> list[str]:
    """Everything that Ann's and Cal's phones are sent on a night on which Bob bids this."""
    night = begun(ruled(start_table()), "Dan")
    assert night.ann.tap("card.turned", deal=1, card="QH").status == 200
    phones = [Recorder(phone, *yogis_whist_evening.OWN_PAGES, *READ) for phone in (night.ann, night.cal)]
    bid(night.bob, "p2", **fields)
    story(night, phones)
    return [words for phone in phones for words in phone.words]


def wrong_events(phone: Recorder, seq: int) -> None:
    """Every event that could touch a bid, at Bob's, from another phone."""
    for bid_fields in FACTS:
        phone.tries("bid.placed", deal=1, player="p2", **bid_fields)
        phone.tries("bid.placed", deal=1, player="p2", acting="p2", **bid_fields)
        phone.tries("entry.changed", entry=seq, **{f"event.{name}": value for name, value in bid_fields.items()})
    phone.tries("entry.undone", entry=seq)
    phone.tries("entry.changed", entry=seq, **{"event.player": "p3"})
    phone.tries("entry.changed", entry=seq)
    for card in ("4D", "TS", "8H", "AC", "JOKER"):
        plays = [f"p2 {card}", "p3 3C", "p4 4C", "p1 5C"]
        phone.tries("card.turned", deal=1, card=card)
        phone.tries("bid.placed", deal=1, player="p3", cards=[card, "3S"])
        phone.tries("trick.taken", deal=1, trick=1, winner="p9", plays=plays)
        phone.tries("trick.taken", deal=1, trick=2, plays=plays)
    phone.tries("deal.scored", deal=1, made="p2")
    phone.tries("deal.started", deal=1, players=["p1", "p2"])
    phone.tries("deal.voided", deal=2)
    phone.tries("leader.chosen", deal=1, player="p2")
    phone.tries("bids.rotated", deal=1, votes="")
    phone.tries("game.started", game="yogis-whist", players=["p1", "p2"])


def laid_and_probed(night: Any, phones: list[Recorder]) -> None:
    seq = night.seq
    for phone in phones:
        phone.sees_all(night)
        wrong_events(phone, seq)
    assert night.seq == seq


def cards_played_that_were_bid(night: Any, phones: list[Recorder]) -> None:
    """A trick with the very cards that Bob may have bid is written, or not, whatever he bid; and so is its undo."""
    for phone in phones:
        phone.tries("trick.taken", deal=1, trick=1, plays=["p2 4D", "p3 TS", "p4 8H", "p1 AC"])
        phone.sees_all(night)
        phone.tries("entry.undone", entry=night.seq)
        phone.tries("card.turned", deal=1, card="AC")


def taken_back_and_laid_again(night: Any, phones: list[Recorder]) -> None:
    assert night.bob.tap("entry.undone", entry=night.seq).status == 200
    for phone in phones:
        phone.sees_all(night)
    assert night.bob.tap("entry.undone", entry=night.seq).status == 200
    night.bob.says_yes(night.bob.tap("bid.placed", deal=1, player="p2", tricks=1))
    seq = next(line.entry.seq for line in night.log.lines if line.entry.event.type == "bid.placed")
    for phone in phones:
        phone.sees_all(night)
        wrong_events(phone, seq)


def declared_and_not_yet_turned_up(night: Any, phones: list[Recorder]) -> None:
    call(night, "p2", "declare")
    call(night, "p1", "no")
    for phone in phones:
        phone.sees_all(night)


def until_the_last_bid_is_missing(night: Any, phones: list[Recorder]) -> None:
    bid(night.ann, "p1", tricks=0)
    night.play("p2", "p2", "p3")
    for phone in phones:
        phone.sees_all(night)
        phone.tries("bid.placed", deal=1, player="p2", tricks=1)
        for _ in range(2):
            phone.tries("entry.undone", entry=night.seq)
    bid(night.cal, "p3", tricks=0)
    for phone in phones:
        phone.sees_all(night)


STORIES = {
    laid_and_probed: BIDS,
    cards_played_that_were_bid: (BIDS[0], *BIDS[6:]),
    taken_back_and_laid_again: FURTHEST,
    declared_and_not_yet_turned_up: FURTHEST,
    until_the_last_bid_is_missing: FURTHEST,
}


ALWAYS = [(laid_and_probed, False), (cards_played_that_were_bid, False)]
THOROUGH = [pytest.param(story, True, marks=pytest.mark.thorough) for story in STORIES]


@pytest.mark.parametrize(("story", "thorough"), [*ALWAYS, *THOROUGH])
def test_no_byte_on_another_phone_depends_on_the_bid(start_table, story, thorough):
    """Of two stories the lowest bid and the one that reveals most; all stories with the thorough tests."""
    bids = STORIES[story] if thorough else (STORIES[story][0], STORIES[story][-1])

    assert unequal([sent_to_others(start_table, story, fields) for fields in bids]) == []


def test_the_compared_nights_differ_once_the_bid_is_revealed(start_table):
    def revealed(night, phones):
        call(night, "p2", "reveal")
        phones[1].sees_all(night)

    assert unequal([sent_to_others(start_table, revealed, fields) for fields in BIDS[1:3]])


def test_only_ones_own_phone_shows_ones_own_bid_until_it_is_revealed_or_the_first_trick_turns_it_up(evening, bob, cal):
    begun(evening)
    bid(bob, "p2", tricks=2)
    bid(cal, "p3", tricks=3)
    assert "two tricks" in laid(bob)
    assert "two tricks" not in laid(cal)
    assert bob.get("tv").html == cal.get("tv").html
    assert "Bob laid a bid." in cal.get("log").words

    call(evening, "p2", "declare")
    assert "bid 2" not in cal.get().words
    evening.play("p2")
    assert "bid 2" in cal.get().words
    assert "Bob bid 2 tricks." in cal.get("log").words

    evening.ann.tap("deal.voided", deal=1)
    bid(cal, "p3", deal=2, tricks=3)
    call(evening, "p3", "reveal", deal=2)
    assert "bid 3" in bob.get().words


def test_a_bid_is_for_the_players_own_phone_until_it_lies_open(evening, ann, bob, cal):
    begun(evening, "Dan")
    for phone in (ann, cal):
        assert "Only their own phone" in phone.tap("bid.placed", deal=1, player="p2", tricks=0).says
    evening.play("p1", "p1", "p1")

    assert "What did they bid?" in ann.get().words
    assert "Pass the phone to Dan" not in ann.get().words
    assert "Finesmaster" not in cal.get().words
    assert "Tell Dan’s bid It lies face up on the table: what was it?" in cal.get().words
    assert 'id="bid-1-p4"' in cal.get().html
    bid(cal, "p4", tricks=0)
    bid(bob, "p2", tricks=1)
    assert "Only their own phone" in cal.tap("bid.placed", deal=1, player="p2", tricks=0).says  # it is in already
    assert "Tell Bob’s bid" not in cal.get().words
    assert "Tell Ann’s bid" in cal.get().words
    entry = evening.seq
    for phone in (cal, ann):
        assert phone.tap("entry.changed", entry=entry, **{"event.tricks": 0}).status == 422
    assert cal.tap("entry.undone", entry=entry).status == 422
    bid(cal, "p1", tricks=3)


@pytest.mark.parametrize("wanted", [0, 3])
def test_a_player_without_a_phone_bids_on_any_phone_which_does_not_show_it_afterwards(evening, ann, bob, cal, wanted):
    begun(evening, "Dan")
    assert "Pass the phone to Dan Nobody looks. It’s hidden again as soon as Dan taps." in bob.get().words
    bid(bob, "p4", tricks=wanted)
    entry = evening.seq
    for phone in (ann, bob, cal):
        assert laid(phone) == ""
        assert "Pass the phone to Dan" not in phone.get().words
        assert "Dan laid a bid." in phone.get("log").words
        assert "Dan laid a bid." in phone.get(f"log/{entry}").words
        for tried in (0, 3):  # nobody learns it from what is refused
            again = phone.tap("bid.placed", deal=1, player="p4", tricks=tried)
            assert (again.status, again.says) == (
                422, "Dan entered that already. To change it, undo it in the log first."
            )  # fmt: skip
            assert phone.tap("entry.changed", entry=entry, **{"event.tricks": tried}).status == 422
    assert ann.post("seats/lend", player="p4", to="p2").status == 303
    assert laid(bob) == ""  # it was laid before
    assert ann.post("seats/lend", player="p4", to="").status == 303

    assert cal.tap("entry.undone", entry=entry).status == 200
    bid(cal, "p4", tricks=2)
    call(evening, "p4", "reveal")
    assert "bid 2" in ann.get().words
    assert "Dan bid" not in bob.get(f"log/{entry}").words


def test_nobody_bids_for_a_player_with_a_phone_or_whose_seat_is_lent_and_its_bid_is_behind_its_name(
    evening, ann, bob, cal
):
    begun(evening, "Dan")
    assert ann.post("seats/lend", player="p4", to="p2").status == 303
    for player in ("p2", "p4"):
        for acting in ("", player):
            assert cal.tap("bid.placed", deal=1, player=player, acting=acting, tricks=1).status == 422
    bid(bob, "p4", acting="p4", tricks=3)
    assert cal.tap("entry.undone", entry=evening.seq).status == 422
    assert "Pass the phone to Dan" in bob.get().words
    assert "three tricks" in laid(bob)
    assert laid(cal) == ""
    assert [phone.get("play/card?seat=p4").status for phone in (bob, cal)] == [200, 403]
