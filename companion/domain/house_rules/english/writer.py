"""Puts a rule into plain words, which are read back as the same rule."""

from msgspec import UNSET

from ...cards import RANK_WORDS, SUIT_WORDS
from ...games import BOXES
from ...measure import listed
from ..model import (
    BidMade,
    BidMissed,
    BoxScored,
    CardPlayed,
    DealOver,
    DealStarted,
    DealVoided,
    DiceRolled,
    GameOver,
    HouseRule,
    Part,
    Ruled,
    TrickNobody,
    TrickWon,
    When,
)
from .charges import Meaning, others_are_clear

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
SAYS = {"no": "says no", "declare": "declares", "reveal": "reveals"}
TAKES = {
    "none": "takes no trick of a deal",
    "all": "takes all tricks of a deal",
    "most": "takes the most tricks of a deal",
}
COMES = {"first": "comes first in a game", "last": "comes last in a game"}
NUMBERS = ("", "one", "two", "three", "four", "five", "six")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
DID = {
    "card.played": "whoever played it",
    "trick.taken": "whoever took it",
    "trick.nobody": "the player who led",
    "bid.made": "whoever made it",
    "bid.missed": "whoever missed it",
    "box.scored": "whoever filled it",
    "deal.started": "the dealer",
    "deal.voided": "whoever dealt it",
    "deal.over": "whoever dealt it",
}
HAPPENS = {
    "trick.nobody": "nobody takes a trick",
    "bid.made": "a bid is made",
    "bid.missed": "a bid is missed",
    "deal.started": "a deal begins",
    "deal.voided": "there is a misdeal",
    "deal.over": "a deal is over",
    "game.over": "a game is over",
}
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
    "previous": "the player of the card before",
    "chosen": "that player",
}


def in_words(rule: Ruled) -> str:
    """The rule in plain English, one sentence; `read` of it means the same rule again."""
    when, parts = rule.when, [part_in_words(part, rule, place) for place, part in enumerate(rule.parts)]
    title = f"is “{rule.title}”" if isinstance(rule, HouseRule | Meaning) and rule.title else ""
    if title and not (rule.charges if isinstance(rule, HouseRule) else parts):
        return f"Whoever {does(when)} {title}." if _is_done(when) else f"When {happens(when)}, {_player(rule)} {title}."
    also = f", and whoever sets it off {title}" if title else ""
    if rule.parts[0].who in ("player", "chosen") and _is_done(when):
        return f"Whoever {does(when)} {listed([_drinks(rule.parts[0]), *parts[1:]])}{also}."
    return f"When {happens(when)}, {listed(parts)}{also}."


def _is_done(when: When) -> bool:
    """Whether the player it is about does something that sets the rule off."""
    if isinstance(when, DealOver | GameOver):
        return (when.tricks if isinstance(when, DealOver) else when.place) is not UNSET
    return not isinstance(when, TrickNobody | DealStarted | DealVoided)


def _player(rule: Ruled, alone: bool = True) -> str:
    """The player that the rule is about, if nobody else was named before."""
    if isinstance(rule.when, TrickNobody):
        return "the player who led"
    if isinstance(rule.when, GameOver) and not _is_done(rule.when):
        return "nobody"
    if not _is_done(rule.when):
        return "the player who dealt"
    return "that player" if alone else "the player"


def part_in_words(part: Part, rule: Ruled, place: int) -> str:
    """Who drinks and how much, at its place among the parts of the rule: "both neighbours drink 2"."""
    before = [earlier.who for earlier in rule.parts[:place]]
    who = WHO[part.who]
    if part.who in ("player", "chosen"):
        who = _player(rule, set(before) <= {"player"})
    elif part.who == "others" and isinstance(rule.when, GameOver) and not _is_done(rule.when):
        who = "everyone"
    elif part.who == "others" and not others_are_clear(before, rule.when):
        # words that do not depend on who was named before
        did = DID.get(rule.when.on) or f"whoever {does(rule.when)}"
        return f"the opponents of {did} drink {_amount(part)}"
    return f"{who} {_drinks(part)}"


def _drinks(part: Part) -> str:
    if part.who == "chosen":
        return f"chooses who drinks {_amount(part)}"
    return f"{'drink' if part.who == 'neighbours' else 'drinks'} {_amount(part)}"


def _amount(part: Part) -> str:
    if isinstance(part.amount, str):
        return "the number of the trick" if part.amount == "trick" else "the worth of the card"
    return str(part.amount)


def happens(when: When) -> str:
    """What sets the rule off, after "when": "a jack is played"."""
    if isinstance(when, CardPlayed):
        return f"{_played(when)} is {'led' if when.led is True else 'played'}"
    if isinstance(when, TrickWon):
        return f"{_trick(when)} is taken{_with(when)}"
    is_plain = not isinstance(when, BidMade | BidMissed) or when.call is UNSET
    if isinstance(when, DealOver | GameOver) and _is_done(when):
        is_plain = False
    return HAPPENS[when.on] if is_plain and when.on in HAPPENS else f"somebody {does(when)}"


def does(when: When) -> str:
    """What the player who sets the rule off does, after "whoever": "plays a jack"."""
    if isinstance(when, CardPlayed):
        return f"{'leads' if when.led is True else 'plays'} {_played(when)}"
    if isinstance(when, TrickWon):
        return f"takes {_trick(when)}{_with(when)}"
    if isinstance(when, BidMade | BidMissed) and isinstance(when.call, str):
        return f"{SAYS[when.call]} and {DOES[when.on]}"
    if isinstance(when, DiceRolled):
        return _throws(when)
    if isinstance(when, DealOver):
        return TAKES[when.tricks or ""]
    if isinstance(when, GameOver):
        return COMES[when.place or ""]
    return _fills(when) if isinstance(when, BoxScored) else DOES[when.on]


def _played(when: CardPlayed) -> str:
    alike = f" of the same {when.matches} as the card before" if when.matches is not UNSET else ""
    return f"{card(when.rank, when.suit)}{alike}"


def _throws(when: DiceRolled) -> str:
    throws = ["throws the dice"]
    if isinstance(when.face, int):
        count = when.count or 1
        many = f"at least {NUMBERS[count]} {NUMBERS[when.face]}{'es' if when.face == 6 else 's'}"
        throws = [f"throws {many if count > 1 else f'a {NUMBERS[when.face]}'}"]
    if isinstance(when.same, int):
        throws.append(f"has at least {NUMBERS[when.same]} dice alike")
    if when.sum is not UNSET:
        throws.append(f"has {when.sum} on all dice")
    return listed(throws)


def _trick(when: TrickWon) -> str:
    trick = "a trick" if when.trick is UNSET else "the last trick" if when.trick == "last" else f"trick {when.trick}"
    if not isinstance(when.row, int):
        return trick
    row = f"{ORDINALS[when.row]}"
    return f"a {row} trick in a row" if when.trick is UNSET else f"{trick} as the {row} in a row"


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
