"""What people feel: a slow phone, from the tap of a finger until the glass shows it, beside a plain htmx page.

    python -m bench.phone [--quick] [--only ours] [--taps 60] [--slower 6]

A table of Five-Card Yak in real browsers. The measured phone is slowed down 6 times behind 60 ms and 5 Mbit/s; a second
phone of its table is not slowed down. `own` taps are made on the measured phone, `other` ones on the second. `fined` is
a trick that makes the measured phone drink, so a fine fills its screen. The htmx page carries our own HTML and CSS
(bench/htmx_page.py). Prints tables to stderr and JSON to stdout. A run that is not quick exits with 1 if a goal is
missed: ratios of medians to the htmx page in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from .htmx_page import HtmxPage
from .load import Night
from .survival.clock import Clock
from .survival.network import Network, Pace
from .survival.server import NAME, Server

CHROMIUM = os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium"
ARGS = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}
LINE = Pace(0.06, down=5e6 / 8, up=2e6 / 8)
ENTRY = 20  # of the night, from which it is measured
WINDOW = 1.5  # seconds after a tap in which its costs are counted
SETTLE, CHUNK, WARM = 0.3, 6, 2  # seconds after slowing down; taps in a row of one subject; most of them not counted
METRICS = {
    "main": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}
# Remembers when the page shows another trick: two frames after the change, so it is on the glass.
WATCH = """(() => {
  const bench = window.bench = { marks: [], down: 0, usable: 0, live: 0 };
  const now = () => performance.timeOrigin + performance.now();
  const shown = (then) => requestAnimationFrame(() => requestAnimationFrame(() => then(now())));
  let slot;
  function look() {
    const open = document.querySelector('#r-record [data-slot^=deal]')?.dataset.slot;
    if (!bench.usable && open) { bench.usable = -1; shown((at) => { bench.usable = at; }); }
    const live = document.querySelector('#live-badge[data-state=live], body[data-state=live]');
    if (!bench.live && open && live) { bench.live = -1; shown((at) => { bench.live = at; }); }
    if (!open || open === slot) return;
    if (slot) shown((glass) => bench.marks.push({ glass, fined: Boolean(document.querySelector('#r-mine > *')) }));
    slot = open;
  }
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document, all);
  addEventListener('pointerdown', (event) => { bench.down = performance.timeOrigin + event.timeStamp; }, true);
})()"""
# Where to tap; nothing if something else covers the place.
CENTRE = """(selector) => {
  const button = document.querySelector(selector);
  button?.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = button?.getBoundingClientRect() || {}, at = [x + width / 2, y + height / 2];
  return width && button.contains(document.elementFromPoint(...at)) ? at : null;
}"""
# Closes how the last deal went, which lies over the buttons until it was read.
READ = """(() => {
  const shown = document.querySelector('.dealt[open] > summary');
  shown?.click();
  return Boolean(shown);
})()"""
DEAL = "document.querySelector('#r-record [data-slot^=deal]').dataset.slot.split(' ')[1]"
LOADED = """({
  usable: bench.usable - performance.timeOrigin, live: bench.live - performance.timeOrigin,
})"""
# The most times the htmx page's figure: for a tap on another phone, on one's own, and for the first load.
GOALS: dict[str, dict[str, float]] = {
    "plain, other": {"main": 1.3, "glass": 1.1, "glass_p95": 1.1},
    "fined, other": {"main": 2.1, "glass": 1.15, "glass_p95": 1.2},
    "plain, own": {"main": 1.5, "glass": 1.15, "glass_p95": 1.2},
    "fined, own": {"main": 2.1, "glass": 1.15, "glass_p95": 1.2},
    "load": {"usable": 1.15, "live": 1.15},
}
MOST_TO_LIVE = 40_000  # bytes
TAP = ("glass", "glass_p95", *METRICS, "main_p95", "bytes")
LOAD = ("usable", "live", "main", "bytes_to_live", "bytes")
SUBJECTS = ("ours", "htmx")
Row = dict[str, Any]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--taps", type=int, help="of each kind (60; quick: 5)")
    options.add_argument("--only", nargs="+", choices=SUBJECTS, default=SUBJECTS)
    options.add_argument("--slower", type=float, default=6.0, help="times that the phone is slowed down")
    options.add_argument("--quick", action="store_true", help="a look, without goals")
    chosen = options.parse_args()
    chosen.taps = chosen.taps or (5 if chosen.quick else 60)
    result = asyncio.run(measured(chosen))
    told(result)
    print(json.dumps(result))
    return bool(result["faults"]) or (not chosen.quick and bool(result["missed"]))


async def measured(chosen: argparse.Namespace) -> Row:
    """Opens a table for each subject and measures taps and first loads in turns."""
    rows, chance, faults = list[tuple[str, Row]](), Random(1), list[str]()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-phone-"))
        chromium = (await stack.enter_async_context(async_playwright())).chromium
        browser = await chromium.launch(executable_path=CHROMIUM, args=ARGS)
        stack.push_async_callback(browser.close)
        server = await stack.enter_async_context(Server(Path(folder)))
        subjects = [Subject(name, browser, chosen.slower, faults) for name in chosen.only]
        for subject in subjects:
            await subject.open(stack, server)
        for first in range(0, chosen.taps, CHUNK):
            for subject in chance.sample(subjects, len(subjects)):
                rows.append((f"{subject.name}, load", await subject.load()))
                rows += await subject.taps(min(CHUNK, chosen.taps - first), 0 if first else min(WARM, chosen.taps))
            print(f"{first} of {chosen.taps} taps", file=sys.stderr, flush=True)
        result = {"at": datetime.now().astimezone().isoformat(timespec="minutes"), "chromium": browser.version}
        return result | {"load": round(os.getloadavg()[0], 1), **summed(rows), "faults": faults}


class Subject:
    """One kind of page with a night of its own: `measured` is the slow phone, `other` the one beside it."""

    def __init__(self, name: str, browser: Browser, slower: float, faults: list[str]) -> None:
        self.name, self.browser, self.slower, self.faults = name, browser, slower, faults
        self.peer: HtmxPage | None = None  # the server of the htmx page
        self._plain = 0
        self._fines = Counter[str]()  # of the measured phone, by deal

    async def open(self, stack: AsyncExitStack, server: Server) -> None:
        """Seats the players, plays to the entry, and opens both phones."""
        self.table = Night(server, Random(1))
        await self.table.seat(5)
        stack.push_async_callback(self.table.leave)
        while self.table.seq < ENTRY:
            self.table.seq = await self.table.record(2 + self.table.seq % 3, 0)
        port, self.path = server.port, f"/n/{self.table.night}/"
        if self.name == "htmx":
            peer = HtmxPage(port, self.table.night, self.table.phones[1].cookie)
            self.peer = await stack.enter_async_context(peer)
            port, self.path = self.peer.port, "/"
        self.lines = [await stack.enter_async_context(Network(port, Clock(), LINE)) for _ in range(3)]
        self.other, self.measured = await self._phone(0, self.lines[0]), await self._phone(1, self.lines[1])
        self.cdp = await self._cdp(self.measured)
        for page in (self.other, self.measured):
            stack.push_async_callback(page.context.close)
            await self._until(page, "bench.live > 0")
        await self.drink()

    async def _phone(self, seat: int, line: Network) -> Page:
        home = f"http://{NAME}:{line.port}"
        context = await self.browser.new_context(**PHONE)
        context.set_default_timeout(30_000)
        name, _, value = self.table.phones[seat].cookie.partition("=")
        await context.add_cookies([{"name": name, "value": value, "url": home, "httpOnly": True, "sameSite": "Lax"}])
        await context.add_init_script(WATCH)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{self.name}: {error}"))
        if line is not self.lines[2]:
            await page.goto(home + self.path)
        return page

    async def _cdp(self, page: Page) -> CDPSession:
        cdp = await page.context.new_cdp_session(page)
        await cdp.send("Performance.enable", {"timeDomain": "timeTicks"})
        return cdp

    async def slow(self, cdp: CDPSession, on: bool) -> None:
        """Only while it is measured: a page that is slowed down takes a whole core even when nothing happens."""
        await cdp.send("Emulation.setCPUThrottlingRate", {"rate": self.slower if on else 1})

    async def _until(self, page: Page, holds: str) -> None:
        for _ in range(200):
            if await page.evaluate(holds):
                return
            await asyncio.sleep(0.1)
        self.faults.append(f"{self.name}: it never held that {holds}")

    async def metrics(self, cdp: CDPSession) -> dict[str, float]:
        told = {one["name"]: one["value"] for one in (await cdp.send("Performance.getMetrics"))["metrics"]}
        return {ours: told[theirs] * 1000 for ours, theirs in METRICS.items()}

    async def taps(self, count: int, warm: int) -> list[tuple[str, Row]]:
        """So many taps of each kind on each of the two phones."""
        rows = list[tuple[str, Row]]()
        await self.slow(self.cdp, True)
        await asyncio.sleep(SETTLE)
        for number in range(count + warm):
            for own in ((False, True), (True, False))[number % 2]:  # else one kind would always be a deal's first trick
                for case in ("plain",) if self.peer else ("plain", "fined"):
                    row = await self.tap(case, own)
                    if row is not None and number >= warm:
                        rows.append((f"{self.name}, {case}, {'own' if own else 'other'}", row))
        await self.slow(self.cdp, False)
        return rows

    def _winner(self, case: str) -> str:
        if case == "fined":
            return "p2"
        self._plain += 1
        return f"p{3 + self._plain % 3}"

    async def tap(self, case: str, own: bool) -> Row | None:
        """One tap and what it cost the measured phone. Fines are answered after it."""
        finger, line = self.measured if own else self.other, self.lines[1]
        await self._read()
        if case == "fined":
            await self._keep_fines()
        place = await finger.evaluate(CENTRE, f"#r-record button[name=winner][value='{self._winner(case)}']")
        if place is None:
            self.faults.append(f"{self.name}, {case}: the button is covered")
            return None
        await self.measured.evaluate("bench.marks.length = 0")
        before, had = await self.metrics(self.cdp), line.bytes["down"]
        over = asyncio.get_running_loop().time() + WINDOW
        await finger.touchscreen.tap(*place)
        await asyncio.sleep(max(0.0, over - asyncio.get_running_loop().time()))
        after = await self.metrics(self.cdp)
        row: Row = {name: round(after[name] - before[name], 1) for name in METRICS}
        row["bytes"] = line.bytes["down"] - had
        marks, tapped = await self.measured.evaluate("bench.marks"), await finger.evaluate("bench.down")
        await self.drink()
        if len(marks) != 1 or marks[0]["fined"] != (case == "fined"):
            said = await self.measured.evaluate("document.querySelector('#r-last').innerText")
            self.faults.append(f"{self.name}, {case}: after a tap it showed {marks}: {said!r}")
            return None
        hop = self.peer.hops[-1] * 1000 if self.peer else 0.0
        return row | {"glass": round(marks[0]["glass"] - tapped - hop, 1)}

    async def _keep_fines(self) -> None:
        """In a deal in which the measured phone has two tricks, nobody takes the rest: a third may fine the others."""
        while self._fines[deal := await self.other.evaluate(DEAL)] > 1:
            place = await self.other.evaluate(CENTRE, "#r-record button[name=winner][value='']")
            if place is not None:
                await self.other.touchscreen.tap(*place)
            await asyncio.sleep(WINDOW)
            await self._read()
        self._fines[deal] += 1

    async def _read(self) -> None:
        """Both phones read how the last deal went; buttons that came up just now are left alone for a moment."""
        if any([await page.evaluate(READ) for page in (self.measured, self.other)]):
            await asyncio.sleep(1.0)

    async def drink(self) -> None:
        """Answers the fines that fill a screen."""
        for page in (self.measured, self.other):
            for _ in range(20):
                if self.peer or not await page.evaluate("Boolean(document.querySelector('#r-mine > *'))"):
                    break
                place = await page.evaluate(CENTRE, "#r-mine button.primary")
                if place is not None:
                    await page.touchscreen.tap(*place)
                await asyncio.sleep(1.0)
            else:
                self.faults.append(f"{self.name}: the fine stays")

    async def load(self) -> Row:
        """The first load of the table on a slow phone that has nothing of it yet."""
        line = self.lines[2]
        page = await self._phone(1, line)
        cdp = await self._cdp(page)
        await self.slow(cdp, True)
        before = line.bytes["down"]
        await page.goto(f"http://{NAME}:{line.port}{self.path}", wait_until="commit")
        await self._until(page, "window.bench?.live > 0")
        to_live = line.bytes["down"] - before
        row: Row = {name: round(value, 1) for name, value in (await page.evaluate(LOADED)).items()}
        row |= {"main": round((await self.metrics(cdp))["main"], 1), "bytes_to_live": to_live}
        await asyncio.sleep(2.5)
        row["bytes"] = line.bytes["down"] - before
        await page.context.close()
        return row


def summed(rows: list[tuple[str, Row]]) -> Row:
    """Medians and p95 of each kind, ratios to the htmx page, and the goals that are missed."""
    kinds, missed = dict[str, list[Row]](), list[str]()
    for kind, row in rows:
        kinds.setdefault(kind, []).append(row)
    found = {kind: figures(these) for kind, these in kinds.items()}
    for kind, each in found.items():
        subject, _, case = kind.partition(", ")
        peer = found.get(f"htmx, {case.replace('fined', 'plain')}")
        if subject == "ours" and peer:
            each["ratios"] = {name: round(each[name] / peer[name], 2) for name in GOALS[case]}
            over = {name: ratio for name, ratio in each["ratios"].items() if ratio > GOALS[case][name]}
            missed += [f"{kind}: {name} {ratio}" for name, ratio in over.items()]
        if subject == "ours" and each.get("bytes_to_live", 0) > MOST_TO_LIVE:
            missed.append(f"{kind}: {each['bytes_to_live']} bytes until live")
    return {"figures": found, "missed": missed}


def figures(rows: list[Row]) -> Row:
    """How often, the median of every figure, and p95 where people notice it."""
    found: Row = {"times": len(rows)}
    for name in rows[0]:
        ordered = sorted(row[name] for row in rows)
        found[name] = median(ordered)
        if name in ("glass", "main"):
            found[f"{name}_p95"] = ordered[int(0.95 * (len(ordered) - 1))]
    return found


def told(result: Row) -> None:
    """The figures as tables for people, in Markdown."""
    lines = [
        f"{result['at']}, Chromium {result['chromium']}, load {result['load']}; medians in ms (ratio to the htmx page)"
    ]
    for columns in (TAP, LOAD):
        lines += ["", f"| | {' | '.join(columns).replace('_', ' ')} |", f"|---|{'---|' * len(columns)}"]
        for kind, each in result["figures"].items():
            if columns[0] in each:
                ratios = each.get("ratios", {})
                cells = [f"{each[name]:.0f} ({ratios.get(name, '-')})" for name in columns]
                lines.append(f"| {kind} | {' | '.join(cells)} |")
    lines += (
        [""] + [f"over its goal: {one}" for one in result["missed"]] + [f"FAULT: {one}" for one in result["faults"]]
    )
    print("\n".join(lines), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
