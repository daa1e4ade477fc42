"""What can be tapped instead of typing: sentences that a rule may have meant, or that say what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from ...games import GAMES
from ..model import (
    MOST,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    DealOver,
    GameOver,
    Part,
    Ruled,
    TrickNobody,
    TrickWon,
    Who,
)
from .charges import Meaning
from .sentences import LONGEST, Reading, read
from .words import SPELT, repairs, settled
from .writer import happens, in_words

MOST_TRIES = 8  # places where a text with two rules can be parted, and words that are offered to be left out
MOST_FAILED = 16  # sentences that turn out to mean something else, before no more are tried
FEW = 3  # places of words not understood; where there are more, each can only be left out
INSTEAD = ("plays", "takes", "leads", "everyone", "the dealer")
WHOEVER = re.compile(r"(?:whoever|anyone|anybody|everyone|who|a player|somebody|someone)\b", re.I)
WHENEVER = re.compile(r"(?:if|when|whenever|every time|each time|any time|once)\b", re.I)
UNLESS = re.compile(r",?\s+(?:unless|except|only if|only when|but only|if)\b[^.!]*", re.I)
NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(SPELT)})\b", re.I)
PARTED = re.compile(r"[,;.:/]\s+(?:and\s+|but\s+)?|\s+(?:and|but|[&|/])\s+")
OCCASIONS = ("when a trick is taken", "a trick is taken")
WHENS = (
    CardPlayed(),
    TrickWon(),
    TrickWon("last"),
    TrickNobody(),
    BidMissed(),
    BoxScored(zero=True),
    DealOver(),
    GameOver(),
)
DRINKERS: dict[Who, str] = {
    "player": "that player",
    "everyone": "everyone",
    "others": "everybody else",
    "left": "their left",
    "right": "their right",
    "neighbours": "both neighbours",
    "dealer": "the dealer",
    "chosen": "whom they choose",
}


class Answer(msgspec.Struct, frozen=True):
    """One thing to tap: its words, and the sentence that the rule then is."""

    words: str
    text: str


Piece = tuple[str, tuple[Answer, ...]]  # a piece of a sentence, and what can be done about it


def offered(reading: Reading) -> tuple[Answer, ...]:
    """The rules that the sentence may mean."""
    return tuple(Answer(text, text) for text in dict.fromkeys(map(in_words, reading.offers)))


def answers(reading: Reading, game: str | None = None) -> tuple[Answer, ...]:
    """What can be answered to the question that a sentence leaves open; empty if it must be said in other words."""
    if reading.ask in ("how many", "too many"):
        whole = next(_rules(_with_amount(reading), game), None)
        return amounts(whole, game) if whole else ()
    if reading.ask == "who":
        whole = next((one for one in _rules(_with_drinker(reading), game) if _first(one).who == "everyone"), None)
        return drinkers(whole, game) if whole else ()
    if reading.ask == "left over":
        return tuple(Answer(text, text) for text in islice(_for_people(reading.text, game), 1))
    whole = next(_rules((f"{reading.text.rstrip(' .!?,')} {words}" for words in OCCASIONS), game), None)
    if reading.ask == "when" and whole and whole.meaning:
        means = [replace(whole.meaning, when=when) for when in WHENS if game is None or when.on in GAMES[game].hears]
        said_so = [(one, in_words(one)) for one in means]
        return tuple(
            Answer(f"when {happens(one.when)}", text) for one, text in said_so if read(text, game).meaning == one
        )
    return ()


def two(reading: Reading, game: str | None = None) -> tuple[str, ...]:
    """The two sentences of a text with two rules; empty if it cannot be parted."""
    for cut in islice(PARTED.finditer(reading.text), MOST_TRIES) if reading.ask == "two rules" else ():
        halves = reading.text[: cut.start()], reading.text[cut.end() :]
        if all(read(half, game).meaning for half in halves):
            return halves
    return ()


def odd(reading: Reading, game: str | None = None) -> Iterator[Piece]:
    """The sentence in pieces; each that was not understood with what can be done about it."""
    end = 0
    places = _stretches(reading, game) if reading.ask in ("", "which", "left over") else []
    for start, stop in places:
        yield reading.text[end:start], ()
        yield reading.text[start:stop], tuple(_instead(reading, start, stop, len(places), game))
        end = stop
    if end:
        yield reading.text[end:], ()


def _stretches(reading: Reading, game: str | None) -> list[tuple[int, int]]:
    """The words not understood, in a slip only the unknown ones; those that stand together are one stretch."""
    found: list[tuple[int, int]] = []
    unknown = ((word.start, word.end) for word in settled(reading.text, game) if word.kind == "x")
    slips = [at for at in unknown if any(start <= at[0] < stop for start, stop in reading.left)]
    for start, stop in slips if reading.offers or reading.verdict == "called" else sorted(reading.left):
        if found and not re.search(r"\w", reading.text[found[-1][1] : start]):
            found[-1] = found[-1][0], stop
        elif re.search(r"\w", reading.text[start:stop]):
            found.append((start, stop))
    return found[:MOST_TRIES]


def _instead(reading: Reading, start: int, stop: int, places: int, game: str | None) -> Iterator[Answer]:
    """What can be done about these words; where there are many such `places`, no rule is sought in their stead."""
    text = reading.text
    without, last = _tidy(text[:start] + text[stop:]), max(reading.left)[1]
    rest = _tidy(text[:start] + text[last:])
    if places > FEW:
        yield Answer("leave it out", without)
        return
    if not read(without, game).meaning and read(rest, game).meaning:
        yield Answer(f"leave out “{text[start:last]}”", rest)
    elif without:
        yield Answer("leave it out", without)
    others = (*repairs(text[start:stop].lower())[:3], *(INSTEAD if places == 1 else ()))
    for other in others if text[start:stop].isalpha() else ():
        found = read(text[:start] + other + text[stop:], game)
        if found.meaning and found.verdict == "watches":
            yield Answer(f"it means “{other}”", found.text)


def _tidy(text: str) -> str:
    return re.sub(r"\s+(?=[,.:;!?])", "", " ".join(text.split())).strip(" ,;:")


def _rules(texts: Iterable[str], game: str | None) -> Iterator[Reading]:
    """Those of the sentences that are rules."""
    for text in texts:
        reading = read(text, game)
        if reading.meaning and reading.meaning.parts and not reading.left:
            yield reading


def _for_people(text: str, game: str | None) -> Iterator[str]:
    """The rule with its exception, which only people can see, before who drinks."""
    found = UNLESS.search(text)
    rule = read(text[: found.start()], game) if found else None
    if found and rule and rule.meaning:
        does = happens(rule.meaning.when)
        means = Meaning(Called(), rule.meaning.parts)
        tries = _called(f"{rule.cause or f'when {does}'} {found[0].strip(' ,')}", means)
        yield from (one for one in tries if read(one, game).meaning == means)


def _first(reading: Reading) -> Part:
    assert reading.meaning is not None
    return reading.meaning.parts[0]


def _around(reading: Reading) -> tuple[str, str, str]:
    """The sentence before, at and after the words in doubt."""
    start = stop = len(reading.text.rstrip(" .!?"))
    if reading.left:
        start, stop = min(reading.left)[0], max(reading.left)[1]
    return reading.text[:start], reading.text[start:stop], reading.text[stop:]


def _with_amount(reading: Reading) -> Iterator[str]:
    before, doubt, after = _around(reading)
    if NUMBER.search(doubt):
        yield before + NUMBER.sub("2", doubt) + after
    for words in ("2", "drinks 2", "drink 2", ": that player drinks 2"):
        yield _tidy(f"{before} {words} {after}")


def _with_drinker(reading: Reading) -> Iterator[str]:
    before, doubt, after = _around(reading)
    for words in (f"everyone {doubt}", f"everyone drinks {doubt}", "everyone", f"{doubt} for everyone"):
        yield _tidy(f"{before} {words} {after}")


def amounts(reading: Reading, game: str | None = None) -> tuple[Answer, ...]:
    """How much else the first who drinks by a rule can drink."""
    return _changed(reading, {str(number): {"amount": number} for number in range(1, MOST + 1)}, game)


def drinkers(reading: Reading, game: str | None = None) -> tuple[Answer, ...]:
    """Who else can drink first by a rule."""
    return _changed(reading, {words: {"who": who} for who, words in DRINKERS.items()}, game)


def _changed(reading: Reading, changes: Mapping[str, Mapping[str, Any]], game: str | None) -> tuple[Answer, ...]:
    assert reading.meaning is not None
    first, *others = reading.meaning.parts
    means = {words: replace(reading.meaning, parts=(replace(first, **new), *others)) for words, new in changes.items()}
    found, failed = [], 0
    for words, one in means.items():
        for text in _ways(reading, one):
            if failed < MOST_FAILED and read(text, game).meaning == one:
                found.append(Answer(words, text))
                break
            failed += 1
    return tuple(found)


def said(reading: Reading, meaning: Meaning, game: str | None = None) -> str:
    """A sentence that means this; what people watch for stays in its own words. Empty if none is found."""
    return next((text for text in _ways(reading, meaning) if read(text, game).meaning == meaning), "")


def _ways(reading: Reading, meaning: Meaning) -> Iterator[str]:
    """The sentences that can mean this."""
    tries = _called(cause_of(reading), meaning) if isinstance(meaning.when, Called) else iter((in_words(meaning),))
    return (text for text in tries if len(text) <= LONGEST)


def cause_of(reading: Reading) -> str:
    """What people watch for: the whole sentence, unless it says who drinks too."""
    return reading.cause or reading.text.rstrip(" .!?,;:=")


def _called(cause: str, meaning: Meaning) -> Iterator[str]:
    before, _, after = in_words(meaning).partition(" is caught")
    whole = after.lstrip(", ") if before.startswith("When") else f"that player{after}"
    does = whole.removeprefix("that player ")
    if WHOEVER.match(cause) and does != whole:
        yield f"{cause} {does}"
    if WHOEVER.match(cause) or WHENEVER.match(cause):
        yield f"{cause}, {whole}"
    if WHENEVER.match(cause) and does != whole:
        yield f"{WHENEVER.sub('whoever is caught when', cause, count=1)} {does}"
    yield f"{cause}: {whole}"


def caught_at(reading: Reading, rule: Ruled) -> tuple[str, str, str]:
    """How a rule that people call is said to them: what stands before the cause, the cause, and who drinks how much."""
    cause = cause_of(reading)
    before, _, after = in_words(rule).partition(" is caught")
    if WHOEVER.match(cause):
        return "", cause, after
    if WHENEVER.match(cause):
        return "", cause, after if after.startswith(",") else f", that player{after}"
    return f"{before} is caught at ", cause, after
