"""The words people type, settled into kinds: chat English and dialect are ordinary words here, and slips are repaired.

To teach the reader a word, add it to the list of its kind in words.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ...games import GAMES


def listed(file: str) -> Iterator[tuple[str, str, list[str]]]:
    """The lists of a table: under which heading, of what name, and its lines."""
    heading = name = ""
    lines: list[str] = []
    for line in [*files(__package__).joinpath(file).read_text(encoding="utf-8").splitlines(), "[]"]:
        if line.startswith("    "):
            lines.append(line.strip())
        elif line and not line.startswith("#"):
            if lines:
                yield heading, name, lines
            heading = line[1:-1] if line.startswith("[") and line.endswith("]") else heading
            name, _, first = line.partition(" = ")
            lines = [first] if first else []


WORDS = {name: " ".join(lines).split() for _, name, lines in listed("words.txt")}


NUMBERS = WORDS["*numbers"]
SPELT = {word: number for number, word in enumerate(NUMBERS)} | {
    "wan": 1, "yin": 1, "twa": 2, "fower": 4, "dozen": 12, "hundred": 100,
}  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SPELT |= {
    f"{ten}-{NUMBERS[one]}" if one else ten: 10 * tens + one for tens, ten in enumerate(TENS, 2) for one in range(10)
}
PLURAL = {"sixes": 6} | {f"{NUMBERS[n]}s": n for n in range(1, 11)}
NTH = {word: number for number, word in enumerate(WORDS["*ordinals"], 1)}
NO_HANDS = [[word] for word in ("wrong", "left", "right", "other", "the", "a", "their", "your", "my", "his", "her")]
REAL = frozenset(WORDS["*real"])
_PIECES = re.compile(
    r"""(?P<quoted>"[^"]*\w[^"]*"|(?<!\w)'(?=\S)(?:[^'"]|(?<=\w)'(?=\w))+'(?!\w))|(?P<code>(?-i:(?<!\w)(?:10|[2-9AKQJT])[HDC](?!\w)|(?<!\w)[KQJT2-9]S(?!\w)))
    |(?P<sign>->|=+>?|→|[&+♠♥♦♣:;,.!?…()|/–—%*≥>•]|\#(?=\s?\d)|-(?!same))
    |(?P<decimal>\d+\.\d+)|(?P<number>\d+(?:\ufe0f?\u20e3\d?)*(?:st|nd|rd|th|'?s|x)?(?![^\W_])\+?)
    |(?P<rank>(?<!\w)[akqj](?=-(?:\d|[akqj]\b)))|(?P<short>w/o?(?!\w))|(?P<word>[^\W_]+(?:['-][^\W_]+)*'?)""",
    re.X | re.I,
)  # fmt: skip
_STRAIGHT = str.maketrans("’‘‚‛´`“”„‟«»−", "''''''\"\"\"\"\"\"-")
_CONTRACTED = re.compile(r"(.+)('s|'re|'ve|'ll|'d|'m)")
_JOINED = {
    "lrg": "large", "lg": "large", "sm": "small", "sml": "small", "str8": "straight", "strait": "straight",
    "youre": "you is", "youve": "you have", "theres": "there is", "ur": "your", "whos": "who is", "hes": "he is",
    "shes": "he is", "theyre": "he is", "im": "you is", "ive": "you have", "its": "it is", "were_": "we is",
}  # fmt: skip


_CHAT = {
    "2": (
        "to",
        r"(adds?|up) _ .*|(next|close|left|right|opposite|across) _ (u|you|ya|ur|your|the|me|who.*)|"
        r"(sips?|drinks?|shots?|[1-5]) _ (some(one|body|1)|sum1|any1)|"
        r"(\w*(one|1|body)|player|who|person|u|them|gets?) _ (drink|sip|take|down|give)",
    ),
    "4": (
        "for",
        r"(drinks?|sips?|shots?|one|two|three|four|five|[1-5]) _ (an?|the|u|ya|ur|your|every\w*|each|any|"
        r"whoever|playing|taking)",
    ),
}
"""Chat English writes 2 and 4 for short words; what stands beside them tells."""
_MARKS = {"=", "→", "->", "=>", ":", "-", "–", "?", "or", "/", ","}


class Word(msgspec.Struct, frozen=True, gc=False):
    """One word or phrase: its kind ("x": not known), what it stands for, where it is, and how it was typed."""

    kind: str
    value: str
    start: int
    end: int
    typed: str


def forms(verb: str) -> Iterator[str]:
    """The forms of a regular verb: play, plays, played, playing; of a phrase those of its first word."""
    first, *rest = verb.split("_", 1)
    tail = f"_{rest[0]}" if rest else ""
    third = first + ("es" if re.search(r"(s|x|ch|sh|z|o)$", first) else "s")
    stems = [first.removesuffix("e")]
    if re.search(r"[^aeiou]y$", first):
        third, stems = f"{first[:-1]}ies", [f"{first[:-1]}i"]
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]|.*[aeiou]l", first):  # dropped; cancelled and canceled
        stems += [first + first[-1]]
    ing = [f"{stem}ing" for stem in (*stems[1:], first.removesuffix("e"))]
    yield from (word + tail for word in (first, third, *(f"{stem}ed" for stem in stems), *ing))


@cache
def lexicon() -> dict[tuple[str, ...], tuple[str, str]]:
    """Every word and phrase, in single words, with its kind and value."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for name, words in WORDS.items():
        kind, _, value = name.partition(":")
        for word in words if not name.startswith("*") else ():
            for form in forms(word[1:]) if word[:1] == "~" != word else (word,):
                found.setdefault(_key(form), (kind, value))
    return found


def _key(phrase: str) -> tuple[str, ...]:
    """The phrase in single words, as a sentence is split."""
    return tuple(piece for word in phrase.split("_") for piece in (_shortened(word) or (word,)))


def _shortened(word: str) -> tuple[str, str] | None:
    """That's is that and 's."""
    short = _CONTRACTED.fullmatch(word)
    return (short[1], short[2]) if short else None


@cache
def boxes(game: str | None) -> dict[tuple[str, ...], str]:
    """The names of boxes, of this game or of all; with a name that games share standing for each of them."""
    own: dict[tuple[str, ...], list[str]] = {}
    also: dict[tuple[str, ...], list[str]] = {}
    for kind, one in GAMES.items():
        if game in (None, kind):
            for box, spoken in one.scoring.boxes.items():
                for name in (box, spoken, *one.scoring.spoken.get(box, ())):
                    _add(own, name, box, game)
            for name, box in one.scoring.alike.items():
                _add(also, name, box, game)
    return {key: "|".join(found) for key, found in {**also, **own}.items()}


def _add(named: dict[tuple[str, ...], list[str]], name: str, box: str, game: str | None) -> None:
    """Adds a name of a box, which may need the word "box" behind it."""
    key = _in_digits([piece for piece, *_ in split(name.casefold())])
    plain = (game or len(key) > 1 or key[0] not in ("high", "low", "middle", "all")) and not suit_or_number(key, game)
    for way in (
        *((key,) if plain else ()),
        (*key, "box"),
        ("in", "the", *key, *(() if game else ("box",))),
        ("in", "the", *key, "box"),
        ("box", *key),
    ):
        named[way] = [*named.get(way, ()), *(one for one in box.split("|") if one not in named.get(way, ()))]


def _in_digits(words: Sequence[str]) -> tuple[str, ...]:
    """The words with numbers in digits, so that five same is 5 same."""
    return tuple(str(SPELT.get(word, word)) for word in words)


def suit_or_number(words: tuple[str, ...], game: str | None) -> bool:
    """Whether the name of a box is that of a suit or a number, which mean cards or dice elsewhere."""
    return len(words) == 1 and (
        game is None and lexicon().get(words, ("",))[0] == "suit" or re.match(r"\d+s?$|all$", words[0]) is not None
    )


@cache
def _longest(game: str | None) -> dict[str, int]:
    """How many words the longest phrase has that begins with this word, its number in digits."""
    found: dict[str, int] = {}
    for key in (*lexicon(), *boxes(game)):
        (first,) = _in_digits(key[:1])
        found[first] = max(len(key), found.get(first, 1))
    return found


def _number(word: str) -> tuple[str, str] | None:
    """The kind and the value of a number as people write it."""
    if found := re.fullmatch(r"(\d{1,9})(st|nd|rd|th|'?s|x)?(\+)?", word):
        kind = "nth" if found[2] in ("st", "nd", "rd", "th") else "nums" if found[2] in ("s", "'s") else "num"
        return ("atleastnum" if found[3] else kind), str(int(found[1]))
    if word in SPELT:
        return "num", str(SPELT[word])
    if word in PLURAL:
        return "nums", str(PLURAL[word])
    return ("nth", str(NTH[word])) if word in NTH else None


def split(text: str) -> list[tuple[str, int, int, str]]:
    """The pieces of a sentence: in plain letters, from, to, and of what sort."""
    plain = text.translate(_STRAIGHT)
    lower = plain.lower() if len(plain.lower()) == len(plain) else plain
    pieces: list[tuple[str, int, int, str]] = []
    for found in _PIECES.finditer(plain):
        sort, start, end = str(found.lastgroup), *found.span()
        word = lower[start:end].replace("\ufe0f", "").replace("\u20e3", "")
        if sort == "word" and (joined := _JOINED.get(word.replace("'", ""))) and word != "its":
            pieces += [(part, start, end, sort) for part in joined.split()]
        elif sort == "word" and (short := _shortened(word)):
            cut = start + len(short[0])
            pieces += [(short[0], start, cut, sort), (short[1], cut, end, sort)]
        elif sort == "code" and word[-1] == "s" and pieces and _number(pieces[-1][0]):
            pieces.append((word, start, end, "number"))  # ROLL THREE 4S
        elif word == "-" and re.match(r" -\d", plain[start - 1 : end + 1]):
            pieces.append(("minus", start, end, "word"))
        elif sort == "word" and "-" in word and word not in SPELT and _key(word) not in lexicon():
            for part in re.finditer(r"-|[^-]+", word):
                pieces.append((part[0], start + part.start(), start + part.end(), "sign" if part[0] == "-" else sort))
        elif word == ")" and len(pieces) > 1 and pieces[-2][0] == "(" and pieces[-1][0] in ("red", "black"):
            del pieces[-2]  # two (black)
        elif (
            word == ")"
            and len(pieces) > 2
            and pieces[-2][0] == "("
            and _number(pieces[-1][0]) == _number(pieces[-3][0])
        ):
            del pieces[-2:]  # two (2) drinks
        else:
            pieces.append((word, start, end, sort))
    return pieces


def settled(text: str, game: str | None = None) -> tuple[Word, ...]:
    """The words of a sentence with their kinds, the longest phrase first."""
    words: list[Word] = []
    for word in _settled(split(text), text, game):
        is_sign = word.kind == "suit" and not word.typed.isalpha()
        if words and words[-1].typed.lower() == "one" and word.kind in ("rank", "suit", "named", "code", "colour"):
            words[-1] = msgspec.structs.replace(words[-1], kind="a")  # if you play one ace
        if (
            words
            and words[-1].kind == "your"
            and word.typed.lower().endswith(("ing", "in"))
            and word.kind in WORDS["*drinking"]
        ):
            words[-1] = msgspec.structs.replace(words[-1], kind="you")  # ur taking 3
        if not (is_sign and words and words[-1].value == word.value):  # ace of spades ♠
            words.append(word)
    return tuple(words)


def _settled(pieces: list[tuple[str, int, int, str]], text: str, game: str | None) -> Iterator[Word]:
    known, names, longest, at = lexicon(), boxes(game), _longest(game), 0
    plain = ["-" if word == "–" else word for word, *_ in pieces]
    for place, word in enumerate(plain):  # pick sum1 2 drink 2; 2 drinks 4 every king
        around = " ".join([*plain[max(place - 1, 0) : place], "_", *plain[place + 1 : place + 2]])
        if word in _CHAT and re.fullmatch(_CHAT[word][1], around):
            plain[place] = _CHAT[word][0]
    digits = _in_digits(plain)
    while at < len(pieces):
        _, start, end, sort = pieces[at]
        word, length, kind, value = plain[at], 1, "x", ""
        beside = {*plain[at + 1 : at + 2], *plain[max(at - 1, 0) : at]} or {"="}
        after = pieces[at + 1] if at + 1 < len(pieces) else ("", 0, 0, "")
        if (
            word in ("a", "t")
            and (
                (after[0] in ("♠", "♥", "♦", "♣") and after[1] == end)  # A♠
                or set(plain[at + 1 : at + 2]) & _MARKS
                or not plain[at + 1 :]
                and beside & {"or", "/", "and", "&"}
            )
        ):
            kind, value = "rank", word.upper()
        elif sort == "quoted" and (box := names.get(_in_digits([piece for piece, *_ in split(word.strip("\"'"))]))):
            kind, value = "boxname", box
        elif sort == "quoted" and known.get((bare := word.strip("\"'"),), ("",))[0] in ("sip", "culprit"):
            kind = known[bare,][0]  # drink that many "fingers"
        elif sort in ("quoted", "decimal"):
            kind, value = sort, word.strip("\"'")
        elif word in ("h", "d", "s", "c") and plain[max(at - 1, 0) : at] == ["of"]:  # K of S
            kind, value = "suit", word.upper()
        elif word in TENS and after[0] in NUMBERS[1:10]:  # twenty five
            length, kind, value = 2, "num", str(SPELT[f"{word}-{after[0]}"])
        elif sort == "code":
            kind, value = "code", word.upper().replace("10", "T")
        else:
            for size in range(min(longest.get(digits[at], 1), len(pieces) - at), 0, -1):
                key = tuple(plain[at : at + size])
                if box := names.get(digits[at : at + size]):
                    length, kind, value = size, "boxname", box
                    break
                if key in known:
                    length, (kind, value) = size, known[key]
                    break
            if kind == "x":
                kind, value = _number(word) or _dropped_g(word) or ("x", "")
            elif kind == "giveout" and length == 1 and plain[max(at - 1, 0) : at] in (["the"], ["a"], ["my"]):
                kind = "x"  # has to do the dishes
            elif (
                word in ("hand", "hands")
                and plain[max(at - 1, 0) : at] not in NO_HANDS
                and (_number(*plain[at + 1 : at + 2] or [""]) or ("", ""))[0] == "num"
            ):
                kind, value = "giveout", ""
            elif length == 1 and (number := _number(word)) and kind not in ("nothing", "boxname"):
                kind, value = number
        end = pieces[at + length - 1][2]
        yield Word(kind, value, start, end, text[start:end])
        at += length


def _dropped_g(word: str) -> tuple[str, str] | None:
    """Playin is playing, jack's and jacks' are jacks, yoooo is yo."""
    if (short := re.sub(r"(.)\1{2,}", r"\1", word)) != word:
        return lexicon().get((short,)) or lexicon().get((re.sub(r"(.)\1{2,}", r"\1\1", word),))
    if word.endswith(("in", "in'")):
        return lexicon().get((f"{word.removesuffix(chr(39))}g",))
    base = lexicon().get((word.rstrip("'s"),))
    return base if base and ("'" in word or base[0] in ("everyone", "someone", "nobody", "whoever")) else None


@cache
def _spellings() -> frozenset[str]:
    """The words that a slip can be meant for: those long enough, of the kinds that carry the meaning."""
    words = {
        key[0] for key, (kind, _) in lexicon().items() if len(key) == 1 and kind in WORDS["*spelt"] and key[0].isalpha()
    }
    words |= {key[0] for one in GAMES.values() for key in map(str.split, one.scoring.alike) if len(key) == 1}
    return frozenset(word for word in {*words, *NUMBERS[1:11], *PLURAL, *list(NTH)[:5]} if len(word) > 2)


@lru_cache(maxsize=512)
def repairs(word: str) -> Sequence[str]:
    """The words that this one can be a slip for: one letter wrong, missing, too many, or two exchanged."""
    if len(word) < 3 or word in REAL or not word.isalpha():
        return ()
    near = {known for left in _cut(word) for known in _meant().get(left, ()) if is_slip(word, known)}
    return sorted(near, key=lambda known: (sorted(known) != sorted(word), known[0] != word[0], known))


@cache
def _meant() -> dict[str, list[str]]:
    """The words that a slip can be meant for, by what is left of them: a slip and its word have that in common."""
    found: dict[str, list[str]] = {}
    for known in _spellings():
        for left in _cut(known):
            found.setdefault(left, []).append(known)
    return found


def _cut(word: str) -> set[str]:
    """The word, and what is left of it without any one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def is_slip(word: str, known: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two neighbours are exchanged."""
    if len(word) == len(known):
        wrong = [at for at in range(len(word)) if word[at] != known[at]]
        if len(wrong) == 1:
            return True
        return (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and word[wrong[0]] == known[wrong[1]]
            and (word[wrong[1]] == known[wrong[0]])
        )
    short, long = sorted((word, known), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
