"""How soon real browsers notice that they are disconnected, and how soon they are up to date again.

    python -m bench.survival.links [--phones 10] [--rounds 2] [--only forgotten hole …]

Chromium on plain http with a name of a LAN, a proxy for every phone, one event for all phones at once. Each has its
stream open and a second connection, which rests:
  forgotten  every open connection goes dead without a word, as when a router drops it; new ones get through
  tapping    the same, and everybody taps at once; counted until each has its answer
  hole       nothing gets through for 20 s, and nothing is closed
  cut        every connection is closed; new ones get through
  unlock     phones are hidden and frozen, twenty entries are made, and they are shown again
  stop, kill the server is stopped for 3 s, or killed and away for 30 s; counted from when it answers again
  polling    no stream gets through at all; counted from an entry until all show it
Prints one line of JSON: seconds, median and worst over all phones and rounds. Exits with 1 if a bound is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Playwright, async_playwright

from .clock import Clock
from .history import History
from .network import Network
from .phone import Phone
from .server import NAME, Server
from .table import phones_on, seated

LIVE, LOST = "live", "lost"
Figures = dict[str, list[float]]
# The most seconds, for the worst phone.
BOUNDS = {
    "forgotten": {"noticed": 12.0, "current": 15.0},
    "tapping": {"answered": 4.0},
    "hole": {"noticed": 12.0, "current_after_healing": 15.0},
    "cut": {"current": 3.0},
    "unlock": {"current": 2.0},
    "stop": {"ended": 3.0, "current": 10.0},
    "kill": {"current": 10.0},
}
CHROMIUM = Path(os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
WATCH = """
addEventListener('DOMContentLoaded', () => {
  window.seen = [];
  addEventListener('answered', () => { window.answeredAt = Date.now() / 1000; });
  const badge = document.getElementById('live-badge');
  const look = () => {
    const now = [badge.dataset.state, badge.textContent, Number(document.body.dataset.version.split('.')[0])];
    if (String(now) !== String((window.seen.at(-1) || []).slice(1))) window.seen.push([Date.now() / 1000, ...now]);
  };
  new MutationObserver(look).observe(badge, {attributes: true, childList: true, characterData: true, subtree: true});
  new MutationObserver(look).observe(document.body, {attributes: true});
  look();
});
"""
LOCK = """(hidden) => {
  for (const [name, value] of [['hidden', hidden], ['visibilityState', hidden ? 'hidden' : 'visible']])
    Object.defineProperty(document, name, {configurable: true, get: () => value});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
# A request, as a tap makes one; its connection rests afterwards.
ASK = "fetch(document.body.dataset.poll + '&since=' + document.body.dataset.version).then((got) => got.text())"
TAKER = "#r-record button[name=winner][value=p1]"  # the host, who is on no screen
PATIENCE = 90.0
STEADY = 11.0  # seconds after which a stream counts as one that works, so the next is opened without a long pause


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=10, help="browsers at the table, 1 to 12")
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--only", nargs="+", choices=EVENTS, default=list(EVENTS))
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-links-") as data:
        figures = asyncio.run(measured(Path(data), chosen))
    sums = {name: {what: spread(took) for what, took in each.items()} for name, each in figures.items()}
    late = [
        f"{name}, {what}: {sums[name][what]['max']} s"
        for name in sums
        for what, most in BOUNDS.get(name, {}).items()
        if sums[name][what]["max"] > most
    ]
    print(json.dumps({**sums, "faults": late}))
    return bool(late)


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Figures]:
    """Tries each event several times on the same phones."""
    server, figures = Server(data), dict[str, Figures]()
    await server.start()
    networks = [await Network(server.port, Clock()).open() for _ in range(chosen.phones)]
    host, *guests = phones_on([server, *networks], Clock(), History(1))
    await seated([host, *guests], "Links")
    async with async_playwright() as playwright:
        browser = await launched(playwright)
        screens = [await Screen(phone, network).open(browser) for phone, network in zip(guests, networks, strict=True)]
        table = Table(server, host, screens)
        for name in chosen.only:
            for _ in range(chosen.rounds):
                await table.calm()
                for what, took in (await EVENTS[name](table)).items():
                    figures.setdefault(name, {}).setdefault(what, []).extend(took)
            print(name, figures[name], file=sys.stderr, flush=True)
        for screen in screens:
            await screen.close()
    await host.stop()
    for phone, network in zip(guests, networks, strict=True):
        await phone.stop()
        await network.close()
    await server.end()
    return figures


