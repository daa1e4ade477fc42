"""The phones of a night: letting one in, lending a seat, moving to another phone, and removing one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Literal, NamedTuple

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.domain.proposals import Proposal
from companion.domain.refused import Refused
from companion.storage import proposals as beside
from companion.storage.clock import instant, now, written
from companion.storage.database import reads, writes
from companion.storage.errors import UnknownNight
from companion.storage.event_store import last_entry
from companion.storage.models import Device, Loan, Night, Preference, Ticket
from companion.storage.nights import FROM, OPENED, TRIAL, changed, held, unused_code
from companion.system import chance

AGAIN = timedelta(minutes=5)  # how long a browser can send the same form again
TICKET_LASTS = timedelta(minutes=5)
TAKEN = "That seat has a phone already. On that phone: Seats → Move me to another phone."
SENT_BEFORE = "That was sent already. Try once more."
SCREEN = ""  # the player of a ticket for a big screen
NO_SCREEN = "That screen no longer asks. Type the table’s letters there again."
SPENT = (
    "This code was used, or is over five minutes old. Ask the finesmaster for a new one, or make it on your old phone: "
    "Seats → Move me to another phone."
)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that can act for its player, so not a removed one.

    `picked`: it took a seat that already existed, and the finesmaster has not confirmed that yet. `since` is the
    number of the last entry before it took the seat.
    """

    id: int
    night_id: str
    player: str
    picked: bool
    token_hash: str = field(repr=False)
    since: int = 0


class Preferences(NamedTuple):
    """How a player settles their fines, and whether they confirm each box; but for `openly` only that player sees it.

    `cap` is for the whole night, in `unit`: the unit of the night when the player set it. `glass` is in millilitres.
    `openly`: what they do instead of drinking stands on their fine and in the news of it; only else it is private.
    """

    drinks: Literal["alcohol", "soft", "forfeit"] = "alcohol"
    forfeit: str = ""
    cap: int | None = None
    paused: bool = False
    glass: int | None = None
    unit: str | None = None
    confirms: bool = False
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones of a night, the seats lent to them, and all other data stored outside the log, at one version.

    `watch` is the secret of the big screen's link. `lent_since` has the number of the
    last entry before a seat was lent, `notes` what was noted about each game, by the entry with which it began.
    `feed` is the token with which programs read the night; empty while the finesmaster has not turned that on.
    `screen` is the number on a screen that waits to be confirmed on a phone; empty if none does. `moved` is the player
    whom the newest ticket has moved within the five minutes that it lasts, else empty.
    """

    devices: tuple[Phone, ...]
    loans: Mapping[str, int]
    members_version: int
    proposals: tuple[Proposal, ...] = ()
    preferences: Mapping[str, Preferences] = field(default_factory=dict, repr=False)
    watch: str = field(default="", repr=False)
    preferences_version: int = 0
    lent_since: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[int, frozenset[str]] = field(default_factory=dict)
    feed: str = field(default="", repr=False)
    screen: str = ""
    moved: str = ""

    def shows_to(self, secret: str) -> bool:
        """Whether `secret` is the secret of the big screen's link."""
        return bool(self.watch) and compare_digest(secret.encode(), self.watch.encode())

    def feeds(self, token: str) -> bool:
        """Whether `token` is that of the link with which programs read the night."""
        return bool(self.feed) and compare_digest(token.encode(), self.feed.encode())

    def preferences_of(self, player: str) -> Preferences:
        """How the player settles their fines; private."""
        return self.preferences.get(player) or Preferences()

    def is_noted(self, game: int, note: str) -> bool:
        """Whether this was noted about the game that began with entry `game`."""
        return note in self.notes.get(game, ())

    @property
    def is_trial(self) -> bool:
        """Whether the night is deleted after a day: a sample night, or one to practise in."""
        return self.is_noted(OPENED, TRIAL)

    @property
    def practises_for(self) -> str:
        """The id of the night from which somebody came here to practise; "" in any other night."""
        return next((note[len(FROM) :] for note in self.notes.get(OPENED, ()) if note.startswith(FROM)), "")

    def by_token(self, token: str) -> Phone | None:
        """The phone that holds this token, if it has not been removed."""
        digest = hashed(token)
        return next((phone for phone in self.devices if phone.token_hash == digest), None)

    def of_player(self, player: str) -> Phone | None:
        """The player's own phone, if there is one."""
        return next((phone for phone in self.devices if phone.player == player), None)

    def has_phone(self, player: str) -> bool:
        """Whether the player has a phone of their own."""
        return self.of_player(player) is not None

    def lent_to(self, player: str) -> str | None:
        """The player whose phone a seat is lent to."""
        return next((phone.player for phone in self.devices if phone.id == self.loans.get(player)), None)

    def since(self, own: str, seat: str) -> int | None:
        """The phone of `own` can see the hidden facts about this seat that come after the entry with this number.

        None if it can see none: the seat is neither its own nor lent to it, or it is lent but has a phone of its own.
        """
        phone = self.of_player(own)
        if seat == own:
            return phone.since if phone else None
        return self.lent_since.get(seat, 0) if self.lent_to(seat) == own and not self.has_phone(seat) else None


