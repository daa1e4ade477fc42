"""Proposals on a phone, about drinks and reports of the sneak: those it can answer and those it made."""

import msgspec

from ..domain import events as of
from ..domain.proposals import Proposal, event_of, may_answer, still_open
from ..domain.rights import acts_for, may_agree_for
from .context import ViewContext, Who
from .fragments import Fragment


class WaitingProposal(msgspec.Struct, frozen=True):
    """A proposal that this phone can answer: `yes` is the button's label, `slot` the slot's name.

    It is asked of the player of this phone, or of somebody to `tap_for` (a name), who has no phone.
    """

    number: int
    text: str
    yes: str
    tap_for: str
    slot: str


class Proposals(msgspec.Struct, frozen=True):
    """What this phone can take back (`asked`: number and text), unless its player is asked: a No does the same.

    `sneak`: it can report players. `picked` are the seats picked by phones that the finesmaster is to confirm.
    `acted_for_by` has the phone that acts for this seat.
    """

    asked: tuple[tuple[int, str], ...]
    sneak: bool
    picked: tuple[Who, ...]
    acted_for_by: Who | None


def waiting(context: ViewContext, seat: str | None) -> tuple[WaitingProposal, ...]:
    """What this phone can answer; nothing once the night is over."""
    found = () if context.night.closed else still_open(context)
    return tuple(_waiting(context, one, seat) for one in found if may_answer(context, seat, one))


def proposals(context: ViewContext, seat: str | None) -> Proposals:
    """The proposals that this phone made, about drinks and reports; none once the night is over."""
    night = context.night
    made = () if night.closed else [one for one in still_open(context) if may_agree_for(context, seat, one.maker)]
    master = acts_for(context, seat, night.finesmaster) and not night.closed
    picked = (phone.player for phone in context.phones.devices if phone.picked and phone.player != seat)
    return Proposals(
        asked=tuple((one.id, _asked(context, one, seat)) for one in made if one.maker == seat or one.asked != seat),
        sneak=not master and acts_for(context, seat, night.sneak) and not night.closed,
        picked=tuple(context.people[player] for player in picked if player in context.people) if master else (),
        acted_for_by=context.who(context.phones.lent_to(seat)) if seat else None,
    )


def _waiting(context: ViewContext, proposal: Proposal, seat: str | None) -> WaitingProposal:
    event, maker, tap_for = event_of(proposal), context.name(proposal.maker), ""
    assert isinstance(event, of.DrinkMoved | of.FineGiven)
    whose = f"{maker}’s question"
    if isinstance(event, of.FineGiven):
        fine = f"Fine {context.name(event.player)} {context.amount(event.amount, event.player)}: {event.reason}"
        text, yes, whose = f"{fine} – reported by the sneak", "Fine them", "the sneak’s report"
    else:
        own, name, yes = proposal.asked == seat, context.name(proposal.asked), "Agree"
        amount = context.amount(event.amount, proposal.asked)
        text = f"{maker} offers to take over {amount} of {'yours' if own else f'{name}’s'}."
        if proposal.maker == event.player:
            text = f"{maker} asks {'you' if own else name} to take over {amount}."
        if not acts_for(context, seat, proposal.asked):
            tap_for = name
    return WaitingProposal(proposal.id, text, yes, tap_for, f"{whose} {proposal.id}")


def _asked(context: ViewContext, proposal: Proposal, seat: str | None) -> str:
    event, maker = event_of(proposal), "You" if proposal.maker == seat else context.name(proposal.maker)
    assert isinstance(event, of.DrinkMoved | of.FineGiven)
    if isinstance(event, of.FineGiven):
        amount = context.amount(event.amount, event.player)
        return f"Reported to the finesmaster: {context.name(event.player)}, {amount}, {event.reason}"
    asked, amount = context.name(proposal.asked), context.amount(event.amount, proposal.asked)
    if proposal.maker == event.player:
        return f"{maker} asked {asked} to take over {amount}."
    return f"{maker} offered to take over {amount} of {asked}’s."


PROPOSALS = Fragment("proposals", "proposals/_proposals.html", proposals, own=True)
