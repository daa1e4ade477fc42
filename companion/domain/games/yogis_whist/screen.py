"""What the phones show of Yogi's Whist: what is next and what a deal cost; never a bid that lies face down."""

from typing import Literal

from ...seating import Circle, Table, clockwise_from
from ..trick_game import TrickScreen, deal_to_show, scores
from .deal import PACK, Deal, Fined, State, met
from .events import Loud, Worth, gift, worth

Phase = Literal["unfit", "cards", "bidding", "calls", "leader", "tricks", "bids", "votes"]
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
    bft = state.options.bft
    deal, fields = deal_to_show(state, table, newcomers)
    fields |= {"bft": bft, "scores": scores(state, {}), "fined": state.recent}
    if deal is None:
        return Screen(**fields, phase="unfit")
    unknown = bft and bool(deal.missing)  # how many tricks there are, and who plays them
    return Screen(
        **fields | {"leader": deal.lead},
        phase=phase(state, deal),
        of_tricks=0 if unknown else deal.length,
        fresh=not (deal.bids or deal.calls or deal.taken),
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
        tricks=deal.tricks,
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
