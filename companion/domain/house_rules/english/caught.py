"""A rule that people call: what somebody is caught at is for them to see, who drinks and how much is read.

Each chunk of the sentence has a sign: its letter (chunks.txt), or another where more of it matters. One stretch of the
sentence must read whole as what it costs; all the rest is the cause, and may not say anything that CLASHES with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from ..model import Called, Part
from .charges import GENDERED, Ask, Doubt, Meaning, charged, first_stray, lean
from .chunks import Chunk, Found
from .words import WORDS, Word, forms

# Who it is: w whoever or who, d somebody, p several people, y you, h he or they, l the last or the first, e everyone,
# D another drinker, n a name, c a capital, g a group that nobody can know. What is done: v drinks, M must drink,
# V (U, G, P, L) drink, q a word that is said, i what a body does or does it to, m the same, perhaps. C costs, A amount,
# a one drink, H no amount, z 2x, t second; r or, k not, I if, J if and a card. What it costs stands between < and >.
CLASHES: tuple[tuple[Ask, str], ...] = (
    ("not allowed", "(n)|^I(c)|[,&i](c)<[vMVUGPLh]"),
    ("left over", "k<[vMVUGP]|M[^r,]*<|N[Dkdpn]|[,&]N|[DedphyvM]N|>.*N[^IJ]"),
    ("two rules", "[AaH][^,]*r<[AaH]|[AH][,&r].*<|[vMVUGC][AH].*<|[vMVUGC]a?[,&]+[Iwd].*<|[vM]&.*w.*<"),
    ("how many", "z<|[vVMUGC]z|[AaHo]<[AaH]|[vVMUG](?:,|[^,C&]*)<[AaH]|[vVMUG][^,C&]*<v>$|C[^,C&wyIl]+<[vVUAaH]"),
    ("left over", "[vVMUG]k|^kw|^k[^,C]*<[vM]"),
    ("two rules", "<[^>]*[AaHvVG],[AaH]|>.*(?:[,&r].*[vMAaHGL]|[vMVC][AHa]|[wed].*v$)"),
    ("who", "(?<![FW])g<[^C]|(?:^|[,C&])X?g[^,&C]*<[^C]|p<[vMVUGPAHa]|P[^,C&]*<|^[^w]*d<[vM]"),
    ("who", "^[IJyF][^wl,&C]*[^wl,&C]<[vM]|mD<[vMVUA]"),
    ("who", ".[,C][^,&wIyClq]*[XDdpcei][^,&wIyClq]*<[vM]|[^,],[eDp][^,&wI]*<[VUGAa]"),
    ("who", "[he]r.*<|[eDhyp]r[eDhydp]|[eDh].*r<[vMVUGA]|[vVM]r<|r<v|[De]r<[De]|w.*r<[De]|r[De]<[vM]"),
    ("who", "[^iFWo,C&][eD]<[Aa]|(?<![FWo])[eDp][^,C&FW]*<[AaH]|[wl].*[^iFWo,&C]e<[vMVU]|i[eD].*<|^I?p.*<p"),
    ("who", "^[^wl]*&[^,&wIyClq]*[XDdpce][^,&wIyClq]*<[vM]|.L[^,&C]*<[VUA]|H<[^C]|[tH]<[eD]|<[eD]?[^>]*t[eD]|>Fk(?!X)"),
    ("who", "w.*,.*l[^,]*<[vM]|<C?d(?!.*>Ih)|[dw].*,.*[dw].*<[vMVUGPAa]|^I.*d[^w,]+w.*<[vMVUGPAa]|.w<[vMVUG]"),
    ("who", "^[^dpwyDeglhJ]*<h[^dpwyDegl]*$|>F[^I]*[XDdgc][^I]*I"),
)
SIGNS = {"whoever": "w", "who": "w", "quoted": "q", "or": "r", "last": "l", "first": "l", "loser": "l", "ifso": "I"}
SIGNS |= dict.fromkeys(("not", "nobody", "no"), "k")
ALONE = frozenset(form for verb in WORDS["*alone"] for form in forms(verb))
LISTED = (("n", frozenset(WORDS["*names"])), ("g", GENDERED | frozenset(WORDS["*unknown"])), ("i", ALONE))
DETERMINERS = frozenset(("a", "the", "your"))
ABOUT = frozenset(("about", "against", "behind", "near"))
LIMBS = frozenset(("hand", "hands", "side", "foot", "feet", "arm", "leg", "eye", "ear"))
EMPTY = frozenset(("a", "the", "prep", "nth", "num", "if", "comma", "sep", "means", "aux"))
TELLING = frozenset(("x", "quoted", "chug", "eat"))


def consequence(parts: list[Chunk]) -> tuple[tuple[Part, ...], list[list[Chunk]]]:
    """Who drinks how much, and what is left as the cause, before and behind that; raises Doubt if it is not clear."""
    body = lean(parts)
    return _read(body, _signs(body, parts))


def _read(body: list[Chunk], signs: str, alone: bool = True) -> tuple[tuple[Part, ...], list[list[Chunk]]]:
    """The same of chunks and their signs; `alone`: no part of the cause may be a rule by itself."""
    for start, end in _stretches(signs, body):
        stretch, cause = body[start:end], [part for part in (body[:start], body[end:]) if part]
        if first_stray(stretch) is not None or not re.search("[VUAHGP]", "".join(chunk.letter for chunk in stretch)):
            continue
        if not start and signs[0] in "dp" and signs[end : end + 2] == "Ih":  # a player drinks whenever they swear
            stretch = [msgspec.structs.replace(stretch[0], who="player"), *stretch[1:]]
        try:
            made = _charged(stretch, cause[0], signs[:start] or signs[end:], signs[start])
        except Doubt as doubt:
            if doubt.ask == "left over":
                continue
            if stretch[0].letter == "H" and body[start - 1].letter not in ",&C":
                raise Doubt("how many", doubt.at) from None  # "counts to twenty drinks" need not be twenty drinks
            raise
        _check(body, signs, start, end)
        for mark in (at for at in range(2, start) if signs[at] in ",&r" and alone):
            if _is_rule(body[:mark], signs[:mark]):
                raise Doubt("two rules", body[:mark])
        return made, cause
    raise Doubt("who" if re.search("[AaVvMU].*[VvMUAaHGP]|[VvMUA]", signs) else "how many")


def _is_rule(body: list[Chunk], signs: str) -> bool:
    """Whether these chunks alone are a rule that people call."""
    try:
        return bool(_read(body, signs, alone=False))
    except Doubt:
        return False


def _signs(body: Sequence[Chunk], parts: Sequence[Chunk]) -> str:
    """The signs of all the chunks; of a verb behind "must" its own."""
    modal = {after.start for chunk, after in zip(parts, parts[1:], strict=False) if _is_modal(chunk)}
    signs = (
        _thing(body, at) or _sign(chunk, body[at - 1] if at else None, body[at + 1 : at + 3])
        for at, chunk in enumerate(body)
    )
    return "".join(
        "M" if sign in "VUGPL" and chunk.start in modal else sign for sign, chunk in zip(signs, body, strict=True)
    )


def _thing(body: Sequence[Chunk], at: int) -> str:
    """The sign of what somebody does it to, if who drinks may come next: checks their phone the dealer drinks."""
    beside, kinds = body[at : at + 3], [chunk.words[-1].kind for chunk in body[max(at - 3, 0) : at + 1]]
    if "".join(chunk.letter for chunk in beside)[1:] not in ("DV", "DA"):
        return ""
    if beside[1].words[0].kind not in (*DETERMINERS, "everyone") or "table" in {word.kind for word in beside[1].words}:
        return ""
    if (
        kinds[-1] in ("something", "card", "glass", "drink", "table")
        or kinds[-1] == "x"
        and set(kinds[-2:-1]) & DETERMINERS
    ):
        return "i"
    if beside[0].first in ABOUT or beside[0].first.endswith("ing"):
        return ""
    return "m" if kinds[-1] == "x" and set(kinds[:-2]) & DETERMINERS and set(kinds[-2:]) == {"x"} else ""


def _is_modal(chunk: Chunk) -> bool:
    return chunk.letter == "m" and (chunk.words[0].kind == "must" or chunk.first in ("will", "shall", "should", "'ll"))


def _sign(chunk: Chunk, before: Chunk | None, behind: Sequence[Chunk]) -> str:
    word, name = chunk.words[0], chunk.who.split()
    last, follows = before.words[-1].kind if before else "sep", "".join(one.letter for one in behind)
    kinds, letter, typed = {one.kind for one in chunk.words}, chunk.letter, {chunk.first, chunk.words[-1].typed.lower()}
    if letter == "D":
        done = before.first if before and before.letter == "X" and last != "quoted" else ""
        is_place = "table" in kinds and len(chunk.words) < 3 and done and done not in ALONE
        if is_place or LIMBS & (typed | {one.first for one in behind[:1]}):
            return "X"
        if word.kind == "any" and "player" in kinds or "victim" in typed:
            return "d"
        if "?" in name or "bare" in name or word.kind == "we":
            is_several = {"num", "we", "all"} & kinds or any(one.endswith(("s", "ppl", "people")) for one in typed)
            return "p" if is_several else "d"
        return "y" if "you" in name else "h" if "he" in name else "e" if name[0] in ("everyone", "others") else "D"
    if letter == "H":  # a glass can be what somebody knocks over
        if follows[:1] == "X" and last in ("take", "have"):  # takes more than 5 seconds
            return "X"
        is_thing = (
            word.kind in ("a", "your", "the", "glass") and len(chunk.words) < 3 and {"glass", "drink", "sip"} & kinds
        )
        return "X" if is_thing and before and (before.letter in "XDoF" or before.first == "'s") else "H"
    if letter == "C":
        if chunk.first == "'s" and follows[:1] != "A":
            return "X"
        is_verb = word.kind == "be" or chunk.first in ("it is", "it's", "its", "that is", "that's", "thats")
        return "X" if is_verb and (follows[:1] in ("X", "F", "W") or last in ("who", "whoever")) else "C"
    if letter in "VUA" and last in ("number", "before"):  # saying the number three, before drinking
        return "X"
    if letter in "VUGPL":
        is_said = last in ("call", "quoted") or before and before.first in ("word", "words")
        if letter in "VU" and (is_said and follows[:1] in (*",&CVU",) or last == "call" and not follows):
            return "q"
        is_held = kinds & {"have", "take"} and follows in ("AX", "HX") and behind[0].words[-1].kind in ("num", "a")
        is_held = is_held and behind[1].first not in ("unless", "until")
        is_close = letter == "V" and before and chunk.start - before.end < 2
        is_deed = kinds & {"have", "take"} and follows[:1] == "X" and not re.match(r"\w+s\b", chunk.first)
        is_noun = word.kind == "sip" and chunk.first.endswith("s") and before and before.letter == "X"
        is_noun = is_noun or chunk.first in ("penalty", "penalties") and follows[:1] != "A"
        is_noun = is_noun or is_close and last in ("each", "any", "of", "the", "a", "your")
        if is_held or is_deed or is_noun or re.search("in[g']?$", chunk.first) and last not in ("means", "cost"):
            return "X"
        return "v" if letter != "L" and re.match(r"\w+s\b", chunk.first) else letter
    if letter == "A":
        return "A" if kinds & {"num", "twice", "couple", "worth"} else "a"
    if letter == "T":
        is_called = chunk.found == Found(Called())
        if chunk.actor in ("whoever", "some") and not (is_called and word.kind == "if"):
            return "w"
        return "J" if word.kind == "if" else "T" if not is_called else "y" if chunk.actor == "you" else "X"
    if letter != "X":
        return letter
    if chunk.first == "ones":  # the tall ones
        return "g"
    listed = next((sign for sign, words in LISTED if {chunk.first, chunk.first.removesuffix("s")} & words), "X")
    is_capital = word.kind == "x" and re.match("[A-Z](?![A-Z]+$)", word.typed) and last not in ("sep", "means")
    kind = "first" if word.kind == "nth" and word.value == "1" else word.kind
    if kind == "nth" or kind == "x" and re.search(r"\d", word.typed):
        return "t" if kind == "nth" else "z"
    return SIGNS.get(kind) or ("c" if is_capital and listed == "X" else listed)


def _stretches(signs: str, body: Sequence[Chunk]) -> Iterator[tuple[int, int]]:
    """Where what it costs can stand: before an if or a for, or at the end, the longest first, or before an unless."""
    ends: list[int] = []
    starts = [at for at in range(1, len(signs)) if _may_begin(signs, at)]
    for end in range(1, len(signs) - 1):
        is_for = signs[end] == "F" and body[end].first in ("for", "on", "fur", "per")
        if signs[end] in "IJ" or is_for:
            yield 0, end
            yield from (
                (start, end) for start in starts if start < end and signs[end] != "F" and signs[start - 1] in ",C"
            )
        is_each = is_for and (body[end].first == "per" or body[end + 1].first in ("each", "every", "any"))
        if is_each or body[end].first in ("unless", "until") or signs[end : end + 2] == "NI":
            ends.append(end)
    yield from ((start, len(signs)) for start in starts)
    for end in ends:
        yield from ((start, end) for start in range(1, end) if _may_begin(signs[:end], start))


def _may_begin(signs: str, at: int) -> bool:
    """Whether what it costs can begin here: behind a mark, at a verb, at its drinker, or at an amount at the end."""
    before, here, after = signs[at - 1], signs[at], signs[at + 1 : at + 2]
    if before in ",C&" or here == "C":
        return here not in ",&"
    if here in "eDyhp":
        if before in "FWo" or not after or after not in "vMVUGPLAa":
            return False
        if before in "iq" or here in "yhp":
            return True
        if {"w", "l"} & set(signs[:at]) or after in "Aa":
            return False
        return here == "e" or after in "vM" and (signs[0] == "I" or "d" not in signs[:at])
    return here in "vMVUGPL" or here in "AaH" and at + 1 == len(signs)


def _charged(stretch: list[Chunk], cause: list[Chunk], signs: str, first: str) -> tuple[Part, ...]:
    """The parts that these chunks mean; raises Doubt if they are no consequence, or if it can be somebody else's."""
    opens = signs[0] in "IJ"
    person = next((word for chunk in cause for word in chunk.words if word.kind in WORDS["*subjects"]), None)
    at = len(signs) - len(signs.lstrip("I"))
    who = "player" if person or not opens else ""
    if any(word.kind == "culprit" for chunk in stretch for word in chunk.words):
        who = "player"
    beside = re.search("(?:^|[I,C&])Do", signs)  # the player on the left of whoever swears
    place = cause[beside.end() - 2].who if beside else ""
    if place in ("left", "right", "across", "neighbours"):
        who = place
    elif signs[at : at + 1] == "D" and cause[at].who == "dealer" and not cause[at].words[-1].typed.endswith("s"):
        if first == "y" or opens and first in "VUGL":
            raise Doubt("who", stretch[:1])
        who = "dealer" if first in "hvM" else who
    is_some = opens and "w" not in signs and person is not None and person.kind in ("someone", "player")
    actor = person.kind if person and (is_some or person.kind == "you") else "whoever"
    told = (Word(actor, "", 0, 0, person.typed if person else ""),) if who else ()
    trigger = Chunk("T", told, Found(Called(), who=who))
    parts = charged(stretch, trigger, 0)
    if is_some and first in "VU":
        every = (Part("everyone", parts[0].amount), *parts[1:])
        raise Doubt("which", stretch, (Meaning(Called(), parts), Meaning(Called(), every)))
    return parts


def _check(body: Sequence[Chunk], signs: str, start: int, end: int) -> None:
    """Raises Doubt if the cause says nothing that somebody can be caught at, or if it clashes with what it costs."""
    told = [word for chunk in (*body[:start], *body[end:]) for word in chunk.words]
    rest = signs[:start] + signs[end:]
    says = set("wTJ") & set(rest) or any(word.kind in TELLING for word in told)
    if not says and (set(rest) <= set("dpyheDFICAaHo,&NOES") or sum(word.kind not in EMPTY for word in told) < 2):
        raise Doubt("when")
    places = [*body[:start], None, *body[start:end], None, *body[end:]]
    shape = f"{signs[:start]}<{signs[start:end]}>{signs[end:]}"
    for ask, clash in CLASHES:
        if found := re.search(clash, shape):
            at = places[slice(*found.span(found.lastindex or 0))]
            raise Doubt(ask, [chunk for chunk in at if chunk is not None])