PHONE = select(*(getattr(Device, name) for name in Phone.__dataclass_fields__))
PREFERENCES = select(Preference.player, *(getattr(Preference, name) for name in Preferences._fields))


class Asking(NamedTuple):
    """A screen that asked to show a night, its number, and whether a phone has confirmed it."""

    night_id: str
    number: str
    confirmed: bool


class Admitted(NamedTuple):
    """A phone that was let in. Only this phone is sent the `token`; the database has its digest."""

    night_id: str
    player: str
    device_id: int
    token: str


@reads
def phones(session: Session, night_id: str) -> Phones:
    """The night's phones, loans and all other data stored outside the log, read in one transaction."""
    night = session.get(Night, night_id)
    if night is None:
        raise UnknownNight(night_id)
    lent = session.scalars(select(Loan).filter_by(night_id=night_id)).all()
    screen = _screen(session, night_id)
    newest = session.scalar(_tickets(night_id).filter(Ticket.player != SCREEN).order_by(Ticket.expires_at.desc()))
    return Phones(
        _live(session, night_id),
        {loan.player: loan.device_id for loan in lent},
        night.members_version,
        beside.proposals(session, night_id),
        {row[0]: Preferences(*row[1:]) for row in session.execute(PREFERENCES.filter_by(night_id=night_id))},
        night.watch or "",
        night.preferences_version,
        {loan.player: loan.since for loan in lent},
        beside.game_notes(session, night_id),
        night.feed or "",
        _number(screen) if screen and not screen.used_at else "",
        newest.player if newest and newest.used_at else "",
    )


def hashed(secret: str) -> str:
    """The SHA-256 of a secret in hex; secrets are only stored in this form."""
    return sha256(secret.encode()).hexdigest()


@writes
def admit(session: Session, night_id: str, player: str, token: str | None = None, over: bool = False) -> Admitted:
    """Lets in a phone for a player who has none; raises `Refused` if the player has one.

    The same `token`, made from the form, gives the same phone for five minutes: a form can be sent twice, or the answer
    be lost. A phone that takes `over` an older seat sees neither its hidden facts so far nor its preferences.
    """
    held(session, night_id)
    known = _again(session, night_id, player, token)
    if known is not None:
        return known
    live = _live(session, night_id)
    if any(phone.player == player for phone in live):
        raise Refused(TAKEN)
    if not over:
        return _let_in(session, Device(night_id=night_id, player=player), token)
    for table in (Loan, Preference):
        session.execute(delete(table).filter_by(night_id=night_id, player=player))
    since = last_entry(session, night_id)
    return _let_in(session, Device(night_id=night_id, player=player, picked=bool(live), since=since), token)


@writes
def confirm(session: Session, night_id: str, player: str) -> None:
    """Records that the right phone took this seat."""
    changed(session, night_id)
    for phone in session.scalars(select(Device).filter_by(night_id=night_id, player=player)):
        phone.picked = False


@writes
def remove(session: Session, night_id: str, device_id: int) -> None:
    """Removes a phone with its loans and tickets, and renews the code, the QR code and the links that show the night.

    Otherwise the removed player could read the new code with the old link.
    """
    night, phone = changed(session, night_id), session.get(Device, device_id)
    if phone is not None and phone.night_id == night_id and phone.revoked_at is None:
        session.execute(delete(Loan).where(Loan.device_id == device_id))
        session.execute(delete(Ticket).where(Ticket.night_id == night_id, Ticket.player.in_((phone.player, SCREEN))))
        phone.revoked_at = written(now())
    night.code, night.token, night.watch = unused_code(session), chance.token(), chance.token()
    night.feed = night.feed and chance.token()


@writes
def lend(session: Session, night_id: str, player: str, device_id: int) -> None:
    """Lends a seat to one phone of the night; a loan to another phone ends.

    Hidden facts about the seat from before the loan stay hidden from that phone.
    """
    changed(session, night_id)
    if all(phone.id != device_id for phone in _live(session, night_id)):
        raise Refused("That phone is no longer at this table.")
    since = last_entry(session, night_id)
    session.merge(Loan(night_id=night_id, player=player, device_id=device_id, since=since))


@writes
def take_back(session: Session, night_id: str, player: str) -> None:
    """Ends the loan of a seat."""
    changed(session, night_id)
    session.execute(delete(Loan).filter_by(night_id=night_id, player=player))


@writes
def ticket(session: Session, night_id: str, player: str) -> str:
    """The newest secret, for five minutes: it moves the player to another phone once, or a SCREEN asks with it."""
    changed(session, night_id)
    session.execute(delete(Ticket).filter_by(night_id=night_id, player=player))
    secret, expires = chance.token(), written(now() + TICKET_LASTS)
    session.add(Ticket(hash=hashed(secret), night_id=night_id, player=player, expires_at=expires))
    return secret


