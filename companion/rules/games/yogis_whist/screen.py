"""What the phones show of Yogi's Whist: what is next and what a deal cost; never a bid that lies face down."""

from typing import Literal

import msgspec
from msgspec import UNSET

from ...cards import short
from ...seating import Circle, Table, clockwise_from
from ..trick_game import TrickScreen, with_newcomers
from . import events as of
from .deal import EXTRA, SAID, SEATS, Deal, Fined, State, met, next_dealt, opened
from .events import SUIT_OF, Word, gift, wanted
from .play import nines_out


class Outcome(msgspec.Struct, frozen=True):
    """One player's line: the tricks wanted and taken (None: the short form does not say), and the fine in its parts.

    `suit` is the bid's, where it is for as many tricks as a single card can be for.
    """

    player: str
    name: str
    bid: int | None
    suit: str | None
    taken: int | None
    made: bool
    base: int
    extra: int

    @property
    def fine(self) -> int:
        """What the deal costs this player."""
        return self.base + self.extra


class Result(msgspec.Struct, frozen=True):
    """A deal that was fined: a line for each player in it, and why each part of the fines is due."""

    number: int
    rows: tuple[Outcome, ...]
    missed: str
    loud: str
    moved: bool
    nines: str

    @property
    def made(self) -> tuple[str, ...]:
        """The names of those who made their bid."""
        return tuple(row.name for row in self.rows if row.made)


def result(state: State, table: Table) -> Result | None:
    """The fines of the deal just over; None while there are none."""
    fined = state.recent
    if fined is None:
        return None
    over = fined.deal
    rows = tuple(_row(player, fined, table) for player in over.dealt)
    return Result(
        number=over.number,
        rows=rows,
        missed=_missed(len(fined.made), len(over.dealt)),
        loud=_loud(fined, table),
        moved=bool(over.rotated),
        nines=_nines(over.turned),
    )


def _row(player: str, fined: Fined, table: Table) -> Outcome:
    deal = fined.deal
    known = len(deal.bids) == len(deal.dealt)
    goal = deal.goal(player) if known else None
    base = 0 if player in fined.made else 1 + len(fined.made)
    fine = next((fine.amount for fine in fined.fines if fine.player == player), 0)
    return Outcome(
        player=player,
        name=table.name(player),
        bid=goal,
        suit=SUIT_OF.get(goal) if goal is not None and deal.in_front(player).count == 1 else None,
        taken=deal.taken.count(player) if known else None,
        made=player in fined.made,
        base=base,
        extra=fine - base,
    )


def _missed(made: int, players: int) -> str:
    if made == players:
        return "Nobody missed."
    if not made:
        return "Nobody made it, so a missed bid costs 1."
    others = "the one" if made == 1 else f"each of the {made}"
    return f"A missed bid costs {1 + made}: 1, and 1 for {others} who made it."


def _loud(fined: Fined, table: Table) -> str:
    if fined.loud is None:
        return ""
    others, own = EXTRA[fined.loud.call]
    name, said = table.name(fined.loud.player), SAID[fined.loud.call]
    if fined.loud.player in fined.made:
        return f"{name} {said} and made it: {others} more for everybody else."
    return f"{name} {said} and missed: {own} more for {name}."


def _nines(turned: str | None) -> str:
    """What was kept quiet until now."""
    if turned is None or not nines_out(turned):
        return ""
    return f"Under the {short(turned)} the four nines were trump, and a suit of their own: 9♦ < 9♠ < 9♥ < 9♣."


Phase = Literal["unfit", "cards", "bidding", "calls", "leader", "tricks", "bids", "votes"]
MOST_CARDS = 12


class Bidder(msgspec.Struct, frozen=True):
    """Somebody who may be named on a button."""

    player: str
    name: str


class Up(msgspec.Struct, frozen=True):
    """A bid that lies face up: for how many tricks, and its suit where it is a single card."""

    tricks: int
    suit: str | None


