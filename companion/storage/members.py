"""The members of a night: which phone is whose, letting one in, lending its seat, moving it, and showing it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.domain.refused import Refused
from companion.storage import preferences, votes_and_proposals
from companion.storage.clock import now, written
from companion.storage.database import Database, Work
from companion.storage.errors import UnknownNight
from companion.storage.event_store import last_entry
from companion.storage.models import Device, Loan, Night, Ticket
from companion.storage.nights import NightLinks, changed, held, links, renew_all, with_fresh_code
from companion.storage.preferences import Preferences
from companion.storage.votes_and_proposals import Proposal
from companion.system import chance

AGAIN = timedelta(minutes=5)  # in which a browser may send the same form once more
LASTS = timedelta(minutes=5)
TAKEN = "That seat has a phone already. Ask its player to move it to yours."
SENT_BEFORE = "This page was sent before. Try once more."
SPENT = "This ticket has been used or is too old. Ask the other phone for a new one."


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that may act for its player; a removed phone is none.

    `picked` its seat, which was there before it, and the finesmaster has not said yet that it is the right one. `since`
    is the last entry before it came to that seat.
    """

    id: int
    night_id: str
    player: str
    label: str
    created_at: str
    picked: bool
    token_hash: str = field(repr=False)
    since: int = 0


@dataclass(frozen=True, slots=True)
class Phones:
    """All phones of a night and the seats lent to them (player to device), at one version of the members.

    With them comes what is said on them beside the log: the votes (for each entry that proposes something, who is in
    favour and who is not), what players propose to each other, and the private `preferences` of each.
    `rewritten` counts the entries of the log that were, each as often as it was. `watch` is the secret that a big
    screen has to hold now. `preferences_version` counts changed preferences. `lent_since` is for each
    seat that is lent the last entry before it was.
    """

    devices: tuple[Phone, ...]
    loans: Mapping[str, int]
    members_version: int
    ballots: Mapping[int, Mapping[str, bool]] = field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()
    preferences: Mapping[str, Preferences] = field(default_factory=dict, repr=False)
    rewritten: int = 0
    watch: str = field(default="", repr=False)
    preferences_version: int = 0
    lent_since: Mapping[str, int] = field(default_factory=dict)

    def shows_to(self, secret: str) -> bool:
        """Whether a screen that holds this secret may show the table."""
        return bool(self.watch) and compare_digest(secret.encode(), self.watch.encode())

    def preferences_of(self, player: str) -> Preferences:
        """How the player settles their fines; for nobody else's eyes."""
        return self.preferences.get(player, Preferences())

    def by_token(self, token: str) -> Phone | None:
        """The phone that holds this token, if it has not been removed."""
        digest = hashed(token)
        return next((phone for phone in self.devices if phone.token_hash == digest), None)

    def of_player(self, player: str) -> Phone | None:
        """The phone of a player's own, if the seat has one."""
        return next((phone for phone in self.devices if phone.player == player), None)

    def has_phone(self, player: str) -> bool:
        """Whether the seat has a phone of its own."""
        return self.of_player(player) is not None

    def has_device(self, device_id: int) -> bool:
        """Whether this phone is still at the table."""
        return any(phone.id == device_id for phone in self.devices)

    def lent_to(self, player: str) -> str | None:
        """The player whose phone a seat is lent to."""
        holder = self.loans.get(player)
        if holder is None:
            return None
        return next((phone.player for phone in self.devices if phone.id == holder), None)

    def since(self, own: str, seat: str) -> int | None:
        """The last entry before the phone of `own` came to tell what is hidden of a seat: its own, or one lent to it.

        None where it does not: somebody else's seat, or one lent to it that has a phone of its own.
        """
        phone = self.of_player(own)
        if seat == own:
            return phone.since if phone else None
        return self.lent_since.get(seat, 0) if self.lent_to(seat) == own and not self.has_phone(seat) else None


PHONE = tuple(getattr(Device, name) for name in Phone.__dataclass_fields__)


class Admitted(NamedTuple):
    """A phone let in; its `token` is told to it alone and kept nowhere."""

    device_id: int
    token: str


