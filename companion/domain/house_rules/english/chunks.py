"""The chunks of a rule, each with the words that it is said in: what sets it off, who drinks, and how much.

A pattern is written in kinds of words (words.py); capitals stand for the parts below. The longest chunk counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import UNSET

from ...cards import RANKS
from ..model import (
    BidMade,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    DealOver,
    DealStarted,
    DealVoided,
    Declared,
    DiceRolled,
    DroppedOut,
    GameOver,
    Revealed,
    TrickNobody,
    TrickWon,
    When,
)
from .patterns import Patterns
from .words import WORDS, Word, listed

Builder = Callable[[Sequence[Word]], "Found | None"]


class Found(msgspec.Struct, frozen=True):
    """What sets a rule off, with another meaning that the words can have, or why nobody can know it."""

    when: When
    other: When | None = None
    who: str = "player"
    doubt: str = ""


def _of(words: Sequence[Word], *kinds: str) -> list[Word]:
    return [word for word in words if word.kind in kinds]


def _value(words: Sequence[Word], *kinds: str) -> int | None:
    found = _of(words, *kinds)
    return int(found[0].value) if found else None


def _set(signs: Sequence[str]) -> Any:
    """As in the night format: nothing, one, or several."""
    return tuple(signs) if len(signs) > 1 else signs[0] if signs else UNSET


def cards(words: Sequence[Word]) -> tuple[list[str], list[str], str] | None:
    """The ranks and the suits of these cards, and whether the suit may be that of one rank only."""
    ranks: list[str] = []
    suits: list[str] = []
    to = joined = False
    apart = 0
    for word in words:
        sign = ""
        if word.kind == "rank":
            sign = word.value
        elif word.kind in ("num", "nums"):
            if not 2 <= int(word.value) <= 10:
                return None
            sign = "T" if word.value == "10" else word.value
        elif word.kind == "code":
            ranks, suits = [*ranks, word.value[0]], [*suits, word.value[1]]
        elif word.kind in ("suit", "colour"):
            suits += [suit for suit in word.value if suit not in suits]
        elif word.kind == "named":
            ranks += list(word.value)
        elif ranks and (word.kind in ("thru", "to") or (word.kind == "sep" and word.typed in "-–—")):
            to = True
        elif word.kind in ("or", "and"):
            joined = True
        elif word.kind in ("a", "the") and joined and (ranks or suits):
            apart += 1
        if sign and to:
            low, high = RANKS.index(ranks[-1]), RANKS.index(sign)
            if low >= high and ranks[-1] != "A":
                return None  # jack to 4
            ranks[-1:] = [*"A", *RANKS[: high + 1]] if ranks[-1] == "A" else list(RANKS[low : high + 1])
            to = False
        elif sign:
            ranks.append(sign)
    if (
        any(a.kind == "num" and b.typed.lower() == "cards" for a, b in zip(words, words[1:], strict=False))
        and len(ranks) == 1
    ):
        return None  # drawing five cards
    if len(ranks) == 1 and (more := _of(words, "up", "downto", "under", "over")):
        at = RANKS.index(ranks[0])
        ends = {"up": RANKS[at:], "downto": RANKS[: at + 1], "under": RANKS[:at], "over": RANKS[at + 1 :]}
        ranks = list(ends[more[0].kind])
    split = _of(words, "thatis", "cardis")  # a card of hearts that is a jack or queen
    order = "".join(
        "s" if word.kind == "suit" else "r" for word in words if word.kind in ("rank", "num", "nums", "suit")
    )
    if len(ranks) > 1 and not split and (order == "rs" * len(ranks) or not order and len(suits) == len(ranks)):
        unique = list(dict.fromkeys(ranks)), list(dict.fromkeys(suits))  # 10♦, 10♥; but not 9♦, 10♥
        return (*unique, "") if len(unique[0]) * len(unique[1]) == len(ranks) else None
    if len(set(ranks)) < len(ranks) or not (ranks or suits):
        return None
    several = joined and len(_of(words, "rank", "num", "nums", "code")) > 1
    verb = bool(_of(words, "play", "come", "take", "put"))
    blurred = "suit" if several and suits and (len(ranks) == 2 or apart) and not split else ""
    counted = verb and (_of(words, "all", "both") or (apart and _of(words, "and")))
    if counted or any(
        one.kind == "num" and other.kind in ("suit", "rank", "nums") and one.end < other.start
        for one, other in zip(words, words[1:], strict=False)
    ):
        blurred = "count"
    return ranks, suits, blurred


def _card(words: Sequence[Word], other: When | None = None, **more: Any) -> Found | None:
    if words[0].typed == "1" and words[-1].kind in ("suit", "rank") and words[-1].typed.lower().endswith("s"):
        return None  # hearts 1 spades 2
    found = cards([word for word in words if word.kind != "num" or word.value != "1" or word is not words[0]])
    if found is None:
        return None
    ranks, suits, blurred = found
    return Found(CardPlayed(rank=_set(ranks), suit=_set(suits), **more), other, doubt=blurred)


def played(words: Sequence[Word]) -> Found | None:
    """A number that is only thrown can be that of dice (see rolls)."""
    if _of(words, "throw") and not _of(words, "rank", "suit", "code", "named", "colour"):
        return None
    return _card(_after_subject(words))


def _after_subject(words: Sequence[Word]) -> list[Word]:
    """Without the "one" in "if one plays a five"."""
    verb = next(
        (at for at, word in enumerate(words) if word.kind in ("play", "lead", "put", "throw", "take", "have")), 0
    )
    return [word for at, word in enumerate(words) if not (at < verb and word.kind == "num" and word.value == "1")]


def led(words: Sequence[Word]) -> Found | None:
    nth = _value(words, "nth")
    if [word.kind for word in words[-2:]] == ["trick", "num"] or (nth or 1) > 1:
        return None
    if any(b.kind == "trick" and a.kind in ("nth", "last") for a, b in zip(words, words[1:], strict=False)):
        return None  # only in the first trick, or in the last one
    return _card(_after_subject(words), led=True)


def any_card(words: Sequence[Word]) -> Found | None:
    if _of(words, "num") or words[-1].kind == "lead" and not words[-1].typed.lower().startswith(("lead", "led")):
        return None
    return Found(CardPlayed(led=True if _of(words, "lead") else UNSET))


def takes_card(words: Sequence[Word]) -> Found | None:
    """Whoever takes the queen of spades: she was played, and the taker of her trick pays."""
    if not _of(words, "rank", "suit", "code", "named", "colour", "a") or any(
        word.typed.lower() in ("has", "have", "had", "hold", "holds", "holding") for word in words
    ):
        return None
    found = _card(words)
    if found and found.when.detail("suit") is UNSET:
        who = "taker" if _of(words, "in_it") else "player"
        return Found(found.when, who=who, doubt=found.doubt or "suit")
    return found and Found(found.when, who="taker", doubt=found.doubt)


def takes_with(words: Sequence[Word]) -> Found | None:
    trick, rest = _trick(words)
    found = cards(rest)
    if found is None or trick is None:
        return None
    ranks, suits, blurred = found
    return Found(msgspec.structs.replace(trick, with_rank=_set(ranks), with_suit=_set(suits)), doubt=blurred)


def _trick(words: Sequence[Word]) -> tuple[TrickWon | None, list[Word]]:
    """The trick that these words name, and the other words."""
    at = next((at for at, word in enumerate(words) if word.kind in ("trick", "tricknum")), None)
    if at is None:
        return TrickWon(), list(words)
    rest = list(words)
    before, after = rest[at - 1] if at else None, [word for word in rest[at + 1 : at + 3] if word.kind != "number"]
    if before is not None and before.kind == "nth":
        if at > 1 and rest[at - 2].kind in ("each", "any", "your", "a"):
            return None, rest
        return TrickWon(int(before.value)), rest[: at - 1] + rest[at + 1 :]
    if before is not None and before.kind == "last" and at > 1 and rest[at - 2].kind == "your":
        return None, rest
    if before is not None and before.kind == "last":
        return TrickWon("last"), rest[: at - 1] + rest[at + 1 :]
    if after and after[0].kind in ("num", "nth"):
        if rest[at].kind == "trick" and before and before.kind in ("a", "the", "each") and after[0] is rest[at + 1]:
            return None, rest  # "takes the trick: two drinks"
        return TrickWon(int(after[0].value)), [word for word in rest if word is not after[0] and word is not rest[at]]
    return TrickWon(), rest[:at] + rest[at + 1 :]


def takes(words: Sequence[Word]) -> Found | None:
    trick, _ = _trick(words)
    if trick is None or trick.trick == 0:
        return None
    verb = _of(words, "take", "have", "hit")
    every = [word.typed.lower() for word in words[words.index(verb[0]) if verb else 0 :] if word.kind == "each"]
    if verb and "every single" in every:
        return Found(DealOver("all"))
    return Found(trick, DealOver("all") if "every" in every and (verb or words[-1].kind == "ofdeal") else None)


def row(words: Sequence[Word]) -> Found | None:
    """So many tricks in a row; of a named trick, or with a card, if the last of them must be that."""
    kinds = [word.kind for word in words]
    if {"as", "with"} & set(kinds):
        until = kinds.index("with") if "with" in kinds else len(words)
        trick = _trick(words[: kinds.index("as")])[0] if "as" in kinds else TrickWon()
        count, found = _value(words[kinds.index("as") if "as" in kinds else 0 : until], "nth"), cards(words[until:])
        if trick is None or not 2 <= (count or 0) <= 5 or until < len(words) and found is None:
            return None
        ranks, suits, blurred = found or ([], [], "")
        when = msgspec.structs.replace(trick, row=count or 0, with_rank=_set(ranks), with_suit=_set(suits))
        return Found(when, doubt=blurred)
    count = _value(words, "num", "nth") or (
        2 if _of(words, "row") and "back" in _of(words, "row")[0].typed.lower() else 0
    )
    nth = TrickWon(count) if _of(words, "nth") else None
    return Found(TrickWon(row=count), nth) if 2 <= count <= 5 else None


def nobody(words: Sequence[Word]) -> Found | None:
    trick, _ = _trick(words)
    return Found(TrickNobody(), who="") if trick == TrickWon() else None


def ended(words: Sequence[Word]) -> Found | None:
    told = words[-1].typed.lower() if words[-1].kind == "ofgame" else words[0].typed.lower()
    return Found(GameOver(), who="") if "end" in told or told == "after" else None


def each_deal(words: Sequence[Word]) -> Found | None:
    return over(words) if words[0].typed.lower() == "after" else Found(DealStarted(), DealOver(), "dealer")


def over(words: Sequence[Word]) -> Found | None:
    """After the deal; a round can be a trick too."""
    if words[-1].kind == "ofdeal" and not _of(words, "end") and "end" not in words[-1].typed.lower():
        return None
    if (
        words[0].kind == "prep"
        and len(words) < 4
        and words[0].typed.lower() != "after"
        and not _of(words, "end", "over")
    ):
        return None
    is_round = any("round" in word.typed.lower() for word in words)
    return Found(DealOver(), TrickWon() if is_round else None, who="")


def missed(words: Sequence[Word]) -> Found | None:
    """Missing can only be meant of the bid; that is asked."""
    if _of(words, "bidder", "declarer", "revealer"):
        return bid(words)
    return Found(BidMissed(), doubt="suit") if words[-1].typed.lower().startswith(("miss", "fail")) else None


def tricks(which: str) -> Builder:
    def built(words: Sequence[Word]) -> Found | None:
        of_game = any(word.typed.lower() not in ("at the end", "in the end") for word in _of(words, "ofgame"))
        misses = _of(words, "miss") and not _of(words, "to") and "n" not in _of(words, "miss")[0].typed.lower()
        if [(word.kind, word.typed.lower()[-1]) for word in words[-2:]] == [("no", "o"), ("trick", "k")] and len(
            words
        ) < 4:
            return Found(DealOver("none"), TrickNobody())  # no trick: nobody took it, or none in the deal
        each = TrickWon() if [word.kind for word in words] == ["all", "trick"] else None  # all tricks cost 2
        return None if of_game or misses else Found(DealOver(which), each)  # type: ignore[arg-type]

    return built


def is_(when: When, who: str = "player", other: When | None = None) -> Builder:
    return lambda words: Found(when, other, who)


def matches(words: Sequence[Word]) -> Found | None:
    at = next((at for at, word in enumerate(words) if word.kind == "same"), 0)
    if words[-1].kind in ("you", "he") and words[-2].typed.lower().endswith(
        "after"
    ):  # you: who played, or the one before?
        return Found(CardPlayed(matches="rank"), doubt="after")
    if _of(words, "row") and (_value(words, "num") or 2) != 2:
        return None
    if not _of(words, "row") and cards(words[:at]):
        made, found = matches(words[at:]), _card(_after_subject(words[:at]))
        alike = made.when.detail("matches") if made and not made.other else UNSET
        return found and Found(msgspec.structs.replace(found.when, matches=alike), doubt=found.doubt) if alike else None
    if _of(words, "as") and not _of(words, "before", "previous", "last"):
        return None
    if _of(words, "suited"):
        return Found(CardPlayed(matches="suit"))
    if _of(words, "number", "worth"):
        return Found(CardPlayed(matches="rank"))
    return Found(CardPlayed(matches="rank"), CardPlayed(matches="suit"))


def bid(words: Sequence[Word]) -> Found | None:
    """A bid made or missed, with what the bidder had called if that is named."""
    call: Any = UNSET
    for kind, named in (("declare", "declare"), ("declarer", "declare"), ("reveal", "reveal"), ("revealer", "reveal"),
                        ("sayno", "no")):  # fmt: skip
        call = named if _of(words, kind) else call
    kinds = [word.kind for word in words]
    is_announced = kinds[-3:-1] == ["hit", "a"] and words[-3].typed.lower() == "made" and kinds[-1] != "bid"
    if is_announced:  # whoever made a declaration
        return declared(words)
    return Found(BidMissed(call) if _of(words, "miss", "lose", "not", "no") else BidMade(call))


def declared(words: Sequence[Word]) -> Found | None:
    reveals = _of(words, "reveal", "revealer")
    return None if reveals and _of(words, "declare", "declarer") else Found(Revealed() if reveals else Declared())


def _boxes(words: Sequence[Word]) -> list[Any]:
    """The boxes that these words name: none, one, or each that the name can stand for."""
    for word in words:
        if word.kind == "boxname":
            return list(word.value.split("|"))
        if word.kind in ("suit", "nums", "named"):
            return [{"H": "hearts", "S": "spades", "D": "diamonds", "C": "clubs"}.get(word.value, f"{word.value}s")]
    return []


def _scored(names: Sequence[Any], **how: Any) -> Found:
    first, *others = [BoxScored(name, **how) for name in names or [UNSET]]
    return Found(first, others[0] if others else None)


def box(words: Sequence[Word]) -> Found | None:
    """A box filled with anything, or got."""
    if _of(words, "suit", "named") and not _of(words, "box", "boxname"):
        return None
    names = _boxes(words)
    fills = any(word.typed.lower().startswith(("fill", "enter")) for word in words) or not names and _of(words, "score")
    return _scored(names, at_least=UNSET if fills else 1) if names or fills else None


def least(words: Sequence[Word]) -> Found | None:
    """A box with at least so many points."""
    told = [int(word.value) for word in _of(words, "num", "atleastnum")]
    points = told[-1] + len(_of(words, "over")) if told and set(told[:-1]) <= {1} else 0
    return _scored(_boxes(words), at_least=points) if 0 < points <= 100 else None


def zero(words: Sequence[Word]) -> Found | None:
    """A box filled with nothing."""
    if words[-1].kind == "self":
        return Found(BoxScored(zero=True), doubt="count")
    bare = not _of(words, "box", "boxname", "nums", "suit", "named", "nothing", "no", "something")
    if bare and not words[-1].typed.lower().startswith("scratch"):
        return None
    return _scored(_boxes(words), zero=True)


def rolls(words: Sequence[Word]) -> Found | None:
    """So many dice of one face, or alike; what is only thrown can be a card, and three sixes can be cards too."""
    found = _rolls(words)
    if found and words[0].typed.lower() == "for" and words[1].kind == "nums":  # for sixes, or four sixes
        return Found(found.when, DiceRolled(int(words[1].value), 4))
    if found is None or _of(words, "roll", "dice", "snake", "boxcars", "inthrow"):
        return found
    if any(word.typed.lower() in ("have", "has", "had") for word in _of(words, "have")) and _of(words, "nums"):
        return None  # if you have two sixes left
    if not _of(words, "throw"):
        return Found(found.when, Called())
    is_card = len(_of(words, "num", "nums")) == 1
    return (_card(_after_subject(words), other=found.when) or Found(found.when, Called())) if is_card else found


def _rolls(words: Sequence[Word]) -> Found | None:
    ends = [at for at, word in enumerate(words) if word.kind in ("comma", "and")]
    if ends:  # a six and at least three alike
        shown = [_rolls(words[at:end]) for at, end in zip([0, *(end + 1 for end in ends)], [*ends, None], strict=True)]
        fields = [msgspec.structs.asdict(one.when).items() for one in shown if one is not None]
        given = [(name, value) for each in fields for name, value in each if value is not UNSET]
        is_one = len(fields) == len(shown) and len(dict(given)) == len(given)
        return Found(DiceRolled(**dict(given))) if is_one else None
    if _of(words, "sum"):
        return sum_(words)
    if _of(words, "snake", "boxcars"):
        return Found(DiceRolled(1 if _of(words, "snake") else 6, 2))
    numbers = [int(word.value) for word in _of(words, "num", "nums", "atleastnum")]
    if _of(words, "exactly"):
        return None
    if more := 2 if _of(words, "double", "pair") else 3 if _of(words, "same3") else 0:
        numbers = [more, *numbers]
    named = _of(words, "boxname")
    if named and not _of(words, "nums", "num"):
        alike = re.fullmatch(r"(\d)-same", named[0].value.split("|")[-1])
        return Found(DiceRolled(same=int(alike[1]))) if alike else None
    if _of(words, "kindof", "same", "match") or more and len(numbers) == 1:
        if words[0].typed.lower() == "double" or _of(words, "all") and numbers not in ([], [5]):
            return None
        same = numbers[0] if numbers else 5
        return Found(DiceRolled(same=same)) if 2 <= same <= 5 and len(numbers) < 2 else None
    if [word.kind for word in words[-2:]] == ["the", "dice"] and not numbers:
        return Found(DiceRolled())
    count, face = (1, numbers[0]) if len(numbers) == 1 else tuple(numbers[:2]) if numbers else (0, 0)
    if not (1 <= face <= 6 and 1 <= count <= 5):
        return None
    return Found(DiceRolled(face, count) if count > 1 else DiceRolled(face))


def sum_(words: Sequence[Word]) -> Found | None:
    """All five dice together; six or less can be meant of one die."""
    *dice, total = [int(word.value) for word in _of(words, "num")]
    if set(dice) - {5}:  # two dice with a sum of 8
        return None
    return Found(DiceRolled(sum=total)) if 7 <= total <= 30 or _of(words, "sum", "insum") and 5 <= total <= 6 else None


def place(words: Sequence[Word]) -> Found | None:
    last = _of(words, "lose", "loser", "lastplace", "last", "bottom")
    return Found(GameOver("last" if last else "first")) if _value(words, "nth") in (None, 1) else None


HAPPENS: dict[str, Builder] = {
    "played": played,
    "any card": any_card,
    "led": led,
    "takes card": takes_card,
    "takes with": takes_with,
    "tricks none": tricks("none"),
    "tricks all": tricks("all"),
    "tricks most": tricks("most"),
    "takes": takes,
    "row": row,
    "nobody": nobody,
    "bid": bid,
    "missed": missed,
    "declared": declared,
    "box": box,
    "least": least,
    "zero": zero,
    "rolls": rolls,
    "sum": sum_,
    "each deal": each_deal,
    "deal started": is_(DealStarted(), "dealer"),
    "misdeal": is_(DealVoided(), "dealer"),
    "over": over,
    "game over": is_(GameOver(), ""),
    "ended": ended,
    "place": place,
    "dropped out": is_(DroppedOut()),
    "caught": is_(Called()),
    "matches": matches,
}
KINDS = {"each": ("each", "any"), "every": ("each",), "num": ("num", "counted"), "bare": ("num",), "that": ("who",)}
"""What a word of a pattern stands for, if not for itself: a number can count drinks, unless it is bare."""


class Chunk(msgspec.Struct, frozen=True):
    """A stretch of the sentence that has a meaning of its own, or a word that has none."""

    letter: str
    words: tuple[Word, ...]
    found: Found | None = None
    who: str = ""
    amount: int | str = 0

    @property
    def first(self) -> str:
        """Its first word as typed."""
        return self.words[0].typed.lower() if self.words else ""

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    @property
    def actor(self) -> str:
        """Who does it: whoever, some, you or he; empty if nobody is named."""
        done = next((at for at, word in enumerate(self.words) if word.kind in WORDS["*deeds"]), len(self.words))
        by = next((at for at, word in enumerate(self.words) if word.kind == "by"), len(self.words))
        first = [word.typed.lower() for word in self.words if word.kind != "if"][:1]
        if first in (["your"], ["ur"]) and self.found and not isinstance(self.found.when, CardPlayed):  # your bid fails
            return "you"
        return next((ACTORS[word.kind] for word in (*self.words[:done], *self.words[by:]) if word.kind in ACTORS), "")


WHOEVER = ("whoever", "who", "one", "taker", "winner", "loser", "declarer", "revealer")
ACTORS = {"someone": "some", "player": "some", "dealer": "some", "you": "you", "he": "he"} | dict.fromkeys(
    WHOEVER, "whoever"
)
ONCE = (
    "bid", "missed", "declared", "box", "zero", "tricks none", "tricks all", "tricks most", "misdeal", "over", "place",
    "dropped out", "takes", "nobody",
)  # fmt: skip
COUNTED = ("drinks", "sips", "drink", "cards")
MOST_WAYS = 60  # stretches of one sentence that are tried as chunks; words that people type need fewer than 20


@cache
def rows() -> list[tuple[str, str, str]]:
    """The letter of each chunk, its pattern and its name."""
    found: list[tuple[str, str, str]] = []
    for section, name, patterns in listed("chunks.txt"):
        letter = {"what sets it off": "T", "who drinks": "D"}.get(section, name)
        found += [(letter, pattern, name) for pattern in patterns if section not in ("parts", "letters", "in words")]
    return sorted(found, key=lambda row: "DTPHA".index(row[0]))


@cache
def letters() -> dict[str, str]:
    """What a word of each kind is if it belongs to no chunk."""
    kinds = [
        (kind, letter)
        for section, letter, kinds in listed("chunks.txt")
        if section == "letters"
        for kind in kinds[0].split()
    ]
    return {kind: letter.strip("-") for kind, letter in kinds}


@cache
def table() -> Patterns:
    """Made when the first sentence is read, because it takes a moment."""
    parts = {name: patterns[0] for section, name, patterns in listed("chunks.txt") if section == "parts"}
    return Patterns([pattern for _, pattern, _ in rows()], parts, KINDS)


def kinds_of(words: Sequence[Word]) -> list[str]:
    """The kinds of the words; a number of drinks, sips or times is counted."""
    kinds = [word.kind for word in words]
    for at, kind in enumerate(kinds):
        behind = next((kind for kind in kinds[at + 1 :] if kind != "extra"), "") if kind == "num" else ""
        if behind in ("drink", "sip", "times", "each", "any") and not _is_played(words, at):
            kinds[at] = "counted"
    return kinds


def _is_played(words: Sequence[Word], at: int) -> bool:
    """Whether the number is a card: whoever plays 9 drinks two, 2-5 drink that many."""
    verbs = ("play", "lead", "put", "roll", "throw")
    is_verb = words[at + 1].kind == "drink" and [word.kind for word in words[at + 2 : at + 3]] in (["num"], ["worth"])
    if not words[at].typed.isdigit():
        return False
    return is_verb or at > 0 and words[at - 1].kind in verbs and words[at + 1].typed.lower() == "drinks"


def chunks(words: Sequence[Word], number_first: bool = False) -> list[Chunk]:
    """The chunks of the sentence, from left to right, the longest first; a number that begins it can be a card."""
    kinds = kinds_of(words)
    found: list[Chunk] = []
    at, tries = 0, MOST_WAYS
    while at < len(words):
        ways = sorted(table().matches(kinds, at), key=lambda way: (-way[0], way[1]))
        if number_first and not found and [word.kind for word in words[1:2]] == ["sep"]:  # 2-5 drink 1
            ways.sort(key=lambda way: not (rows()[way[1]][0] == "T" and way[0] - at > 2))
        for end, row in ways[:tries]:
            tries -= 1
            letter, _, name = rows()[row]
            chunk = _chunk(letter, words[at:end], name, found, number_first)
            last, behind = words[end - 1], words[end] if end < len(words) else None
            if chunk is not None and letter == "T" and last.kind == "num" and behind is not None:
                counted = words[end - 2].kind in ("play", "lead", "put") and behind.typed.lower() in COUNTED
                counted = counted and not (last.typed.isdigit() and behind.typed.lower() == "drinks")
                chunk = (
                    Chunk("X", chunk.words) if counted or behind.kind in ("player", "neighbour", "choice") else chunk
                )
            if chunk is not None:
                break
        else:
            letter = letters().get(words[at].kind, "X")
            chunk, end = Chunk(letter, (words[at],)), at + 1
        if chunk.letter:
            found.append(chunk)
        at = end
    return found


def _chunk(letter: str, words: Sequence[Word], name: str, before: list[Chunk], number_first: bool) -> Chunk | None:
    """The chunk that these words make, if they make sense."""
    some = tuple(words)
    if letter == "T":
        kinds = {word.kind for word in words}
        bare = kinds <= set(WORDS["*counting"])
        named = kinds & {"prep"} and words[0].typed.lower() not in ("for", "in", "to")
        if kinds <= {"colour", "a", "the"} and before and before[-1].letter != ",":
            return None
        if words[0].kind == "num" and before and before[-1].letter in "CV":  # jacks cost one, queens two
            return None
        if bare and not named and not (number_first and not before):
            return None
        if _are_several(words):
            return None
        if kinds == {"nothing"} and before and before[-1].letter in "VG":  # drinks 0
            return None
        inner = [word for word in words if word.kind not in ("if", "prep")]
        several = inner and inner[0].kind == "num" and inner[0].value != "1" and name in ONCE  # two missed bids
        if any(one.kind in ("you", "he") and two.kind == "all" for one, two in pairwise(words)):
            return None
        made = HAPPENS[name](words)
        if made and several:
            made = Found(made.when, doubt="count")
        return None if made is None else Chunk("T", some, made)
    if (
        name == "leader led"
        and words[-1].kind == "lead"
        and not words[-1].typed.lower().startswith(("lead", "led", "started"))
    ):
        return None  # whoever opens a bottle
    if letter == "D" and words[-1].typed.lower().startswith("hand"):  # with their left hand
        return None
    if letter == "D" and name.startswith("player") and (_value(words, "num") or 1) != 1:  # whoever plays one, not two
        return None
    if name == "taker trick" and any(word.kind == "have" and word.typed.lower()[0] == "h" for word in words):
        return None  # whoever had it
    if letter == "D":
        return Chunk("B" if name == "pair" else "D", some, who=name)
    if letter == "A":
        return _amount(some)
    if letter == "H" and words[-1].typed.lower().endswith("ing"):
        return None
    return Chunk(letter, some)


DOING = frozenset(WORDS["*deeds"]) - {"rank", "num", "suit", "same"}


def _are_several(words: Sequence[Word]) -> bool:
    """Whether so many players do it, which nobody counts: if two misdeal, if three play a jack."""
    at = 1 if words[0].kind in ("if", "prep") else 0
    some, verb = words[at : at + 1], words[at + 1 : at + 2]
    if not verb or some[0].kind != "num" or some[0].value == "1" or verb[0].kind not in DOING:
        return False
    alone = verb[0].kind in ("misdeal", "dropout", "declare", "reveal", "miss")
    return alone or bool(_of(words[at + 2 :], "rank", "num", "suit", "code", "named", "trick", "bid"))


def _amount(words: tuple[Word, ...]) -> Chunk | None:
    if _of(words, "worth") or _of(words, "card"):
        return Chunk("A", words, amount="rank")
    if _of(words, "tricknum", "trick"):
        return Chunk("A", words, amount="trick")
    if _of(words, "number"):
        return Chunk("A", words, amount="rank")
    times = [int(word.value) for word in _of(words, "twice", "num")]
    number = times[0] if times else 2 if _of(words, "couple") else 1
    if len(times) > 1:
        return None
    return Chunk("A" if 1 <= number <= 5 else "H", words, amount=number)
