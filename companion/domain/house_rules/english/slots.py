"""Numbers, cards, boxes and titles: what no list of words can say. Each yields where it ends, and its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...cards import RANKS
from .shapes import Sentence, Slot, Way
from .words import boxes, several

NO_BOX = {"suit", "num", "nums", "all", "low", "high", "middle"}
ARTICLES = ("a", "the", "any", "each")
Item = tuple[int, tuple[str, ...], tuple[str, ...], bool]  # where it ends, ranks, suits, whether it is surely a card


def howmany(sentence: Sentence, at: int) -> Iterator[Way]:
    """So many drinks or sips; "2 drink" can be "to drink"."""
    if not sentence.kind(at, "num"):
        return
    value = sentence.words[at].number()
    yield at + 1, (("howmany", value),)
    end = at + 1 + sentence.kind(at + 1, "extra")
    if sentence.kind(end, "sip", "drink") and (value == 1 or sentence.words[end].typed.lower() != "drink"):
        yield end + 1, (("howmany", value),)


def box(sentence: Sentence, at: int) -> Iterator[Way]:
    """A box by a name that means nothing else: the hearts box, a full house, but not hearts."""
    for end, values in anybox(sentence, at):
        words = sentence.words[at:end]
        if any("box" in word.kinds for word in words) or not (words[-1].kinds.keys() & NO_BOX and len(words) < 3):
            yield end, values


def anybox(sentence: Sentence, at: int) -> Iterator[Way]:
    """A box by any of its names, with those of boxes that share it."""
    start = at + sentence.kind(at, *ARTICLES, "his", "your")
    if start > at and sentence.kind(start, "box"):
        start += 1 + sentence.kind(start + 1, "of")
    bits: list[str] = []
    for end in range(start, min(start + 6, len(sentence.words))):
        bits += [bit for bit in sentence.words[end].bits if bit not in "-–"]
        is_plain = start == at and end == start and sentence.kind(end, "low", "high", "middle", "all")
        found = boxes(sentence.game).get(tuple(bits))
        if found and (not is_plain or sentence.kind(end + 1, "box")):
            yield end + 1 + sentence.kind(end + 1, "box"), (("box", found),)


def card(sentence: Sentence, at: int) -> Iterator[Way]:
    """Any cards, or with an article one of them; "two" alone is no card, because it may be how many."""
    for end, ranks, suits, _ in _cards(sentence, at):
        yield end, _fields("rank", ranks) + _fields("suit", suits)


def anycard(sentence: Sentence, at: int) -> Iterator[Way]:
    """Any cards, or a number alone: behind a sign, "nine? drink"."""
    yield from card(sentence, at)
    if sentence.kind(at, "num") and (rank := _rank(sentence, at)):
        yield at + 1, (("rank", rank),)


def with_(sentence: Sentence, at: int) -> Iterator[Way]:
    """The card that takes a trick."""
    for end, ranks, suits, _ in _cards(sentence, at):
        if ranks or suits:
            yield end, _fields("with_rank", ranks) + _fields("with_suit", suits)


def _fields(name: str, signs: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    return ((name, signs[0] if len(signs) == 1 else signs),) if signs else ()


def _cards(sentence: Sentence, at: int) -> Iterator[Item]:
    """All that can be cards from here: one, several, those of a colour, from one to another."""
    for end, ranks, suits, sure in _listed(sentence, at):
        if sure:
            yield end, ranks, suits, sure
        if sentence.kind(end, "card"):
            yield end + 1, ranks, suits, True
        if suits and not ranks:
            yield from _that_is(sentence, end + sentence.kind(end, "card"), suits)
    end = at + sentence.kind(at, *ARTICLES) + 1
    if end - 1 > at and sentence.kind(end - 1, "card"):
        yield end, (), (), True
        yield from _that_is(sentence, end, ())
        for stop, ranks, suits, _ in _listed(sentence, end + 1) if sentence.kind(end, "of") else ():
            if suits and not ranks:
                yield stop, (), suits, True
                yield from _that_is(sentence, stop, suits)


def _that_is(sentence: Sentence, at: int, suits: tuple[str, ...]) -> Iterator[Item]:
    """A red card that is a jack or a queen."""
    if sentence.kind(at, "who") and sentence.kind(at + 1, "is"):
        for end, ranks, more, _ in _listed(sentence, at + 2):
            if not (suits and more):
                yield end, ranks, suits or more, True


def _listed(sentence: Sentence, at: int) -> Iterator[Item]:
    """One card, or several: a jack or a queen, jacks and queens, 7, 8 or 9, but not a jack and a queen."""
    found = [(*one, "") for one in _one(sentence, at)]
    while found:
        longer = []
        for end, ranks, suits, sure, binding in found:
            is_open = binding == "comma" and any(sentence.kind(place, *ARTICLES) for place in range(at, end))
            if not is_open and (binding != "and" or _are_plural(sentence, at, end)):
                yield end, ranks, suits, sure
            for start, sign in _binding(sentence, end, binding):
                for stop, more, other, _ in _one(sentence, start):
                    is_number = sentence.kind(end - 1, "num"), sentence.kind(stop - 1, "num")
                    is_mixed = is_number[0] != is_number[1] and not sentence.kind(start, *ARTICLES)
                    if sign == "comma" and (is_mixed or sentence.kind(end - 1, "up", "down")):
                        continue  # ten and up, 2
                    is_like = not (ranks and suits or more and other) and bool(ranks) == bool(more)
                    if is_like and not {*ranks, *suits} & {*more, *other}:
                        longer.append((stop, ranks + more, suits + other, True, sign))
        found = longer


def _are_plural(sentence: Sentence, start: int, end: int) -> bool:
    """Whether all of the cards are several: jacks and queens."""
    cards = [word for word in sentence.words[start:end] if word.kinds.keys() & {"rank", "num", "nums", "suit", "card"}]
    return all(word.typed.lower().endswith(("s", "♠", "♥", "♦", "♣")) for word in cards)


def _binding(sentence: Sentence, at: int, before: str) -> Iterator[tuple[int, str]]:
    """Where the next card of a list can begin, and what binds it."""
    start = at + (before in ("", "comma") and sentence.kind(at, "comma"))
    for sign in ("or", "and"):
        if before in ("", "comma", sign) and sentence.kind(start, sign):
            yield start + 1, sign
            return
    if start > at:
        yield start, "comma"


def _one(sentence: Sentence, at: int) -> Iterator[Item]:
    """One card: a red jack, the ten of spades, hearts, a face card, 2 to 5, ten or higher."""
    begin = at + sentence.kind(at, *ARTICLES)
    if begin >= sentence.size:
        return
    kinds = sentence.words[begin].kinds
    if "code" in kinds:
        yield begin + 1, (kinds["code"][0],), (kinds["code"][1],), True
    if suits := tuple(kinds.get("suit") or kinds.get("colour") or ""):
        yield begin + 1, (), suits, True
        for end, ranks, _ in _ranks(sentence, begin + 1, has_article=True):
            yield end, ranks, suits, True
    for end, ranks, sure in _ranks(sentence, begin, has_article=begin > at):
        yield end, ranks, (), sure
        of = end + sentence.kind(end, "of")
        if sentence.kind(of, "suit") and (of > end or sentence.words[of].typed in "♠♥♦♣♤♡♢♧" or "named" in kinds):
            yield from ((stop, ranks, suits, True) for stop, suits in _suits(sentence, of))


def _suits(sentence: Sentence, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """One suit, or several with "or" before the last: spades, hearts or diamonds."""
    suits: tuple[str, ...] = (sentence.words[at].kinds["suit"],)
    stop, is_whole = at + 1, True
    while True:
        if is_whole:
            yield stop, suits
        comma = stop + sentence.kind(stop, "comma")
        start = comma + sentence.kind(comma, "or")
        if start == stop or not sentence.kind(start, "suit"):
            return
        stop, suits, is_whole = start + 1, (*suits, sentence.words[start].kinds["suit"]), start > comma


def _ranks(sentence: Sentence, at: int, has_article: bool) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """Ranks from here, and whether a number is surely a card."""
    if at < sentence.size and "named" in (word := sentence.words[at]).kinds:
        end = at + 1 + sentence.kind(at + 1, "card")
        if end > at + 1 or word.typed.lower() not in ("face", "picture", "court", "royal", "even", "odd"):
            yield end, tuple(word.kinds["named"]), True
        return
    if (rank := _rank(sentence, at)) is None:
        return
    yield at + 1, (rank,), has_article or not sentence.kind(at, "num") or sentence.words[at].typed.isdigit()
    place = RANKS.index(rank)
    if sentence.kind(at + 1, "up"):
        yield at + 2, tuple(RANKS[place:]), True
    if sentence.kind(at + 1, "down"):
        yield at + 2, tuple(RANKS[: place + 1]), True
    if at + 1 < sentence.size and (sentence.kind(at + 1, "thru", "to") or sentence.words[at + 1].typed in "-–"):
        last = RANKS.find(_rank(sentence, at + 2) or " ")
        if last > place + sentence.kind(at + 1, "to"):
            yield at + 3, tuple(RANKS[place : last + 1]), True


def _rank(sentence: Sentence, at: int) -> str | None:
    if at >= sentence.size:
        return None
    kinds = sentence.words[at].kinds
    if "rank" in kinds:
        return kinds["rank"]
    value = int(kinds.get("num") or kinds.get("nums") or 0)
    return ("T" if value == 10 else str(value)) if 2 <= value <= 10 else None


def title(sentence: Sentence, at: int) -> Iterator[Way]:
    """What somebody is called from then on: one to five words that mean nothing else, to the end or a sign."""
    if sentence.kind(at, "quoted"):
        yield at + 1, (("title", sentence.words[at].kinds["quoted"]),)
        return
    end = at
    while end < len(sentence.words) and end < at + 5 and not sentence.kind(end, *NO_TITLE):
        end += 1
        if any(not word.kinds for word in sentence.words[at:end]):
            yield end, (("title", " ".join(word.typed for word in sentence.words[at:end])),)


def mastery(sentence: Sentence, at: int) -> Iterator[Way]:
    """A title that needs no other word: thumb master, lord of the rings."""
    for end in range(at + 1, min(at + 5, len(sentence.words) + 1)):
        if sentence.kind(end - 1, *NO_TITLE):
            return
        if sentence.kind(end - 1, "titleword"):
            yield end, (("title", " ".join(word.typed for word in sentence.words[at:end])),)


NO_TITLE = several(
    "if not no without unless but or comma sign means nobody whoever someone then and must drink sip cost give "
    "giveout dealer leader left right everyone out with of_ on to become is get make you he who your play take a"
)
SAYING: tuple[Slot, ...] = (howmany, box, anybox, card, anycard, with_, title, mastery)
SLOTS = {slot.__name__.strip("_"): slot for slot in SAYING}
"""What stands for a slot in shapes.txt."""
