"""Who drinks how much: the part of a sentence that says what a rule costs, read from left to right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

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
    GameOver,
    Part,
    Revealed,
    TrickNobody,
    TrickWon,
    Trigger,
    When,
    Who,
)
from .chunks import Chunk
from .words import WORDS, Word

Ask = Literal["", "how many", "too many", "who", "when", "which", "two rules", "left over", "not allowed"]
GENDERED = frozenset(WORDS["*groups"])
FIRST = {"i": "me", "me": "me", "ima": "me"}
GIVEN = ("for", "to", "fur", "fer")
MATES = ("mate", "buddy", "partner", "friend", "pal")
SKIPPED = frozenset("m")
DRINKERS = "(?:B(?=D,?&))?D(?:(?:,?&)D)*"
FORMS = [
    (name, re.compile(form))
    for name, form in (
        ("give", f"(?P<who>{DRINKERS})?O?V?L?GA?(?:F[GP])?O?"),
        ("give", "L(?P<who>D)F?GA?(?:FG)?"),
        ("give", "[VC]?D?AG"),
        ("give to", f"(?P<giver>D)?L?G(?P<to>{DRINKERS})A"),
        ("give to", f"(?P<giver>D)?L?GAF?(?P<to>{DRINKERS})"),
        ("pick", f"(?P<who>{DRINKERS})?L?V?[FC]?P(?:C?P)?(?:,?D?V+[AHU]?|F?L?V*[AHU]?(?:FP)?)"),
        ("pick", "V*L?[AH](?:F|FG)?P?G?(?<=[GP])"),
        ("drink", f"(?P<who>{DRINKERS})[OEB]*[VU]+[OE]?[AH]?[OEB]*"),
        ("drink", f"(?P<who>{DRINKERS})[,C]*[AH][OE]*(?!F)"),
        ("drink", f"(?P<who>{DRINKERS})[OEB]*"),
        ("drink", f"(?P<who>{DRINKERS})(?P<verb>F)[VU]+[AH]?"),
        ("drink", f"[VL]?(?P<who>{DRINKERS})[VU]*[AHU]"),
        ("drink", f"(?P<giver>D)?L(?P<who>{DRINKERS})F?[VU]+[AH]?"),
        ("drink", f"V+(?P<who>{DRINKERS})"),
        ("drink", f"F(?P<who>{DRINKERS})[,C]?[VU]*[AHU]?"),
        ("drink", f"[VU]*[AH]E?F(?P<who>{DRINKERS})E?O?"),
        ("drink", "[VU]*[AHU][OE]*"),
        ("drink", "V+O?"),
        ("drink", f"V+F(?P<who>{DRINKERS})"),
        ("drink", f"[AH](?P<who>{DRINKERS})$"),
        ("same", f"S(?P<who>{DRINKERS})"),
        ("with", f"[VU]+[AH]?O?W(?P<with>{DRINKERS})"),
        ("both", "B(?:o?D)?V+[AHU]?"),
    )
]  # fmt: skip
STOP = "."
OPENING = re.compile("[,C]*(?:&[,C]*)?")
BETWEEN = re.compile("[,&]+C?|C?(?=S)")


class Meaning(msgspec.Struct, frozen=True):
    """When a rule fires, the one to three parts it charges in the order of the sentence, and the title it gives."""

    when: When
    parts: tuple[Part, ...] = ()
    title: str | None = None


def others_are_clear(before: Sequence[Who], when: When) -> bool:
    """Whether "everybody else", named after these, means all but the player who sets the rule off."""
    if isinstance(when, TrickNobody):
        return bool(before) and set(before) <= {"player", "leader"}
    return set(before) <= ({"player", "taker"} if isinstance(when, TrickWon) else {"player"})


class Doubt(Exception):
    """The sentence is no rule as it stands: what to ask, which words are at fault, and what it may mean."""

    def __init__(self, ask: Ask, at: Sequence[Chunk] = (), offers: Sequence[Meaning] = (), cause: bool = False) -> None:
        super().__init__(ask)
        self.ask, self.at, self.offers, self.cause = ask, tuple(at), tuple(offers), cause


def lean(part: list[Chunk]) -> list[Chunk]:
    """Without auxiliary verbs; "does two shots" drinks them, and "you are drinking" drinks."""
    kept: list[Chunk] = []
    for chunk, after in zip(part, [*part[1:], None], strict=False):
        if chunk.letter == "m" and after and after.letter in "AH" and chunk.first in ("do", "does", "did"):
            chunk = msgspec.structs.replace(chunk, letter="V")
        is_being = chunk.letter == "C" and chunk.words[0].kind == "be" and after is not None and after.letter in "VU"
        himself = (
            chunk.letter == "D"
            and [word.kind for word in chunk.words] == ["self"]
            and kept
            and kept[-1].letter not in "FG"
        )
        if chunk.letter not in SKIPPED and not is_being and not himself:
            kept.append(chunk)
    return _but_player(kept)


def _but_player(part: list[Chunk]) -> list[Chunk]:
    """Of "everyone drinks 1 but the player": all the others drink 1; "including the player" says nothing new."""
    letters = "".join(chunk.letter for chunk in part)
    everyone = next((chunk for chunk in part if chunk.letter == "D"), None)
    also = re.search(",?Y(D),?", letters)
    if also and everyone and everyone.who == "everyone" and part[also.start(1)].who.startswith("player"):
        return part[: also.start()] + part[also.end() :]
    found = re.match("[,&C]*(D)V[AH]?,?N(D)", letters)
    if not found or part[found.start(1)].who != "everyone" or not part[found.start(2)].who.startswith("player"):
        return part
    others = msgspec.structs.replace(part[found.start(1)], who="others")
    end = found.start() + letters.index("N")
    return [
        *part[: found.start(1)],
        others,
        *part[found.start(1) + 1 : end - (letters[end - 1] == ",")],
        *part[end + 2 :],
    ]


def first_stray(part: list[Chunk]) -> Chunk | None:
    """The first chunk that nothing can be made of, best an unknown word."""
    strays = [chunk for chunk in part if chunk.letter in "XIN|To"]
    return next((chunk for chunk in strays if chunk.letter == "X"), strays[0] if strays else None)


def charged(body: list[Chunk], trigger: Chunk, before: int, earlier: tuple[Part, ...] = ()) -> tuple[Part, ...]:
    """Who drinks how much: the parts of the consequence one after the other."""
    letters = "".join(chunk.letter for chunk in body)
    opening = OPENING.match(letters)
    at = opening.end() if opening else 0
    if (you := re.match("[&,C]*(D)[,C]+P", letters)) and body[you.start(1)].who.startswith("player"):
        at = you.end() - 1
    if at == len(letters):
        raise Doubt("how many", (), [])
    made: list[Part] = list(earlier)
    pending: list[str] = []
    steps: list[tuple[str, re.Match[str]]] = []
    while at < len(letters):
        ways = [
            (match.end(), name, match)
            for name, form in FORMS
            if (match := form.match(letters, at)) and match.end() > at
        ]
        if not ways:
            raise Doubt("left over", body[at:])
        end, name, match = max(ways, key=lambda way: way[0])
        steps.append((name, match))
        at = end
        if at < len(letters):
            between = BETWEEN.match(letters, at)
            if not between or between.end() == at and letters[at] != "S" or between.end() == len(letters):
                raise Doubt("left over", body[at:])
            at = between.end()
    for name, match in steps:
        _add(name, match, body, trigger, made, pending, letters)
    if pending:
        raise Doubt("how many", body)
    return tuple(made[len(earlier) :])


def _add(
    name: str,
    match: re.Match[str],
    body: list[Chunk],
    trigger: Chunk,
    made: list[Part],
    pending: list[str],
    letters: str,
) -> None:
    """Adds the part of the rule that one stretch of the consequence means."""
    drinkers: list[Any]
    span = body[match.start() : match.end()]
    groups = match.groupdict()
    who = [body[at] for at in range(*match.span("who")) if body[at].letter == "D"] if groups.get("who") else []
    to = [body[at] for at in range(*match.span("to")) if body[at].letter == "D"] if groups.get("to") else []
    amounts = [chunk for chunk in span if chunk.letter in "AH"]
    amount: Any = amounts[-1].amount if amounts else None
    vague = any(chunk.letter == "H" for chunk in span) or (
        any(chunk.letter == "U" for chunk in span)
        and not any(word.kind in ("num", "twice") for chunk in amounts for word in chunk.words)
    )
    found = trigger.found
    assert found is not None
    if (
        name == "drink"
        and who
        and span[0].letter == "V"
        and span[0].words[0].kind in ("have", "take", "pay")
        and span[0].first not in ("get", "gets")
        and "F" not in match[0]
    ):
        raise Doubt("left over", span)
    if name == "pick" and amount is None and span[-1].words[-1].typed.lower() in MATES:
        raise Doubt("left over", span)  # a mate drinks along all night
    if name in ("give", "give to", "pick") or groups.get("giver"):
        givers = who if name in ("give", "give to", "pick") else []
        for giver in (*givers, *([body[match.start("giver")]] if groups.get("giver") else [])):
            giving = "player" if giver.who == "leader" and found.when == TrickNobody() else _who(giver, trigger, made)
            if giving not in ("player", found.who):
                raise Doubt("who", [giver])
        says_who = any(
            chunk.letter == "P" and [word.kind for word in chunk.words][:2] == ["the", "player"] for chunk in span
        )
        if (
            not says_who
            and not who
            and not groups.get("giver")
            and (not found.who or made and made[-1].who != found.who)
        ):
            raise Doubt("who", span)
    if name == "pick" and any(
        chunk.letter == "P" and any(word.kind == "num" and word.value != "1" for word in chunk.words) for chunk in span
    ):
        raise Doubt("who", span)
    if who and span[0].letter == "V" and [word.kind for word in who[0].words] == ["all"]:  # drinks all three
        raise Doubt("left over", span)
    if who and any(chunk.letter == "F" and chunk.first == "per" for chunk in span):  # 2 per player
        raise Doubt("who", span)
    if groups.get("verb") and body[match.start("verb")].words[0].kind != "to":
        raise Doubt("left over", span)
    if pending and name in ("give", "give to", "pick"):  # two is you, pick someone
        if pending != [found.who]:
            raise Doubt("who", span)
        pending.clear()
    if name == "give to":
        drinkers = ["chosen" if _is_anybody(one) else _who(one, trigger, made) for one in to]
        if any(drinker in ("neighbours", "others", "everyone") for drinker in drinkers) and amount != 1:
            raise Doubt("which", span)
        is_named = (
            to[0].who.startswith(("taker", "player")) and len(to[0].words) > 2
        )  # the trick gives the one who takes it
        if drinkers == [found.who] and found.who == "player" and not is_named:
            raise Doubt("who", to)
    elif name in ("give", "pick"):
        drinkers = ["chosen"]
    elif name == "with":
        if not found.who:
            raise Doubt("who", span)
        drinkers = [
            found.who,
            *(_who(body[at], trigger, made) for at in range(*match.span("with")) if body[at].letter == "D"),
        ]
    elif name == "both":
        if not (isinstance(found.when, CardPlayed) and found.when.matches is not UNSET):
            raise Doubt("who", span)
        drinkers = [found.who, "previous"]
    elif who:
        drinkers = []
        for one in who:
            is_made = "L" in {chunk.letter for chunk in span} and _is_anybody(one)  # makes somebody drink
            before = [*made, *(Part(drinker, 1) for drinker in drinkers)]
            drinkers.append("chosen" if is_made else _who(one, trigger, before))
    elif found.who and (not made or made[-1].who == found.who or made[-1].who == "chosen" and "G" in letters):
        drinkers = [found.who]
    else:
        raise Doubt("who", span)
    if vague:
        is_number = any(chunk.letter == "H" and chunk.amount for chunk in span)
        raise Doubt("too many" if is_number else "how many", span)
    if (
        amount == "rank"
        and isinstance(found.when, TrickWon | TrickNobody)
        and any("number" in word.typed.lower() for word in amounts[-1].words)
    ):
        amount = "trick"
    if amount is None and name == "same":
        amount = made[-1].amount if made else None
    verbs = {word.kind for chunk in span if chunk.letter == "V" for word in chunk.words}
    first = span[0]
    is_drunk = amount is not None or not verbs or bool(verbs & {"drink", "sip"})
    to_whom = [chunk.first for chunk in span if chunk.letter == "F"]
    as_much = amount is None and "O" in match[0] and bool(made) and made[-1].amount != 1
    bare = bool(amounts) and not who and not verbs
    is_twice = bare and first.letter in "AH" and amounts[-1].words[-1].kind in ("twice", "times")
    clashes: tuple[tuple[bool, Ask, Sequence[Chunk], bool], ...] = (
        (name == "drink" and as_much, "how many", span, False),  # the dealer drinks 2, and the leader too
        (first.letter == "V" and not set(to_whom) <= {*GIVEN, "on"}, "left over", span, False),  # drinks from it
        (first.letter == "F" and first.first not in (*GIVEN, "on", "by"), "left over", span[:1], True),
        (name == "drink" and not is_drunk, "left over", span, False),  # everyone takes
        (is_twice or name == "drink" and bare and bool(pending), "left over", span, False),  # twice; everyone +1
    )
    for clash, ask, at, in_cause in clashes:
        if clash:
            raise Doubt(ask, at, cause=in_cause)
    has_verb = any(chunk.letter in "VGPB" for chunk in span) or name in ("give", "pick")
    if amount is None and not has_verb and (pending or match.end() < len(letters) and letters[match.end()] in "&,"):
        pending += [
            *drinkers,
            *([STOP] if match.end() < len(letters) and body[match.end()].first in ("|", ";", ".") else []),
        ]
        return
    if STOP in pending:  # me. you drink 1; but not: all | dealer 2
        if set(pending) - {STOP} != set(drinkers):
            raise Doubt("how many", span)
        pending.clear()
    if amount is None:
        amount = 1 if has_verb or not made else made[-1].amount
    if isinstance(amount, str) and not isinstance(
        found.when, (TrickWon, TrickNobody) if amount == "trick" else CardPlayed
    ):
        raise Doubt("how many", span)
    if any(chunk.letter == "A" and _is_has_to(chunk, body) for chunk in span):
        raise Doubt("which", span)
    made += [Part(drinker, amount) for drinker in (*pending, *drinkers)]
    pending.clear()
    if made[-1] in made[:-1]:  # social, everyone drinks
        made.pop()
    if len({part.who for part in made}) < len(made) or len(made) > 3:
        raise Doubt("who", span)


def _is_has_to(amount: Chunk, body: list[Chunk]) -> bool:
    """Whether "has 2 drink" may be "has to drink"."""
    before = body[body.index(amount) - 1].words[-1] if body.index(amount) else None
    last = amount.words[-1]
    return before is not None and before.kind == "have" and last.typed.lower() == "drink" and amount.amount == 2


def _is_anybody(chunk: Chunk) -> bool:
    """Whether these words name one person whom somebody picks: another player, someone else, other person."""
    if chunk.who == "others":
        return [word.kind for word in chunk.words] == ["else", "player"] and not chunk.words[-1].typed.endswith("s")
    return chunk.who == "?" and not (chunk.words[0].kind == "num" and chunk.words[0].value != "1")


SIDES = ("left", "right", "across", "neighbours")
DOES: dict[str, tuple[type[Trigger], ...]] = {
    "bidder": (BidMade, BidMissed), "declarer": (Declared, BidMade, BidMissed),
    "revealer": (Revealed, BidMade, BidMissed),
    "take": (TrickWon,), "make": (BidMade,), "miss": (BidMissed,), "score": (BoxScored,),
    "deal": (DealStarted, DealVoided, DealOver),
}  # fmt: skip
"""The triggers whose player somebody named by what they do is: the neighbour of the bidder, whoever took it."""


def _is_elsewhere(chunk: Chunk, when: When) -> bool:
    """Whether it names its player by what another trigger is about."""
    name, *marks = chunk.who.split()
    if name not in (*SIDES, "others") and "did" not in marks or "trick" in marks:
        return False
    kinds = {word.kind for word in chunk.words}
    led = kinds & {"lead", "leader"} and when.detail("led") is not True and when != TrickNobody()
    return bool(led) or any(not isinstance(when, DOES[kind]) for kind in kinds & set(DOES))


def _who(chunk: Chunk, trigger: Chunk, made: Sequence[Part]) -> Any:
    """The drinker that these words name; raises Doubt if that can be somebody else."""
    found = trigger.found
    assert found is not None
    when, actor, (name, *marks) = found.when, trigger.actor, chunk.who.split()
    typed, kinds = [word.typed.lower() for word in chunk.words], {word.kind for word in chunk.words}
    named = [part.who for part in made]
    others = [who for who in named if who not in ("player", found.who)]
    if name == "?" and typed[0] == "a" and actor == "" and any(_is_doing(word) for word in trigger.words):
        return found.who  # upon dropping out, a player drinks
    if name == "?" and actor == "he" and not made:
        return found.who
    if name == "leader" and "led" in marks and (when == TrickNobody() or when.detail("led") is True):
        return "player"
    if name == "dealer" and "dealt" in marks and isinstance(when, DOES["deal"]):
        return "player"
    if "both" in marks and actor == "you":
        return "others"
    i_or_you = [
        {FIRST.get(word.typed.lower(), "") for word in one.words if word.kind == "you"} for one in (chunk, trigger)
    ]
    next_to = next((at for at, word in enumerate(chunk.words) if word.kind == "beside"), 0)
    neighbour = [word.typed.lower().rstrip("'") for word in chunk.words if word.kind == "neighbour"]
    is_side, is_beside = name in SIDES, set(others) <= {"left", "right"} and name in ("left", "right")
    doubtful = (
        name == "?" or bool({"both", "loser"} & set(marks)),
        name == "player" and not found.who,  # nobody sets it off
        "bare" in marks and typed != ["player"],  # players
        "he" in marks and (actor in ("", "you") or bool(others)) and bool(actor or trigger.words),
        "you" in marks and actor == "some",
        "you" in marks and actor == "you" and all(i_or_you) and not i_or_you[0] & i_or_you[1],
        "matched" in marks and when.detail("matches") is UNSET,  # the last player
        "dealt" in marks and name != "dealer" and found.who != "dealer",  # the left of the dealer
        _is_elsewhere(chunk, when),
        "winner" in marks and not isinstance(when, TrickWon | CardPlayed),
        (is_side or name == "others") and kinds & {"taker", "winner"} and not isinstance(when, TrickWon),
        name == "leader" and "it" in kinds and not isinstance(when, TrickWon | TrickNobody),
        is_side and actor == "some" and {"your", "ur", "you", "u"} & set(typed),
        name == "neighbours" and {"player", "person", "one", "guy"} & set(typed[:next_to]),  # the one next to him
        name == "neighbours"  # his neighbour: which one?
        and not kinds & {"both", "each", "any", "all", "num"}
        and neighbour[:1]
        and neighbour[0].endswith(("r", "r's")),
        others and not is_beside and {"their", "his", "her", "them", "him"} & set(typed),
        others and "that" in typed and (is_side or name == "player"),
        name == "others" and not others_are_clear(named, when) and not {"but", "not"} & {*marks, *kinds},
        name == "previous" and not isinstance(when, CardPlayed) or name == "taker" and isinstance(when, Called),
    )
    if any(doubtful):
        raise Doubt("who", [chunk])
    if name == "others" and isinstance(when, GameOver) and when.place is UNSET:
        return "everyone"
    return found.who if name == "player" else "player" if name == "taker" and isinstance(when, TrickWon) else name


def _is_doing(word: Word) -> bool:
    return word.typed.lower().split()[0].endswith("ing")
