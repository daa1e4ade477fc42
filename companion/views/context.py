"""The context that every view is made from: the night, its phones, and the names and marks of its players."""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from ..domain import measure
from ..domain.event_log import Log
from ..domain.events import PlayerLeft
from ..domain.games.game import Game
from ..domain.games.screen import GameScreen
from ..domain.house_rules.model import suited
from ..domain.night import Night, people_of
from ..domain.night import Who as Who
from ..domain.rights import acts_for
from ..domain.seating import controller
from ..domain.visibility import can_see, is_insider, shown
from ..storage.members import Phones, Preferences
from ..storage.nights import NEXT, OPENED
from .rendering import failing_alone

NO_PHONES = Phones((), {}, 0)
# A forfeit that can follow a number: "squats"; "a squat" and "one squat" without their article; "push-up" as it is.
NOUN = r"(?:[^\W\d]+ (?=jack|jump|up|squat|hop))?[^\W\d]+(?:-[^\W\d]+)*"
BARE = r"[^\W\d]+(?:-[^\W\d]+)+|(?:[^\W\d]+ )?(?:jack|jump|squat|hop)|(?:push|pull|press|sit) up"
COUNTED = re.compile(rf"(?:(?:an?|one|1) ({NOUN})|({NOUN}(?<!s)s|{BARE}))", re.I)


class Slot(msgspec.Struct, frozen=True):
    """What every form of a game sends: the entry that started the newest game, and the key for phones without script.

    The key changes with every game and every correction, so that the same form counts again after one.
    """

    night_id: str
    game: int
    key: str


class Version(msgspec.Struct, frozen=True, order=True):
    """How new a page is: the last entry of the log and the last change of the phones."""

    seq: int
    members_version: int


class Facts(msgspec.Struct, frozen=True):
    """What every page and every fragment is given of a night, beside its own view.

    `following`: the next night is open. `finesmaster` is a name. `did` is what each who settled more than they owe did
    ("drank"), nothing where nobody drinks. `me` is the seat that it is made for, "" if many share it; `master`: that
    seat acts for the finesmaster.
    """

    id: str
    people: dict[str, Who]
    present: tuple[Who, ...]
    slot: Slot
    corrections: int
    unit: str
    closed: bool
    playing: bool
    insider: bool
    following: bool
    finesmaster: str
    did: dict[str, str]
    me: str = ""
    master: bool = False


