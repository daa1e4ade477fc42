"""Reads a house rule from left to right, in chunks: what sets it off, who drinks, how much; what is left over is doubt.

A rule is only watched if every word of it was read. Repaired or dropped words make a "did you mean", doubt a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from ...games import GAMES
from ..model import (
    BoxScored,
    Called,
    CardPlayed,
    DealOver,
    DiceRolled,
    GameOver,
    Part,
    TrickWon,
    When,
)
from .caught import consequence
from .charges import GENDERED, Ask, Doubt, Meaning, charged, first_stray, lean
from .chunks import DOING, Chunk, Found, chunks
from .words import WORDS, Word, repairs, settled

LONGEST = 280
MOST_TRIES = 10
MOST_WORDS = 80
MOST_AGAIN = 200  # words that are read once more to find a slip, in all tries together
Verdict = Literal["watches", "called", "did you mean", "question"]
Spans = tuple[tuple[int, int], ...]


class Reading(msgspec.Struct, frozen=True):
    """What was understood of a sentence.

    `watches` and `called` (people watch for it) have the `meaning`; `did you mean` has one or two `offers`, and a
    `question` says what it asks for, with what can be offered. `left` are the words not understood, `why` the reason.
    `cause` is what somebody is caught at, as it was typed.
    """

    text: str
    verdict: Verdict
    meaning: Meaning | None = None
    offers: tuple[Meaning, ...] = ()
    ask: Ask = ""
    why: str = ""
    left: Spans = ()
    cause: str = ""


WHY: dict[str, str] = {
    "how many": "It does not say how many, from 1 to 5.",
    "too many": "{} is too many: one rule costs nobody more than 5 at a time.",
    "who": "It is not clear who drinks.",
    "when": "It does not say what sets it off.",
    "which": "It can mean more than one thing.",
    "two rules": "These are two rules. Make one of each.",
    "left over": "Not understood: {}.",
    "named": "A house rule is for everybody: it may not be about {}.",
    "not allowed": "A house rule may not take drinks away, or change how rules are made or when games end.",
}
SEEN_BY_PEOPLE = "Nobody can see that but you: it is kept as a rule that you call."
REASONS = (
    (r"\b(unless|except|only if|only when|instead)\b", "Rules with “{}” are for people."),
    (r"\b((?:every|each) (?:second|other|third|\d\w\w))\b", "The companion does not count “{}”."),
    (r"\b(midnight|o'?clock|minutes?|seconds?|hours?|noon|quarter past)\b", "Nobody tells the companion the time."),
    (r"\b(in a row|running|twice|times)\b", "The companion counts only tricks in a row."),
    (r"\b(higher|lower|highest|lowest|different)\b", "The companion does not compare cards."),
    (r"\b(waterfall|categor\w+|rhym\w+|floor|heaven|never have i ever)\b", "“{}” is played by people."),
)  # fmt: skip
VOCATIVE = frozenset(WORDS["*vocative"])
TAKES_AWAY = re.compile(
    r"\b(minus|remov\w+|subtract\w*|cancels? (?:a |one |your |their )?(?:drink|sip)s?|forgiven|"
    r"forgives?|refund\w*|one less|fewer|deduct\w*|drinks? (?:is |are )?(?:taken )?(?:back|off)|"
    r"(?:owes?|drinks?|pays?) \w+ less|less drinks?|"
    r"skips? (?:\w+ ){0,3}(?:drink|sip|turn)\w*|"
    r"tak\w+ away|(?:gets?|takes?) (?:\w+ )?(?:drinks? |sips? |one )(?:back|off)|taken off|"
    r"remitted|waived?|excused|let off)\b|"
    r"(?:[=:]|\b(?:drinks?|gets?|takes?|costs?|is|has)) ?[-−–] ?\d",
    re.I,
)
MINUS = re.compile(r"(?<!\S)[-−–]\d")
ABOUT = re.compile(
    r"\b(?:mak\w+|add\w*|chang\w+|invent\w*|creat\w+|set\w*|choos\w+|pick\w*|amend\w*|remov\w+|scrap\w*|delet\w+|"
    r"drop\w*|abolish\w*|suspend\w*|writ\w+|propos\w+|vot\w+|com\w+ up with|rewrit\w+|ignor\w+)\b"
    r"[^,.;:]{0,20}\brules?\b|"
    r"\b(?:new|next|future|later) (?:house )?rules\b|"
    r"\brules? (?:(?!if|when|who)\w+ ){0,3}?(?:made|making|changed|invented|forbidden|allowed|against|off|void|gone)\b|"
    r"\brules? (?:is|are|gets?) \w+ed\b|\brule.?ma(?:st|k)er\b|\b(?:exempt|immun)\w*\b|"
    r"\bveto\w*|\bfinesmaster\b|\brepeal\w*",
    re.I,
)
ENDS = re.compile(
    r"\bgame(?:'s| is)? over\b|\bstop playing\b|"
    r"\b(?:out of|los\w+|ends?|win\w*|stop\w*|quit\w*|leaves?|forfeit\w*) the game\b",
    re.I,
)
DRINKS = re.compile("[🍺🍻🥃🍷🍸🍹🥂🍾🍶]")


@lru_cache(maxsize=512)
def read(text: str, game: str | None = None) -> Reading:
    """What a sentence means; never a guess."""
    if len(text) > LONGEST:
        return Reading(text, "question", ask="left over", why=f"A rule is a sentence of at most {LONGEST} letters.")
    if (quoted := text.strip()) and quoted[0] in "\"“'" and quoted[-1] in "\"”'" and len(quoted) > 2:
        text = text.replace(quoted, f" {quoted[1:-1]} ")
    words = _bare(settled(text, game), text)
    if not words:
        return Reading(text, "question", ask="left over", why="Say the rule in words: who drinks when, and how many.")
    if len(words) > MOST_WORDS:
        return Reading(text, "question", ask="left over", why=f"A rule is a sentence of at most {MOST_WORDS} words.")
    try:
        made = _watched(words, text, game)
        if text[words[-1].end :].lstrip(" )").startswith("?"):
            return Reading(text, "did you mean", offers=(made,), why="Is that a question?")
        return Reading(text, "called" if made.when == Called() else "watches", made)
    except Doubt as doubt:
        first = doubt
    offers = tuple(dict.fromkeys(_nearly(words, text, game)))[:2]
    if not offers and first.ask == "which":
        offers = first.offers
    if offers:
        return Reading(
            text, "did you mean", offers=offers, why=WHY["which"] if first.ask == "which" else "", left=_spans(first.at)
        )
    is_for_people = first.cause or first.ask == "when"
    if not _is_allowed(words, text) or (is_for_people and ENDS.search(text)):
        return _question(text, Doubt("not allowed"))
    if is_for_people:
        return _called(words, text, first, game)
    return _question(text, first)


def _is_allowed(words: Sequence[Word], text: str) -> bool:
    """Whether the sentence takes no drinks away, and leaves alone how rules are made."""
    bare = " ".join(text[word.start : word.end] for word in words)
    lead_in = text[: words[0].start].rstrip()  # "New rule:"
    rest = text[len(lead_in) :] if lead_in.endswith((*":.,;!-–—",)) else text
    return not (TAKES_AWAY.search(bare) or MINUS.search(text) or ABOUT.search(rest))


def _question(text: str, doubt: Doubt) -> Reading:
    """What to ask, with the reason that people read."""
    at = [chunk for chunk in doubt.at if chunk.letter == "H"] if doubt.ask == "too many" else doubt.at
    words = ", ".join(dict.fromkeys(f"“{text[start:end]}”" for start, end in _spans(at))) or "this sentence"
    why = WHY["named" if doubt.ask == "not allowed" and doubt.at else doubt.ask].format(words)
    if doubt.ask in ("left over", "who", "when"):
        why = _reason(text) or why
    return Reading(text, "question", None, doubt.offers, doubt.ask, why, _spans(doubt.at))


def printed(reading: Reading) -> dict[str, Any] | None:
    """What `companion rule` prints of a sentence that was read; None if it is to be asked about (and ends with 1)."""
    if reading.meaning is None:
        return None
    written = as_json(reading.meaning.when, reading.meaning.parts, reading.meaning.title)
    return written | ({"seen_by": "people"} if reading.verdict == "called" else {})


def as_json(when: When, parts: Sequence[Part], title: str | None) -> dict[str, Any]:
    """A rule as the night format writes it; one that only gives a title has no parts."""
    first, *also = msgspec.to_builtins(parts) or [{}]
    rule = {"when": msgspec.to_builtins(when), **first, **({"also": also} if also else {})}
    return rule | ({"title": title} if title else {})


def _spans(at: Sequence[Chunk]) -> Spans:
    return tuple((chunk.start, chunk.end) for chunk in at)


def _bare(words: Sequence[Word], text: str) -> tuple[Word, ...]:
    """The sentence without lead-ins, tails and filler."""
    left = [word for word in words if word.kind != "filler"]
    stops = ("comma", "sep", "means", "")
    ends = zip(left, [*(word.kind for word in left[1:]), ""], strict=False)  # if caught, and nothing more
    left = [word for word, after in ends if word.kind != "ifso" or after not in stops]
    if len(left) > 2 and left[0].kind == "num" and left[1].typed == ")":  # a list of rules: 3) …
        left = left[2:]
    if len(left) > 1 and left[0].typed.lower() == "k" and left[1].kind == "lead_in":
        left = left[1:]
    outer = ("lead_in", "comma", "sep", "means", "and", "then")
    while left and (
        left[0].kind in outer
        and not left[0].typed.lower().startswith("no ")
        and not (left[0].typed.lower() in GENDERED and left[1:] and left[1].kind in WORDS["*drinking"])
        or (left[0].kind == "right" and len(left) > 1 and left[1].kind in outer)
    ):
        is_rule = "rule" in left[0].typed.lower()
        left = left[1:]
        number = next((at for at, word in enumerate(left[:3]) if word.kind in ("num", "nth")), None)
        if is_rule and number is not None and len(left) > number + 1 and left[number + 1].kind in outer:
            left = left[number + 1 :]
    for at, word in enumerate(left[:-1]):  # anytime, every time: only at the beginning of a clause it is an if
        if word.kind == "if" and word.typed.lower().endswith("time") and left[at + 1].kind in ("comma", "sep", "means"):
            left[at] = msgspec.structs.replace(word, kind="filler")
    left = [word for word in left if word.kind != "filler"]
    if (
        left[1:]
        and left[0].typed.lower() in ("can", "could", "would")
        and left[1].kind in ("whoever", "everyone", "someone")
    ):
        left.pop(0)
    while left and (left[-1].kind in (*outer, "if") or left[-1].typed.lower() == "only" or _is_vocative(left)):
        left.pop()
    if left and len(left) < len(words) and left[0].typed.lower() == "that":
        left = left[1:]
    if left and left[0].typed.lower() in ("should", "once"):
        left[0] = msgspec.structs.replace(left[0], kind="if")
    if len(left) > 1 and left[0].typed.lower() in VOCATIVE and left[1].kind in ("whoever", "if", "play", "comma"):
        left.pop(0)
    kept = []
    for at, word in enumerate(left):
        beside = (left[at - 1].kind if at else "sep", left[at + 1].kind if at + 1 < len(left) else "sep")
        if word.kind != "lead_in" or not {"sep", "comma"} & set(beside):
            kept.append(word)
    if kept and kept[0].kind == "not" and not kept[0].typed.lower().startswith("no"):
        at = next((at for at, word in enumerate(kept) if word.kind == "or" and at + 1 < len(kept)), 0)
        if at and kept[at + 1].kind in ("you", "else", "drink", "take"):
            comma = msgspec.structs.replace(kept[at], kind="comma")
            rest = kept[at + 2 :] if kept[at + 1].kind == "else" else kept[at + 1 :]
            kept = [*kept[1:at], comma, *rest]
    return tuple(kept)


def _is_vocative(words: Sequence[Word]) -> bool:
    """Whether the last word only calls to the table: mate, lads."""
    return len(words) > 1 and words[-1].typed.lower() in VOCATIVE and words[-2].kind in WORDS["*closing"]


def _watched(words: Sequence[Word], text: str, game: str | None = None) -> Meaning:
    """The rule that the words mean; raises Doubt if any is left over, or if it is not clear."""
    if groups := [word for word in words if word.typed.lower() in GENDERED]:
        raise Doubt("who", [Chunk("X", (word,)) for word in groups])
    meaning = _of_this_game(words, text, game)
    when, kinds = meaning.when, {word.kind for word in words}
    if game in _hearing("dice.rolled") and isinstance(when, CardPlayed):
        if when.rank in ("7", "8", "9", "T") and when == CardPlayed(when.rank) and not kinds & {"play", "card"}:
            return msgspec.structs.replace(meaning, when=DiceRolled(sum=10 if when.rank == "T" else int(when.rank)))
        face = when.rank if isinstance(when.rank, str) and when.rank in "123456" and when.suit is UNSET else None
        other = (BoxScored(f"{face}s", at_least=1), DiceRolled(int(face))) if face else ()
        if other or when.suit is UNSET and not set(when.rank or "") & set("AKQJ"):
            raise Doubt("which", (), [msgspec.structs.replace(meaning, when=one) for one in other])
    if TAKES_AWAY.search(text):
        raise Doubt("not allowed")
    if DRINKS.search(text) and not kinds & {"drink", "sip", "num", "give", "giveout"}:
        raise Doubt("how many", (), [])
    if (
        isinstance(when, CardPlayed)
        and meaning.parts == (Part("player", 1),)
        and re.search(r"=\s*(you|u)\W*$", text, re.I)
    ):
        raise Doubt("which", (), [meaning, Meaning(when, (Part("chosen", 1),))])
    return meaning


@cache
def _hearing(trigger: str) -> frozenset[str]:
    """The games in which this can set off a house rule."""
    return frozenset(name for name, game in GAMES.items() if trigger in game.hears)


def _of_this_game(words: Sequence[Word], text: str, game: str | None) -> Meaning:
    """The rule; of two meanings the one with dice if dice are on, and the one without if cards are."""
    try:
        meaning = _read_whole(words, text)
        is_of_some = isinstance(meaning.when, DiceRolled | BoxScored)
        if game is not None and is_of_some and game not in _hearing(meaning.when.on):
            raise Doubt("left over", cause=True)
        return meaning
    except Doubt as doubt:
        has_boxes = game in _hearing("box.scored")
        fits = [one for one in doubt.offers if isinstance(one.when, DiceRolled | BoxScored) == has_boxes]
        if doubt.ask != "which" or game is None or len(fits) != 1 or len(doubt.offers) < 2:
            raise
        if fits[0].when == Called():
            raise Doubt("left over", doubt.at, cause=True) from None
        return fits[0]


def _read_whole(words: Sequence[Word], text: str) -> Meaning:
    if words[0].kind == "aux" and words[0].typed.lower() in ("do", "does", "did", "may", "can", "would", "could"):
        raise Doubt("left over", [Chunk("X", (words[0],))], cause=True)
    if words[0].kind not in ("num", "a") and not (words[0].kind == "prep" and words[1:2] and words[1].kind == "num"):
        return _assembled(chunks(words), text)
    made: list[Meaning] = []
    doubts: list[Doubt] = []
    for number_first in (False, True):
        try:
            made.append(_assembled(chunks(words, number_first), text))
        except Doubt as doubt:
            doubts.append(doubt)
    if len(set(made)) == 1:
        return made[0]
    if made:
        raise Doubt("which", (), made)
    raise next((doubt for doubt in reversed(doubts) if doubt.ask != "when"), doubts[0])


def _assembled(parts: list[Chunk], text: str) -> Meaning:
    triggers = [chunk for chunk in parts if chunk.letter == "T"]
    if not triggers:
        marks = set(parts[0].who.split()) & {"winner", "loser"} if parts else set()
        if marks:  # the loser is the Butler
            over = Found(GameOver("last") if "loser" in marks else GameOver("first"))
            if title := _title(Chunk("T", parts[0].words, over), [], parts[1:], text):
                return title
        took = {"take", "trick"}
        if any(
            chunk.letter == "D" and took <= {word.kind for word in chunk.words} and len(chunk.who.split()) == 1
            for chunk in parts
        ):
            return _rule(Chunk("T", (), Found(TrickWon())), [], parts, text)  # the right of whoever wins the trick
        implied = next(
            (chunk for chunk in parts if chunk.letter == "D" and {"trick", "led"} & set(chunk.who.split())), None
        )
        if implied is None:
            raise Doubt("when", [chunk for chunk in parts if chunk.letter == "X"])
        behind = parts[parts.index(implied) + 1 :]
        if behind and behind[0].letter == "X":  # whoever starts singing
            raise Doubt("when", behind[:1])
        who = implied.who.split()[0]
        trigger = Chunk("T", (), Found(TrickWon() if who != "leader" else CardPlayed(led=True)))
        who = "player" if who in ("taker", "leader") else who
        rest = [msgspec.structs.replace(one, who=who) if one is implied else one for one in parts]
        return _rule(trigger, [], rest, text)
    at = parts.index(triggers[0])
    if title := _title(triggers[0], parts[:at], parts[at + 1 :], text):
        return title
    if title := _also_title(triggers[0], parts[:at], parts[at + 1 :], text):
        return title
    caught = [chunk for chunk in triggers if chunk.found == Found(Called())]
    if caught and (len(triggers) > 1 or first_stray([chunk for chunk in parts if chunk.letter != "T"])):
        raise Doubt("when", caught)
    parts = _said_once(parts)
    triggers, parts = _named_again([chunk for chunk in parts if chunk.letter == "T"], parts)
    trigger = triggers[0]
    if len(triggers) > 1:
        trigger = _merged(triggers, parts)
        parts = [chunk for chunk in parts if chunk.letter != "T" or chunk is trigger]
    at = parts.index(trigger)
    left, right = parts[:at], parts[at + 1 :]
    while left and left[-1].letter in "I,C" and left[-1].letter != "C":
        left = left[:-1]
    if left and left[-1].letter == "D" and trigger.words[0].kind == "of":  # the fellow to the right of a queen
        return _rule(trigger, [], [*left, *right], text)
    if [chunk.letter for chunk in left] == ["A"] and trigger.words[0].kind not in STARTING:  # twice score 20
        raise Doubt("left over", left)
    if [chunk.letter for chunk in left[-2:]] == ["D", "o"]:
        return _rule(trigger, [], [*left[:-1], *right], text)
    if left and left[-1].letter == "X" and left[-1].words[0].kind == "x" and trigger.actor == "":
        first = trigger.words[0]
        if first.kind in DOING and first.typed.lower().endswith("s"):  # when Bob plays a jack, when my husband takes …
            raise Doubt("who", left[-1:])
    if "else" in {word.kind for word in trigger.words} and any(chunk.letter == "D" for chunk in left):
        raise Doubt("left over", [trigger], cause=True)  # the leader drinks when someone else takes it
    if left and trigger.actor in ("whoever", "some") and left[-1].letter in "FGLCN":
        if left[-1].letter == "N":
            if left[0].who == "everyone" and {chunk.letter for chunk in left[1:-1]} <= set("VA"):
                other = msgspec.structs.replace(left[0], who="others")
                return _rule(trigger, [], [other, *left[1:-1], *right], text)
            raise Doubt("left over", left[-1:])
        return _rule(trigger, [], [*left, Chunk("D", trigger.words, who="player"), *right], text)
    if (
        left
        and left[-1].letter == "D"
        and trigger.actor in ("whoever", "some")
        and left[-1].who in ("left", "right", "across", "neighbours")
    ):
        return _rule(trigger, [], [*left, *right], text)
    if not left and right and right[0].letter == "N":
        raise Doubt("left over", right[:1], cause=True)
    return _rule(trigger, left, right, text)


def _said_once(parts: list[Chunk]) -> list[Chunk]:
    """Without the same trigger in other words right behind it: snake eyes (two ones) …"""
    kept: list[Chunk] = []
    for chunk in parts:
        before = kept[:-1] if kept and kept[-1].letter == "," else kept
        last = before[-1] if before else None
        whens = {one.found.when for one in (chunk, last) if one and one.found and one.letter == "T"}
        if last and chunk.letter == last.letter == "T" and len(whens) == 1 and chunk.actor == "":
            kept = before
        else:
            kept.append(chunk)
    return kept


def _named_again(triggers: list[Chunk], parts: list[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """In "if a ten is played, whoever takes the trick drinks", the second only says who drinks."""
    main = [chunk for chunk in triggers if chunk.found and chunk.found.when != TrickWon()] or triggers[:1]
    for chunk in triggers:
        again = chunk.found and main[0].found and chunk.found.when == main[0].found.when and chunk is not main[0]
        led = main[0].found and isinstance(main[0].found.when, CardPlayed) and main[0].found.when.led
        again = again or bool(led) and chunk.found is not None and chunk.found.when == CardPlayed(led=True)
        is_taker = not again and chunk not in main and main[0].found and isinstance(main[0].found.when, CardPlayed)
        first = main[0].words[0].kind == "if" or parts.index(main[0]) < parts.index(chunk)
        if (again or is_taker) and chunk.actor == "whoever" and chunk.words[0].kind != "if" and first:
            drinker = Chunk("D", chunk.words, who="taker" if is_taker else "player")
            parts = [drinker if one is chunk else one for one in parts]
    return [chunk for chunk in parts if chunk.letter == "T"], parts


def _merged(triggers: list[Chunk], parts: list[Chunk]) -> Chunk:
    """Of "after each deal, whoever takes the most tricks" the second; other triggers make two rules."""
    kinds = {type(chunk.found.when) for chunk in triggers if chunk.found}
    if len(triggers) == 2 and kinds in ({DealOver}, {GameOver}):
        plain = [chunk for chunk in triggers if chunk.found and chunk.found.when in (DealOver(), GameOver())]
        if len(plain) == 1:
            return next(chunk for chunk in triggers if chunk is not plain[0])
    ways = "".join(
        "|" if chunk.words[0].kind == "or" else chunk.letter
        for chunk in parts[parts.index(triggers[0]) + 1 : parts.index(triggers[1])]
    )
    is_listed = not ways and triggers[1].words[0].kind == "num"  # kings 2, queens 1
    if is_listed or ways in ("|", "&", ",&") or set(ways) & set("VAGPUDLH"):
        raise Doubt("two rules", triggers[1:])
    raise Doubt("left over", triggers[1:], cause=True)


def _about_stray(stray: Chunk, trigger: Chunk, body: list[Chunk], rest: list[Chunk]) -> Doubt:
    """What to ask about a chunk that nothing can be made of: it can be part of the cause, or somebody who drinks."""
    if stray in rest:
        before, behind = rest[: rest.index(stray)], rest[rest.index(stray) + 1 :][:1]
        in_cause = not any(chunk.letter in "VUGPAHLCD,&" for chunk in before)
    else:
        before, behind = body[: body.index(stray) + 1], []
        in_cause = not body or "I" in {chunk.letter for chunk in before} or stray.words[0].kind == "ifso"
    drinks = bool(behind) and behind[0].letter in "VUG" and stray.words[0].kind == "x"
    is_person = drinks and (stray.words[0].typed[:1].isupper() or behind[0].first.endswith("s"))
    if in_cause and is_person and trigger.actor in ("you", ""):
        return Doubt("who", [stray])
    alike = [chunk for chunk in (*body, *rest) if chunk.letter == stray.letter]
    return Doubt("left over", alike or [stray], cause=in_cause)


def _check_beside(trigger: Chunk, body: list[Chunk], rest: list[Chunk]) -> None:
    """Raises Doubt if what stands before or behind the trigger, `body` or `rest`, does not go with it."""
    actor, kinds = trigger.actor, [word.kind for word in trigger.words]
    letters = "".join(chunk.letter for chunk in rest)
    named = [kind for kind in kinds if kind not in ("the", "a", "each")]
    placed = {"lastplace", "first", "topmost", "bottom"} & set(named[:1]) or named[:2] == ["last", "place"]
    is_person = bool(placed) or named[:2] == ["player", "of"] or named[-1:] == ["dealer"]
    terse, is_done = actor == "" and kinds[:1] != ["if"], bool(set(kinds) & set(WORDS["*done"]))
    is_all = bool(rest) and rest[0].who == "everyone" and [word.typed.lower() for word in rest[0].words] == ["all"]
    is_named = any(chunk.letter == "P" or chunk.who.split()[:1] in (["player"], ["?"]) for chunk in body)
    behind = zip(rest, rest[1:], [*rest[2:], None], strict=False)
    bare = [one for one, after, then in behind if _is_bare(one, after, then)]
    two_for = letters[:1] == "F" and set(kinds) <= {"num"} and not (rest[1:] and rest[1].who.endswith("you"))
    clashes: tuple[tuple[object, Ask, Sequence[Chunk], bool], ...] = (
        (actor == "whoever" and letters[:2] == "&D", "who", rest[1:2], False),  # whoever plays it and the dealer drink
        (is_person and letters[:2] == "&D", "who", rest[1:2], False),  # last place and the dealer drink
        (actor in ("whoever", "some") and is_all, "who", rest[:1], False),  # whoever plays a jack all drink
        (bare, "who", bare[:1], False),  # jack: player 2 drinks
        (body[1:] and body[0].who == "player bare" and body[1].letter == "A", "who", body[:1], False),
        (letters[:1] == "A" and not terse, "left over", rest[:1], True),  # if a jack is played 2 drink
        (re.match("A(?!F).*[VDGP]", letters), "left over", rest[:1], True),
        (letters[:1] == "F" and (is_done or not terse), "left over", rest[:1], True),  # a jack is played for the dealer
        (two_for, "when", rest, False),  # two for the dealer
        (not terse and re.match("&[^,]*V[^,]*,", letters), "left over", rest[:1], True),  # plays and drinks, all drink
        (letters[:2] == "&A" and kinds[-1:] == ["num"], "left over", rest[:2], False),  # trick 2 and 3
        (not terse and re.fullmatch("[D,&]+", letters), "how many", rest, False),  # when a jack is played, the dealer
        (body and actor == "he" and not is_named, "who", [trigger], True),  # the dealer drinks if he plays a jack
        (actor == "whoever" and re.match(",D(,?&D)+V", letters), "who", rest[1:2], False),
    )
    for clash, ask, at, in_cause in clashes:
        if clash:
            raise Doubt(ask, at, cause=in_cause)


def _is_bare(chunk: Chunk, amount: Chunk, then: Chunk | None) -> bool:
    """Whether it is a player with a number that may be the player's own: player 2 drinks, players 2 each."""
    if chunk.who != "player bare" or amount.letter != "A":
        return False
    return bool(then and then.letter in "V&") or amount.words[-1].kind != "num" or chunk.first.endswith("s")


