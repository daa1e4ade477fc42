"""Works out from the words who drinks and how much, and then the whole rule, unless something is in doubt."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from ..model import MOST, CardPlayed, Part, TrickNobody, TrickWon, When, Who
from .meaning import (
    Amount,
    Clause,
    Doubt,
    Draft,
    Drinker,
    Group,
    Mark,
    Meaning,
    Own,
    Piece,
    Pieces,
    Span,
    Subject,
    all_of,
    has,
    one_of,
    others_are_clear,
    value,
)
from .triggers import Triggers, done_by, owner
from .vocabulary import Kind

DID_NEEDS = {
    "SAY": "called", "SCORE": "box", "FILL": "box", "MISS": "bid.missed", "MAKE": "bid.made", "KEEP": "bid.made",
}  # fmt: skip
SIDES: dict[str, Who] = {"LEFT": "left", "RIGHT": "right", "ACROSS": "across"}
Charge = tuple[Drinker, int, Amount | None]
TOO_MANY = "{} is too many: one rule costs nobody more than " + f"{MOST} at a time."
TWO_TRIGGERS = "{} is a second thing to wait for, and a rule waits for one."
THREE_PARTS = "{} is one too many: a rule has at most three who drink."
GIVES = "{} is not the player whom the rule strikes, and only they hand out drinks."
WHO = "It is not clear whom {} means."
OF_WHOM = "It is not clear of whom {} speaks."
NO_TRIGGER = "It does not say what sets the rule off."
NO_DRINKER = "It does not say who drinks."
NO_AMOUNT = "It is not clear how much they drink."

HE = ("some", "he", "whoever", "the", "unsaid", "")
ALONE = {"left", "right", "across", "dealer", "leader", "taker"}


def _names(who: Who, ref: str = "", *needs: str) -> Callable[..., Drinker]:
    """The method for a grammar rule that always means this drinker, whatever its words."""
    return lambda self, at, *facts: Drinker(who, ref, at, needs)


class Drinkers(Triggers):
    """Each method is a rule of the grammar: it makes a fact from its place and parts, or None if they make no sense."""

    def pronoun(self, at: Span, *words: Kind) -> Drinker | None:
        person = owner(words)
        return Drinker("player", person, at) if person else None

    def the_player_himself(self, at: Span, *words: Any) -> Drinker:
        return Drinker("player", "that" if has(words, "THAT") else "the", at)

    some_player = _names("player", "some")

    def culprit(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "the", at, (value("CULPRIT", words) or "",))

    everyone = _names("everyone")

    def others(self, at: Span, *facts: Any) -> Drinker:
        if own := one_of(Own, facts):
            return Drinker("others", own.person, at, own.needs, own.clause, of_them=True)
        return Drinker("others", owner(facts), at)

    dealer = _names("dealer")
    leader = _names("leader")

    def taker(self, at: Span, *words: Kind) -> Drinker:
        alone = value("TAKER", words) == "winner" and not has(words, "TRICK")
        return Drinker("taker", "", at, ("card.played", "trick.taken") if alone else ("",))

    def did_it(self, at: Span, *facts: Any) -> Drinker | None:
        did = one_of(Drinker, facts)
        return replace(did, at=at) if did else None

    played_it = _names("player", "the", "card.played")

    def led_it(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("leader", "it" if has(words, "IT") else "who", at)

    took_it = _names("taker", "", "card.played", "trick.taken", "declared", "revealed", "bid", "dropped")

    def did_that(self, at: Span, *words: Kind) -> Drinker:
        return Drinker("player", "the", at, (DID_NEEDS[words[0].kind],))

    dealt = dealer

    def chosen_one(self, at: Span, *words: Any) -> Drinker | None:
        person = owner(words) or ("the" if one_of(Own, words) else "")
        return Drinker("chosen", person, at)

    def picked(self, at: Span, *words: Kind) -> Drinker | None:
        return Drinker("chosen", "", at) if value("NUMBER", words) in (None, "1") else None

    def actor(self, at: Span, *facts: Any) -> Drinker | None:
        clause = one_of(Clause, facts)
        return Drinker("player", "", at, clause=clause) if clause else None

    def by_whoever(self, at: Span, *facts: Any) -> Clause | None:
        """What somebody does; the place covers only the action, not who does it."""
        clause = one_of(Clause, facts)
        return done_by("whoever", clause, clause.at) if clause else None

    def doing_it(self, at: Span, *facts: Any) -> Clause | None:
        clause = self.by_whoever(at, *facts)
        return clause if clause and clause.doing else None

    def owned(self, at: Span, *words: Kind) -> Own | None:
        person = owner(words)
        return Own(person) if person else None

    def owned_by(self, at: Span, *words: Kind) -> Own:
        return Own("leader" if has(words, "LEADER") else "that")

    def owned_by_actor(self, at: Span, *facts: Any) -> Own | None:
        clause = one_of(Clause, facts)
        return Own("", clause) if clause else None

    def owned_by_did(self, at: Span, *facts: Any) -> Own | None:
        """In a rule on a trick taken, the taker is the player; in a rule on a card played it can be another."""
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
            sides = {"RIGHT"} if has(facts, "PREVIOUS", "BEFORE") else {"LEFT"}
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
        verb = "for" if has(facts, "FOR", "TO") else "none"
        also = has(facts, "ALSO")
        return replace(piece, subject=drinkers, also=also) if piece else Piece(verb, drinkers, None, amount, also)

    def bestows(self, at: Span, *facts: Any) -> Piece | None:
        """None if the card gives drinks to the player: that can mean drinks to hand out."""
        group = one_of(Group, facts)
        if group is None or any(drinker.who in ("player", "chosen") for drinker in group.drinkers):
            return None
        return Piece("drink", group.drinkers, None, one_of(Amount, facts))

    def one_part(self, at: Span, *facts: Any) -> Pieces:
        further = one_of(Pieces, facts)
        return Pieces(all_of(Piece, facts) + (further.pieces if further else ()))

    # A whole sentence, the rule or a doubt

    def when_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "when")

    def then_when(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "then" if one_of(Clause, facts) else "carried")

    def topic_then(self, at: Span, *facts: Any) -> Draft | Doubt:
        return _drafted(facts, "topic")


def _beside(who: Who, at: Span, facts: tuple[Any, ...]) -> Drinker:
    own = one_of(Own, facts) or Own(owner(facts))
    return Drinker(who, own.person, at, own.needs, own.clause)


def _drafted(facts: tuple[Any, ...], order: str) -> Draft | Doubt:
    clause, costs = one_of(Clause, facts), one_of(Pieces, facts)
    pieces = costs.pieces if costs else all_of(Piece, facts)
    carried = [drinker.clause for piece in pieces for drinker in piece.named if drinker.clause]
    triggers = ([clause] if clause else []) + carried
    if not triggers:
        return Doubt(NO_TRIGGER)
    if len({one.when for one in triggers}) > 1:
        return Doubt(TWO_TRIGGERS, max(one.at for one in triggers))
    charges: list[Charge] = []
    for one in (*_unclear(triggers[0], pieces, order), *_charges(triggers[0], pieces, order)):
        if isinstance(one, Doubt):
            return one
        charges.append(one)
    return _draft(triggers[0], charges) if len(charges) <= 3 else Doubt(THREE_PARTS, charges[3][0].at)


def _draft(clause: Clause, charges: list[Charge]) -> Draft:
    marks = {Mark(*clause.at, "when")}
    marks |= {Mark(*drinker.at, "who") for drinker, _, _ in charges if drinker.at[1]}
    marks |= {Mark(*amount.at, "amount") for _, _, amount in charges if amount}
    parts = tuple(Part(_who(drinker, clause.when), number) for drinker, number, _ in charges)
    return Draft(Meaning(clause.when, parts), tuple(sorted(marks, key=lambda mark: (mark.start, mark.end, mark.part))))


def _who(drinker: Drinker, when: When) -> Who:
    """The drinker in the rule; the leader of an untaken trick, or of the card led, is the player who sets it off."""
    untaken = isinstance(when, TrickNobody) and drinker.ref in ("who", "it")
    led = isinstance(when, CardPlayed) and when.led is True and drinker.ref == "it"
    return "player" if untaken or led else drinker.who


def _charges(clause: Clause, pieces: tuple[Piece, ...], order: str) -> Iterator[Charge | Doubt]:
    """Each drinker with their amount; a part without a subject means the player if the part before it does."""
    left_out = clause.person in ("you", "", "whoever") and order != "carried"
    before = 0
    for place, piece in enumerate(pieces):
        if piece.subject is not None:
            left_out = all(_is_player(drinker, clause.when) for drinker in piece.subject)
        elif not (left_out or (place == 0 and piece.verb == "give" and clause.person in HE)):
            yield Doubt(NO_DRINKER)
        if piece.verb == "give" and piece.subject and not (left_out and len(piece.subject) == 1):
            yield Doubt(GIVES, piece.subject[-1].at)
        number = _number(piece, before, last=place == len(pieces) - 1)
        if number is None or not _may_be_short(pieces, place, order):
            yield Doubt(NO_AMOUNT)
        elif number > MOST:
            yield Doubt(TOO_MANY, piece.amount.at if piece.amount else None)
        else:
            before = number
            drinkers = piece.targets or piece.subject or (Drinker("player"),)
            yield from ((drinker, number, piece.amount) for drinker in drinkers)


def _may_be_short(pieces: tuple[Piece, ...], place: int, order: str) -> bool:
    """Whether a part can leave out its verb: after another part or a heading; an amount alone only as the first."""
    piece = pieces[place]
    if piece.verb != "none":
        return True
    if piece.subject is None:
        return place == 0 and all(further.subject for further in pieces[1:])
    return place > 0 or order not in ("then", "carried")


def _number(piece: Piece, before: int, last: bool) -> int | None:
    """How much a part charges: its amount, or that of the part before it, else one. None if that is not clear."""
    if piece.amount:
        return piece.amount.number
    if piece.verb == "none":
        return before if before and last else None
    return 1 if before in (0, 1) or not piece.also else None


def _is_player(drinker: Drinker, when: When) -> bool:
    """Whether this is the player who sets the rule off, however the sentence names them."""
    if drinker.who == "taker":
        return isinstance(when, TrickWon)
    return drinker.who == "player" or (drinker.who == "leader" and isinstance(when, TrickNobody))


def _unclear(clause: Clause, pieces: tuple[Piece, ...], order: str) -> Iterator[Doubt]:
    """A doubt for each drinker who could be more than one person."""
    drinkers = [drinker for piece in pieces for drinker in piece.named]
    for drinker in drinkers:
        if not (clause.when.on.startswith(drinker.needs or ("",)) and _is_there(drinker, clause, order)):
            yield Doubt(WHO, drinker.at)
    if {"he", "you"} <= {drinker.ref for drinker in drinkers}:
        yield Doubt(WHO, drinkers[-1].at)
    yield from _mixed_up(pieces, clause, order)
    yield from _else(drinkers, clause.when)


def _is_there(drinker: Drinker, clause: Clause, order: str) -> bool:
    """Whether the sentence makes clear who its `he`, `your` or `the player` is."""
    person = clause.person
    if drinker.ref == "leader":
        return isinstance(clause.when, TrickNobody) or (isinstance(clause.when, CardPlayed) and clause.when.led is True)
    if drinker.ref == "you":
        return person in ("you", "")
    if drinker.ref == "some":
        return order == "then" and (person == "he" or (person == "" and clause.doing))
    return person in HE if drinker.ref in ("he", "the", "that") else True


def _mixed_up(pieces: tuple[Piece, ...], clause: Clause, order: str) -> Iterator[Doubt]:
    """`He` can be the player or somebody named before; in `the dealer drinks when he leads` he is the dealer.

    Nobody drinks twice in one sentence: in `the dealer drinks two and he drinks one` he is the player.
    """
    seen: set[str] = set()
    others = False
    for piece in pieces:
        for drinker in piece.named:
            himself = drinker.who == "player" and drinker.ref == "he"
            alone = himself and piece.verb != "give" and seen <= ALONE
            if (drinker.ref == "he" and seen and not alone) or (drinker.ref == "that" and others):
                yield Doubt(WHO, drinker.at)
            if order == "then" and _is_himself(drinker, clause):
                yield Doubt(OF_WHOM, clause.at)
            seen |= {drinker.who} if drinker.who != "player" and not drinker.ref else set()
            others = others or drinker.who != "player"


def _else(drinkers: list[Drinker], when: When) -> Iterator[Doubt]:
    """A doubt for each "everybody else" named after the dealer: it could leave out the player or the dealer."""
    for place, drinker in enumerate(drinkers):
        plain = others_are_clear([_who(one, when) for one in drinkers[:place]], when)
        if drinker.who == "others" and not (drinker.of_them or drinker.ref or plain):
            yield Doubt(WHO, drinker.at)


def _is_himself(drinker: Drinker, clause: Clause) -> bool:
    """Whether it is unclear if the drinker is the `he` (or the `somebody`) of the clause that follows."""
    if clause.person == "he":
        return drinker.who not in ("player", "chosen")
    return clause.person == "some" and (drinker.who, drinker.ref) == ("player", "he")
