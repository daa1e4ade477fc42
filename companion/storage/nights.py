"""Nights: opening and finding one, the next night, and deleting old ones."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from hashlib import sha256
from string import ascii_lowercase
from typing import NamedTuple

from sqlalchemy import delete, exists, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from companion.storage.clock import now, written
from companion.storage.database import Database, reads, writes
from companion.storage.errors import UnknownNight
from companion.storage.event_store import NewEntry
from companion.storage.models import GameNote, Night, Ticket, WrongCode, entry
from companion.system import chance

CODE_LASTS = timedelta(hours=12)  # since the night was opened or last written to
OPENED = 1  # the entry that opened a night
TRIAL = "trial"  # the note on it that this is a sample night, or one to practise in
NEXT = "next"  # the note on it that the night after it is open
FROM = "from "  # begins the note on it that somebody came to practise, with the id of their night
DUE = "due "  # the note on it that it is due to be deleted, with the time since when
COUNTING = 0x59414B03  # the number of our PostgreSQL advisory lock for counting tries


class NightLinks(NamedTuple):
    """The ways to find a night: `id` is in links, `code` is typed, `token` is in the QR code.

    `watch` is the secret of the big screen's link: the screen can show the table, but cannot join.
    """

    id: str
    code: str
    token: str
    created_at: str
    watch: str


LINKS = select(*(getattr(Night, name) for name in NightLinks._fields))


@writes
def open_night(session: Session, first: Sequence[NewEntry] = (), night_id: str = "") -> NightLinks:
    """Opens a night without phones, with these entries in its log. Its id is `night_id`, or a new one."""
    code = unused_code(session)
    opened = NightLinks(night_id or chance.night_id(), code, chance.token(), written(now()), chance.token())
    session.execute(insert(Night).values(opened._asdict()))
    if first:
        session.execute(insert(entry), [asdict(row) | {"night_id": opened.id} for row in first])
    return opened


def unused_code(session: Session) -> str:
    """A new code that no night has, not even an old one."""
    return next(code for code in iter(chance.code, "") if session.scalar(select(Night.id).filter_by(code=code)) is None)


def next_id(before: NightLinks) -> str:
    """The id of the night after this one. It is computed, so that the next night can be opened only once."""
    digest = sha256(f"{before.id} {before.created_at}".encode()).digest()
    return "".join(ascii_lowercase[number % 26] for number in digest[:8])


def open_after(database: Database, before: NightLinks, first: Sequence[NewEntry]) -> NightLinks:
    """The night after this one, which is opened with these first entries if it does not exist yet."""
    with suppress(IntegrityError):  # it exists already
        return open_night(database, first, next_id(before))
    opened = find(database, id=next_id(before))
    if opened is None:
        raise UnknownNight(next_id(before))
    return opened


def by_code(database: Database, code: str) -> NightLinks | None:
    """The night with this typed code; case, dashes and spaces do not matter."""
    return find(database, code="".join(filter(str.isalnum, code)).upper())


@reads
def is_code_live(session: Session, night: NightLinks) -> bool:
    """Whether the night was opened or written to within the last twelve hours; its code leads nowhere after that.

    Times after now are of a file that somebody wrote by hand.
    """
    until, since = written(now()), written(now() - CODE_LASTS)
    touched = select(entry.c.seq).where(entry.c.night_id == night.id, entry.c.at.between(since, until)).limit(1)
    return since <= night.created_at <= until or session.scalar(touched) is not None


def find(database: Database, **by: str) -> NightLinks | None:
    """The night with this `id`, `code`, `token` or `watch`."""
    with suppress(DataError):  # PostgreSQL refuses some texts as a value, so no night has them
        row = database.read(lambda session: session.execute(LINKS.filter_by(**by)).first())
        return NightLinks(*row) if row else None
    return None


@reads
def begun_with(session: Session, first: NewEntry) -> NightLinks | None:
    """A night whose log begins with this entry, at its time; None if there is none."""
    same = exists().where(entry.c.night_id == Night.id, entry.c.seq == 1)
    found = session.execute(LINKS.where(same.where(entry.c.at == first.at, entry.c.event == first.event))).first()
    return NightLinks(*found) if found else None


@writes
def renew_watch(session: Session, night_id: str) -> None:
    """Gives the big screen a new link; the old link shows nothing any more, nor does a screen just confirmed."""
    changed(session, night_id).watch = chance.token()
    session.execute(delete(Ticket).filter_by(night_id=night_id, player=""))


@writes
def set_feed(session: Session, night_id: str, on: bool) -> None:
    """Makes the link with which programs read the night, or ends it; the next one has a new token."""
    night = changed(session, night_id)
    night.feed = (night.feed or chance.token()) if on else None


@writes
def delete_night(session: Session, night_id: str) -> None:
    """Deletes a night with its log, phones, loans and tickets."""
    session.execute(delete(Night).where(Night.id == night_id))


def held(session: Session, night_id: str) -> Night:
    """The night, locked until this transaction ends: nobody else can change its members.

    Call it before reading what the change depends on. Raises `UnknownNight`.
    """
    found = session.get(Night, night_id, with_for_update={"key_share": True})
    if found is None:
        raise UnknownNight(night_id)
    return found


def changed(session: Session, night_id: str) -> Night:
    """Does the same as `held`, and counts a change of the members, so that other processes read them again."""
    night = held(session, night_id)
    night.members_version += 1
    return night


@reads
def listed(session: Session) -> list[tuple[NightLinks, str]]:
    """Every night with the time when it was opened or last written to, the one that was touched last first."""
    last = select(func.max(entry.c.at)).where(entry.c.night_id == Night.id).scalar_subquery()
    rows = [(NightLinks(*row[:-1]), row[-1] or row.created_at) for row in session.execute(LINKS.add_columns(last))]
    return sorted(rows, key=lambda row: row[1], reverse=True)


def played_tonight(database: Database) -> list[NightLinks]:
    """The nights that were opened or written to within the last twelve hours, the one that was touched last first."""
    until, since = written(now()), written(now() - CODE_LASTS)
    return [night for night, last in listed(database) if since <= last <= until]


@writes
def due(session: Session, since: str, until: str, ripe: str) -> tuple[int, list[str]]:
    """Marks the nights opened before `since` without entries from then `until` now, and returns how many are new.

    Also returns those marked before `ripe`. Marks from the future, or on nights that were played on, are dropped.
    """
    touched = exists().where(entry.c.night_id == Night.id, entry.c.at >= since, entry.c.at <= until)
    old = select(Night.id).where(Night.created_at < since, ~touched)
    is_mark, mark = GameNote.note.startswith(DUE), DUE + until
    session.execute(delete(GameNote).where(is_mark, (GameNote.note > mark) | GameNote.night_id.not_in(old)))
    marked = select(GameNote.night_id).where(is_mark)
    fresh = session.scalars(old.where(Night.id.not_in(marked))).all()
    session.add_all(GameNote(night_id=night_id, game=OPENED, note=mark) for night_id in fresh)
    return len(fresh), list(session.scalars(marked.where(GameNote.note < DUE + ripe)))


@reads
def trials(session: Session, since: str, until: str) -> list[str]:
    """The sample nights, and those to practise in, but for those opened between `since` and `until`.

    One that was opened later was opened by a clock that was wrong.
    """
    noted = select(Night.id).join(GameNote, GameNote.night_id == Night.id).where(GameNote.note == TRIAL)
    return list(session.scalars(noted.where(~Night.created_at.between(since, until))))


@writes
def try_code(session: Session, address: str, each: int, altogether: int, window: float) -> bool:
    """Whether this address can try a code now: it has fewer than `each` wrong tries in the last `window` seconds, and
    all addresses together fewer than `altogether`.

    A try counts as wrong until `was_right` is called. Tries are counted in the database, for all processes together.
    """
    if session.get_bind().dialect.name != "sqlite":  # otherwise two processes could both allow the last try
        session.execute(select(func.pg_advisory_xact_lock(COUNTING)))
    session.execute(delete(WrongCode).where(WrongCode.at < written(now() - timedelta(seconds=window))))
    tries = list(session.scalars(select(WrongCode.address)))
    if len(tries) >= altogether or tries.count(address) >= each:
        return False
    session.add(WrongCode(address=address, at=written(now())))
    return True


@writes
def was_right(session: Session, address: str) -> None:
    """Forgets the latest try of this address, since it was right."""
    latest = select(func.max(WrongCode.id)).where(WrongCode.address == address).scalar_subquery()
    session.execute(delete(WrongCode).where(WrongCode.id == latest))
