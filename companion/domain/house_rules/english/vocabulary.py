"""The words of a sentence: the list of known words, numbers as people write them, and each word typed with its kind.

A box of a game may be named by words that otherwise mean something else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from ...cards import SUIT_SIGNS
from ...games import GAMES

# The word list: phrases are written with underscores; the longest match counts
KINDS: dict[str, str | dict[str, str]] = {
    # how a sentence hangs together
    "IF": "if when whenever where each_time every_time every_single_time any_time anytime as_soon_as the_moment "
    "the_minute the_instant in_case in_case_that in_the_event in_the_event_that provided provided_that supposing "
    "assuming",
    "ONCE": "once",
    "COMMA": ", ; – — -",
    "COLON": ": = → => ->",
    "ASKED": "?",
    "OPEN": "(",
    "CLOSE": ")",
    "AND": "and & + plus while whereas as_well_as",
    "OR": "or /",
    "ALSO": "also too as_well likewise",
    "SO": "so_does so_do so_must so_has",
    "FILLER": "then please just simply immediately instantly always at_once right_away straight_away "
    "at_the_table around_the_table round_the_table at_this_table extra additional single directly hereby of_the_unit "
    "plz pls",
    # who
    "WHOEVER": "whoever whosoever whomever whichever_player whatever_player",
    "WHO": {"who": "who", "which": "which"},
    "THAT": "that this",
    "SOMEONE": "someone somebody anyone anybody any_one some_one some_player sum1 some1 any1 ne1",
    "EVERYONE": "everyone everybody every_one every1",
    "ALL": "all",
    "BOTH": "both",
    "ELSE": "else",
    "OTHER": "other",
    "OTHERS": "others opponents",
    "REST": "rest remaining",
    "WHOLE": "whole entire",
    "TABLE": "table group party",
    "WE": "we us",
    "NOBODY": "nobody no_one no-one noone none",
    "NO": "no",
    "PLAYER": "player person participant",
    "PLAYERS": "players people persons participants",
    "GUY": "guy fellow chap bloke dude",
    "CONCERNED": "concerned in_question",
    "THE_ONE": "the_one",
    "THOSE": "those the_ones",
    "ANOTHER": "another",
    "IT": "it",
    "THERE": "there",
    "DEALER": "dealer",
    "DEAL": "deal deals dealt",
    "LEADER": "leader",
    "TAKER": {"": "taker", "winner": "winner"},
    "CULPRIT": {
        "declared": "declarer", "revealed": "revealer", "bid": "bidder", "box": "scorer", "called": "speaker",
        "": "culprit offender",
    },
    "LEFT": "left",
    "RIGHT": "right",
    "HAND": "hand hands handed handing",
    "SIDE": "side",
    "NEXT": "next",
    "PREVIOUS": "previous preceding",
    "NEIGHBOUR": "neighbour neighbor",
    "NEIGHBOURS": "neighbours neighbors",
    "BESIDE": "next_to beside adjacent_to",
    "BOTH_SIDES": "either_side both_sides each_side",
    "ACROSS": "across opposite facing across_the_table across_the_table_from opposite_to across_from",
    "SIT": "sit sits sitting sat seated",
    "CHOOSE": "choose chooses chose chosen choosing pick picks picked picking nominate nominates nominated nominating "
    "select selects selected selecting decide decides name names named naming appoint appoints designate designates",
    "LIKE": "like likes want wants wish wishes",
    "CHOICE": "choice liking",
    # articles and small words
    "A": "a an",
    "THE": "the",
    "ANY": "any",
    "EACH": "each every apiece",
    "EITHER": "either",
    "OF": "of",
    "TO": "to",
    "ON": "on upon",
    "IN": "in into",
    "AT": "at",
    "BY": "by",
    "FOR": "for",
    "BEFORE": "before",
    "AFTER": "after following in_case_of in_the_event_of",
    "WITH": "with using",
    "WITHOUT": "without",
    "FROM": "from",
    "OUT": "out",
    "DOWN": "down on_the_table onto_the_table upon_the_table down_on_the_table",
    "S": "'s",
    # cards and tricks
    "RANK": {"A": "ace", "K": "king k", "Q": "queen q", "J": "jack knave j", "T": "t", "2": "deuce", "3": "trey"},
    "RANKS": {"A": "aces", "K": "kings", "Q": "queens", "J": "jacks knaves", "2": "deuces", "3": "treys"},
    "SUIT": {"S": "spade ♠", "H": "heart ♥", "D": "diamond ♦", "C": "club ♣"},
    "SUITS": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "COLOUR": {"HD": "red", "SC": "black"},
    "FACE": "face court picture royal",
    "CARD": "card cards",
    "OF_SUIT": "of_the_suit of_the_suit_of in_the_suit_of from_the_suit_of of_suit",
    "SUITED": "suit",
    "FIRST_CARD": "first_card_of_a_trick first_card_of_the_trick first_card_of_each_trick first_card_of_every_trick "
    "first_card_of_any_trick first_card_in_a_trick first_card_in_the_trick",
    "FIRST": "as_the_first_card_of_a_trick as_the_first_card_of_the_trick as_first_card_of_a_trick "
    "as_the_first_card_in_a_trick",
    "PLAY": {"": "play plays played lay lays laid lay_down lays_down laid_down put_down puts_down throw_down "
                 "throws_down threw_down thrown_down",
             "ing": "playing laying laying_down putting_down throwing_down"},
    "THROW": {"": "throw throws threw thrown", "ing": "throwing"},
    "LAND": "falls fall hits_the_table hit_the_table lands land lands_on_the_table comes_down",
    "LEAD": {"": "lead leads led lead_off leads_off led_off", "ing": "leading leading_off"},
    "START": {"": "open opens opened start starts started begin begins began", "ing": "opening starting beginning"},
    "TAKE": {"": "take takes took taken win wins won capture captures captured collect collects collected claim claims "
                 "claimed scoop scoops scooped",
             "ing": "taking winning capturing collecting claiming scooping"},
    "TRICK": "trick",
    "TRICK_NUMBER": "trick_number trick_no trick_no. trick_#",
    "GO": {"": "go goes went gone", "ing": "going"},
    "STAY": "stay stays stayed remain remains remained",
    "UNTAKEN": "untaken unclaimed unwon",
    "CANCEL": "cancel cancels cancelled canceled cancel_out cancel_each_other cancel_each_other_out",
    # bids, boxes and what else happens
    "BID": "bid bids bid_card",
    "MAKE": {"": "make makes made", "ing": "making"},
    "KEEP": {"": "keep keeps kept fulfil fulfils fulfill fulfills fulfilled achieve achieves achieved meet meets met "
                 "reach reaches reached honour honours honoured honor honors honored hit hits nail nails nailed "
                 "successful",
             "ing": "keeping fulfilling achieving meeting reaching honouring honoring hitting nailing"},
    "MISS": {"": "miss misses missed fail fails failed fails_in fails_at falls_short_of break breaks broke broken blow "
                 "blows blew blown bust busts busted lose loses lost botch botches botched unsuccessful",
             "ing": "missing failing breaking blowing busting losing botching"},
    "CALL": "call calls called calling",
    "DECLARE": {"": "declare declares declared declaration declarations", "ing": "declaring"},
    "REVEAL": {"": "reveal reveals revealed revelation revelations", "ing": "revealing"},
    "SCORE": {"": "score scores scored", "ing": "scoring"},
    "FILL": {"": "fill fills filled fill_in fills_in filled_in fill_out fills_out enter enters entered",
             "ing": "filling filling_in filling_out entering"},
    "ROLL": {"": "roll rolls rolled", "ing": "rolling"},
    "STRIKE": {"": "cross_out crosses_out crossed_out scratch scratches scratched strike_out strikes_out struck_out "
                   "zero_out zeroes_out zeros_out zeroed_out",
               "ing": "crossing_out scratching striking_out zeroing_out"},
    "PUT": {"": "put puts write writes wrote written write_down writes_down written_down wrote_down",
            "ing": "putting writing writing_down"},
    "BOX": "box boxes",
    "POINT": "point points",
    "NOTHING": {"0": "zero zeros zeroes zip nothing nil nought naught"},
    "SOMETHING": "something",
    "AT_LEAST": "at_least a_minimum_of",
    "OVER": "over more_than above",
    "OR_MORE": "or_more or_over or_above or_higher or_better or_greater and_up and_more or_up",
    "DROP": {"": "drop drops dropped", "ing": "dropping"},
    "RUN": {"": "run runs ran", "ing": "running"},
    "SAY": {"": "say says said mention mentions mentioned utter utters uttered speak speaks spoke spoken shout shouts "
                "shouted yell yells yelled use uses used whisper whispers whispered scream screams screamed "
                "exclaim exclaims exclaimed call_out calls_out called_out",
            "ing": "saying mentioning uttering speaking shouting yelling whispering screaming calling_out"},
    "WORD": "word words",
    "SWEAR": {"": "swear swears swore curse curses cursed cuss cusses cussed", "ing": "swearing cursing cussing"},
    "CATCH": {"": "catch catches", "ing": "catching caught"},
    # drinking
    "DRINK": "drink drinks drank drunk sip sips sipped finger fingers pencil pencils waffer waffers gulp gulps gulped "
    "swig swigs swallow swallows swallowed shot shots token tokens unit units mouthful mouthfuls",
    "TWICE": {"2": "twice", "3": "thrice"},
    "TIMES": "times time",
    "COUPLE": "a_couple couple a_couple_of couple_of",
    "FINE": "fined charged penalised penalized fine penalty",
    "OWE": "owe owes owed pay pays paid paying receive receives received receiving",
    "GET": {"": "get gets got gotten", "ing": "getting"},
    "GAME": "game",
    "GLASS": "glass",
    "HAVE": "has have had having 've",
    "IS": "is are was were be been being 're",
    "MUST": "must has_to have_to had_to need_to needs_to gets_to get_to ought_to will shall 'll "
    "is_required_to is_obliged_to is_forced_to are_required_to must_to has_got_to have_got_to gotta",
    "SHOULD": "should",
    "MAY": "may can is_allowed_to are_allowed_to has_the_right_to have_the_right_to",
    "DO": "did",
    "GIVE_OUT": "hand_out hands_out handing_out give_out gives_out giving_out deal_out deals_out dish_out dishes_out "
    "pass_out passes_out share_out shares_out dole_out doles_out give_away gives_away distribute distributes assign "
    "assigns award awards allot allots allocate allocates handed_out given_out",
    "ORDER": "order orders tell tells force forces cause causes oblige obliges obligate obligates require requires "
    "compel compels",
    "GIVE": "give gives giving gave given send sends",
    "LET": {"let": "let", "": "lets allow allows entitle entitles"},
    "COST": "cost costs costing earn earns bring brings",
    "MEAN": "mean means meant meaning",
    "SELF": "himself herself themselves themself yourself oneself itself yourselves",
    "HE": {"he": "he she they him them", "you": "you u"},
    "HIS": {"he": "his their", "you": "your ur"},
    "HER": {"he": "her"},
    "ITS": "its",
}  # fmt: skip

ALWAYS_TEXT = {
    "NOT": "not never cannot neither nor non dont doesnt didnt wont isnt",
    "UNLESS": "unless until otherwise",
    "EXCEPT": "except excepting excluding but besides other_than apart_from aside_from bar save",
}


def _listed() -> dict[tuple[str, ...], tuple[str, str]]:
    """Every word and phrase, in single words, with its kind and value."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for kind, words in {**KINDS, **ALWAYS_TEXT}.items():
        groups = words if isinstance(words, dict) else {"": words}
        for value, group in groups.items():
            found |= {tuple(word.split("_")): (kind, value) for word in group.split()}
    return found