@reads
def is_spent(session: Session, secret: str) -> bool:
    """Whether this was a ticket that moves nobody any more."""
    found = session.get(Ticket, hashed(secret))
    return found is not None and (found.used_at is not None or found.expires_at <= written(now()))


@reads
def asking(session: Session, secret: str) -> Asking | None:
    """The screen with this secret, if it asked within the last five minutes and was not refused."""
    found = session.get(Ticket, hashed(secret))
    if found is None or found.player != SCREEN or found.expires_at <= written(now()):
        return None
    return Asking(found.night_id, _number(found), found.used_at is not None)


@writes
def answer_screen(session: Session, night_id: str, number: str, yes: bool) -> None:
    """Lets the screen with this number show the table, or not. Raises `Refused` if it no longer asks."""
    changed(session, night_id)
    found = _screen(session, night_id)
    if found is None or _number(found) != number:
        raise Refused(NO_SCREEN)
    if yes:
        found.used_at = written(now())
    else:
        session.delete(found)


@writes
def use_ticket(session: Session, secret: str, token: str | None = None) -> Admitted:
    """Moves the seat and its loans to a new phone, and removes the old one. Raises `Refused` if the ticket is spent.

    The phone that spent it can use it again with the same `token` (see `admit`).
    """
    found, at = session.get(Ticket, hashed(secret), with_for_update=True), written(now())
    if found is not None and found.player != SCREEN:
        if found.used_at is None and found.expires_at > at:
            found.used_at = at
            return _move(session, found.night_id, found.player, token)
        if moved := _again(session, found.night_id, found.player, token):
            return moved
    raise Refused(SPENT)


@writes
def set_preferences(session: Session, night_id: str, player: str, mine: Preferences, shown: bool = False) -> None:
    """Stores the player's preferences; raises `UnknownNight` if there is no such night.

    `preferences_version` is for the other processes; every phone sees `members_version`: it changes if all are `shown`.
    """
    night = held(session, night_id)  # locks the row
    night.preferences_version += 1
    night.members_version += shown
    session.merge(Preference(night_id=night_id, player=player, **mine._asdict()))


@writes
def heard(session: Session, devices: Collection[int]) -> None:
    """Writes down that these phones were heard just now, for the other processes."""
    session.execute(update(Device).where(Device.id.in_(devices)).values(heard_at=instant()))


@reads
def last_heard(session: Session, device: int) -> str:
    """When any process last wrote down that this phone was heard; at first when it was let in."""
    return session.scalar(select(func.coalesce(Device.heard_at, Device.created_at)).filter_by(id=device)) or ""


def _tickets(night_id: str) -> Select[Ticket]:
    return select(Ticket).where(Ticket.night_id == night_id, Ticket.expires_at > written(now()))


def _screen(session: Session, night_id: str) -> Ticket | None:
    """The ticket of the last screen that asked, for five minutes."""
    return session.scalar(_tickets(night_id).filter_by(player=SCREEN))


def _number(screen: Ticket) -> str:
    """Two digits that the screen and the phones show, so that nobody confirms another screen."""
    return str(10 + int(screen.hash[:8], 16) % 90)


def _live(session: Session, night_id: str) -> tuple[Phone, ...]:
    """The phones that have not been removed, in the order they came."""
    wanted = PHONE.filter_by(night_id=night_id, revoked_at=None).order_by(Device.id)
    return tuple(Phone(*row) for row in session.execute(wanted))


def _again(session: Session, night_id: str, player: str, token: str | None) -> Admitted | None:
    """The player's phone if it was let in with this token in the last five minutes and has not been removed."""
    if token is None:
        return None
    theirs = select(Device.id).filter_by(night_id=night_id, player=player, token_hash=hashed(token), revoked_at=None)
    found = session.scalar(theirs.where(Device.created_at > written(now() - AGAIN)))
    return None if found is None else Admitted(night_id, player, found, token)


def _let_in(session: Session, phone: Device, token: str | None) -> Admitted:
    """Adds a phone, with this token or a new one.

    Facts about its seat that were hidden up to the entry `since` of it stay hidden from it.
    """
    changed(session, phone.night_id)
    token = token or chance.token(32)
    phone.token_hash, phone.created_at = hashed(token), written(now())
    session.add(phone)
    try:
        session.flush()
    except IntegrityError as error:  # a phone used this token before: it was removed, or came more than 5 minutes ago
        raise Refused(SENT_BEFORE) from error
    return Admitted(phone.night_id, phone.player, phone.id, token)


def _move(session: Session, night_id: str, player: str, token: str | None) -> Admitted:
    old = session.scalars(select(Device).filter_by(night_id=night_id, player=player, revoked_at=None)).all()
    since = max((phone.since for phone in old), default=0)
    admitted = _let_in(session, Device(night_id=night_id, player=player, since=since), token)
    for loan in session.scalars(select(Loan).where(Loan.device_id.in_([phone.id for phone in old]))):
        loan.device_id = admitted.device_id
    for phone in old:
        phone.revoked_at = written(now())
    return admitted
