"""From what sets a rule off and what it costs to the rule, if there is no doubt who is meant and how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..house_rules import MOST, Part, TrickNobody, TrickWon, When
from .facts import Amount, Clause, Doubt, Draft, Drinker, Group, Piece, Pieces, Span, one_of
from .meaning import Mark, Meaning

ALONE = {"left", "right", "across", "dealer", "leader", "taker"}
HE = ("some", "he", "whoever", "the", "unsaid", "")
TOO_MANY = f"Nobody drinks more than {MOST} at a time by one rule: people call this rule."
TWO_TRIGGERS = "One rule waits for one thing only; people call this rule."
NO_TRIGGER = "It does not say what sets the rule off."
THREE_PARTS = "The companion charges three parts of one rule at most; people call this rule."


def whose(person: str) -> str:
    return f"It is not clear of whom “{person}” speaks, so people call this rule."


class Composing:
    """Each method is a kind of sentence in the grammar, and gives the rule or a doubt."""

    def when_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "when")

    def then_when(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "then")

    def carried(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "carried")

    def topic_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "topic")

    def costs_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "topic")

    def makes_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        group, piece = one_of(Group, facts), one_of(Piece, facts)
        if group is None or piece is None:
            return Doubt(NO_TRIGGER)
        made = Piece(piece.verb, group.drinkers, piece.targets, piece.amount)
        return _drafted((*facts, Pieces((made,))), "topic")


def _drafted(facts: tuple[Any, ...], order: str) -> Draft | Doubt:
    clause, costs = one_of(Clause, facts), one_of(Pieces, facts)
    pieces = costs.pieces if costs else ()
    carried = [drinker.clause for piece in pieces for drinker in piece.named if drinker.clause]
    triggers = ([clause] if clause else []) + carried
    if not triggers:
        return Doubt(NO_TRIGGER)
    if len({one.when for one in triggers}) > 1:
        return Doubt(TWO_TRIGGERS)
    if wrong := _unclear(triggers[0], pieces, order):
        return Doubt(wrong)
    parts = list(_parts(triggers[0], pieces, order))
    if doubts := [one for one in parts if isinstance(one, Doubt)]:
        return doubts[0]
    return _draft(triggers[0], [one for one in parts if not isinstance(one, Doubt)])


Charge = tuple[Drinker, int, Amount | None]


def _draft(clause: Clause, charges: list[Charge]) -> Draft | Doubt:
    if len(charges) > 3:
        return Doubt(THREE_PARTS)
    marks = [Mark(*clause.at, "when")]
    marks += [Mark(*drinker.at, "who") for drinker, _, _ in charges if drinker.at[1]]
    marks += [Mark(*amount.at, "amount") for _, _, amount in charges if amount]
    parts = tuple(Part(_who(drinker, clause.when), number) for drinker, number, _ in charges)
    in_order = sorted(set(marks), key=lambda mark: mark.start)
    return Draft(Meaning(clause.when, parts), tuple(in_order))


def _who(drinker: Drinker, when: When) -> Any:
    """Who led a trick that nobody took is the player it is about."""
    return "player" if drinker.ref == "who" and isinstance(when, TrickNobody) else drinker.who


def _parts(clause: Clause, pieces: tuple[Piece, ...], order: str) -> Iterator[Charge | Doubt]:
    """Everybody charged with their amount; a part without a subject is about the player if the one before it is."""
    left_out = clause.person in ("you", "", "whoever") and order != "carried"
    before = 0
    for place, piece in enumerate(pieces):
        if piece.subject is not None:
            left_out = all(_is_player(drinker, clause.when) for drinker in piece.subject)
        elif not (left_out or (place == 0 and piece.verb == "give" and clause.person in HE)):
            yield Doubt("It does not say who drinks.")
        if piece.verb == "give" and piece.subject is not None and not (left_out and len(piece.subject) == 1):
            yield Doubt("Only the player whom the rule strikes hands out drinks; else people call this rule.")
        number = _number(piece, before, last=place == len(pieces) - 1)
        if number is None or not _may_be_short(pieces, place, order):
            yield Doubt("It is not clear how much they drink.")
        elif number > MOST:
            yield Doubt(TOO_MANY)
        else:
            before = number
            drinkers = piece.targets or piece.subject or (Drinker("player"),)
            yield from ((drinker, number, piece.amount) for drinker in drinkers)


def _may_be_short(pieces: tuple[Piece, ...], place: int, order: str) -> bool:
    """Whether a part may do without its verb: after another part or a heading; two sips alone only as the first."""
    piece = pieces[place]
    if piece.verb != "none":
        return True
    if piece.subject is None:
        return place == 0 and all(further.subject for further in pieces[1:])
    return place > 0 or order not in ("then", "carried")


def _number(piece: Piece, before: int, last: bool) -> int | None:
    """How much a part asks: as said, or as the part before it; one where nothing is said. None if that is not clear."""
    if piece.amount:
        return piece.amount.number
    if piece.verb == "none":
        return before if before and last else None
    return 1 if before in (0, 1) or not piece.also else None


def _is_player(drinker: Drinker, when: When) -> bool:
    """Whether this is the player whom the rule strikes, under whatever name."""
    if drinker.who == "taker":
        return isinstance(when, TrickWon)
    return drinker.who == "player" or (drinker.who == "leader" and isinstance(when, TrickNobody))


def _unclear(clause: Clause, pieces: tuple[Piece, ...], order: str) -> str:
    """Why it is not clear of whom the sentence speaks; empty if it is."""
    drinkers = [drinker for piece in pieces for drinker in piece.named]
    refs = {drinker.ref for drinker in drinkers} & {"he", "you"}
    if len(refs) > 1:
        return whose("you")
    reasons = (_wrong(drinker, clause, order) for drinker in drinkers)
    return next((reason for reason in reasons if reason), "") or _mixed_up(pieces, clause, order)


def _wrong(drinker: Drinker, clause: Clause, order: str) -> str:
    when, person = clause.when, clause.person
    if not when.on.startswith(drinker.needs or ("",)):
        return "It speaks of somebody who is not there then."
    if drinker.ref == "leader":
        return "" if isinstance(when, TrickNobody) else whose("the leader")
    if drinker.ref == "you" and person not in ("you", ""):
        return whose("you")
    if drinker.ref in ("he", "the") and person not in HE:
        return whose("they")
    if drinker.ref == "some" and not (order == "then" and (person == "he" or (person == "" and clause.doing))):
        return whose("a player")
    return ""


def _mixed_up(pieces: tuple[Piece, ...], clause: Clause, order: str) -> str:
    """He may be the player or somebody named before; in `the dealer drinks when he leads` he is the dealer.

    Nobody drinks twice in one sentence: in `the dealer drinks two and he drinks one` he is the player.
    """
    drinkers = [drinker for piece in pieces for drinker in piece.named]
    if order == "then" and clause.person == "he" and any(one.who not in ("player", "chosen") for one in drinkers):
        return whose("they")
    if order == "then" and clause.person == "some" and any((one.who, one.ref) == ("player", "he") for one in drinkers):
        return whose("they")
    seen: set[str] = set()
    for piece in pieces:
        for drinker in piece.named:
            alone = drinker.who == "player" and piece.verb != "give" and seen <= ALONE
            if drinker.ref == "he" and seen and not alone:
                return whose("they")
            seen |= {drinker.who} if drinker.who != "player" and not drinker.ref else set()
    return ""
