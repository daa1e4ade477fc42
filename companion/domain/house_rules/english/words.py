"""The words of a sentence: each with the kinds it has in words.txt, with its number, and where it was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ...games import GAMES


def several(words: str) -> frozenset[str]:
    return frozenset(words.split())


NUMBERS = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty",
)
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
SPELT = {word: number for number, word in enumerate(NUMBERS)} | TENS | {"twa": 2, "fower": 4}
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
NTH = {word: number for number, word in enumerate(ORDINALS, 1)}
PLURAL = {"sixes": 6} | {f"{NUMBERS[number]}s": number for number in range(1, 11)}
PIECES = re.compile(
    r"""(?P<quoted>"[^"]*\w[^"]*"|(?<!\w)'(?=\S)(?:[^'"]|(?<=\w)'(?=\w))+'(?!\w))
    |(?P<code>(?-i:(?<!\w)(?:10|[2-9AKQJT])[SHDC](?!\w)))
    |(?P<rank>(?-i:(?<![\w'])[AT](?=\ ?(?:[:=/♠♥♦♣→]|->|-\ |or\ [KQJ2-9]))))
    |(?P<decimal>(?<!\S)[-−–+]\d+|\d+\.\d+)|(?P<sign>->|=+>?|→|or_more|[&+♠♥♦♣♤♡♢♧:;,.!?…()|/–—*≥><•-])
    |(?P<number>\d+(?:st|nd|rd|th|'?s|x)?(?![^\W_]))
    |(?P<short>w/o?(?!\w))|(?P<word>[^\W_]+(?:['-][^\W_]+)*)""",
    re.X | re.I,
)
QUOTES = str.maketrans("’‘‚‛´`“”„‟«»", "''''''\"\"\"\"\"\"")
SHORT = re.compile(r"(he|she|it|that|there|they|you|who|whoever|i|we|what|everyone)('s|'re|'ll|'d|'ve)")
JOINED = {"youre": "you 're", "theyre": "they 're", "hes": "he 's", "theres": "there 's", "thats": "that 's"}


class Word(msgspec.Struct, frozen=True, gc=False):
    """A word or phrase as it was typed: its kinds with their values ("" if a kind has none), and its place."""

    typed: str
    kinds: Mapping[str, str]
    start: int
    end: int
    bits: tuple[str, ...]

    def number(self) -> int:
        return int(self.kinds["num"])


def listed(file: str) -> Iterator[tuple[str, list[str]]]:
    """The lists of a table: the name of each, and what it has, one a line."""
    name, lines = "", []
    for line in [*files(__package__).joinpath(file).read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("    "):
            lines.append(line.strip())
        elif line and not line.startswith("#"):
            if name:
                yield name, lines
            name, _, first = (part.strip() for part in line.partition(" ="))
            lines = [first] if first else []


def forms(verb: str) -> Iterator[str]:
    """The forms of a regular verb: play, plays, played, playing; of a phrase those of its first word."""
    first, *rest = verb.split("_", 1)
    tail = f"_{rest[0]}" if rest else ""
    third, stems = first + ("es" if re.search(r"(s|x|ch|sh|z|o)$", first) else "s"), [first.removesuffix("e")]
    if re.search(r"[^aeiou]y$", first):
        third, stems = f"{first[:-1]}ies", [f"{first[:-1]}i"]
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", first):
        stems.append(first + first[-1])
    ing = [f"{stem}ing" for stem in (*stems[1:], first.removesuffix("e"))]
    ing += [one.removesuffix("g") for one in ing]
    yield from (word + tail for word in (first, third, *(f"{stem}ed" for stem in stems), *ing))


@cache
def kinds() -> dict[str, list[str]]:
    """The words of each kind, a verb in all its forms."""
    found: dict[str, list[str]] = {}
    for name, lines in listed("words.txt"):
        words = [word for line in lines for word in line.split()]
        found[name] = [form for word in words for form in (forms(word[1:]) if word[0] == "~" else (word,))]
    return found


@cache
def lexicon() -> dict[tuple[str, ...], dict[str, str]]:
    """Every word and phrase with its kinds."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for name, words in kinds().items():
        kind, _, value = name.partition(":")
        for word in words:
            found.setdefault(tuple(bit for part in word.split("_") for bit in _bits(part)), {})[kind] = value
    return found


@cache
def longest() -> int:
    """How many words the longest phrase has."""
    return max(map(len, lexicon()))


def _bits(word: str) -> Sequence[str]:
    """That's is that and 's."""
    if short := SHORT.fullmatch(word):
        return short.groups()
    return JOINED[word].split() if word in JOINED else (word,)


def split(text: str) -> list[tuple[str, int, int, str]]:
    """The pieces of a sentence: in plain letters, from, to, and of what sort."""
    plain = text.translate(QUOTES)
    lower = plain.lower() if len(plain.lower()) == len(plain) else plain
    pieces: list[tuple[str, int, int, str]] = []
    for found in PIECES.finditer(plain):
        sort, (start, end) = str(found.lastgroup), found.span()
        word = lower[start:end]
        known = (word,) in lexicon() or word in SPELT
        if sort == "word" and "-" in word and not known:
            pieces += [(bit[0], start + bit.start(), start + bit.end(), sort) for bit in re.finditer("[^-]+", word)]
        else:
            bits = _bits(word) if sort == "word" else (word,)
            pieces += [(bit, start, end, sort) for bit in bits]
    return pieces


@lru_cache(maxsize=512)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of a sentence, the longest phrases first; words that say nothing are left out."""
    found, pieces, at = [], split(text), 0
    while at < len(pieces):
        end, known = _phrase(pieces, at)
        start, stop = pieces[at][1], pieces[end - 1][2]
        bits = tuple(_digits(bit) for bit, *_ in (split(known["quoted"]) if "quoted" in known else pieces[at:end]))
        if "quoted" in known:
            known = {"quoted": text[start + 1 : stop - 1]}
        if "filler" not in known:
            found.append(Word(text[start:stop], known, start, stop, bits))
        at = end
    return tuple(found)


def _digits(word: str) -> str:
    """Five is 5, and sixes are 6s."""
    return f"{PLURAL[word]}s" if word in PLURAL else str(SPELT.get(word, word))


def _phrase(pieces: Sequence[tuple[str, int, int, str]], at: int) -> tuple[int, dict[str, str]]:
    """Where the longest phrase ends that begins here, and its kinds."""
    word, _, _, sort = pieces[at]
    if sort in ("quoted", "decimal"):
        return at + 1, {sort: word.strip("\"'")}
    if sort == "code":
        return at + 1, {"code": word.upper().replace("10", "T")}
    if sort == "rank":
        return at + 1, {"rank": word.upper()}
    texts = [bit for bit, *_ in pieces[at : at + longest()]]
    for size in range(len(texts), 0, -1):
        known = lexicon().get(tuple(texts[:size]))
        if known is not None:
            return at + size, {**known, **(_number(word) if size == 1 else {})}
    if word in TENS and at + 1 < len(pieces) and pieces[at + 1][0] in NUMBERS[1:10]:
        return at + 2, {"num": str(TENS[word] + SPELT[pieces[at + 1][0]])}
    return at + 1, _number(word) or _stem(word)


def _number(word: str) -> dict[str, str]:
    """The kind and the value of a number as people write it."""
    if found := re.fullmatch(r"(\d{1,9})(st|nd|rd|th|'?s|x)?", word):
        ending = found[2] or ""
        kind = "nth" if ending in ("st", "nd", "rd", "th") else "nums" if ending in ("s", "'s") else "num"
        return {kind: str(int(found[1]))} | ({"to": ""} if word == "2" else {"for": ""} if word == "4" else {})
    for kind, table in (("num", SPELT), ("nums", PLURAL), ("nth", NTH)):
        if word in table:
            return {kind: str(table[word])}
    return {}


def _stem(word: str) -> dict[str, str]:
    """A jack's and jacks' are jacks, yoooo is yo; {} if the word is not known."""
    if (short := re.sub(r"(.)\1{2,}", r"\1", word)) != word:
        return lexicon().get((short,), {})
    base = re.sub("'s?$", "", word)
    return lexicon().get((base,), {}) if base != word else {}


@cache
def boxes(game: str | None) -> dict[tuple[str, ...], str]:
    """The names of the boxes of this game, or of all, in single words; one that games share has "|" between."""
    games = [one.scoring for kind, one in GAMES.items() if game in (None, kind)]
    own = [
        (name, box)
        for one in games
        for box, spoken in one.boxes.items()
        for name in (box, spoken, *one.spoken.get(box, ()))
    ]
    found: dict[tuple[str, ...], str] = {}
    for names in ([pair for one in games for pair in one.alike.items()], own):
        meant: dict[tuple[str, ...], dict[str, None]] = {}
        for name, box in names:
            key = tuple(_digits(bit) for bit, *_ in split(name.casefold()) if bit not in "-–")
            meant.setdefault(key, {}).update(dict.fromkeys(box.split("|")))
        found |= {key: "|".join(some) for key, some in meant.items()}
    return found


LETTERS = "abcdefghijklmnopqrstuvwxyz"
CARRYING = several(
    "rank suit colour play lead trick take last bid miss declare reveal drink giveout everyone someone whoever "
    "nobody dealer leader taker left right neighbour across player roll score other choose previous"
)
"""The kinds of words that carry the meaning: only one of these can be what a misspelt word was meant for."""


@cache
def _spellings() -> frozenset[str]:
    words = {word for name, some in kinds().items() if name.partition(":")[0] in CARRYING for word in some}
    return frozenset(word for word in {*words, *NUMBERS[1:11], *PLURAL, *ORDINALS[:5]} if len(word) > 2)


@lru_cache(maxsize=512)
def repairs(word: str) -> Sequence[str]:
    """The words that this one can be a slip for: one letter wrong, missing, too many, or two exchanged."""
    if len(word) < 4 or not word.isalpha() or len(word) > 12:
        return ()
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    near = {one + two[1:] for one, two in cuts} | {one + two[1::-1] + two[2:] for one, two in cuts if len(two) > 1}
    near |= {one + letter + two[more:] for one, two in cuts for letter in LETTERS for more in (0, 1)}
    return sorted(near & _spellings(), key=lambda known: (sorted(known) != sorted(word), known[0] != word[0], known))
