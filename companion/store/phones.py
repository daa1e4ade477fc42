"""Who is at the door: nights and phones as frozen records, read together so that they belong together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import Literal, NamedTuple

from sqlalchemy import Connection, select

from companion.store.disk import Disk
from companion.store.schema import ballot, device, loan, night, proposal, wish


class UnknownNight(Exception):
    """There is no such night, or no longer."""


class NightDoor(NamedTuple):
    """How a night is found: `id` in links, `code` typed, `token` in the QR; `door` counts every change.

    `watch` is the secret of the big screen's link: it shows the table and lets nobody sit down at it.
    """

    id: str
    code: str
    token: str
    door: int
    created_at: str
    watch: str


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


class Wish(NamedTuple):
    """How a player settles their fines: `cap` is for the whole night, in the `unit` that it was counted in when the
    player set it; `glass` in millilitres."""

    drinks: Literal["alcohol", "soft", "forfeit"] = "alcohol"
    forfeit: str = ""
    cap: int | None = None
    paused: bool = False
    glass: int | None = None
    unit: str | None = None


class Proposal(NamedTuple):
    """What `maker` asks `asked` to agree to: an event, as the log stores it."""

    id: int
    maker: str
    asked: str
    event: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Phones:
    """All phones of a night and the seats lent to them (player to device), as of one door counter.

    With them comes what is said on them beside the log: the votes (for each entry that proposes something, who is in
    favour and who is not), what players propose to each other, and what each keeps to themselves (`wishes`).
    `rewritten` counts the entries of the log that were, each as often as it was. `watch` is the secret that a big
    screen has to hold now. `whispers` counts how often somebody kept something to themselves. `lent_since` is for each
    seat that is lent the last entry before it was.
    """

    devices: tuple[Phone, ...]
    loans: Mapping[str, int]
    door: int
    ballots: Mapping[int, Mapping[str, bool]] = field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()
    wishes: Mapping[str, Wish] = field(default_factory=dict, repr=False)
    rewritten: int = 0
    watch: str = field(default="", repr=False)
    whispers: int = 0
    lent_since: Mapping[str, int] = field(default_factory=dict)

    def shows_to(self, secret: str) -> bool:
        """Whether a screen that holds this secret may show the table."""
        return bool(self.watch) and compare_digest(secret.encode(), self.watch.encode())

    def wish_of(self, player: str) -> Wish:
        """How the player settles their fines; for nobody else's eyes."""
        return self.wishes.get(player, Wish())

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
        return next((phone.player for phone in self.devices if phone.id == holder), None)

    def since(self, own: str, seat: str) -> int | None:
        """The last entry before the phone of `own` came to tell what is hidden of a seat: its own, or one lent to it.

        None where it does not: somebody else's seat, or one lent to it that has a phone of its own.
        """
        phone = self.of_player(own)
        if seat == own:
            return phone.since if phone else None
        return self.lent_since.get(seat, 0) if self.lent_to(seat) == own and not self.has_phone(seat) else None


PHONE = tuple(device.c[name] for name in Phone.__dataclass_fields__)
LIVE = select(*PHONE).where(device.c.revoked_at.is_(None)).order_by(device.c.id)


def phones(disk: Disk, night_id: str) -> Phones:
    """The night's phones, loans and door counter, as they stood at one moment."""
    return disk.read(lambda connection: _phones(connection, night_id))


def live(connection: Connection, night_id: str) -> tuple[Phone, ...]:
    """The phones that have not been removed, as they came, within a transaction that is already open."""
    return tuple(Phone(*row) for row in connection.execute(LIVE.where(device.c.night_id == night_id)))


def hashed(secret: str) -> str:
    """The one form in which a secret is stored: its SHA-256 in hex."""
    return sha256(secret.encode()).hexdigest()


def _phones(connection: Connection, night_id: str) -> Phones:
    wanted = select(night.c.door, night.c.rewritten, night.c.watch, night.c.whispers).where(night.c.id == night_id)
    found = connection.execute(wanted).first()
    if found is None:
        raise UnknownNight(night_id)
    lent = connection.execute(select(loan).where(loan.c.night_id == night_id)).all()
    loans = {row.player: row.device_id for row in lent}
    return Phones(
        live(connection, night_id),
        loans,
        found.door,
        _ballots(connection, night_id),
        _proposals(connection, night_id),
        _wishes(connection, night_id),
        found.rewritten,
        found.watch,
        found.whispers,
        {row.player: row.since for row in lent},
    )


def _proposals(connection: Connection, night_id: str) -> tuple[Proposal, ...]:
    asked = select(*(proposal.c[name] for name in Proposal._fields)).where(proposal.c.night_id == night_id)
    return tuple(Proposal(*row) for row in connection.execute(asked.order_by(proposal.c.id)))


def _wishes(connection: Connection, night_id: str) -> dict[str, Wish]:
    kept = select(wish.c.player, *(wish.c[name] for name in Wish._fields)).where(wish.c.night_id == night_id)
    return {row[0]: Wish(*row[1:]) for row in connection.execute(kept)}


def _ballots(connection: Connection, night_id: str) -> dict[int, dict[str, bool]]:
    cast = select(ballot.c.entry, ballot.c.player, ballot.c.favours).where(ballot.c.night_id == night_id)
    votes: dict[int, dict[str, bool]] = {}
    for about, player, favours in connection.execute(cast):
        votes.setdefault(about, {})[player] = favours
    return votes