class Moved(NamedTuple):
    """A player on a new phone; its `token` is told to it alone and kept nowhere."""

    night_id: str
    player: str
    device_id: int
    token: str


def phones(database: Database, night_id: str) -> Phones:
    """The night's phones, loans and all that is said beside the log, as they stood at one moment."""

    def work(session: Session) -> Phones:
        night = session.get(Night, night_id)
        if night is None:
            raise UnknownNight(night_id)
        lent = session.scalars(select(Loan).filter_by(night_id=night_id)).all()
        return Phones(
            _live(session, night_id),
            {loan.player: loan.device_id for loan in lent},
            night.members_version,
            votes_and_proposals.votes(session, night_id),
            votes_and_proposals.proposals(session, night_id),
            preferences.read(session, night_id),
            night.rewritten,
            night.watch or "",
            night.preferences_version,
            {loan.player: loan.since for loan in lent},
        )

    return database.read(work)


def hashed(secret: str) -> str:
    """The one form in which a secret is stored: its SHA-256 in hex."""
    return sha256(secret.encode()).hexdigest()


def admit(database: Database, night_id: str, player: str, label: str = "", token: str | None = None) -> Admitted:
    """A phone becomes the player's, who has none (or `Refused`); the answer alone knows its token.

    A phone may bring a `token` that was made of the form it sent. Brought again within five minutes, since a form came
    twice or an answer was lost, it lets in the very same phone.
    """

    def work(session: Session) -> Admitted:
        known = _known(session, night_id, player, token)
        return known or _let_in(session, night_id, player, label, token)

    return _with_own_token(database, work)


def take_over(database: Database, night_id: str, player: str, label: str = "", token: str | None = None) -> Admitted:
    """The same for a seat that was there before: it is lent no longer, and what its player kept private is forgotten.

    What is hidden of the seat until then stays hidden from its new phone. Where other phones are at the table, the
    finesmaster is to say that it is the right one.
    """

    def work(session: Session) -> Admitted:
        known = _known(session, night_id, player, token)
        if known is not None:
            return known
        end_loan(session, night_id, player)
        preferences.forget(session, night_id, player)
        picked, since = bool(_live(session, night_id)), last_entry(session, night_id)
        return _let_in(session, night_id, player, label, token, picked, since)

    return _with_own_token(database, work)


def confirm(database: Database, night_id: str, player: str) -> None:
    """The phone that picked this seat is the right one."""

    def work(session: Session) -> None:
        changed(session, night_id)
        for phone in session.scalars(select(Device).filter_by(night_id=night_id, player=player)):
            phone.picked = False

    database.write(work)


def remove(database: Database, night_id: str, device_id: int) -> NightLinks:
    """A phone is out at once, with its loans and tickets, and the old code and QR open nothing more.

    Nor does the big screen's old link: it would show the new code to whoever has just been shown out.
    """

    def work(session: Session) -> NightLinks:
        night, phone = changed(session, night_id), session.get(Device, device_id)
        if phone is not None and phone.night_id == night_id and phone.revoked_at is None:
            session.execute(delete(Loan).where(Loan.device_id == device_id))
            session.execute(delete(Ticket).where(Ticket.night_id == night_id, Ticket.player == phone.player))
            phone.revoked_at = written(now())
        renew_all(night)
        return links(session, night_id)

    return with_fresh_code(database, work)


def lend(database: Database, night_id: str, player: str, device_id: int) -> None:
    """A seat is lent to one phone of the night, instead of any other it was lent to before.

    What is hidden of the seat until then stays hidden from that phone.
    """

    def work(session: Session) -> None:
        changed(session, night_id)
        if all(phone.id != device_id for phone in _live(session, night_id)):
            raise Refused("That phone is no longer at this table.")
        since = last_entry(session, night_id)
        session.merge(Loan(night_id=night_id, player=player, device_id=device_id, since=since))

    database.write(work)


def take_back(database: Database, night_id: str, player: str) -> None:
    """A lent seat is nobody's but its player's again."""

    def work(session: Session) -> None:
        changed(session, night_id)
        end_loan(session, night_id, player)

    database.write(work)


