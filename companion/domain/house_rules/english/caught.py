"""A rule that people call: what somebody is caught at is for them to see, who drinks and how much is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model import Called, Part
from .charges import Doubt, charged, first_stray, lean
from .chunks import Chunk, Found
from .words import WORDS, Word, forms

ALONE = frozenset(form for verb in WORDS["*alone"] for form in forms(verb))
NAMES = frozenset(WORDS["*names"])
TELLING = ("x", "quoted", "chug", "eat")


def consequence(parts: list[Chunk], words: Sequence[Word]) -> tuple[tuple[Part, ...], tuple[int, int]]:
    """Who drinks how much, and where the cause of that is typed; raises Doubt if that is not clear."""
    body = lean(parts)
    letters = "".join(chunk.letter for chunk in body)
    for end, letter in enumerate(letters):  # everyone drinks 2 if the phone rings
        is_if = letter == "I" or (letter == "F" and body[end].first in ("for", "on", "fur"))
        if is_if and 0 < end < len(body) - 1 and (made := _tried(body[:end], body[end:], last=False)):
            _check_telling(body[end:])
            return made, (body[end].start, words[-1].end)
    for at in range(len(body)):
        if not at or not _may_begin(body, at):
            continue
        rest = next(
            (cut for cut in range(at + 1, len(body)) if body[cut].letter == "I" and body[at - 1].letter in ",C"),
            len(body),
        )
        try:
            made = _tried(body[at:rest], body[:at])
        except Doubt as doubt:  # "counts to twenty drinks" need not be twenty drinks
            is_charge = body[at].letter != "H" or body[at - 1].letter in ",&C"
            raise doubt if is_charge else Doubt("how many", doubt.at) from None
        if made:
            _check_cause(body[:at], body[at], words)
            if letters.startswith("Do") and body[0].who in ("left", "right", "across", "neighbours"):
                made = tuple(Part(body[0].who if part.who == "player" else part.who, part.amount) for part in made)  # type: ignore[arg-type]
            return made, (words[0].start, body[at].start)
    if not re.search("[VUAHGP]", letters):
        raise Doubt("how many")
    raise Doubt("who" if re.search("[AVU]", letters) else "how many")


def _may_begin(body: list[Chunk], at: int) -> bool:
    """Whether the consequence can begin here: behind a mark, at its verb, or at its subject."""
    here, before = body[at], body[at - 1]
    if (
        before.words[-1].kind in ("call", "quoted")
        and here.letter == "V"
        and body[0].actor != "whoever"
        and (
            at + 1 == len(body)
            and before.words[-1].kind == "call"
            or body[at + 1 : at + 2]
            and body[at + 1].letter in ",&"
        )
    ):
        return False
    if before.words[-1].kind in ("number", "before", "each"):  # saying the number three; before every drink
        return False
    if before.letter in ",C&" or here.letter in "C":
        return True
    if here.letter == "D":
        return _is_subject(body, at)
    if here.letter in "VUGPL":
        return True
    return here.letter in "AH" and at + 1 == len(body)


def _is_subject(body: list[Chunk], at: int) -> bool:
    """Whether these people, without a mark before them, drink: they are not whom something is done to."""
    here, before = body[at], body[at - 1]
    after = body[at + 1] if at + 1 < len(body) else None
    if after is None or after.letter not in "VUGPA" or "bare" in here.who or before.letter in "FWo":
        return False
    who = here.who.split()[0]
    if before.words[-1].kind == "quoted" or before.words[-1].typed.lower() in ALONE:
        return True
    if here.words[-1].kind in ("everyone", "all", "else", "others", "rest") and not here.first.startswith("every "):
        return True
    kinds = {word.kind for chunk in body[:at] for word in chunk.words}
    if {"whoever", "who"} & kinds:
        if who in ("left", "right", "across", "neighbours"):
            raise Doubt("who", [here])
        return False
    if "table" in {word.kind for word in here.words} and len(here.words) < 3:
        return False
    return who in ("everyone", "others") or here.who in ("player you", "player he") or "someone" not in kinds


def _tried(body: list[Chunk], cause: list[Chunk], last: bool = True) -> tuple[Part, ...] | None:
    """The parts that these chunks mean; None if they are no consequence at all."""
    if first_stray(body) is not None or not re.search("[VUAHGPD]", "".join(chunk.letter for chunk in body)):
        return None
    if not last and not re.search("[VUAHGP]", "".join(chunk.letter for chunk in body)):
        return None
    actor = next((word for chunk in cause for word in chunk.words if word.kind in WORDS["*subjects"]), None)
    starts = bool(cause) and cause[0].letter == "I"
    words = (actor if actor and actor.kind == "you" else Word("whoever", "", 0, 0, ""),) if actor or not starts else ()
    trigger = Chunk("T", words, Found(Called(), who="player" if actor or not starts else ""))
    try:
        return charged(body, trigger, 0)
    except Doubt as doubt:
        if doubt.ask == "left over":
            return None
        raise


def _check_telling(cause: list[Chunk]) -> None:
    """Raises Doubt if the cause says nothing that somebody can be caught at."""
    told = [word for chunk in cause for word in chunk.words]
    letters = {chunk.letter for chunk in cause}
    content = [
        word
        for word in told
        if word.kind not in ("a", "the", "prep", "nth", "num", "if", "comma", "sep", "means", "aux")
    ]
    says = "T" in letters or any(word.kind in TELLING for word in told)
    if not says and (not letters & set("XV") or len(content) < (2 if "X" in letters else 3)):
        raise Doubt("when")


def _check_cause(cause: list[Chunk], here: Chunk, words: Sequence[Word]) -> None:
    """Raises Doubt if the cause holds another rule, an unknown subject of the drinking, or a name."""
    letters = "".join("|" if chunk.words[0].kind == "or" else chunk.letter for chunk in cause)
    _check_telling(cause)
    nobody = next((at for at, word in enumerate(words) if word.kind == "nobody"), None)
    if nobody is not None and words[nobody + 1].kind not in ("aux", "must", "let", "be"):
        raise Doubt("who", cause)
    if "N" in letters or (cause[-1].words[-1].kind in ("not", "nobody", "no") and here.letter in "VUGP"):
        raise Doubt("left over", [chunk for chunk in cause if chunk.letter == "N"] or cause[-1:])
    if cause[-1].letter == "T" and len(cause) > 1 and cause[-1].actor in ("whoever", "some") and here.letter in "VUG":
        raise Doubt("who", cause[-1:])
    if re.search(
        "[AH][,&|]|V[AH]|C[AH]", letters.rstrip(",&C") + ("," if letters[-1:] in ",&" and letters[-2:-1] in "" else "")
    ):
        raise Doubt("two rules", cause)
    cut = max(letters.rfind(","), -1)
    if (
        here.letter in "VUGAH"
        and cut >= 0
        and any(chunk.letter in "XD" for chunk in cause[cut + 1 :])
        and letters.strip(",")
    ):
        raise Doubt("who", cause[cut + 1 :])
    verb = here.first
    if words[0].kind == "if" and words[1:2] and words[1].kind == "you" and here.letter in "VUG" and verb.endswith("s"):
        raise Doubt("who", [here])
    main = next((at for at, chunk in enumerate(cause) if chunk.letter == "T"), len(cause))
    named = {word.kind for chunk in cause[: main + 1] for word in chunk.words} & {
        "whoever",
        "who",
        "someone",
        "player",
        "you",
    }
    if main < len(cause) - 1 and not named and cause[-1].letter == "X" and here.letter in "VUG" and verb.endswith("s"):
        raise Doubt("who", cause[main + 1 :])
    subject = cause[-1].who.split() if cause[-1].letter == "D" else []
    if (
        not {"whoever", "who"} & {word.kind for word in words}
        and here.letter in "VUG"
        and subject
        and ("?" in subject or "bare" in subject)
    ):
        raise Doubt("who", cause[-1:])
    first = next((word for word in words if word.kind not in ("if", "prep")), None)
    opening = words[0].kind == "if"
    if any(word.kind == "x" and word.typed.lower().rstrip("'s") in NAMES for chunk in cause for word in chunk.words):
        raise Doubt("not allowed", cause)
    if cause[-1].words[0].kind == "or" and cause[-2:-1] and cause[-2].letter in "VUGA":
        raise Doubt("which", cause[-1:])
    if (
        here.letter in "VUGA"
        and cause[-1].words[0].kind == "or"
        and any(chunk.who in ("everyone", "others") for chunk in cause)
    ):
        raise Doubt("who", cause)
    if opening and first is not None and first.kind == "x" and first.typed[:1].isupper() and not first.typed.isupper():
        raise Doubt("not allowed", cause)
    if opening and first is not None and first.kind == "x" and here.who == "player he":
        raise Doubt("who", [here])
    if (
        cause
        and cause[-1].letter == "X"
        and cause[-1].words[0].typed[:1].isupper()
        and here.letter in "VUG"
        and cause[-2:-1]
        and (cause[-2].letter in ",&")
    ):
        raise Doubt("not allowed", cause)
