"""What the phones show of Yogi's Whist: what is next and what a deal cost; never a bid that lies face down."""

from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from ...seating import Circle, Table, clockwise_from
from ..trick_game import TrickScreen, with_newcomers
from . import events as of
from .deal import SEATS, Deal, Fined, State, met, next_dealt, opened
from .events import Worth, gift, worth
from .fines import Loud

Phase = Literal["unfit", "cards", "bidding", "calls", "leader", "tricks", "bids", "votes"]
PACK = 53
MOST_CARDS = 12


class Screen(TrickScreen, frozen=True, kw_only=True):
    """What is next in the deal that is on or due; `phase` says what the table is asked for.

    `cards`: the dealer of BFT says how many. `bidding`: BFT waits for bids before trick 1. `bids`: the tricks are in,
    bids are missing. `votes`: the members may move the bids. `unfit`: too few or too many are here.
    `calling` are those who may still call, `takers` have a card for the next trick, `up` is the bid that lies face up.
    `fresh`: nothing was said in this deal yet but the turned-up card. `fined` is the deal just over.
    """

    phase: Phase
    of_tricks: int = 0
    fresh: bool = False
    bft: bool
    joker: bool = True
    takers: Circle = ()
    turned: str | None = None
    nines: bool = False
    calling: Circle = ()
    loud: Loud | None = None
    up: Worth | None = None
    missing: Circle = ()
    members: Circle = ()
    most: int = 0
    scores: dict[str, int] = {}
    fined: Fined | None = None

    @property
    def awaited(self) -> frozenset[str]:
        """Whom the table waits for: who bids or calls next, picks the leader, or has not told a bid yet."""
        asked = {
            "bidding": self.missing[:1],
            "calls": self.calling[:1],
            "leader": (self.loud.player,) if self.loud else (),
            "bids": self.missing,
        }.get(self.phase, ())
        return frozenset() if self.between else frozenset(asked)

    @property
    def tallies(self) -> dict[str, str]:
        """What counts in this game, in a few words for everybody in it: the bids they have made."""
        return {player: f"{made} made" for player, made in self.scores.items()}


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table now; between deals, as if the next were dealt now, newcomers included."""
    bft, between = state.options.bft, state.on is None
    dealing = with_newcomers(state, table, newcomers, SEATS)
    started = of.DealStarted(deal=state.over + 1, players=dealing, cards=2 if bft else UNSET) if dealing else None
    shown = Screen(
        phase="unfit",
        deal=state.over + 1,
        between=between,
        bft=bft,
        scores={player: state.made.get(player, 0) for player in state.players},
        fined=state.recent,
        dealing=dealing,
    )
    if between and len(next_dealt(state, table, started).dealt) not in SEATS:
        return shown
    deal = opened(state, table, started)[1]
    unknown = bft and bool(deal.missing)  # how many tricks there are, and who plays them
    return replace(
        shown,
        phase=phase(state, deal),
        trick=len(deal.taken) + 1,
        of_tricks=0 if unknown else deal.tricks,
        fresh=not (deal.bids or deal.calls or deal.taken),
        dealer=deal.dealer,
        leader=deal.lead,
        dealt=deal.dealt,
        order=clockwise_from(deal.lead, deal.playing) if deal.playing and not unknown else (),
        judges=deal.turned is not None,
        takers=deal.playing,
        turned=deal.turned,
        nines=state.options.remind_nines and deal.nines_out,
        calling=deal.calling,
        loud=deal.loud,
        up=next((worth(deal.bids[player], deal.turned) for player in deal.face_up if player in deal.bids), None),
        missing=deal.missing,
        members=tuple(player for player in state.options.members if player in deal.dealt),
        most=min((PACK - 1) // len(deal.dealt), MOST_CARDS),
        tricks={player: deal.taken.count(player) for player in dict.fromkeys(deal.taken)},
        seen=met(deal),
        notes={player: _note(player, deal, bft) for player in deal.dealt},
    )


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


def _note(player: str, deal: Deal, bft: bool) -> str:
    """What everybody may know of a player in a few words: what was said aloud, and whether a bid is laid."""
    call, bid = deal.calls.get(player), deal.bids.get(player)
    if bid is not None and player in deal.face_up:
        return f"bid {worth(bid, deal.turned).tricks}"
    loud = call is not None and call != "no"
    laid = (gift(bid.count) if bft else "bid laid") if bid and not (deal.taken and loud) else None
    said = Loud(player, call).said if call and loud else call if not deal.taken else None
    return ", ".join(word for word in (said, laid) if word)
