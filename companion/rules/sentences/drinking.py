"""Who drinks and how much, from what the words mean."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..house_rules import Who
from .facts import Amount, Clause, Drinker, Group, Own, Piece, Pieces, Span, Subject, all_of, one_of, value
from .happened import Happened, done_by, owner
from .kinds import Kind

DID_NEEDS = {
    "SAY": "called", "SCORE": "box", "FILL": "box", "MISS": "bid.missed", "MAKE": "bid.made", "KEEP": "bid.made",
}  # fmt: skip
SIDES: dict[str, Who] = {"LEFT": "left", "RIGHT": "right", "ACROSS": "across"}


class Drinking:
    """Each method is a rule of the grammar: it gets its place and what its parts mean, and gives None for nonsense."""

    def pronoun(self, at: Span, *words: Kind) -> Drinker | None:
        person = owner(words)
        return Drinker("player", person, at) if person else None

    def the_player_himself(self, at: Span, *words: Any) -> Drinker:
        return Drinker("player", "the" if value("THAT", words) is None else "that", at)

    def some_player(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "some", at)

    def culprit(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "the", at, (value("CULPRIT", words) or "",))

    def everyone(self, at: Span, *words: Any) -> Drinker:
        return Drinker("everyone", "", at)

    def others(self, at: Span, *facts: Any) -> Drinker:
        if own := one_of(Own, facts):
            return Drinker("others", own.person, at, own.needs, own.clause, of_them=True)
        return Drinker("others", owner(facts), at)

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
        needs = DID_NEEDS[words[0].kind]
        return Drinker("player", "the", at, (needs,))

    def dealt(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("dealer", "", at)

    def chosen_one(self, at: Span, *words: Any) -> Drinker | None:
        person = owner(words) or ("the" if one_of(Own, words) else "")
        return Drinker("chosen", person, at)

    def picked(self, at: Span, *words: Kind) -> Drinker | None:
        return Drinker("chosen", "", at) if value("NUMBER", words) in (None, "1") else None

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
        return Own("that" if value("LEADER", words) is None else "leader")

    def owned_by_actor(self, at: Span, *facts: Any) -> Own | None:
        clause = done_by_whoever(facts)
        return Own("", clause) if clause else None

    def owned_by_card(self, at: Span, *facts: Any) -> Own:
        return Own("", Happened().plays(at, *facts))

    def owned_by_did(self, at: Span, *facts: Any) -> Own | None:
        """Only where a trick is taken is its taker the player; who takes the trick of a card played is another."""
        did = one_of(Drinker, facts)
        if did is None or did.who == "dealer":
            return None
        needs = ("trick.taken",) if did.who == "taker" else did.needs
        return Own("leader" if did.who == "leader" else "the", needs=needs)

    def he_who(self, at: Span, *words: Kind) -> Subject | None:
        return Subject() if value("HE", words) != "you" else None

    def let(self, at: Span, word: Kind) -> Kind | None:
        return word if word.value == "let" else None

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

    def quantity(self, at: Span, *words: Kind) -> Amount | None:
        numbers = {word.value for word in words if word.kind in ("NUMBER", "TWICE")}
        return Amount(int(numbers.pop()) if numbers else 2, at) if len(numbers) < 2 else None

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

    def bestows(self, at: Span, *facts: Any) -> Piece | None:
        """What a card gives to the player may be meant to be given on."""
        group = one_of(Group, facts)
        if group is None or any(drinker.who in ("player", "chosen") for drinker in group.drinkers):
            return None
        return Piece("drink", group.drinkers, None, one_of(Amount, facts))

    def one_part(self, at: Span, *facts: Any) -> Pieces:
        further = one_of(Pieces, facts)
        return Pieces(all_of(Piece, facts) + (further.pieces if further else ()))


def done_by_whoever(facts: tuple[Any, ...]) -> Clause | None:
    """What whoever it is does."""
    clause = one_of(Clause, facts)
    return done_by("whoever", clause, clause.at) if clause else None


def _beside(who: Who, at: Span, facts: tuple[Any, ...]) -> Drinker:
    own = one_of(Own, facts) or Own(owner(facts))
    return Drinker(who, own.person, at, own.needs, own.clause)