class Screen(TrickScreen, frozen=True, kw_only=True):
    """What is next in the deal that is on or due; `phase` says what the table is asked for.

    `cards`: the dealer of BFT says how many. `bidding`: BFT waits for bids before trick 1. `bids`: the tricks are in,
    bids are missing. `votes`: the members may move the bids. `unfit`: too few or too many are here.
    `turn` and `words` are whose call it is and what they may still say, `last` who calls last; `rest` more than one.
    `fresh`: nothing was said in this deal yet but the turned-up card.
    """

    phase: Phase
    of_tricks: int
    fresh: bool
    bft: bool
    joker: bool = True
    takers: tuple[Bidder, ...] = ()
    turned: str | None = None
    nines: bool = False
    turn: Bidder | None = None
    words: tuple[Word, ...] = ()
    last: Bidder | None = None
    rest: bool = False
    loud: Bidder | None = None
    said: str = ""
    up: Up | None = None
    missing: tuple[Bidder, ...] = ()
    members: tuple[Bidder, ...] = ()
    most: int = 0
    scores: dict[str, int] = {}
    result: Result | None = None

    @property
    def awaited(self) -> frozenset[str]:
        """Whom the table waits for: who bids or calls next, picks the leader, or has not told a bid yet."""
        asked = {
            "bidding": self.missing[:1],
            "calls": (self.turn,),
            "leader": (self.loud,),
            "bids": self.missing,
        }.get(self.phase, ())
        return frozenset() if self.between else frozenset(one.player for one in asked if one)

    @property
    def tallies(self) -> dict[str, str]:
        """What counts in this game, in a few words for everybody in it: the bids they have made."""
        return {player: f"{made} made" for player, made in self.scores.items()}


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table now; between deals, as if the next were dealt now, newcomers included."""
    dealing = with_newcomers(state, table, newcomers, SEATS)
    cards = 2 if state.options.bft else UNSET
    started = of.DealStarted(deal=state.over + 1, players=dealing, cards=cards) if dealing else None
    between = state.on is None
    shown = Screen(
        phase="unfit",
        deal=state.over + 1,
        of_tricks=0,
        between=between,
        fresh=False,
        bft=state.options.bft,
        scores={player: state.made.get(player, 0) for player in state.players},
        result=result(state, table),
        dealing=dealing,
    )
    if between and len(next_dealt(state, table, started).dealt) not in SEATS:
        return shown
    deal = opened(state, table, started)[1]
    return _called(_dealt(shown, state, deal, table), deal, table)


def phase(state: State, deal: Deal) -> Phase:
    """What the table is asked for next."""
    if state.options.bft and state.on is None:
        return "cards"
    if deal.is_played():
        return "bids" if deal.missing else "votes"
    if deal.taken:
        return "tricks"
    if state.options.bft and deal.missing:
        return "bidding"
    if deal.revealer and not deal.chosen:
        return "leader"
    return "calls" if deal.turn else "tricks"


def _dealt(shown: Screen, state: State, deal: Deal, table: Table) -> Screen:
    bft = state.options.bft
    return msgspec.structs.replace(
        shown,
        phase=phase(state, deal),
        trick=len(deal.taken) + 1,
        of_tricks=0 if bft and deal.missing else deal.tricks,
        fresh=not (deal.bids or deal.calls or deal.taken),
        dealer=deal.dealer,
        leader=deal.lead,
        dealt=deal.dealt,
        order=clockwise_from(deal.lead, deal.playing) if deal.playing and not (bft and deal.missing) else (),
        names={player: table.name(player) for player in deal.dealt},
        judges=deal.turned is not None,
        takers=_named(tuple(player for player in deal.dealt if player in deal.playing), table),
        turned=deal.turned,
        nines=state.options.remind_nines and deal.turned is not None and nines_out(deal.turned),
        missing=_named(deal.missing, table),
        members=_named(tuple(player for player in state.options.members if player in deal.dealt), table),
        most=min((53 - 1) // len(deal.dealt), MOST_CARDS),
        tricks={player: deal.taken.count(player) for player in dict.fromkeys(deal.taken)},
        seen=met(deal),
        notes={player: _note(player, deal, bft) for player in deal.dealt},
    )


def _called(shown: Screen, deal: Deal, table: Table) -> Screen:
    """The same with what was called, and whose call it is."""
    loud = deal.loud
    rest = deal.order[deal.order.index(deal.turn) :] if deal.turn else ()
    return msgspec.structs.replace(
        shown,
        turn=_named(rest[:1], table)[0] if rest else None,
        words=("no", "reveal") if loud else ("no", "declare", "reveal"),
        last=_named(rest[-1:], table)[0] if rest else None,
        rest=len(rest) > 1,
        loud=Bidder(loud.player, table.name(loud.player)) if loud else None,
        said=SAID[loud.call] if loud else "",
        up=_up(deal),
    )


def _named(players: Circle, table: Table) -> tuple[Bidder, ...]:
    return tuple(Bidder(player, table.name(player)) for player in players)


def _up(deal: Deal) -> Up | None:
    bids = [deal.bids[player] for player in deal.face_up if player in deal.bids]
    if not bids:
        return None
    tricks = wanted(bids[0], deal.turned)
    return Up(tricks, SUIT_OF[tricks] if bids[0].count == 1 else None)


def _note(player: str, deal: Deal, bft: bool) -> str:
    """What everybody may know of a player in a few words: what was said aloud, and whether a bid is laid."""
    call, bid = deal.calls.get(player), deal.bids.get(player)
    if bid is not None and player in deal.face_up:
        return f"bid {wanted(bid, deal.turned)}"
    laid = (gift(bid.count) if bft else "bid laid") if bid and not (deal.taken and call in SAID) else None
    said = SAID.get(call) if call in SAID else call if not deal.taken else None
    return ", ".join(word for word in (said, laid) if word)
