"""Puts a rule into plain words, which are read back as the same rule."""

from msgspec import UNSET

from ...cards import RANK_WORDS, SUIT_WORDS
from ...games import BOXES
from ...measure import listed
from ..model import BoxScored, CardPlayed, Part, Ruled, TrickNobody, TrickWon, When
from .meaning import others_are_clear

ONE_SUIT = {suit: word.removesuffix("s") for suit, word in SUIT_WORDS.items()}
COLOURS: dict[tuple[str, ...], str] = {("H", "D"): "red", ("S", "C"): "black"}
DOES = {
    "bid.made": "makes their bid",
    "bid.missed": "misses their bid",
    "declared": "declares",
    "revealed": "reveals",
    "dropped.out": "drops out",
    "called": "is caught",
}
DID = {
    "card.played": "whoever played it",
    "trick.taken": "whoever took it",
    "trick.nobody": "the player who led",
    "bid.made": "whoever made it",
    "bid.missed": "whoever missed it",
    "box.scored": "whoever filled it",
}
HAPPENS = {"trick.nobody": "nobody takes a trick", "bid.made": "a bid is made", "bid.missed": "a bid is missed"}
WHO = {
    "player": "that player",
    "left": "the player to the left",
    "right": "the player to the right",
    "neighbours": "both neighbours",
    "across": "the player across",
    "everyone": "everyone",
    "others": "everybody else",
    "dealer": "the dealer",
    "leader": "the leader",
    "taker": "the taker",
    "chosen": "that player",
}


def in_words(rule: Ruled) -> str:
    """The rule in plain English, one sentence; `read` of it means the same rule again."""
    when, parts = rule.when, [part_in_words(part, rule, place) for place, part in enumerate(rule.parts)]
    if rule.parts[0].who in ("player", "chosen") and not isinstance(when, TrickNobody):
        return f"Whoever {does(when)} {listed([_drinks(rule.parts[0]), *parts[1:]])}."
    return f"When {happens(when)}, {listed(parts)}."


def part_in_words(part: Part, rule: Ruled, place: int) -> str:
    """Who drinks and how much, at its place among the parts of the rule: "both neighbours drink 2"."""
    before = [earlier.who for earlier in rule.parts[:place]]
    who = WHO[part.who]
    if part.who in ("player", "chosen"):
        alone = set(before) <= {"player"}
        who = "the player who led" if isinstance(rule.when, TrickNobody) else "that player" if alone else "the player"
    elif part.who == "others" and not others_are_clear(before, rule.when):
        # words that do not depend on who was named before
        did = DID.get(rule.when.on) or f"whoever {does(rule.when)}"
        return f"the opponents of {did} drink {part.amount}"
    return f"{who} {_drinks(part)}"


def _drinks(part: Part) -> str:
    if part.who == "chosen":
        return f"chooses who drinks {part.amount}"
    return f"{'drink' if part.who == 'neighbours' else 'drinks'} {part.amount}"


def happens(when: When) -> str:
    """What sets the rule off, after "when": "a jack is played"."""
    if isinstance(when, CardPlayed):
        return f"{card(when.rank, when.suit)} is {'led' if when.led is True else 'played'}"
    if isinstance(when, TrickWon):
        return f"{_trick(when)} is taken{_with(when)}"
    return HAPPENS.get(when.on) or f"somebody {does(when)}"


def does(when: When) -> str:
    """What the player who sets the rule off does, after "whoever": "plays a jack"."""
    if isinstance(when, CardPlayed):
        return f"{'leads' if when.led is True else 'plays'} {card(when.rank, when.suit)}"
    if isinstance(when, TrickWon):
        return f"takes {_trick(when)}{_with(when)}"
    return _fills(when) if isinstance(when, BoxScored) else DOES[when.on]


def _trick(when: TrickWon) -> str:
    return "a trick" if when.trick is UNSET else f"trick {when.trick}"


def _with(when: TrickWon) -> str:
    named = when.with_rank is not UNSET or when.with_suit is not UNSET
    return f" with {card(when.with_rank, when.with_suit)}" if named else ""


def _fills(when: BoxScored) -> str:
    box = f"the box {BOXES[when.box]}" if isinstance(when.box, str) else "a box"
    least = "something" if when.at_least == 1 else f"at least {when.at_least}" if when.at_least is not UNSET else ""
    written = " and ".join(filter(None, ("nothing" if when.zero is True else "", least)))
    return f"scores {written} in {box}" if written else f"fills {box}"


def card(rank: object, suit: object) -> str:
    """A card of these ranks and suits (one, a list, or left out): "a red jack", "a queen of spades"."""
    ranks, suits = _signs(rank), _signs(suit)
    colour = COLOURS.get(suits, "")
    named = "face card" if ranks == ("J", "Q", "K") else listed([RANK_WORDS[sign] for sign in ranks], "or")
    if colour or not suits:
        words = f"{colour} {named or 'card'}".strip()
    else:
        of = [SUIT_WORDS[sign] for sign in suits]
        words = f"{named} of {listed(of, 'or')}" if named else listed([ONE_SUIT[sign] for sign in suits], "or")
    return f"{'an' if words[0] in 'ae' else 'a'} {words}"


def _signs(named: object) -> tuple[str, ...]:
    return named if isinstance(named, tuple) else (named,) if isinstance(named, str) else ()
