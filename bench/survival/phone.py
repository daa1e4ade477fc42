"""A phone without a browser: it taps, retries, listens, polls and shows regions like the scripts of a real phone."""

import asyncio
import re
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Coroutine
from html import unescape
from random import Random
from typing import Any, Protocol

from .clock import Clock
from .history import UNKNOWN, Attempt, History, Tap
from .regions import older, regions, seq_of
from .wire import LIMIT, Answer, Fields, answer, connected, events, request

BROKEN = (OSError, EOFError, TimeoutError)
SILENCE, TIMEOUT, POLL_EVERY, LONGEST, LATE = 11.0, 10.0, 5.0, 5.0, 1.0
PATIENCE = (3.0, 6.0, 12.0)  # until the first, second and every later stream brings anything


class Way(Protocol):
    """The way from a phone to its server: a bad network, or the server itself."""

    port: int


class Phone:
    """One phone: it shows `regions` of this `version`; `live` keeps them up to date."""

    def __init__(self, player: str, network: Way, clock: Clock, chance: Random, history: History) -> None:
        self.player, self.network, self.clock, self.chance, self.history = player, network, clock, chance, history
        self.cookie = self.night = self.version = ""
        self.regions: dict[str, str] = {}
        self.live = Live(self)
        self._wire: tuple[StreamReader, StreamWriter] | None = None

    # ---- asking
    async def ask(self, method: str, path: str, fields: Fields = (), script: bool = True) -> Answer:
        """Sends one request over the kept connection; again if that is broken, as a browser does by itself."""
        version = self.version if script else None
        sent = request(self.network.port, method, path, fields, self.cookie, version)
        kept, self._wire = self._wire, None
        if kept is not None:
            try:
                return await self._exchanged(kept, sent)
            except (OSError, EOFError):
                kept[1].transport.abort()
        fresh = await asyncio.open_connection("127.0.0.1", self.network.port, limit=LIMIT)
        return await self._exchanged(fresh, sent)

    async def _exchanged(self, wire: tuple[StreamReader, StreamWriter], sent: bytes) -> Answer:
        try:
            wire[1].write(sent)
            got = await answer(wire[0])
        except BaseException:
            wire[1].transport.abort()
            raise
        if self._wire is not None:
            self._wire[1].transport.abort()
        self._wire = wire
        return got

    async def sit_down(self, path: str, fields: Fields) -> None:
        """Opens or joins a night, and loads the page of its table."""
        got = await self.ask("POST", path, fields, script=False)
        assert got.status == 303, got.text
        self.cookie = got.cookie
        self.night = self.cookie.partition("=")[0].removeprefix("companion_")
        await self.load()

    async def load(self) -> None:
        """Loads the whole page, as a reload does."""
        got = await self.ask("GET", f"/n/{self.night}/", script=False)
        if got.status != 200:
            raise OSError(f"the page was answered {got.status}")
        found = re.search(r'data-version="([^"]*)"', got.text)
        assert found is not None
        self.version, self.regions = found[1], regions(got.text)

    async def stop(self) -> None:
        """Closes all connections for good."""
        await self.live.stop()
        if self._wire is not None:
            self._wire[1].transport.abort()

    # ---- painting
    def paint(self, html: str, of: str) -> None:
        """Replaces regions, unless newer ones are shown."""
        if not of or older(of, self.version):
            return
        self.regions |= {name: region for name, region in regions(html).items() if name in self.regions}
        self.version = of

    # ---- tapping
    async def tap(self, fields: Fields, tries: int = 1, twice: bool = False) -> Tap:
        """Sends an event, and repeats it with the same key until there is an answer, a limited number of times."""
        tap = self.new_tap(fields)
        for _ in range(tries):
            await asyncio.gather(*(self.send(tap) for _ in range(2 if twice else 1)))
            if tap.outcome != UNKNOWN:
                break
            await self.clock.sleep(self.chance.uniform(0.3, 2.0))
        return tap

    def new_tap(self, fields: Fields) -> Tap:
        """Makes a tap with a new key; it is in the history, but has not been sent yet."""
        key = "".join(self.chance.choices("abcdefghijkmnpqrstuvwxyz23456789_-", k=22))
        return self.history.tap(self.player, key, fields)

    async def send(self, tap: Tap) -> None:
        """Sends a tap once, and handles the answer if there is one within ten seconds."""
        tap.attempts.append(attempt := Attempt(time.time()))
        fields = [*tap.fields, ("back", "table"), ("key", tap.key)]
        try:
            got = await asyncio.wait_for(self.ask("POST", f"/n/{self.night}/entries", fields), self.clock.real(TIMEOUT))
        except BROKEN as error:
            attempt.answered, attempt.said = time.time(), type(error).__name__
            return
        self._heed(attempt, got)

    def _heed(self, attempt: Attempt, got: Answer) -> None:
        attempt.answered, attempt.status = time.time(), got.status
        version = got.header("X-Version")
        attempt.seq = seq_of(version)
        if version:
            self.live.answered(version)
        said = re.search(r'<section id="r-answer".*?</section>', got.text, re.S)
        attempt.said = " ".join(unescape(re.sub(r"<[^>]+>", " ", said[0])).split()) if said else ""