def _rule(trigger: Chunk, left: list[Chunk], right: list[Chunk], text: str) -> Meaning:
    trigger, left, right = _at_the_end(trigger, left, right)
    found = trigger.found
    assert found is not None
    if left and trigger.words and trigger.words[0].kind in WORDS["*nouns"] and trigger.actor == "":
        raise Doubt("left over", [trigger], cause=True)
    body, rest = lean(left), lean(right)
    stray = first_stray(body) or first_stray(rest)
    if stray is not None:
        raise _about_stray(stray, trigger, body, rest)
    _check_beside(trigger, body, rest)
    terse = trigger.actor == "" and (not trigger.words or trigger.words[0].kind != "if")
    parts: tuple[Part, ...] = ()
    if body:
        parts = charged(body, trigger, 0)
        if rest and rest[0].letter not in "&,":
            raise Doubt("left over", rest)
    if rest or not body:
        parts += charged(rest, trigger, len(parts), parts)
    if len(parts) > 3:
        raise Doubt("who", rest)
    meaning = Meaning(found.when, parts)
    if found.doubt:
        raise Doubt("which", [trigger], (meaning,) if found.doubt == "suit" else ())
    first = next((chunk for chunk in rest if chunk.letter not in ",&C"), None)
    own = trigger.words[1:2] and trigger.words[1].kind in ("it", "your")  # if it's a heart, if your card is red
    is_order = (
        not own and first is not None and first.letter in "VU" and first.first in ("drink", "take", "have", "sip")
    )
    if is_order and not body and not terse and trigger.words[0].kind == "if" and trigger.actor in ("", "some"):
        raise Doubt("which", rest, (meaning, Meaning(found.when, (Part("everyone", parts[0].amount), *parts[1:]))))
    if found.other:
        raise Doubt("which", [trigger], (meaning, Meaning(found.other, parts)))
    return meaning


