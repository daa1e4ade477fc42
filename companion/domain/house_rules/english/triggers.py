"""Works out from the words what sets a rule off: cards, tricks, bids, boxes and the rest of the vocabulary."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..model import (
    BidMade,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    Declared,
    DroppedOut,
    Revealed,
    TrickNobody,
    TrickWon,
    When,
)
from .meaning import Box, Cards, Clause, Own, Points, Span, Subject, all_of, has, one_of, value
from .vocabulary import Kind

FACES = ("J", "Q", "K")
ARTICLES = ("A", "THE", "ANY", "EACH")
MOST_IN_A_BOX = 100  # more than that, with no box named, can be the score of a whole game
Meant = Callable[..., Clause | None]


def _sets_off(when: When) -> Meant:
    """The method for a grammar rule that means this trigger, whoever does it."""
    return lambda self, at, *facts: _clause(at, facts, when)


def _happens(when: When) -> Meant:
    """The method for a grammar rule that means this trigger, which has no doer."""
    return lambda self, at, *words: Clause(when, "nobody", at)


def _means(fact: Any) -> Callable[..., Any]:
    """The method for a grammar rule that always means this fact, whatever its words."""
    return lambda self, at, *words: fact


class Triggers:
    """Each method is a rule of the grammar: it makes a fact from its place and parts, or None if they make no sense."""

    def rank(self, at: Span, word: Kind) -> Cards | None:
        if word.kind in ("RANK", "RANKS"):
            return Cards((word.value,), many=word.kind == "RANKS")
        number = int(word.value)
        named = ("T" if number == 10 else str(number),)
        return Cards(named, many=word.kind == "PLURAL", counted=word.kind == "NUMBER") if 2 <= number <= 10 else None

    faces = _means(Cards(FACES, many=True))

    def suit(self, at: Span, word: Kind) -> Cards:
        return Cards((), tuple(word.value), many=word.kind == "SUITS")

    def card(self, at: Span, *facts: Any) -> Cards | None:
        if code := value("CODE", facts):
            return Cards((code[0],), (code[1],))
        listed = all_of(Cards, facts)
        ranks = tuple(rank for cards in listed for rank in cards.ranks)
        suits = tuple(suit for cards in listed for suit in cards.suits)
        twice = len(set(ranks)) < len(ranks) or len(set(suits)) < len(suits)
        together = has(facts, "AND") and not all(cards.many for cards in listed)
        apart = bool(suits) and (_are_apart(facts) or _may_be_apart(facts, listed))
        return None if twice or together or apart or _is_bare(facts, listed) else Cards(ranks, suits)

    def named_rank(self, at: Span, word: Kind) -> Clause | None:
        cards = self.rank(at, word)
        return self.plays(at, cards) if cards else None

    def plays(self, at: Span, *facts: Any, led: bool = False) -> Clause | None:
        cards = one_of(Cards, facts) or Cards()
        rank, suit = one_or_several(cards.ranks), one_or_several(cards.suits)
        return _clause(at, facts, CardPlayed(rank, suit, True if led else UNSET))

    def throws(self, at: Span, *facts: Any) -> Clause | None:
        """None for a thrown six, which can be a die; a jack, or anything of hearts, is a card."""
        cards = one_of(Cards, facts) or Cards()
        return self.plays(at, *facts) if cards.suits or set(cards.ranks) <= set(FACES) else None

    def leads(self, at: Span, *facts: Any) -> Clause | None:
        return self.plays(at, *facts, led=True)

    def of_card(self, at: Span, *facts: Any) -> Clause | None:
        if led := one_of(Clause, facts):
            return led
        if has(facts, "TAKE"):
            return self.takes(at, *facts)
        if has(facts, "THROW"):
            return self.throws(at, *facts)
        done = has(facts, "PLAY", "LEAD", "LAND") or one_of(Cards, facts) not in (None, Cards())
        return self.plays(at, *facts, led=has(facts, "LEAD")) if done else None

    def trick(self, at: Span, *words: Kind) -> TrickWon:
        number = value("NUMBER", words) or value("NTH", words)
        return TrickWon(int(number) if number else UNSET)

    def takes(self, at: Span, *facts: Any) -> Clause | None:
        trick, cards = one_of(TrickWon, facts) or TrickWon(), one_of(Cards, facts)
        if cards and not (cards.ranks or cards.suits):
            return None
        if cards:
            trick = replace(trick, with_rank=one_or_several(cards.ranks), with_suit=one_or_several(cards.suits))
        return _clause(at, facts, trick)

    def of_trick(self, at: Span, *facts: Any) -> Clause | None:
        trick = one_of(TrickWon, facts)
        if has(facts, "LEAD"):
            return self.leads(at, *facts) if trick == TrickWon() else None
        if not has(facts, "NOBODY", "NO", "UNTAKEN", "WITHOUT"):
            return self.takes(at, *facts)
        return self.nobody_takes(at) if trick is None or trick.trick is UNSET else None

    nobody_takes = _happens(TrickNobody())

    def of_bid(self, at: Span, *facts: Any) -> Clause | None:
        done: dict[str, When] = {"MISS": BidMissed(), "DECLARE": Declared(), "REVEAL": Revealed(), "DROP": DroppedOut()}
        when = next((when for kind, when in done.items() if has(facts, kind)), BidMade())
        return _clause(at, facts, when)

    def own_bid(self, at: Span, *words: Kind) -> Own:
        return Own(owner(words))

    makes = _sets_off(BidMade())
    misses = _sets_off(BidMissed())
    declares = _sets_off(Declared())
    reveals = _sets_off(Revealed())
    drops_out = _sets_off(DroppedOut())
    is_called = _sets_off(Called())
    whatever = _happens(Called())
    word_said = is_called

    any_box = _means(Box())

    def box(self, at: Span, *words: Kind) -> Box:
        return Box(next(filter(None, (value(kind, words) for kind in ("NAME", "ONE_NAME", "PLAIN"))), None))

    def of_name(self, at: Span, *words: Kind) -> Clause | None:
        return self.fills(at, self.box(at, *words), got=True)

    zero = _means(Points())

    def points(self, at: Span, *words: Kind) -> Points | None:
        if has(words, "SOMETHING"):
            return Points(1)
        number = value("NUMBER", words) or value("NOTHING", words) or value("AT_LEAST", words)
        return Points(int(number)) if number else None

    def points_over(self, at: Span, *words: Kind) -> Points:
        return Points(int(value("NUMBER", words) or 0) + 1)

    def fills(self, at: Span, *facts: Any, got: bool = False) -> Clause | None:
        box, written = one_of(Box, facts), all_of(Points, facts)
        least = [one.at_least for one in written if one.at_least is not None] or ([1] if got else [])
        if box is None and any(number > MOST_IN_A_BOX for number in least):
            return None
        zero = any(one.at_least is None for one in written)
        name = box.name if box and box.name else UNSET
        return _clause(at, facts, BoxScored(name, True if zero else UNSET, least[0] if least else UNSET))

    def gets(self, at: Span, *facts: Any) -> Clause | None:
        got = one_of(Clause, facts)
        return _clause(at, facts, got.when) if got else self.fills(at, *facts, got=True)

    def strikes(self, at: Span, *facts: Any) -> Clause | None:
        return self.fills(at, *facts, Points())

    def of_box(self, at: Span, *facts: Any) -> Clause | None:
        if one_of(Clause, facts):
            return self.gets(at, *facts)
        return self.strikes(at, *facts) if has(facts, "STRIKE") else self.fills(at, *facts)

    somebody = _means(Subject("some"))
    the_subject = _means(Subject("the"))

    def subject(self, at: Span, *words: Kind) -> Subject | None:
        person = owner(words)
        return Subject(person) if person else None

    def happened(self, at: Span, clause: Clause) -> Clause:
        return replace(clause, person=clause.person or "unsaid")

    def does(self, at: Span, *facts: Any) -> Clause | None:
        subject, clause = one_of(Subject, facts), one_of(Clause, facts)
        return done_by(subject.person, clause, at) if subject and clause else None

    def doing(self, at: Span, clause: Clause) -> Clause:
        return replace(clause, person="") if clause.person == "he" else clause

    def deed(self, at: Span, clause: Clause) -> Clause | None:
        done = self.doing(at, clause)
        return None if done.doing or done.person not in ("", "you") else done

    def whoever_does(self, at: Span, *facts: Any) -> Clause | None:
        clause = one_of(Clause, facts)
        return done_by("whoever", clause, at) if clause else None


def one_or_several(named: tuple[str, ...]) -> Any:
    """As in the night format: UNSET if empty, a single value as itself, else the tuple."""
    return named if len(named) > 1 else named[0] if named else UNSET


def _are_apart(facts: tuple[Any, ...]) -> bool:
    """Whether a later rank has its own article: in "a jack or a queen of hearts" the jack can be of any suit."""
    places = [place for place, fact in enumerate(facts) if isinstance(fact, Cards) and fact.ranks]
    between = facts[places[0] : places[-1]] if places else ()
    return any(isinstance(fact, Kind) and fact.kind in ARTICLES for fact in between)


def _may_be_apart(facts: tuple[Any, ...], cards: tuple[Cards, ...]) -> bool:
    """Whether a suit can belong to one rank only: in "red jacks or queens" the queens can be of any suit."""
    ranked = [one for one in cards if one.ranks]
    led_in = isinstance(facts[0], Kind) and facts[0].kind in ARTICLES
    return len(ranked) > 1 and (not led_in or any(one.many for one in ranked))


def _is_bare(facts: tuple[Any, ...], cards: tuple[Cards, ...]) -> bool:
    """Whether a number stands alone, as in `plays two`: that can be a two, or two cards."""
    return len(cards) == 1 and cards[0].counted and facts[0] is cards[0]


def done_by(person: str, clause: Clause, at: Span) -> Clause | None:
    """The clause with the person who does it; None if it is about somebody else's bid."""
    if clause.person and (clause.person == "you") != (person == "you"):
        return None
    return replace(clause, person=person, at=at)


def _clause(at: Span, facts: tuple[Any, ...], when: When) -> Clause | None:
    subject, own = one_of(Subject, facts), one_of(Own, facts)
    doing = any(isinstance(fact, Kind) and fact.value == "ing" for fact in facts)
    clause = Clause(when, own.person if own else "", at, doing)
    return done_by(subject.person, clause, at) if subject else clause


def owner(words: tuple[Any, ...]) -> str:
    """The person (he or you) that the pronouns refer to; empty if there is none, or if there are both."""
    persons = {word.value for word in all_of(Kind, words) if word.kind in ("HE", "HIS", "HER")}
    return persons.pop() if len(persons) == 1 else ""
