"""Whether a rule is about a person or a group of people.

Names are found whatever their case and accents, unless they are read as words.
"""

import re
import unicodedata
from collections.abc import Iterable

from .english import read
from .english.words import words_of

# Names that are words of any sentence too, besides the words that the reader knows.
ORDINARY = (
    " angel art autumn basil bill bishop blue chase cherry chip chuck clay cliff cook crystal daisy dale dawn dean "
    "drew duke earl eve faith forest frank ginger grace grant happy hazel heath holly hope hunter i iris ivy jay jewel "
    "joker joy lady lance lily lucky mark mason max me mercy miles my nick norm pat peace pearl penny pepper pip poppy "
    "prince princess rain ray reed rich river rob robin rock rod rose ruby rusty sage sandy scout sky skip star storm "
    "sue summer sunny tiger trip victor violet wade will wood woody you young "
)
CARDS = {"rank", "nums", "suit", "colour", "named", "code"}
ROLES = {
    "a", "the", "everyone", "someone", "whoever", "who", "dealer", "leader", "taker", "culprit", "left", "right",
    "player", "neighbour", "nobody", "other", "else", "rest", "all", "both", "table", "we", "he", "your", "you", "it",
    "another", "theone", "across", "next", "previous", "winner", "loser", "num", "nth", "nothing",
}  # fmt: skip
IDLE = {"vocative", "around", "player"}  # words that say nothing: "ty" is thank you, or Ty

# What stands before and after a name where it is a person
CLAUSE = re.compile(
    r"(?:^|[\W_]*[,;:.!?–—]\s*|\b(?:is|are|was|gets) \w+ |"
    r"\b(?:if|when|whenever|then|and|so|because|that|or|while|once|time)\s+)$"
)
PLAYS = re.compile(r"\s+(?:plays|leads|takes|rolls|throws|scores|wins|misses|makes|gets|declares|reveals)\b")
GIVEN = re.compile(r"\b(?:gives?|makes?|lets?|asks?|fines?|tells?|against|for)\s+$")
DRINKS = re.compile(
    r"['’]s\b|\s+(?:drinks|sips|pays|owes|chugs|downs|gulps|"
    r"(?:must|has to|have to|needs to|should|shall|always|never|also)\b|"
    r"(?:takes|gets|gives|hands|deals) (?:out\b|\d|one|two|three|four|five))"
)

# What somebody is caught at saying
SAID = re.compile(r"\b(says? |said |saying )(?:“[^”]*”|‘[^’]*’|«[^»]*»|\"[^\"]*\"|'[^']*')", re.I)

# Groups of people that nobody joins by what they do, where they drink or are asked about
GROUPS = (
    r"(wom[ae]n|men|girls?|boys?|lad(?:y|ies)|gentlemen|females?|males?|gals?|lass(?:es)?|blokes?|wives|husbands?|"
    r"blondes?|brunettes?|redheads?|gingers?|virgins?|gays?|lesbians?|foreigners?|jews?|muslims?|christians?)"
)
AGAINST = re.compile(
    rf"\b(?:all|every|each|any|both|only|the|(?:is|are|you['’]re) an?)\s+(?:of\s+the\s+|the\s+)?{GROUPS}\b|"
    rf"\b{GROUPS}\b(?=\s*[:=]|\s+(?:who |that )?(?:must|ha[sv]e? to|always|never|drinks?|sips?|pays?|takes?|gets?)\b)",
    re.I,
)

# What stands before a card
ARTICLE = re.compile(r"\b(?:an?|the|any|each|every|no|another|one|two|three|four|red|black|of|last|first|next)\s+$")
PLAYED = re.compile(
    r"\b(?:or|and|with|by|to|on|play\w*|lead\w*|led|lay\w*|laid|show\w*|hold\w*|draw\w*|has|have|tak\w+|win\w*)\s+$"
)


def named(text: str, names: Iterable[str], game: str | None = None) -> str | None:
    """The name of a player whom the text is about; None if there is none.

    In a rule that the companion watches, the words are words of the rules. Only a card, or a word that says nothing,
    can be somebody there: "Jack drinks 2". What somebody is caught at saying names nobody. Elsewhere a word of the
    rules, or an ordinary word, is a name if it stands where a person stands.
    """
    verdict = read(text, game).verdict
    told = SAID.sub(r"\1", text) if verdict == "called" else text
    return next((name for name in names if _is_named(name, told, verdict == "watches")), None)


def against(text: str, game: str | None = None) -> str | None:
    """The group of people that the text is against; None if there is none.

    A rule that the companion watches is against nobody, nor is what somebody is caught at saying.
    """
    found = AGAINST.search(SAID.sub(r"\1", text)) if read(text, game).verdict != "watches" else None
    return found and next(group for group in found.groups() if group)


# Letters that cannot be seen
INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
)


def plain(text: str) -> str:
    """The text in one case and without accents, so that ZOË and zoe are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    folded = INVISIBLE.sub("", folded)
    return unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", folded)))


def _is_named(name: str, text: str, is_watched: bool) -> bool:
    words = [word.kinds.keys() for word in words_of(name)]
    is_card = any(kinds & CARDS for kinds in words)
    if is_watched and words and not is_card and not any(kinds & IDLE for kinds in words):
        return False
    if not all(words or [()]) and f" {plain(name)} " not in ORDINARY:
        return any(_places(name, text)) and re.search(r"\w|[^\x00-\x7f]", name) is not None
    return any(_is_person(*place, is_card, all(kinds & ROLES for kinds in words)) for place in _places(name, text))


def _places(name: str, text: str) -> Iterable[tuple[str, str, bool]]:
    """What stands before and after each place of the name, in plain letters, and whether it is written as a name."""
    shown = unicodedata.normalize("NFKC", text)
    exact = {found.start() for found in re.finditer(_alone(name), shown)}
    letters, where = plain(shown), plain(name)
    for found in re.finditer(_alone(where), letters) if where else ():
        is_written_so = len(letters) == len(shown) and found.start() in exact and name[:1].isupper()
        yield letters[: found.start()], letters[found.end() :], is_written_so


def _alone(name: str) -> str:
    """A pattern for the name as words of its own, or spelled letter by letter as in B-o-b."""
    words = r"[\W_]+".join(map(re.escape, name.split()))
    spelled = r"[\W_]{1,3}".join(map(re.escape, name.replace(" ", "")))
    either = f"(?:{words}|{spelled})" if len(name) > 2 else words
    return rf"(?<![^\W_]){either}(?![^\W_])"


def _is_person(before: str, after: str, is_written_so: bool, is_card: bool, is_role: bool) -> bool:
    """Whether a name that is also a word stands where a person stands; a role, such as the dealer, drinks as a role."""
    if ARTICLE.search(before) or re.match(r"\s+of\b", after):
        return False
    does = DRINKS.match(after) or (not is_card and PLAYS.match(after))
    if not is_role and (CLAUSE.search(before) and does or GIVEN.search(before)):
        return True
    is_inside = bool(before.strip()) and not re.search(r"[.!?:]\s*$", before)
    return is_written_so and is_inside and not (is_card and PLAYED.search(before))