class Screen:
    """One browser with one page, for a player who has already joined."""

    def __init__(self, phone: Phone, network: Network) -> None:
        self.phone, self.network = phone, network
        self.context: BrowserContext | None = None
        self.page: Any = None

    async def open(self, browser: Browser) -> Screen:
        home = f"http://{NAME}:{self.network.port}"
        self.context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        name, _, value = self.phone.cookie.partition("=")
        await self.context.add_cookies(
            [{"name": name, "value": value, "url": home, "httpOnly": True, "sameSite": "Lax"}]
        )
        await self.context.add_init_script(WATCH)
        self.page = await self.context.new_page()
        await self.page.goto(f"{home}/n/{self.phone.night}/")
        self.cdp = await self.context.new_cdp_session(self.page)
        await self.when(0.0, state="live")
        return self

    async def when(self, since: float, state: str = "", words: str = "", seq: int = 0) -> float:
        """Seconds from `since` until this phone first shows the given state, words, or entry (or a later one)."""
        until = time.time() + PATIENCE
        while time.time() < until:
            for at, badge, said, shown in await self.page.evaluate("window.seen || []"):
                if at >= since and state in ("", badge) and words in ("", said) and shown >= seq:
                    return float(at - since)
            await asyncio.sleep(0.1)
        return PATIENCE

    async def answered(self, since: float) -> float:
        """Seconds from `since` until this phone has an answer to its tap."""
        until = time.time() + PATIENCE
        while time.time() < until:
            if (at := await self.page.evaluate("window.answeredAt || 0")) >= since:
                return float(at - since)
            await asyncio.sleep(0.1)
        return PATIENCE

    async def lock(self, hidden: bool) -> None:
        """Hides and freezes the page as on a locked phone, or shows it again."""
        if hidden:
            await self.page.evaluate(LOCK, True)
            await self.cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
        else:
            await self.cdp.send("Page.setWebLifecycleState", {"state": "active"})
            await self.page.evaluate(LOCK, False)

    async def close(self) -> None:
        if self.context is not None:
            await self.context.close()


async def launched(playwright: Playwright) -> Browser:
    """The system's Chromium, without a screen."""
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)


class Table:
    """The browsers, the server, and a host whose network is never disturbed."""

    def __init__(self, server: Server, host: Phone, screens: list[Screen]) -> None:
        self.server, self.host, self.screens = server, host, screens

    def turn(self, mode: str) -> None:
        for screen in self.screens:
            screen.network.turn(mode)

    async def entry(self) -> int:
        """The host gives a fine; returns the number of the entry."""
        fine = [("type", "fine.given"), ("player", "p1"), ("amount", "1"), ("again", "yes")]
        tap = await self.host.tap(fine, tries=5)
        return tap.seq

    async def all(self, since: float, **what: str | int) -> list[float]:
        """`Screen.when` for each phone."""
        return list(await asyncio.gather(*(screen.when(since, **what) for screen in self.screens)))  # type: ignore[arg-type]

    async def calm(self) -> None:
        """Waits until all phones show the newest entry, and have a resting connection beside their stream."""
        await self.all(0.0, seq=await self.entry())
        for screen in self.screens:
            await screen.page.evaluate(ASK)
        await asyncio.sleep(STEADY)


async def forgotten(table: Table) -> Figures:
    since = time.time()
    for screen in table.screens:
        screen.network.forget()
    seq = await table.entry()
    return {"noticed": await table.all(since, state=LOST), "current": await table.all(since, seq=seq)}


async def tapping(table: Table) -> Figures:
    for screen in table.screens:
        screen.network.forget()
    since = time.time()
    await asyncio.gather(*(screen.page.dispatch_event(TAKER, "click") for screen in table.screens))
    return {"answered": await asyncio.gather(*(screen.answered(since) for screen in table.screens))}


async def hole(table: Table) -> Figures:
    since = time.time()
    table.turn("hole")
    seq = await table.entry()
    noticed = await table.all(since, state=LOST)
    await asyncio.sleep(max(0.0, since + 20.0 - time.time()))
    healed = time.time()
    table.turn("pass")
    return {"noticed": noticed, "current_after_healing": await table.all(healed, seq=seq)}


async def cut(table: Table) -> Figures:
    since = time.time()
    table.turn("cut")
    table.turn("pass")
    return {"current": await table.all(since, seq=await table.entry())}


async def unlock(table: Table) -> Figures:
    await asyncio.gather(*(screen.lock(True) for screen in table.screens))
    for _ in range(20):
        seq = await table.entry()
    await asyncio.sleep(3.0)
    since = time.time()
    await asyncio.gather(*(screen.lock(False) for screen in table.screens))
    return {"current": await table.all(since, seq=seq)}


async def stop(table: Table) -> Figures:
    return await restarted(table, signal.SIGTERM, 3.0)


async def kill(table: Table) -> Figures:
    return await restarted(table, signal.SIGKILL, 30.0)


async def restarted(table: Table, number: signal.Signals, away: float) -> Figures:
    since = time.time()
    ended = await table.server.end(number)
    noticed = await table.all(since, state=LOST)
    await asyncio.sleep(max(0.0, since + away - time.time()))
    await table.server.start()
    since = time.time()
    return {"ended": [ended], "noticed": noticed, "current": await table.all(since, seq=await table.entry())}


async def polling(table: Table) -> Figures:
    """Blocks streams in the browser, as a proxy that lets no stream through does."""
    for screen in table.screens:
        await screen.page.route("**/live?*", lambda route: route.abort())
    since = time.time()
    table.turn("cut")
    table.turn("pass")
    polled = await table.all(since, words="updating slowly")
    since = time.time()
    took = await table.all(since, seq=await table.entry())
    for screen in table.screens:
        await screen.page.unroute("**/live?*")
    since = time.time()
    return {"polls_after": polled, "current": took, "streams_again": await table.all(since, words="live")}


EVENTS: dict[str, Callable[[Table], Awaitable[Figures]]] = {
    event.__name__: event for event in (forgotten, tapping, hole, cut, unlock, stop, kill, polling)
}


def spread(took: Iterable[float]) -> dict[str, float]:
    ordered = sorted(took)
    return {"p50": round(statistics.median(ordered), 1), "max": round(ordered[-1], 1), "n": len(ordered)}


if __name__ == "__main__":
    sys.exit(main())