def _at_the_end(trigger: Chunk, *sides: list[Chunk]) -> tuple[Chunk, list[Chunk], list[Chunk]]:
    """The winner and the loser at the end of a game are those in first and in last place."""
    left, right = ([], sides[1]) if {chunk.letter for chunk in sides[0]} <= set(",C&") else sides
    placed = [(chunk, mark) for chunk in (*left, *right) for mark in chunk.who.split() if mark in ("winner", "loser")]
    if placed and trigger.found and isinstance(trigger.found.when, GameOver) and len({mark for _, mark in placed}) == 1:
        found = Found(GameOver("first" if placed[0][1] == "winner" else "last"))
        named = {id(chunk): msgspec.structs.replace(chunk, who="player") for chunk, _ in placed}
        left, right = ([named.get(id(chunk), chunk) for chunk in side] for side in (left, right))
        return msgspec.structs.replace(trigger, found=found), left, right
    return trigger, left, right


STARTING = ("if", "prep", "by", "with", "each", "any", "whoever", "who")
NO_TITLE = frozenset(WORDS["*untitled"])
TITLES = re.compile(rf"\b\w*({'|'.join(WORDS['*titles'])})\b".replace("_", " "), re.I)
TITLED = re.compile(
    "((?:comma |and |sep |then |means )*)((?:(?:you |he |that player )?(?:be |is |your )|"
    "make (?:you |he |the player )|means |cost |let (?:you |he )(?:be |is ))(?:a |the )*)"
)