def ticket(database: Database, night_id: str, player: str, at: datetime | None = None) -> str:
    """A secret that moves the player to the phone that brings it: the newest one, once, for five minutes."""
    secret, expires = chance.token(), written((at or now()) + LASTS)

    def work(session: Session) -> str:
        held(session, night_id)
        session.execute(delete(Ticket).where(Ticket.night_id == night_id, Ticket.player == player))
        session.add(Ticket(hash=hashed(secret), night_id=night_id, player=player, expires_at=expires))
        return secret

    return database.write(work)


def use_ticket(
    database: Database, secret: str, label: str = "", token: str | None = None, at: datetime | None = None
) -> Moved:
    """The seat and its loans are on the new phone and the old one is out; a spent ticket is `Refused`.

    Unless the phone that spent it has brought this very `token` with it, as `admit` says: then it is that phone's.
    """
    moment = written(at or now())

    def work(session: Session) -> Moved:
        found = session.get(Ticket, hashed(secret), with_for_update=True)
        if found is None:
            raise Refused(SPENT)
        if found.used_at is None and found.expires_at > moment:
            found.used_at = moment
            return Moved(found.night_id, found.player, *_move(session, found.night_id, found.player, label, token))
        moved = _again(session, found.night_id, found.player, token)
        if moved is None:
            raise Refused(SPENT)
        return Moved(found.night_id, found.player, *moved)

    return database.write(work)


def end_loan(session: Session, night_id: str, player: str) -> None:
    """The seat is lent to nobody, within a transaction that is already open."""
    session.execute(delete(Loan).where(Loan.night_id == night_id, Loan.player == player))


def _live(session: Session, night_id: str) -> tuple[Phone, ...]:
    """The phones that have not been removed, as they came."""
    wanted = select(*PHONE).where(Device.night_id == night_id, Device.revoked_at.is_(None)).order_by(Device.id)
    return tuple(Phone(*row) for row in session.execute(wanted))


def _known(session: Session, night_id: str, player: str, token: str | None) -> Admitted | None:
    """The phone that brings its token again, or None for a new one to a seat that is free."""
    held(session, night_id)
    known = _again(session, night_id, player, token)
    if known is None and any(phone.player == player for phone in _live(session, night_id)):
        raise Refused(TAKEN)
    return known


def _again(session: Session, night_id: str, player: str, token: str | None) -> Admitted | None:
    """The player's phone that came in with this very token within the last minutes, if it was not removed since."""
    if token is None:
        return None
    theirs = select(Device.id).filter_by(night_id=night_id, player=player, token_hash=hashed(token), revoked_at=None)
    found = session.scalar(theirs.where(Device.created_at > written(now() - AGAIN)))
    return None if found is None else Admitted(found, token)


def _let_in(
    session: Session,
    night_id: str,
    player: str,
    label: str,
    token: str | None,
    picked: bool = False,
    since: int = 0,
) -> Admitted:
    """The player's new phone, with a token of its own or one it brought.

    What was hidden of its seat up to the entry `since` stays hidden from it.
    """
    changed(session, night_id)
    token = token or chance.token(32)
    phone = Device(
        night_id=night_id,
        player=player,
        token_hash=hashed(token),
        label=label,
        created_at=written(now()),
        picked=picked,
        since=since,
    )
    session.add(phone)
    session.flush()
    return Admitted(phone.id, token)


def _move(session: Session, night_id: str, player: str, label: str, token: str | None) -> Admitted:
    old = session.scalars(select(Device).filter_by(night_id=night_id, player=player, revoked_at=None)).all()
    admitted = _let_in(session, night_id, player, label, token, since=max((phone.since for phone in old), default=0))
    for loan in session.scalars(select(Loan).where(Loan.device_id.in_([phone.id for phone in old]))):
        loan.device_id = admitted.device_id
    for phone in old:
        phone.revoked_at = written(now())
    return admitted


def _with_own_token(database: Database, work: Work[Admitted]) -> Admitted:
    try:
        return database.write(work)
    except IntegrityError as error:  # it let in a phone that is out, or too long ago
        raise Refused(SENT_BEFORE) from error