class ViewContext:
    """A night at one version, as the audience of a seat sees it; created for every request and update."""

    def __init__(self, night_id: str, log: Log, phones: Phones, seat: str | None = None) -> None:
        self.night_id = night_id
        self._revision = log.revision
        self.log = log
        self._night = log.night
        self.night: Night = shown(log)
        self.phones = phones
        self.version = Version(log.seq, phones.members_version)
        self.insider = is_insider(log.night, seat)
        self.seat = seat
        self._facts: dict[str, Facts] = {}

    def snapshot(self) -> ViewContext:
        """A copy for the same audience that later entries do not change; it has no seat and no phones."""
        found = ViewContext(self.night_id, self.log.copy(), NO_PHONES)
        found.insider = is_insider(found.night, self.seat)
        return found

    def is_same_as(self, other: ViewContext) -> bool:
        """Whether the other context has the same log, night, phones and version."""
        same = self.log is other.log and self._night is other._night and self.phones is other.phones
        return same and self.version == other.version  # an undo can restore the same night object

    @property
    def has_changed(self) -> bool:
        """Whether the log has changed since, so that a view made of it can be partly of a later version."""
        return self._revision % 2 == 1 or self._revision != self.log.revision

    @property
    def preferences_digest(self) -> str:
        """Letters and digits that change with the preferences of the seat; none while all are at their defaults.

        They are made with a secret of its phone, so that they reveal nothing, and are the same in all processes.
        """
        preferences = self.phones.preferences.get(self.seat or "")
        if preferences is None or preferences == Preferences():
            return ""
        phone = self.phones.of_player(self.seat or "")
        key = phone.token_hash.encode() if phone else b""
        return blake2b(repr(preferences).encode(), key=key, digest_size=3).hexdigest()

    @cached_property
    def people(self) -> dict[str, Who]:
        """Everybody who joined, in order of joining."""
        return people_of(self.night)

    @cached_property
    def everybody(self) -> tuple[Who, ...]:
        """Everybody who joined, in seat order."""
        return tuple(self.people[player] for player in self.night.order)

    @cached_property
    def seated(self) -> tuple[Who, ...]:
        """Everybody at the table or still to come, by seat; without those who left before they played or owed any."""
        night = self.night
        # when a night is opened from another, nobody's entry says that those with a phone are not here yet
        left = (line.counts for line in self.log.lines if not night.played and line.entry.by is None)
        coming = {event.player for event in left if isinstance(event, PlayerLeft)}
        played = {player for each in night.played for player in each.game.players(each.state)}
        gone = {player for player in night.away - played - coming if not night.players[player].owed}
        return tuple(who for who in self.everybody if who.id not in gone)

    @cached_property
    def with_phone(self) -> frozenset[str]:
        """The seats that have a phone of their own."""
        return frozenset(phone.player for phone in self.phones.devices)

    @property
    def corrections(self) -> int:
        """The number of undos and changes; part of every key, so that the same form counts again after an undo."""
        return len(self.log.corrections)

    @property
    def slot(self) -> Slot:
        """The slot of the forms of the running game; between games, of the forms that start the next one."""
        newest = self.night.played[-1].started if self.night.played else 0
        return Slot(self.night_id, newest, f"s{newest}-{self.corrections}")

    @cached_property
    def game(self) -> Game | None:
        """The running game; None between games, and once the night is over."""
        return self.night.game.game if self.night.game and not self.night.closed else None

    @cached_property
    def screen(self) -> GameScreen:
        """What the running game shows to everybody; between games an empty screen."""
        playing, game = self.night.game, self.game
        if playing is None or game is None:
            return GameScreen()
        with failing_alone():
            found = game.screen(playing.state, self.night.table(), self.newcomers)
            return replace(found, suited=suited(self.night.rules.values()))
        return GameScreen(dealt=tuple(self.night.order))  # of nobody it is said that they sit out

    @cached_property
    def shared_facts(self) -> Facts:
        """What a whole audience is given of the night."""
        night, finesmaster = self.night, self.name(self.night.finesmaster)
        given = (self.corrections, night.unit, night.closed, self.game is not None, self.insider)
        present = tuple(self.people[player] for player in self.night.present())
        following = self.phones.is_noted(OPENED, NEXT)
        did = {who: "did" if self.told(who, 2) else "drank" for who in self.people if measure.is_drunk(night.unit)}
        return Facts(self.night_id, self.people, present, self.slot, *given, following, finesmaster, did)

    def facts(self, seat: str | None) -> Facts:
        """What a seat is given of the night."""
        if seat is None:
            return self.shared_facts
        if seat not in self._facts:
            master = acts_for(self, seat, self.night.finesmaster)
            self._facts[seat] = replace(self.shared_facts, me=seat, master=master)
        return self._facts[seat]

    @property
    def fewest(self) -> int:
        """How many must be here for a game to be offered: whoever is alone practises in a night of its own."""
        return 1 if self.phones.is_trial else 2

    @property
    def newcomers(self) -> tuple[str, ...]:
        """Who joined, or came back, after the game began and is not in it; not those who sat out when it began."""
        playing = self.night.game
        return tuple(player for player in self.night.present() if playing and not playing.knows(player))

    @cached_property
    def whitebait(self) -> tuple[str, ...]:
        """Who still owes something and would be dealt in next; nobody while a deal is on."""
        following = (self.screen.due or self.screen.dealt) if self.screen.between else ()
        return tuple(who for who in self.night.present() if who in following and self.night.players[who].owed > 0)

    def who(self, hand: str | None) -> Who | None:
        """The player who controls a hand."""
        return self.people.get(controller(hand)) if hand else None

    def name(self, hand: str | None) -> str:
        """The name of a hand, such as "Ann's dummy" for a dummy."""
        return self.night.table().name(hand)

    def seen_as(self, own: str, seat: str) -> str:
        """The seat that a phone acts for, or an empty text if the phone is not allowed to see its secrets."""
        return seat if can_see(self.log, seat, self.phones.since(own, seat)) else ""

    def amount(self, number: int, player: str, unit: str = "") -> str:
        """An amount of this player's in words: "2 sips", or "2 squats" if all may read that they do those instead."""
        told = self.told(player, number) if unit in ("", self.night.unit) else ""
        return f"{number} {told}" if told else measure.amount(number, unit or self.night.unit)

    def told(self, player: str, number: int) -> str:
        """What this player does instead, if all may read it, as it is said after this number; mostly nothing."""
        return shown_way(self.phones.preferences_of(player), number)


def shown_way(preferences: Preferences, times: int) -> str:
    """What all may read behind the number of a player’s fine instead of its unit: "squats"; mostly nothing."""
    said = counted_forfeit(preferences.forfeit, times) or f"× {preferences.forfeit}"
    return said if preferences.drinks == "forfeit" and preferences.openly else ""


def counted_forfeit(forfeit: str, times: int) -> str:
    """The forfeit as it is said after this number: "squats" for "one squat"; "" for one like "sing a verse"."""
    found = COUNTED.fullmatch(forfeit)
    return measure.counted(times, found[1] or found[2]) if found else ""
