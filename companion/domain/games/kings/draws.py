"""A game of Kings: what each rank does, who draws next, who is named for a card, and who drinks along as a mate."""

import re
from typing import Annotated, Any, NamedTuple, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...asking import Ask
from ...cards import RANK_WORDS, drawn, short
from ...events import Count, Event, GameStarted, Id
from ...fines import Fine
from ...house_rules.model import Happening
from ...refused import Filled, Refused
from ...seating import Circle, Table, first_of, left_of, right_of
from ..game import Moment, Step
from ..turns import check_due, check_plays, check_turn

SEATS = range(2, 13)
CUP = 5  # what the last king costs
OF_A_RANK = 4
MASTER = "question master"
USUAL = {
    "A": ("waterfall", "everyone 1"), "2": ("you", "choose 2"), "3": ("me", "drawer 3"), "4": ("floor", "last 1"),
    "5": ("left", "left 1"), "6": ("right", "right 1"), "7": ("heaven", "last 1"), "8": ("mate", "mate"),
    "9": ("rhyme", "last 1"), "T": ("categories", "last 1"), "J": ("rule", "rule"), "Q": (MASTER, f"title {MASTER}"),
    "K": ("cup", "cup"),
}  # fmt: skip
"""The word and the effect of each rank, where the table changes nothing."""
NAMING = ("choose", "last", "mate")  # the kinds of effect for which the table says whom the card meant
WRITTEN = re.compile(rf"(everyone|choose|drawer|last|left|right) [0-5]|mate|rule|title {MASTER}")