WORDS = _listed()
LONGEST = max(map(len, WORDS))


# Numbers: two, 2, twice, second, 2nd, deuces, twenty-five

_ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_TEENS = ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = {
    word: 10 * ten
    for ten, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_NTHS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
CARDINALS = {word: number for number, word in enumerate(_ONES + _TEENS)} | _TENS | {"dozen": 12, "hundred": 100}
ORDINALS = {word: number for number, word in enumerate(_NTHS.split(), start=1)}
PLURALS = {"sixes" if word == "six" else f"{word}s": CARDINALS[word] for word in _ONES[1:]}
_DIGITS = re.compile(r"(\d{1,10})(|st|nd|rd|th|'?s|\+)")
_ENDINGS = {"": "NUMBER", "'s": "PLURAL", "s": "PLURAL", "+": "AT_LEAST"}


def number(word: str) -> tuple[str, str] | None:
    """The kind of a number and its value in digits; None for any other word."""
    if found := _DIGITS.fullmatch(word):
        kind = _ENDINGS.get(found[2], "NTH")
        value = str(int(found[1]))
        return ("NOTHING" if (kind, value) == ("NUMBER", "0") else kind), value
    for kind, words in (("NUMBER", CARDINALS), ("NTH", ORDINALS), ("PLURAL", PLURALS)):
        if word in words:
            return ("NOTHING" if not words[word] else kind), str(words[word])
    return None


def joined(tens: str, units: str) -> str | None:
    """Twenty and five are 25; None for any other words."""
    if tens in _TENS and 0 < CARDINALS.get(units, 0) < 10:
        return str(_TENS[tens] + CARDINALS[units])
    return str(CARDINALS[units]) if tens in ("a", "one") and units in ("hundred", "dozen") else None


# Splitting a sentence into its words as typed

_DOUBLE, _SINGLE = '"“”„‟«»', "'‘’‚‛‹›`´"
_PIECES = re.compile(
    rf"""
    (?P<quoted> [{_DOUBLE}][^{_DOUBLE}]*\w[^{_DOUBLE}]*[{_DOUBLE}]
        | (?<!\w)[{_SINGLE}](?=\S)(?:[^{_SINGLE}{_DOUBLE}]|(?<=\w)['’](?=\w))+[{_SINGLE}](?!\w) )
    | (?P<wrong> (?<!\S)[-−–]\d\S* | \d+[.,:/]\d\S* | \d+[%x]\S* )
    | (?P<code> (?<!\w)(?:10|[2-9AKQJTakqjt])[♠♥♦♣] | (?<!\w)(?-i:(?:10|[2-9AKQJT])[HDC]|[KQJT]S)(?!\w) )
    | (?P<number> \d+(?:st|nd|rd|th|['’]?s)?(?![^\W_]) (?:\+(?!\d))? )
    | (?P<not> [^\W\d_]+n['’]t\b )
    | (?P<part> (?<=\w)['’](?:s|re|ve|ll)\b )
    | (?P<bare> (?<![^\W_])(?:(?:there|who|he|she)(?=s\b)|(?:you|they)(?=re\b))
        | (?:(?<=\bthere)|(?<=\bwho)|(?<=\bhe)|(?<=\bshe))s\b | (?:(?<=\byou)|(?<=\bthey))re\b )
    | (?P<word> no\.(?=\s?\d) | [^\W_]+ )
    | (?P<joint> (?<=\w)[-‐‑–](?=\w) )
    | (?P<sign> ->|=>|\S )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_END = re.compile(r"[\s.!…]+\Z")
_STRAIGHT = str.maketrans("’−", "'-")


class Token(msgspec.Struct, frozen=True):
    """A word, number, sign or quoted text: as typed from `start` to `end`, and in plain letters ("" if quoted)."""

    typed: str
    start: int
    end: int
    plain: str
    quoted: bool = False


def split(text: str) -> tuple[Token, ...]:
    """The pieces of a sentence, without blanks, hyphens inside words, and the punctuation at its end."""
    found = _PIECES.finditer(text, 0, len(_END.sub("", text)))
    return tuple(
        Token(one[0], *one.span(), _plain(one), one.lastgroup == "quoted") for one in found if one.lastgroup != "joint"
    )


def _plain(one: re.Match[str]) -> str:
    if one.lastgroup == "quoted":
        return ""
    plain = one[0].translate(_STRAIGHT).casefold()
    if one.lastgroup == "not":
        return "n't"
    return f"'{plain}" if one.lastgroup == "bare" and plain in ("s", "re") else plain


# Each word and its kind


class Kind(msgspec.Struct, frozen=True, gc=False):
    """One word or phrase: its kind ("" for a word not known), its value, and its place in the sentence as typed."""

    kind: str
    value: str
    start: int
    end: int


Kinds = tuple[Kind, ...]
ENDINGS = {"NUMBER": "", "NOTHING": "", "PLURAL": "s"}
SIGNS = dict(zip(SUIT_SIGNS.values(), SUIT_SIGNS, strict=True))
CODE = re.compile(r"(10|[2-9AKQJTakqjt])([♠♥♦♣])|(10|[2-9AKQJT])([HDC])|([KQJT])(S)")


def _code(typed: str) -> str:
    """The two signs of a card that was typed in short: 10♥ is TH."""
    return typed[:-1].upper().replace("10", "T") + SIGNS.get(typed[-1], typed[-1])


@cache
def names() -> dict[tuple[str, ...], str]:
    """The names of the boxes of all games, in plain words; a name that two boxes share is left out."""
    called: dict[tuple[str, ...], set[str]] = {}
    for game in GAMES.values():
        for box, spoken in game.boxes.items():
            for name in (box, spoken, *game.spoken.get(box, ())):
                called.setdefault(_words(split(name)), set()).add(box)
    return {name: boxes.pop() for name, boxes in called.items() if len(boxes) == 1}


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The words with numbers in digits, so that five-same is 5 same."""
    return tuple(_in_digits(token.plain) for token in tokens)


def _in_digits(word: str) -> str:
    kind, digits = number(word) or ("", "")
    return digits + ENDINGS[kind] if kind in ENDINGS else word


def kinds(tokens: Sequence[Token]) -> Kinds:
    """The words one after the other, the longest phrase first; fillers are left out."""
    found: list[Kind] = []
    at = 0
    while at < len(tokens):
        length, kind, value = _known(tokens[at:])
        found.append(Kind(kind, value, tokens[at].start, tokens[at + length - 1].end))
        at += length
    return tuple(one for one in found if one.kind != "FILLER")


def with_whoever(words: Kinds) -> Kinds:
    """The sentence with a `who` at its beginning read as `whoever`: who plays a jack must drink."""
    if words and (words[0].kind, words[0].value) == ("WHO", "who"):
        return (replace(words[0], kind="WHOEVER"), *words[1:])
    return words


def _known(tokens: Sequence[Token]) -> tuple[int, str, str]:
    """How many tokens the first word or phrase takes, its kind and its value."""
    first = tokens[0]
    if first.quoted:
        return 1, "QUOTED", first.typed
    if CODE.fullmatch(first.typed):
        return 1, "CODE", _code(first.typed)
    for length in range(min(LONGEST, len(tokens)), 0, -1):
        phrase = tuple(token.plain for token in tokens[:length])
        if phrase in WORDS:
            return length, *WORDS[phrase]
    if len(tokens) > 1 and (sum_of := joined(first.plain, tokens[1].plain)):
        return 2, "NUMBER", sum_of
    if first.plain.endswith("n't"):
        return 1, "NOT", ""
    return 1, *(number(first.plain) or ("", first.typed))


def with_names(tokens: Sequence[Token]) -> Iterator[Kinds]:
    """The sentence once for each place where it can name a box; PLAIN is a single word with another meaning."""
    start = 0
    while start < len(tokens):
        length, box = next(_named(tokens[start:]), (1, ""))
        if box:
            first, last = tokens[start], tokens[start + length - 1]
            kind = "NAME" if length > 1 or first.quoted else "PLAIN" if _known((first,))[1] else "ONE_NAME"
            name = Kind(kind, box, first.start, last.end)
            yield (*kinds(tokens[:start]), name, *kinds(tokens[start + length :]))
        start += length


def _named(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """The boxes that the first words name, the longest name first, with its number of words."""
    if tokens[0].quoted:
        lengths = {_words(split(tokens[0].typed[1:-1])): 1}
    else:
        plain = _words(tokens)
        lengths = {plain[:length]: length for length in range(len(plain), 0, -1)}
    return ((length, names()[name]) for name, length in lengths.items() if name in names())


def always_text(words: Kinds) -> Kind | None:
    """The first word that always leaves a sentence to people: a negation, unless or except."""
    return next((word for word in words if word.kind in ALWAYS_TEXT), None)