def _title(trigger: Chunk, before: list[Chunk], after: list[Chunk], text: str) -> Meaning | None:
    """The rule that gives a title: "is the Thumb Master", "question master: whoever draws a queen"."""
    found = trigger.found
    assert found is not None
    doer = next((at for at, chunk in enumerate(after) if chunk.letter not in ",&"), 0)
    if after and after[doer].who in ("player", "leader led", "dealer dealt"):
        after = after[doer + 1 :]
    words = [word for chunk in after for word in chunk.words]
    if trigger.words and trigger.words[-1].kind == "be":
        words = [trigger.words[-1], *words]
    if before and not after and trigger.actor == "whoever" and before[-1].words[-1].kind in ("means", "be"):
        said = [word for chunk in before for word in chunk.words][:-1]
        is_name = TITLES.search(name := _name(text, said)) and not {word.kind for word in said} & NO_TITLE
        return Meaning(found.when, (), name) if is_name else None
    kinds = "".join(f"{word.kind} " for word in words)
    link = TITLED.match(kinds)
    if before or not link or not words[link[0].count(" ") :]:
        return None
    at = link[0].count(" ")
    rest = words[at:]
    end = next(
        (
            at
            for at, word in enumerate(rest)
            if word.kind in ("and", "comma", "sep", "thru", "lead_in") or word.typed.lower() == "for"
        ),
        len(rest),
    )
    named = [rest[0], *rest[1:end]] if rest[:end] else []
    if named and words[at - 1].end < rest[0].start:  # the rule master, of which "rule" is no word of a chunk
        named[0] = msgspec.structs.replace(named[0], start=words[at - 1].end)
    name = _name(text, named)
    proper = rest[0].kind == "quoted" or (all(word.typed[:1].isupper() for word in rest[:end]) and not text.isupper())
    given = proper and link[2] not in ("means ", "cost ")
    called = any(word.kind == "is" for word in words[:at]) or link[2].endswith("the ")
    counts = any(
        word.kind == "num" and (at + 1 == end or rest[at + 1].kind in ("drink", "sip"))
        for at, word in enumerate(rest[:end])
    )
    is_nickname = (
        found.when.detail("place") is UNSET
        and trigger.actor == ""
        and words[0].kind == "is"
        and words[0].typed.lower().startswith(("is", "are"))
    )
    lasts = end < len(rest) and rest[end].kind == "thru" and proper
    told = TITLES.search(name) or not is_nickname and (given or called or lasts)
    if not name or counts or not told or {word.kind for word in rest[:end]} & NO_TITLE:
        return None
    ending = end < len(rest) and (rest[end].kind == "thru" or rest[end].typed.lower() == "for")
    spoiling = {"if", "but", "reserve", "without", "with", "drink", "not", "nth"}
    if ending and {word.kind for word in rest[end:]} & spoiling:
        raise Doubt("left over", after[-1:])
    if found.other:
        raise Doubt("which", [trigger], (Meaning(found.when, (), name), Meaning(found.other, (), name)))
    last = [chunk for chunk in after if end < len(rest) and chunk.start > rest[end].start]
    if not last or rest[end].kind not in ("and", "comma", "sep"):
        if any(word.kind in WORDS["*drinking"] for word in rest[end:]):  # until the next jack, and drinks 2
            raise Doubt("left over", last)
        return Meaning(found.when, (), name)
    return Meaning(found.when, charged(lean(last), trigger, 0), name)


