"""Puts a rule into plain words: those of the reader's own tables, so that they are read back as the same rule."""

from msgspec import UNSET

from ...cards import RANK_WORDS, RANKS, SUIT_WORDS
from ...games import BOXES, THINGS
from ...measure import listed as joined
from .. import model
from .meaning import Meaning, others_are_clear, signs
from .words import NTH, NUMBERS, listed

SAID = {name: words for name, (words,) in listed("writer.txt")}
COLOURS = {frozenset("HD"): "red", frozenset("SC"): "black"}
ORDINALS = {number: word for word, number in NTH.items()}


def in_words(rule: model.HouseRule | Meaning) -> str:
    """The rule in plain English, one sentence; `read` of it means the same rule again."""
    when = rule.when
    parts = rule.charges if isinstance(rule, model.HouseRule) else rule.parts
    said = [_part(part, when, parts[:place]) for place, part in enumerate(parts)]
    named = [f"becomes “{rule.title}”"] if rule.title else []
    if not parts and not named:
        return f"When {happens(when)}, nobody drinks."
    if not _is_done(when):
        return f"When {happens(when)}, {joined([f'{_player(when)} {words}' for words in named] + said)}."
    if named or parts[0].who in ("player", "chosen"):
        return f"Whoever {_does(when)} {joined([*named, *said])}."
    return f"When {happens(when)}, {joined(said)}."


def _is_done(when: model.When) -> bool:
    """Whether somebody does what sets the rule off."""
    return f"when {when.on}" not in SAID or when.detail("tricks") is not UNSET or when.detail("place") is not UNSET


def happens(when: model.When) -> str:
    """What sets the rule off, after "when": "nobody takes a trick"."""
    return f"someone {_does(when)}" if _is_done(when) else SAID[f"when {when.on}"]


def _player(when: model.When) -> str:
    """The player whom the rule is about, where others were named before, or where nobody does what sets it off."""
    is_about_deal = isinstance(when, model.DealOver | model.GameOver) and _is_done(when)
    return SAID.get(f"{when.on} player", "the player") if not is_about_deal else "the player"


def _part(part: model.Part, when: model.When, before: tuple[model.Part, ...]) -> str:
    """Who drinks how much, behind these parts of the rule: "the dealer drinks 2"."""
    named, who = [one.who for one in before], SAID[part.who]
    amount = SAID.get(f"the {part.amount}", str(part.amount))
    drinks = "chooses who drinks" if part.who == "chosen" else "drink" if part.who == "neighbours" else "drinks"
    if part.who in ("player", "chosen"):
        is_clear = _is_done(when) and set(named) <= {"player"}
        return f"{drinks} {amount}" if is_clear else f"{_player(when)} {drinks} {amount}"
    if part.who == "others" and when == model.GameOver():
        who = SAID["everyone"]
    elif part.who == "others" and not others_are_clear(named, when):
        who = f"everyone but {_player(when)}"  # does not depend on who was named before
    elif part.who == "previous" and set(named) - {"player"}:
        who = "the player of the card before"  # before nobody who was named
    return f"{who} {drinks} {amount}"


def _does(when: model.When) -> str:
    """What the player does who sets the rule off, after "whoever": "plays a jack"."""
    match when:
        case model.CardPlayed():
            alike = f" of the same {when.matches} as the card before" if when.matches is not UNSET else ""
            return f"{'leads' if when.led is True else 'plays'} {card(when.rank, when.suit)}{alike}"
        case model.TrickWon():
            named = when.with_rank is not UNSET or when.with_suit is not UNSET
            return f"takes {_trick(when)}" + (f" with {card(when.with_rank, when.with_suit)}" if named else "")
        case model.BoxScored():
            return _fills(when)
        case model.DiceRolled():
            return f"rolls {joined(_dice(when)) or 'the dice'}"
        case model.BidMade(call=str(call)) | model.BidMissed(call=str(call)):
            return f"{SAID[call]} and {SAID[f'does {when.on}']}"
        case model.DealOver(tricks=str(which)) | model.GameOver(place=str(which)):
            return SAID[f"{when.on} {which}"]
    return THINGS[when].does if when in THINGS else SAID[f"does {when.on}"]


def _trick(when: model.TrickWon) -> str:
    trick = "a trick" if when.trick is UNSET else "the last trick" if when.trick == "last" else f"trick {when.trick}"
    if not isinstance(when.row, int):
        return trick
    if when.trick is not UNSET:
        return f"{trick} as the {ORDINALS[when.row]} in a row"
    is_plain = when.with_rank is UNSET and when.with_suit is UNSET
    return f"{NUMBERS[when.row]} tricks in a row" if is_plain else f"a {ORDINALS[when.row]} trick in a row"


def _dice(when: model.DiceRolled) -> list[str]:
    shown = []
    if isinstance(when.face, int):
        face = NUMBERS[when.face]
        several = f"at least {NUMBERS[when.count or 1]} {face}{'es' if when.face == 6 else 's'}"
        shown.append(several if when.count not in (UNSET, 1) else f"a {face}")
    if isinstance(when.same, int):
        shown.append(f"at least {NUMBERS[when.same]} alike")
    return [*shown, f"a total of {when.sum}"] if when.sum is not UNSET else shown


def _fills(when: model.BoxScored) -> str:
    box = f"the {BOXES[when.box]} box" if isinstance(when.box, str) else "a box"
    least = "something" if when.at_least == 1 else f"at least {when.at_least}" if when.at_least is not UNSET else ""
    written = " and ".join(filter(None, ("nothing" if when.zero is True else "", least)))
    return f"scores {written} in {box}" if written else f"fills {box}"


def card(rank: object, suit: object) -> str:
    """A card of these ranks and suits (one, a list, or left out): "a red jack", "a queen of spades"."""
    ranks, suits = signs(rank), signs(suit)
    colour = COLOURS.get(frozenset(suits), "")
    if len(ranks) > 4:
        named = "/".join("10" if sign == "T" else sign for sign in sorted(ranks, key=f"A{RANKS}".index))
    else:
        words = [RANK_WORDS[sign] for sign in ranks]
        several = words if len(words) < 3 else [words[0], *map(_article, words[1:])]
        named = "face card" if ranks == ("J", "Q", "K") else joined(several, "or")
    of = joined([SUIT_WORDS[sign] for sign in suits], "or")
    if len(ranks) > 1 and named != "face card" and suits:  # a jack or queen of hearts could be any jack
        return f"a {f'{colour} card' if colour else f'card of {of}'} that is {_article(named)}"
    if colour or not suits:
        return _article(f"{colour} {named or 'card'}".strip())
    plain = joined([SUIT_WORDS[sign].removesuffix("s") for sign in suits], "or")
    return _article(f"{named} of {of}" if named else plain)


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'ae8' else 'a'} {words}"
