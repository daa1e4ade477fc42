"""What sets a rule off, from what its words mean: cards, tricks, bids, boxes and the rest of the vocabulary."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..house_rules import (
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
from .facts import Box, Cards, Clause, Own, Points, Span, Subject, Trick, all_of, one_of, value
from .kinds import Kind
from .naming import FACES, NamedCards

MOST_IN_A_BOX = 100  # who scores more, with no box named, may well mean the whole game


def one_or_several(named: tuple[str, ...]) -> Any:
    """As the night format has it: left out, the one, or a list."""
    return named if len(named) > 1 else named[0] if named else UNSET


class Happened(NamedCards):
    """Each method is a rule of the grammar: it gets its place and what its parts mean, and gives None for nonsense."""

    def named_rank(self, at: Span, word: Kind) -> Clause | None:
        cards = self.rank(at, word)
        return self.plays(at, cards) if cards else None

    def plays(self, at: Span, *facts: Any, led: bool = False) -> Clause | None:
        cards = one_of(Cards, facts) or Cards()
        rank, suit = one_or_several(cards.ranks), one_or_several(cards.suits)
        return _clause(at, facts, CardPlayed(rank, suit, True if led else UNSET))

    def throws(self, at: Span, *facts: Any) -> Clause | None:
        """A six that is thrown may be a die; a jack, or anything of hearts, is a card."""
        cards = one_of(Cards, facts) or Cards()
        return self.plays(at, *facts) if cards.suits or set(cards.ranks) <= set(FACES) else None

    def leads(self, at: Span, *facts: Any) -> Clause | None:
        return self.plays(at, *facts, led=True)

    def of_card(self, at: Span, *facts: Any) -> Clause | None:
        if led := one_of(Clause, facts):
            return led
        cards = one_of(Cards, facts)
        if value("TAKE", facts) is not None:
            return self.takes(at, *facts)
        if value("THROW", facts) is not None:
            return self.throws(at, *facts)
        done = any(value(kind, facts) is not None for kind in ("PLAY", "LEAD", "LAND"))
        named = cards is not None and bool(cards.ranks or cards.suits)
        return self.plays(at, *facts, led=value("LEAD", facts) is not None) if done or named else None

    def trick(self, at: Span, *words: Kind) -> Trick:
        number = value("NUMBER", words) or value("NTH", words)
        return Trick(int(number) if number else None)

    def takes(self, at: Span, *facts: Any) -> Clause | None:
        trick, cards = one_of(Trick, facts) or Trick(), one_of(Cards, facts)
        if cards and not (cards.ranks or cards.suits):
            return None
        rank, suit = (one_or_several(cards.ranks), one_or_several(cards.suits)) if cards else (UNSET, UNSET)
        return _clause(at, facts, TrickWon(UNSET if trick.number is None else trick.number, rank, suit))

    def of_trick(self, at: Span, *facts: Any) -> Clause | None:
        if value("LEAD", facts) is not None:
            return self.leads(at, *facts) if one_of(Trick, facts) == Trick() else None
        if all(value(kind, facts) is None for kind in ("NOBODY", "NO", "UNTAKEN", "WITHOUT")):
            return self.takes(at, *facts)
        trick = one_of(Trick, facts)
        return self.nobody_takes(at) if trick is None or trick.number is None else None

    def nobody_takes(self, at: Span, *facts: Any) -> Clause:
        return Clause(TrickNobody(), "nobody", at)

    def of_bid(self, at: Span, *facts: Any) -> Clause | None:
        ways = {"MISS": self.misses, "DECLARE": self.declares, "REVEAL": self.reveals, "DROP": self.drops_out}
        done = next((way for kind, way in ways.items() if value(kind, facts) is not None), self.makes)
        return done(at, *facts)

    def own_bid(self, at: Span, *words: Kind) -> Own:
        return Own(owner(words))

    def makes(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, BidMade())

    def misses(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, BidMissed())

    def declares(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, Declared())

    def reveals(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, Revealed())

    def drops_out(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, DroppedOut())

    def is_called(self, at: Span, *facts: Any) -> Clause | None:
        return _clause(at, facts, Called())

    def whatever(self, at: Span, *words: Kind) -> Clause:
        return Clause(Called(), "nobody", at)

    def word_said(self, at: Span, *facts: Any) -> Clause | None:
        return self.is_called(at, *facts)

    def any_box(self, at: Span, *words: Kind) -> Box:
        return Box()

    def box(self, at: Span, *words: Kind) -> Box:
        return Box(next(filter(None, (value(kind, words) for kind in ("NAME", "ONE_NAME", "PLAIN"))), None))

    def of_name(self, at: Span, *words: Kind) -> Clause | None:
        return self.fills(at, self.box(at, *words), got=True)

    def zero(self, at: Span, *words: Kind) -> Points:
        return Points()

    def points(self, at: Span, *words: Kind) -> Points | None:
        if value("SOMETHING", words) is not None:
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
        return self.fills(at, *facts) if value("STRIKE", facts) is None else self.strikes(at, *facts)

    def somebody(self, at: Span, *words: Kind) -> Subject:
        return Subject("some")

    def subject(self, at: Span, *words: Kind) -> Subject | None:
        person = owner(words)
        return Subject(person) if person else None

    def the_subject(self, at: Span, *words: Kind) -> Subject:
        return Subject("the")

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


def done_by(person: str, clause: Clause, at: Span) -> Clause | None:
    """The clause with the one who does it, unless it speaks of somebody else's bid."""
    if clause.person and (clause.person == "you") != (person == "you"):
        return None
    return replace(clause, person=person, at=at)


def _clause(at: Span, facts: tuple[Any, ...], when: When) -> Clause | None:
    subject, own = one_of(Subject, facts), one_of(Own, facts)
    doing = any(isinstance(fact, Kind) and fact.value == "ing" for fact in facts)
    clause = Clause(when, own.person if own else "", at, doing)
    return done_by(subject.person, clause, at) if subject else clause


def owner(words: tuple[Any, ...]) -> str:
    """Of whom a he, a her or a your speaks; empty if of nobody, or of both."""
    persons = {word.value for word in all_of(Kind, words) if word.kind in ("HE", "HIS", "HER")}
    return persons.pop() if len(persons) == 1 else ""