def _also_title(trigger: Chunk, before: list[Chunk], after: list[Chunk], text: str) -> Meaning | None:
    """The rule that charges its player and then gives a title too: "drinks 2 and becomes the Barman"."""
    at = next((at for at in range(1, len(after)) if after[at].words[0].kind == "is"), 0)
    while at and after[at - 1].letter in ",&DI":
        at -= 1
    if before or not at or not any(chunk.letter in ",&" for chunk in after[at : at + 2]):
        return None
    if trigger.actor in ("whoever", "some") and any(chunk.first.startswith(("you", "ur")) for chunk in after[at:]):
        return None
    title = _title(trigger, [], after[at:], text)
    if title is None or title.parts or any(chunk.letter == "T" for chunk in after):
        return None
    made = _rule(trigger, [], after[:at], text)
    return Meaning(made.when, made.parts, title.title) if {part.who for part in made.parts} == {"player"} else None


def _name(text: str, words: Sequence[Word]) -> str:
    return (
        text[words[0].start : words[-1].end].strip("\"'“”‘’ ") if words and words[-1].end - words[0].start <= 41 else ""
    )


# Nearly a rule: a slip repaired, or words dropped that stand apart


def _nearly(words: Sequence[Word], text: str, game: str | None) -> Iterator[Meaning]:
    """The rules that the sentence would be with slips repaired, or without the unknown words at its ends."""
    unknown = [word for word in words if word.kind == "x" and word.typed.isalpha()]
    choices = [(word, [word.typed, *repairs(word.typed.lower())[:4]]) for word in unknown]
    if unknown and len(unknown) <= 4:
        tries = 0
        for chosen in sorted(
            product(*(range(len(options)) for _, options in choices)),
            key=lambda ways: (-sum(map(bool, ways)), sum(ways)),
        ):
            if not any(chosen):
                continue
            if (tries := tries + 1) > min(MOST_TRIES, MOST_AGAIN // len(words)):
                break
            new = text
            for (word, options), pick in reversed(list(zip(choices, chosen, strict=True))):
                new = new[: word.start] + options[pick] + new[word.end :]
            yield from _try(_bare(settled(new, game), new), new, game)
    for apart in _without_ends(words):
        yield from _try(_bare(apart, text), text, game)


def _try(words: Sequence[Word], text: str, game: str | None) -> Iterator[Meaning]:
    if words:
        try:
            yield _watched(words, text, game)
        except Doubt:
            return


def _without_ends(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The sentence without a beginning or an end that stands apart and says nothing about cards, people or numbers."""
    cuts = [at for at, word in enumerate(words) if word.kind in ("comma", "sep", "means")]
    for at in cuts[:3]:
        if _says_nothing(words[:at]) and (words[at].kind != "means" or words[at].typed == ":"):
            yield words[at + 1 :]
    for at in reversed(cuts[-3:]):
        if _says_nothing(words[at + 1 :]):
            yield words[:at]


def _says_nothing(words: Sequence[Word]) -> bool:
    return 0 < len(words) <= 8 and all(word.kind in WORDS["*harmless"] for word in words)


# A rule that people call


def _called(words: Sequence[Word], text: str, first: Doubt, game: str | None) -> Reading:
    """Who drinks how much, when the rest is for people to see."""
    try:
        if groups := [word for word in words if word.typed.lower() in GENDERED]:
            raise Doubt("who", [Chunk("X", (word,)) for word in groups])
        hyphens = {word.start for word in words if word.typed == "-" and text[word.end :][:1].isalpha()}
        inner = [
            msgspec.structs.replace(word, kind="x") if word.kind == "lead_in" or word.start in hyphens else word
            for word in words
        ]
        parts, cause = consequence(chunks(inner))
        said = [word.value for word in inner[-2:-1] if word.kind == "num" and inner[-1].kind in ("drink", "sip")]
        if said and said[0] not in [str(part.amount) for part in parts]:  # reveal n fail ur on 5 drinks
            raise Doubt("how many", chunks(inner[-2:]))
        return Reading(
            text,
            "called",
            Meaning(Called(), parts),
            why=f"{_reason(text)} {SEEN_BY_PEOPLE}".lstrip(),
            left=_spans(first.at) if first.ask != "when" else (),
            cause=", ".join(text[part[0].start : part[-1].end].strip(" .,;:!=→>–-") for part in cause),
        )
    except Doubt as doubt:
        if doubt.offers:
            return Reading(text, "did you mean", offers=tuple(doubt.offers), why=WHY[doubt.ask])
        return _question(text, doubt)


def _reason(text: str) -> str:
    """Why nobody but people can see that; empty if there is no reason of its own."""
    plain = text.replace("’", "'")
    return next((why.format(found[1]) for pattern, why in REASONS if (found := re.search(pattern, plain, re.I))), "")