class Effect(NamedTuple):
    """What a card does: the `kind` of its effect, how many drinks, and the `word` that is the reason of its fines."""

    kind: str
    amount: int
    word: str

    @property
    def did(self) -> str:
        """What whoever is named for the card did, if it is not the drawer who picks."""
        return {"rhyme": "could not rhyme", "categories": "ran out of ideas"}.get(self.word, "was last")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ranks`: what the table changed in the list."""

    ranks: dict[str, str] = {}

    @property
    def effects(self) -> dict[str, Effect]:
        """The whole list; a rank that is as usual keeps its word."""
        found = {}
        for rank, (word, usual) in USUAL.items():
            written = self.ranks.get(rank, usual)
            kind, _, amount = written.partition(" ")
            word = word if written == usual else written.removeprefix("title ")
            found[rank] = Effect(kind, int(amount) if amount.isdecimal() else 0, word)
        return found


class DrawEvent(Event, frozen=True):
    """An event about one draw: it can happen only once."""

    slot = ("draw",)
    draw: Count
    player: Id


class CardDrawn(DrawEvent, frozen=True, tag="card.drawn"):
    """Somebody drew a card; the rank alone is enough."""

    card: Annotated[str, Meta(pattern=r"^[AKQJT98765432][SHDC]?\Z")]

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same card; the second may leave its suit out."""
        return other.card in (self.card, self.card[0])


class DrawAnswered(DrawEvent, frozen=True, tag="draw.answered"):
    """Who was chosen by the card of a draw, was last, or is the drawer's mate."""


class MasterAnswered(Event, frozen=True, tag="master.answered"):
    """Somebody answered a question of the question master."""

    player: Id


class Draw(msgspec.Struct, frozen=True):
    """A card that was drawn, by whom, what it does, and whom it meant, if anybody: a neighbour, or who was named."""

    player: str
    card: str
    effect: Effect
    named: str | None = None

    def because(self, table: Table) -> str:
        """Why somebody drinks for it."""
        how = ": go on until the player on your right stops" if self.effect.word == "waterfall" else ""
        return f"{table.name(self.player)} drew {drawn(self.card)}, “{self.effect.word}”{how}"


class State(msgspec.Struct, frozen=True):
    """The players clockwise, the dealer, every draw, the question master, and pairs of a player and a mate."""

    options: Options
    players: Circle
    dealer: str
    draws: tuple[Draw, ...] = ()
    master: str | None = None
    mates: tuple[tuple[str, str], ...] = ()

    def count(self, rank: str) -> int:
        """How many cards of a rank were drawn."""
        return sum(draw.card[0] == rank for draw in self.draws)

    def drawer(self, table: Table) -> str | None:
        """The next to the left of the last drawer, or of the dealer, who is not away; None if nobody is here."""
        last = self.draws[-1].player if self.draws else self.dealer
        return first_of(table.present(self.players), left_of(last, self.players), self.players)

    def mates_of(self, player: str, table: Table) -> Circle:
        """Those who are here and drink along with a player."""
        return table.present(tuple(mate for drawer, mate in self.mates if drawer == player))


def start(event: GameStarted, options: Options, table: Table) -> State:
    """Whoever sits left of the dealer draws first. Refuses a list with a rank or an effect that there is not."""
    for rank, written in options.ranks.items():
        if rank not in USUAL:
            raise Refused(f"ranks: {rank} is not a rank")
        if (rank == "K") != (written == "cup"):
            raise Refused("ranks: the kings, and only they, are the cup")
        if written != "cup" and not WRITTEN.fullmatch(written):
            raise Refused(f"ranks: “{written}” is nothing that a card can do")
    return State(options, event.players, event.first_dealer)


def check(state: State, event: Any, table: Table) -> None:
    """Refuses a draw out of turn, a card that is gone, and an answer that nothing asked for."""
    name = table.name(event.player)
    check_plays(event.player, state.players, table)
    if isinstance(event, CardDrawn):
        _check_draw(state, event, table)
    elif isinstance(event, DrawAnswered):
        _check_answer(state, event, table)
    elif state.master in (None, event.player):
        raise Refused(f"{name} is the question master" if state.master else "there is no question master yet")


def _check_draw(state: State, event: CardDrawn, table: Table) -> None:
    due, rank = len(state.draws) + 1, event.card[0]
    if event.draw < due:
        old = state.draws[event.draw - 1]
        raise Filled(f"Draw {event.draw} is already written: {table.name(old.player)} drew {drawn(old.card)}")
    check_due(event.draw, due, "Draw")
    check_turn(event.player, state.drawer(table), "{} draws next", table)
    if len(event.card) > 1 and event.card in (draw.card for draw in state.draws):
        raise Refused(f"{short(event.card)} has already been drawn")
    if state.count(rank) == OF_A_RANK:
        raise Refused(f"all four {RANK_WORDS[rank]}{'es' if rank == '6' else 's'} have been drawn")


def _check_answer(state: State, event: DrawAnswered, table: Table) -> None:
    if event.draw > len(state.draws):
        raise Refused(f"draw {event.draw} has not been drawn yet")
    draw = state.draws[event.draw - 1]
    if draw.effect.kind not in NAMING:
        raise Refused(f"the card of draw {event.draw} asks for nobody")
    if draw.named is not None:
        raise Filled(f"That is answered already: {table.name(draw.named)}")
    if event.player == draw.player and draw.effect.kind != "last":
        raise Refused(f"{table.name(draw.player)} has to pick somebody else")


def evolve(state: State, event: Any, table: Table) -> Step:
    """The step after a checked event."""
    if isinstance(event, CardDrawn):
        return _drawn(state, event, table)
    if isinstance(event, DrawAnswered):
        return _answered(state, event, table)
    return Step(state, (Fine(event.player, 1, MASTER, f"answered {table.name(state.master)}, the {MASTER}"),))


def follows(state: State, fine: Fine, table: Table) -> tuple[Fine, ...]:
    """The fines of a player's mates, who drink as much."""
    mate_of = f"mate of {table.name(fine.player)}"
    return tuple(Fine(mate, fine.amount, mate_of, mate_of) for mate in state.mates_of(fine.player, table))


def _drawn(state: State, event: CardDrawn, table: Table) -> Step:
    player, effect, here = event.player, state.options.effects[event.card[0]], table.present(state.players)
    last = state.draws[-1] if state.draws else None
    beside = {"left": left_of, "right": right_of}.get(effect.kind) if len(here) > 1 else None
    draw = Draw(player, event.card, effect, beside(player, here) if beside else None)
    master = player if effect.kind == "title" else state.master
    after = replace(state, draws=(*state.draws, draw), master=master)
    over = after.count("K") == OF_A_RANK
    drinkers = {"everyone": here, "drawer": (player,), "cup": (player,) * over}
    drinking = drinkers.get(effect.kind, (draw.named,) if draw.named else ())
    because, amount = draw.because(table), CUP if over else effect.amount
    fines = tuple(Fine(each, amount, effect.word, because) for each in drinking)
    before, previous = (last.card, last.player) if last else (None, None)
    happened = Happening("card.played", player, event.card, before=before, previous=previous)
    asks: tuple[Ask, ...] = ()
    if effect.kind == "mate" or (effect.kind in NAMING and effect.amount):
        question = {"choose": f"who drinks {effect.amount}", "last": f"who {effect.did}", "mate": "who is the mate"}
        some = tuple(other for other in state.players if other != player or effect.kind == "last")
        among = table.present(some) or some  # a question with nobody to pick could never be answered
        answer = {"type": "draw.answered", "draw": event.draw}
        asks = (Ask(player, question[effect.kind], because, answer, among=among),)
    kings = tuple(f"K{suit}" for suit in "SHCD")
    moment = Moment(f"{table.name(player)} drew the fourth king", (player,), signs=kings) if over else None
    return Step(after, fines, (happened,), (player,) * (effect.kind == "rule"), over=over, asks=asks, moment=moment)


def _answered(state: State, event: DrawAnswered, table: Table) -> Step:
    draw = replace(state.draws[event.draw - 1], named=event.player)
    after = replace(state, draws=(*state.draws[: event.draw - 1], draw, *state.draws[event.draw :]))
    if draw.effect.kind == "mate":
        return Step(replace(after, mates=tuple(dict.fromkeys((*state.mates, (draw.player, event.player))))))
    return Step(after, (Fine(event.player, draw.effect.amount, draw.effect.word, draw.because(table)),))
