"""Proposals on a phone, about drinks and reports of the sneak: those it can answer and those it made."""

import msgspec

from ..domain import events as of
from ..domain.office import NEW_IN_OFFICE, took_over_after
from ..domain.proposals import Proposal, event_of, may_answer, still_open
from ..domain.rights import acts_for, is_free, may_agree_for
from ..storage.clock import ago
from .context import ViewContext, Who
from .fragments import Fragment


class WaitingProposal(msgspec.Struct, frozen=True):
    """A proposal that this phone can answer: `yes` is the button's label, `note` a hint, `slot` the slot's name."""

    number: int
    text: str
    yes: str
    note: str
    slot: str


class Proposals(msgspec.Struct, frozen=True):
    """What this phone can answer (`waiting`), and what it can take back (`asked`: number and text).

    `sneak`: it can report players. `next_master` and `picked` are for the finesmaster: the player who gets the office
    next, and the seats picked by phones that are to be confirmed. `acted_for_by` has the phone that acts for this seat.
    """

    games: int
    waiting: tuple[WaitingProposal, ...]
    asked: tuple[tuple[int, str], ...]
    sneak: bool
    next_master: Who | None
    picked: tuple[Who, ...]
    acted_for_by: Who | None


def proposals(context: ViewContext, seat: str | None) -> Proposals:
    """The proposals of this phone, about drinks and reports; none once the night is over."""
    night = context.night
    waiting = () if night.closed else tuple(still_open(context))
    master = acts_for(context, seat, night.finesmaster)
    is_between_games = context.game is None and bool(night.games) and not night.closed
    picked = (phone.player for phone in context.phones.devices if phone.picked and phone.player != seat)
    return Proposals(
        games=len(night.games),
        waiting=tuple(_waiting(context, one, seat) for one in waiting if may_answer(context, seat, one)),
        asked=tuple((one.id, _asked(context, one, seat)) for one in waiting if may_agree_for(context, seat, one.maker)),
        sneak=not master and acts_for(context, seat, night.sneak) and not night.closed,
        next_master=next_master(context) if master and is_between_games else None,
        picked=tuple(context.people[player] for player in picked if player in context.people) if master else (),
        acted_for_by=context.who(context.phones.lent_to(seat)) if seat else None,
    )


def _waiting(context: ViewContext, proposal: Proposal, seat: str | None) -> WaitingProposal:
    event, maker, note = event_of(proposal), context.name(proposal.maker), ""
    assert isinstance(event, of.DrinkMoved | of.FineGiven)
    whose = f"{maker}’s question"
    if isinstance(event, of.FineGiven):
        fine = f"Fine {context.name(event.player)} {context.amount(event.amount)}: {event.reason}"
        text, yes, whose = f"{fine} – reported by the sneak", "Fine them", "the sneak’s report"
    else:
        own, name, yes = proposal.asked == seat, context.name(proposal.asked), "Agree"
        amount = context.amount(event.amount)
        text = f"{maker} offers to take over {amount} of {'yours' if own else f'{name}’s'}."
        if proposal.maker == event.player:
            text = f"{maker} asks {'you' if own else name} to take over {amount}."
        if not acts_for(context, seat, proposal.asked):
            note = f"{name} has no phone: ask, then tap for them."
    return WaitingProposal(proposal.id, text, yes, note, f"{whose} {proposal.id}")


def _asked(context: ViewContext, proposal: Proposal, seat: str | None) -> str:
    event, maker = event_of(proposal), "You" if proposal.maker == seat else context.name(proposal.maker)
    assert isinstance(event, of.DrinkMoved | of.FineGiven)
    amount = context.amount(event.amount)
    if isinstance(event, of.FineGiven):
        return f"Reported to the finesmaster: {context.name(event.player)}, {amount}, {event.reason}"
    asked = context.name(proposal.asked)
    if proposal.maker == event.player:
        return f"{maker} asked {asked} to take over {amount}."
    return f"{maker} offered {asked} to take over {amount}."


def next_master(context: ViewContext) -> Who | None:
    """The player who gets the office next: the first to the finesmaster's left who is here with a phone or proxy.

    None if the finesmaster cannot hand it on yet.
    """
    night = context.night
    if night.finesmaster not in night.order or took_over_after(context.log, ago(NEW_IN_OFFICE)):
        return None
    seat = night.order.index(night.finesmaster)
    for player in (*night.order[seat + 1 :], *night.order[:seat]):
        if player not in night.away and not is_free(context, player):
            return context.people[player]
    return None


PROPOSALS = Fragment("proposals", "proposals/_proposals.html", proposals, own=True)