class Live:
    """Keeps a phone up to date. `fails` counts consecutive failures of its stream, other counts what was done then."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.fails, self.streams, self.polls = 0, 0, 0
        self.hidden = False
        self._mute = 0  # streams in a row that brought nothing in time
        self._polled = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None

    def go(self) -> None:
        """Starts to listen; polls if no stream gets through."""
        self._listen()
        self._start(self._polls())

    async def stop(self) -> None:
        """Closes the stream; raises any earlier error that was not caused by the network."""
        open_tasks = self._tasks
        while open_tasks:
            for task in open_tasks:
                task.cancel()  # repeated: an answer at the same moment makes `wait_for` lose it (Python 3.11)
            _, open_tasks = await asyncio.wait(open_tasks, timeout=0.1)
        for task in self._tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def hide(self, hidden: bool) -> None:
        """Locks the phone and closes its stream, or unlocks it and opens the stream at once."""
        self.hidden = hidden
        self._listen()

    def answered(self, version: str) -> None:
        """The stream brings the change of a tap; if it does not within a second, the phone requests it."""

        async def late() -> None:
            await self.phone.clock.sleep(LATE)
            if older(self.phone.version, version):
                await self._poll()

        self._start(late())

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self._tasks.add(task := asyncio.create_task(work))
        return task

    # ---- the stream
    def _listen(self) -> None:
        """Opens a new stream now, without the usual wait, unless the phone is locked."""
        self.fails = 0
        if self._listening is not None:
            self._listening.cancel()
        self._listening = None if self.hidden else self._start(self._listens())

    async def _listens(self) -> None:
        while True:
            was_silent = await self._listened()
            self.fails += 1
            if was_silent:
                self._start(self._poll(PATIENCE[0]))
            else:
                delay = min(LONGEST, 2.0 ** (self.fails - 1)) * (0.6 + 0.4 * self.phone.chance.random())
                await self.phone.clock.sleep(delay)

    async def _listened(self) -> bool:
        """Reads one stream until it breaks, or has been silent for too long: then the next one follows at once."""
        self.streams += 1
        phone, patience, was_live = self.phone, self.phone.clock.real(PATIENCE[min(self._mute, 2)]), False
        path = f"/n/{phone.night}/live?page=table&since={phone.version}"
        try:
            async with asyncio.timeout(patience) as watchdog, connected(phone.network.port) as (reader, writer):
                writer.write(request(phone.network.port, "GET", path, cookie=phone.cookie))
                if (await reader.readuntil(b"\r\n\r\n"))[9:12] != b"200":
                    return False
                async for event in events(reader):
                    self.fails, self._mute, was_live = 0, 0, True
                    watchdog.reschedule(asyncio.get_running_loop().time() + phone.clock.real(SILENCE))
                    if not event.name:
                        phone.paint(event.data, event.id)
        except TimeoutError:
            is_first, self._mute = not self._mute, self._mute + (not was_live)
            return was_live or is_first
        except BROKEN:
            pass
        return False

    # ---- where no stream gets through
    async def _polls(self) -> None:
        phone = self.phone
        while True:
            await phone.clock.sleep(1.0)
            if not self.hidden and self.fails > 2 and phone.clock.now() - self._polled > POLL_EVERY:
                await self._poll()

    async def _poll(self, patience: float = TIMEOUT) -> None:
        phone, self._polled = self.phone, self.phone.clock.now()
        path = f"/n/{phone.night}/poll?page=table&since={phone.version}"
        try:
            got = await asyncio.wait_for(phone.ask("GET", path), phone.clock.real(patience))
        except BROKEN:
            return
        if got.status == 200:
            self.polls += 1
            phone.paint(got.text, got.header("X-Version"))
