"""Proposals on a phone, about drinks, reports of the sneak, and undos: those it can answer and those it made."""

import msgspec

from ..commands.authorization import acts_for, is_free, may_agree_for, others_to_agree
from ..commands.checks import is_new_in_office
from ..commands.proposals import corrections_of, event_of, may_answer, still_open
from ..domain import events as of
from ..domain.visibility import is_open
from ..storage.proposals import Proposal
from .context import ViewContext, Who
from .corrections import Changes, what_changes
from .entries import describe_event, describe_line
from .fragments import Fragment


class Question(msgspec.Struct, frozen=True):
    """A proposal that this phone can answer: `yes` is the button's label, `note` a hint, `slot` the slot's name.

    `changes` is what an undo or a change would change for the players.
    """

    number: int
    text: str
    yes: str
    note: str
    slot: str
    changes: tuple[tuple[Who, int], ...] = ()


class Agreeing(msgspec.Struct, frozen=True):
    """The undos and changes that wait for another player: those this phone can answer, and those it can take back."""

    night_id: str
    waiting: tuple[Question, ...]
    asked: tuple[tuple[int, str], ...]


class Proposals(msgspec.Struct, frozen=True):
    """What this phone can answer (`waiting`), and what it can take back (`asked`: number and text).

    `sneak`: it can report players. `next_master` and `picked` are for the finesmaster: the player who gets the office
    next, and the seats picked by phones that are to be confirmed. `acted_for_by` has the phone that acts for this seat.
    """

    night_id: str
    games: int
    waiting: tuple[Question, ...]
    asked: tuple[tuple[int, str], ...]
    sneak: bool
    next_master: Who | None
    picked: tuple[Who, ...]
    acted_for_by: Who | None


def agreeing(context: ViewContext, seat: str | None) -> Agreeing:
    """The undos and changes about which this phone is asked, or has asked another; none once the night is over."""
    return Agreeing(context.night_id, *_asking(context, seat, corrects=True))


def _asking(
    context: ViewContext, seat: str | None, corrects: bool
) -> tuple[tuple[Question, ...], tuple[tuple[int, str], ...]]:
    """What this phone can answer, and what it can take back: of all undos and changes, or of everything else."""
    waiting = () if context.night.closed else still_open(context)
    each = [one for one in waiting if isinstance(event_of(one), of.Correcting) is corrects]
    return (
        tuple(_question(context, one, seat) for one in each if may_answer(context, seat, one)),
        tuple((one.id, _asked(context, one, seat)) for one in each if may_agree_for(context, seat, one.maker)),
    )


def proposals(context: ViewContext, seat: str | None) -> Proposals:
    """The questions of this phone about drinks and reports; none once the night is over."""
    night = context.night
    waiting, asked = _asking(context, seat, corrects=False)
    master = acts_for(context, seat, night.finesmaster)
    is_between_games = context.game is None and bool(night.games) and not night.closed
    picked = (phone.player for phone in context.phones.devices if phone.picked and phone.player != seat)
    return Proposals(
        night_id=context.night_id,
        games=len(night.games),
        waiting=waiting,
        asked=asked,
        sneak=not master and acts_for(context, seat, night.sneak) and not night.closed,
        next_master=next_master(context) if master and is_between_games else None,
        picked=tuple(context.people[player] for player in picked if player in context.people) if master else (),
        acted_for_by=context.who(context.phones.lent_to(seat)) if seat else None,
    )


def _question(context: ViewContext, proposal: Proposal, seat: str | None) -> Question:
    event, maker, note = event_of(proposal), context.name(proposal.maker), ""
    whose = f"{maker}’s question"
    if isinstance(event, of.Correcting):
        effect, undoes = context.effects[proposal.id], isinstance(event, of.EntryUndone)
        yes = "Yes, undo it" if undoes else "Yes, change it"
        text, note = f"{maker} wants to {_corrections(context, proposal)}", _note(effect.why)
        what: str = ""
        changes: Changes = ()
        if effect.reveals:
            what = "This shows hidden cards or dice"
        elif effect.after:
            what, changes = what_changes(context, context.night, effect.after)
        note += f" This changes {what}:" if changes else f" {what}." if what else ""
        return Question(proposal.id, text, yes, note, f"{whose} {proposal.id}", changes)
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
    return Question(proposal.id, text, yes, note, f"{whose} {proposal.id}")


def _note(why: str) -> str:
    """Why two have to agree, or why it cannot be done any more."""
    return why if why.endswith(".") else f"{why[:1].upper()}{why[1:]}. Was it a mistake?"


def _corrections(context: ViewContext, proposal: Proposal) -> str:
    """All that one tap corrects; of several changes of an entry the last one."""
    last = {event.entry: event for event in corrections_of(proposal)}
    return " And ".join(_correction(context, event) for event in last.values())


def _correction(context: ViewContext, event: of.Correcting) -> str:
    """What is to be undone, or changed to what, without what is hidden."""
    line = context.log.line(event.entry)
    text = f"entry {event.entry}: {describe_line(context, line)}"
    if isinstance(event, of.EntryUndone):
        return f"undo {text}"
    whole = is_open(context.log, line, context.insider)
    changed = describe_event(context, event.entry, msgspec.convert(event.event, type(line.event)), whole)
    if changed == describe_event(context, event.entry, line.event, whole):
        return f"change what is hidden in {text}"
    return f"change {text} To: {changed}"


def _asked(context: ViewContext, proposal: Proposal, seat: str | None) -> str:
    event, maker = event_of(proposal), "You" if proposal.maker == seat else context.name(proposal.maker)
    if isinstance(event, of.Correcting):
        others = " or ".join(map(context.name, others_to_agree(context, event, proposal.maker)))
        return f"Waiting for another player ({others}): {_corrections(context, proposal)}"
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
    if night.finesmaster not in night.order or is_new_in_office(context):
        return None
    seat = night.order.index(night.finesmaster)
    for player in (*night.order[seat + 1 :], *night.order[:seat]):
        if player not in night.away and not is_free(context, player):
            return context.people[player]
    return None


AGREE = Fragment("agree", "proposals/_agree.html", agreeing, own=True)
PROPOSALS = Fragment("proposals", "proposals/_proposals.html", proposals, own=True)
