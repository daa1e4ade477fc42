"""Who drinks and how much, from what the words mean."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..house_rules import Who
from .facts import Amount, Clause, Drinker, Group, Own, Piece, Pieces, Span, all_of, one_of, value
from .happened import Happened, done_by, owner
from .kinds import Kind

SIDES: dict[str, Who] = {"LEFT": "left", "RIGHT": "right", "ACROSS": "across"}


class Drinking:
    """Each method is a rule of the grammar: it gets its place and what its parts mean, and gives None for nonsense."""

    def pronoun(self, at: Span, *words: Kind) -> Drinker | None:
        person = owner(words)
        return Drinker("player", person, at) if person else None

    def the_player_himself(self, at: Span, *words: Any) -> Drinker:
        return Drinker("player", "the", at)

    def some_player(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "some", at)

    def culprit(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "the", at, (value("CULPRIT", words) or "",))

    def everyone(self, at: Span, *words: Any) -> Drinker:
        return Drinker("everyone", "", at)

    def others(self, at: Span, *words: Any) -> Drinker:
        return Drinker("others", owner(words), at)

    def dealer(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("dealer", "", at)

    def leader(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("leader", "", at)

    def taker(self, at: Span, *words: Kind) -> Drinker:
        alone = value("TAKER", words) == "winner" and value("TRICK", words) is None
        return Drinker("taker", "", at, ("card.played", "trick.taken") if alone else ("",))

    def did_it(self, at: Span, *facts: Any) -> Drinker | None:
        did = one_of(Drinker, facts)
        return replace(did, at=at) if did else None

    def played_it(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "the", at, ("card.played",))

    def led_it(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("leader", "who" if value("IT", words) is None else "it", at)

    def took_it(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("taker", "", at, ("card.played", "trick.taken", "declared", "revealed", "bid", "dropped"))

    def did_that(self, at: Span, *words: Kind) -> Drinker:
        needs = {"SAY": "called", "SCORE": "box", "FILL": "box"}.get(words[0].kind, "bid")
        return Drinker("player", "the", at, (needs,))

    def dealt(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("dealer", "", at)

    def chosen_one(self, at: Span, *words: Any) -> Drinker | None:
        person = owner(words) or ("the" if one_of(Own, words) else "")
        return Drinker("chosen", person, at)

    def picked(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("chosen", "", at)

    def actor(self, at: Span, *facts: Any) -> Drinker | None:
        clause = done_by_whoever(facts)
        return Drinker("player", "", at, clause=clause) if clause else None

    def doing_it(self, at: Span, *facts: Any) -> Clause | None:
        clause = one_of(Clause, facts)
        return clause if clause and clause.doing else None

    def card_player(self, at: Span, *facts: Any) -> Drinker:
        return Drinker("player", "", at, clause=Happened().plays(at, *facts))

    def trick_taker(self, at: Span, *facts: Any) -> Drinker | None:
        clause = Happened().takes(at, *facts)
        return Drinker("player", "", at, clause=clause) if clause else None

    def owned(self, at: Span, *words: Kind) -> Own | None:
        person = owner(words)
        return Own(person) if person else None

    def owned_by(self, at: Span, *words: Kind) -> Own:
        return Own("the" if value("LEADER", words) is None else "leader")

    def owned_by_actor(self, at: Span, *facts: Any) -> Own | None:
        clause = done_by_whoever(facts)
        return Own("", clause) if clause else None

    def owned_by_card(self, at: Span, *facts: Any) -> Own:
        return Own("", Happened().plays(at, *facts))

    def owned_by_who(self, at: Span, *facts: Any) -> Own | None:
        did = one_of(Drinker, facts)
        return Own("leader" if did.who == "leader" else "the") if did and did.who != "dealer" else None

    def beside(self, at: Span, *facts: Any) -> Drinker | None:
        if known := one_of(Drinker, facts):
            return known
        sides = {word.kind for word in all_of(Kind, facts)} & {"LEFT", "RIGHT", "ACROSS"}
        if not sides:
            sides = {"RIGHT"} if any(value(kind, facts) is not None for kind in ("PREVIOUS", "BEFORE")) else {"LEFT"}
        return _beside(SIDES[sides.pop()], at, facts) if len(sides) == 1 else None

    def neighbours(self, at: Span, *facts: Any) -> Drinker | None:
        return _beside("neighbours", at, facts) if value("NUMBER", facts) in (None, "2") else None

    def group(self, at: Span, *facts: Any) -> Group:
        return Group(all_of(Drinker, facts))

    def quantity(self, at: Span, *words: Kind) -> Amount:
        number = value("NUMBER", words) or value("TWICE", words)
        return Amount(int(number) if number else 2, at)

    def once(self, at: Span, *words: Kind) -> Amount:
        return Amount(1, at)

    def drinks(self, at: Span, *facts: Any) -> Piece:
        return Piece("drink", amount=one_of(Amount, facts))

    def gives(self, at: Span, *facts: Any) -> Piece:
        inner = one_of(Piece, facts)
        chosen = one_of(Drinker, facts) or Drinker("chosen", "", at)
        return Piece("give", targets=(chosen,), amount=inner.amount if inner else one_of(Amount, facts))

    def gives_to(self, at: Span, *facts: Any) -> Piece:
        inner, group = one_of(Piece, facts), one_of(Group, facts)
        amount = inner.amount if inner else one_of(Amount, facts)
        return Piece("give", None, group.drinkers if group else None, amount)

    def part(self, at: Span, *facts: Any) -> Piece:
        group, piece, amount = one_of(Group, facts), one_of(Piece, facts), one_of(Amount, facts)
        drinkers = group.drinkers if group else None
        verb = "none" if value("FOR", facts) is None and value("TO", facts) is None else "for"
        also = value("ALSO", facts) is not None
        return replace(piece, subject=drinkers, also=also) if piece else Piece(verb, drinkers, None, amount, also)

    def one_part(self, at: Span, *facts: Any) -> Pieces:
        further = one_of(Pieces, facts)
        return Pieces(all_of(Piece, facts) + (further.pieces if further else ()))


def done_by_whoever(facts: tuple[Any, ...]) -> Clause | None:
    """What whoever it is does."""
    clause = one_of(Clause, facts)
    return done_by("whoever", clause, clause.at) if clause else None


def _beside(who: Who, at: Span, facts: tuple[Any, ...]) -> Drinker:
    own = one_of(Own, facts) or Own(owner(facts))
    return Drinker(who, own.person, at, clause=own.clause)
