"""What people feel: a slow phone, from the tap of a finger until the glass shows it, beside simpler pages.

    python -m bench.phone [--quick] [--only ours htmx partials bare] [--against REV] [--trace FOLDER]

Tables of Five-Card Yak in real browsers. The measured phone is slowed down 6 times behind 60 ms and 5 Mbit/s
(bench/line.py); a second phone of its table is not slowed down. `own` taps are made on the measured phone, `other` ones
on the second. `fined` is a trick that makes the measured phone drink, so a fine fills its screen. The peers carry our
own HTML and CSS (bench/peers.py). `--against REV` measures another commit as well, `--trace` says where the time goes.

A complete run also measures tables of two and ten, entry 500, and a phone at rest. Prints tables to stderr and JSON to
stdout. A complete run exits with 1 if a goal is missed: ratios of medians to the htmx page in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from . import trace
from .line import Line
from .load import Table
from .peers import KINDS, Peer
from .survival.links import launched
from .survival.server import NAME, Server
from .versus import checked_out

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}
WINDOW = 1.5  # seconds after a tap in which its costs are counted
SETTLE, CHUNK, WARM = 0.3, 4, 2  # seconds after slowing down; taps in a row of one subject; taps that are not counted
MATRIX = [(2, 20), (2, 500), (5, 500), (10, 20), (10, 500)]  # players and entries, beside a table of five at entry 20
AT_EACH = 6  # taps of each kind at each of them
HOURS, TRICKS, LASTS = 5, 900, 600  # an evening, its tricks, and the seconds after which the server ends a stream
PAUSE = 0.02  # seconds without work on the main thread after which the next is another wake-up
METRICS = {
    "main": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
    "styles": "RecalcStyleCount",
    "layouts": "LayoutCount",
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
DEAL = "document.querySelector('#r-record [data-slot^=deal]').dataset.slot.split(' ')[1]"
LOADED = """({
  usable: bench.usable - performance.timeOrigin, live: bench.live - performance.timeOrigin,
  paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0,
})"""
# The most times the htmx page's figure, by case.
GOALS: dict[str, dict[str, float]] = {
    "plain": {"main": 1.5, "glass": 1.15, "glass_p95": 1.2},
    "fined": {"main": 2.5, "glass": 1.15, "glass_p95": 1.2},
    "load": {"usable": 1.15, "live": 1.15},
}
Row = dict[str, Any]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--taps", type=int, help="taps of each kind in a repeat (12; quick: 5)")
    options.add_argument("--repeats", type=int, help="(5; quick: 1)")
    options.add_argument("--only", nargs="+", choices=("ours", *KINDS), default=("ours", *KINDS))
    options.add_argument("--against", metavar="REV", help="a commit to measure as well")
    options.add_argument("--trace", type=Path, metavar="FOLDER", help="instead: where the time of one tap goes")
    options.add_argument("--rest", type=int, default=120, metavar="SECONDS", help="how long a phone at rest is watched")
    options.add_argument("--quick", action="store_true", help="a look: only the table of five, without goals")
    options.add_argument("--cpu", type=float, default=6.0, help="how many times slower the phone is")
    options.add_argument("--rtt", type=float, default=60.0, help="milliseconds")
    options.add_argument("--pause", type=float, default=0.0, help="seconds of rest before each tap, as at a real table")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    chosen.taps, chosen.repeats = (
        chosen.taps or (5 if chosen.quick else 12),
        chosen.repeats or (1 if chosen.quick else 5),
    )
    result = asyncio.run(measured(chosen))
    if chosen.trace:
        for name, found in result["traces"].items():
            print("\n".join(trace.lines(name, found)), file=sys.stderr)
        print(json.dumps(result))
        return bool(result["faults"])
    told(result)
    print(json.dumps(result))
    return bool(result["faults"]) or (not chosen.quick and bool(result["missed"]))


async def measured(chosen: argparse.Namespace) -> Row:
    """Opens a table for each subject and measures them in turns."""
    faults: list[str] = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-phone-")))
        browser = await launched(await stack.enter_async_context(async_playwright()))
        stack.push_async_callback(browser.close)
        bench = Bench(chosen, browser, faults)
        servers = {"ours": Server(folder / "ours")}
        if chosen.against:
            there = folder / "against"
            there.mkdir()
            servers[chosen.against] = Server(folder / "theirs", checkout=checked_out(chosen.against, there))
        for server in servers.values():
            await server.start()
            stack.push_async_callback(server.end)
        if chosen.trace:
            return {"traces": await traced(bench, servers["ours"]), "faults": faults}
        rows, loads = await measured_table(bench, servers, 5, 20, chosen.only, chosen.taps, chosen.repeats)
        sums, matrix, rest = summed(rows, loads), dict[str, Row](), dict[str, Row]()
        if not chosen.quick:
            compared = [name for name in chosen.only if name in ("ours", "htmx")]
            for size, entry in MATRIX:
                some, none = await measured_table(bench, servers, size, entry, compared, AT_EACH, 0)
                matrix[f"{size} players, entry {entry}"] = summed(some, none)["taps"]
            rest = await rested(bench, servers["ours"])
            rest["evening"] = evening(rest, sums)
        result = {"at": datetime.now().astimezone().isoformat(timespec="minutes"), "chromium": browser.version}
        result |= {"load": round(os.getloadavg()[0], 1), "cpu": chosen.cpu, "rtt_ms": chosen.rtt}
        return result | sums | {"matrix": matrix, "rest": rest, "hop_ms": bench.hops, "faults": faults}


async def measured_table(
    bench: Bench, servers: Mapping[str, Server], size: int, entry: int, names: Iterable[str], taps: int, repeats: int
) -> tuple[list[Row], list[Row]]:
    """Taps and first loads at tables of this size that have so many entries; without repeats, taps alone."""
    rows, loads, chance = list[Row](), list[Row](), Random(bench.chosen.seed)
    async with AsyncExitStack() as stack:
        subjects = list[Subject]()
        for name in names:
            subjects.append(Subject(bench, name, servers["ours"], size))
        subjects += [Subject(bench, name, server, size) for name, server in servers.items() if name != "ours"]
        for subject in subjects:
            await subject.open(stack, entry)
        for repeat in range(repeats or 1):
            loaded = set[Subject]() if repeats else set(subjects)
            for first in range(0, taps, CHUNK):
                for subject in chance.sample(subjects, len(subjects)):
                    if subject not in loaded:
                        loaded.add(subject)
                        loads.append({"subject": subject.name, "repeat": repeat, **await subject.load()})
                    count = min(CHUNK, taps - first)
                    rows += [{"repeat": repeat, **row} for row in await subject.taps(count, warm=repeat == first == 0)]
            print(f"{size} players, entry {entry}: repeat {repeat + 1} of {repeats or 1}", file=sys.stderr, flush=True)
        bench.hops = bench.hops or {
            one.name: round(median(one.peer.hops) * 1000, 1) for one in subjects if one.peer and one.peer.hops
        }
    return rows, loads


async def rested(bench: Bench, server: Server) -> Row:
    """What a phone does while nobody taps: the work of its main thread, wake-ups and bytes, by the hour."""
    async with AsyncExitStack() as stack:
        subject = Subject(bench, "ours", server, 5)
        await subject.open(stack, 20)
        await asyncio.sleep(10.0)  # what follows the first load is over
        line, hours = subject.lines[1], bench.chosen.rest / 3600
        before, down, up = await subject.metrics(subject.cdp), line.bytes["down"], line.bytes["up"]
        await bench.browser.start_tracing(page=subject.measured, categories=trace.AT_REST)
        await asyncio.sleep(bench.chosen.rest)
        events = trace.read(await bench.browser.stop_tracing(), subject.measured.url)
        after = await subject.metrics(subject.cdp)
        told = {"main_ms": after["main"] - before["main"], "wake_ups": trace.wake_ups(events, PAUSE)}
        told |= {"timers": sum(event["name"] == "TimerFire" for event in events)}
        told |= {"bytes_down": line.bytes["down"] - down, "bytes_up": line.bytes["up"] - up}
        rest: Row = {name: round(value / hours) for name, value in told.items()}
        before_cut = sum(line.bytes.values())
        line.cut()  # as the server ends a stream
        await asyncio.sleep(5.0)
        return {"hour": rest, "stream_opened_bytes": sum(line.bytes.values()) - before_cut}


def evening(rest: Row, sums: Row) -> Row:
    """The kB of an evening, worked out: heartbeats, streams opened anew, and tricks, of which one in five is a fine."""
    taps = sums["taps"]
    heard = [taps[f"ours, {case}, other"] for case in ("plain", "fined")]
    trick = sum(share * (each["bytes"] + each["sent"]) for share, each in zip((0.8, 0.2), heard, strict=True))
    hour = rest["hour"]["bytes_down"] + rest["hour"]["bytes_up"]
    opened = HOURS * 3600 / LASTS * rest["stream_opened_bytes"]
    parts = {"rest": HOURS * hour, "streams": opened, "tricks": TRICKS * trick}
    parts["first_load"] = sums["loads"]["ours"]["bytes"]
    return {name: round(value / 1000) for name, value in {**parts, "kB": sum(parts.values())}.items()}


async def traced(bench: Bench, server: Server) -> Row:
    """A trace of one tap of each kind, after a few others."""
    traces: Row = {}
    for name in [one for one in bench.chosen.only if one in ("ours", "htmx")]:
        async with AsyncExitStack() as stack:
            subject = Subject(bench, name, server, 5)
            await subject.open(stack, 20)
            await subject.taps(WARM, warm=False)
            await subject.slow(subject.cdp, True)
            for own in (False, True):
                for case in ("plain",) if subject.is_peer else ("plain", "fined"):
                    kind, url = f"{name}, {case}, {'own' if own else 'other'}", subject.measured.url
                    await bench.browser.start_tracing(page=subject.measured, categories=trace.CATEGORIES)
                    await subject.tap(case, own, answers=False)
                    raw = await bench.browser.stop_tracing()
                    await subject.drink()
                    trace.kept(raw, bench.chosen.trace, kind)
                    traces[kind] = trace.explained(trace.read(raw, url))
    return traces


class Bench:
    """What all subjects share."""

    def __init__(self, chosen: argparse.Namespace, browser: Browser, faults: list[str]) -> None:
        self.chosen, self.browser, self.faults = chosen, browser, faults
        self.hops: dict[str, float] = {}


class Subject:
    """One kind of page with a night of its own: `measured` is the slow phone, `other` the one beside it."""

    def __init__(self, bench: Bench, name: str, server: Server, size: int) -> None:
        self.bench, self.name, self.server, self.size = bench, name, server, size
        self.is_peer = name in KINDS
        self.peer: Peer | None = None
        self._taps = {"plain": 0, "fined": 0}
        self._once, self._twice = set[str](), set[str]()  # deals in which the measured phone was fined so often

    async def open(self, stack: AsyncExitStack, entry: int) -> None:
        """Seats the players, plays to this entry, and opens both phones."""
        self.table = Table(self.server.port, Random(1))
        await self.table.seat(self.size)
        takers = ("p3", "p4", "p5") if self.size > 4 else ("p1", "")
        while self.table.seq < entry:
            await self.table.record(takers[self.table.seq % len(takers)], self.table.phones[0])
        port, path = self.server.port, f"/n/{self.table.night}/"
        if self.is_peer:
            self.peer = await Peer(self.name, port, self.table.night, self.table.phones[1].cookie).open()
            stack.push_async_callback(self.peer.close)
            port, path = self.peer.port, "/"
        self.path, self.lines = path, [await Line(port, self.bench.chosen.rtt / 1000).open() for _ in range(3)]
        for line in self.lines:
            stack.push_async_callback(line.close)
        self.other = await self._phone(0, self.lines[0])
        self.measured = await self._phone(1, self.lines[1])
        self.cdp = await self._cdp(self.measured)
        for page in (self.other, self.measured):
            stack.push_async_callback(page.context.close)
            await self._until(page, "bench.live > 0")
        await self.drink()

    async def _phone(self, seat: int, line: Line) -> Page:
        home = f"http://{NAME}:{line.port}"
        context = await self.bench.browser.new_context(**PHONE)
        context.set_default_timeout(30_000)
        name, _, value = self.table.phones[seat].cookie.partition("=")
        await context.add_cookies([{"name": name, "value": value, "url": home, "httpOnly": True, "sameSite": "Lax"}])
        await context.add_init_script(WATCH)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.bench.faults.append(f"{self.name}: {error}"))
        if line is not self.lines[2]:
            await page.goto(home + self.path)
        return page

    async def _cdp(self, page: Page) -> CDPSession:
        cdp = await page.context.new_cdp_session(page)
        await cdp.send("Performance.enable", {"timeDomain": "timeTicks"})
        return cdp

    async def slow(self, cdp: CDPSession, on: bool) -> None:
        """Only while it is measured: a page that is slowed down takes a whole core even when nothing happens."""
        await cdp.send("Emulation.setCPUThrottlingRate", {"rate": self.bench.chosen.cpu if on else 1})

    async def _until(self, page: Page, holds: str) -> bool:
        for _ in range(200):
            if await page.evaluate(holds):
                return True
            await asyncio.sleep(0.1)
        self.bench.faults.append(f"{self.name}: it never held that {holds}")
        return False

    async def metrics(self, cdp: CDPSession) -> dict[str, float]:
        told = {one["name"]: one["value"] for one in (await cdp.send("Performance.getMetrics"))["metrics"]}
        return {ours: told[theirs] * (1 if ours.endswith("s") else 1000) for ours, theirs in METRICS.items()}

    async def taps(self, count: int, warm: bool) -> list[Row]:
        """So many taps of each kind on each of the two phones."""
        rows = list[Row]()
        await self.slow(self.cdp, True)
        await asyncio.sleep(SETTLE)
        for number in range(count + WARM * warm):
            for own in (False, True):
                for case in ("plain",) if self.is_peer else ("plain", "fined"):
                    row = await self.tap(case, own)
                    if row is not None and number >= WARM * warm:
                        rows.append({"subject": self.name, "case": case, "own": own, **row})
        await self.slow(self.cdp, False)
        return rows

    def _winner(self, case: str) -> str:
        if case == "fined":
            return "p2"
        self._taps[case] += 1
        return ("p3", "p4", "p5")[self._taps[case] % 3] if self.size > 4 else ("p1", "")[self._taps[case] % 2]

    async def tap(self, case: str, own: bool, answers: bool = True) -> Row | None:
        """One tap and what it cost the measured phone. Fines are answered after it."""
        finger, line = self.measured if own else self.other, self.lines[1]
        if case == "fined":
            await self._keep_fines()
        await asyncio.sleep(self.bench.chosen.pause)
        place = await finger.evaluate(CENTRE, f"#r-record button[name=winner][value='{self._winner(case)}']")
        if place is None:
            self.bench.faults.append(f"{self.name}, {case}: the button is covered")
            return None
        await self.measured.evaluate("bench.marks.length = 0")
        before, had, opened = await self.metrics(self.cdp), dict(line.bytes), line.connections
        over = asyncio.get_running_loop().time() + WINDOW
        await finger.touchscreen.tap(*place)
        await asyncio.sleep(max(0.0, over - asyncio.get_running_loop().time()))
        after = await self.metrics(self.cdp)
        row: Row = {name: round(after[name] - before[name], 1) for name in METRICS}
        row |= {"bytes": line.bytes["down"] - had["down"], "sent": line.bytes["up"] - had["up"]}
        row |= {"connections": line.connections - opened}
        marks, tapped = await self.measured.evaluate("bench.marks"), await finger.evaluate("bench.down")
        if answers:
            await self.drink()
        if len(marks) != 1 or marks[0]["fined"] != (case == "fined"):
            said = await self.measured.evaluate("document.querySelector('#r-last').innerText")
            self.bench.faults.append(f"{self.name}, {case}: after a tap it showed {marks}: {said!r}")
            return None
        hop = self.peer.hops[-1] * 1000 if self.peer else 0.0
        return row | {"glass": round(marks[0]["glass"] - tapped - hop, 1)}

    async def _keep_fines(self) -> None:
        """In a deal in which the measured phone has two tricks, nobody takes the rest: a third may fine the others."""
        while (deal := await self.other.evaluate(DEAL)) in self._twice:
            place = await self.other.evaluate(CENTRE, "#r-record button[name=winner][value='']")
            if place is not None:
                await self.other.touchscreen.tap(*place)
            await asyncio.sleep(WINDOW)
        (self._twice if deal in self._once else self._once).add(deal)

    async def drink(self) -> None:
        """Answers the fines that fill a screen."""
        for page in (self.measured, self.other):
            await self._drink(page)

    async def _drink(self, page: Page) -> None:
        for _ in range(20):
            if self.is_peer or not await page.evaluate("Boolean(document.querySelector('#r-mine > *'))"):
                return
            place = await page.evaluate(CENTRE, "#r-mine button.primary")
            if place is not None:
                await page.touchscreen.tap(*place)
            await asyncio.sleep(1.0)
        self.bench.faults.append(f"{self.name}: the fine stays")

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


# ---- sums


def summed(rows: list[Row], loads: list[Row]) -> Row:
    """Medians and p95 of each subject and kind of tap, ratios to the htmx page, and the goals that are missed."""
    taps, first = dict[str, Row](), dict[str, Row]()
    for subject, case, own in dict.fromkeys((row["subject"], row["case"], row["own"]) for row in rows):
        these = [row for row in rows if (row["subject"], row["case"], row["own"]) == (subject, case, own)]
        kind = f"{subject}, {case}, {'own' if own else 'other'}"
        taps[kind] = {"subject": subject, "case": case, "own": own, "taps": len(these), **figures(these)}
        repeats = sorted({row["repeat"] for row in these})
        taps[kind]["main_by_repeat"] = [median(row["main"] for row in these if row["repeat"] == one) for one in repeats]
    for subject in dict.fromkeys(row["subject"] for row in loads):
        first[subject] = {
            "subject": subject,
            "case": "load",
            **figures(row for row in loads if row["subject"] == subject),
        }
    missed = list[str]()
    for kind, each in [*taps.items(), *first.items()]:
        peer = (
            taps.get(f"htmx, plain, {'own' if each.get('own') else 'other'}")
            if each["case"] != "load"
            else first.get("htmx")
        )
        if peer is None or each["subject"] in KINDS:
            continue
        each["ratios"] = {name: round(each[name] / peer[name], 2) for name in GOALS[each["case"]]}
        over = [
            f"{name} {each['ratios'][name]}"
            for name, most in GOALS[each["case"]].items()
            if each["ratios"][name] > most
        ]
        missed += [f"{kind}: {one}" for one in over if each["subject"] == "ours"]
    return {"taps": taps, "loads": first, "missed": missed}


def figures(rows: Iterable[Row]) -> Row:
    """The median of every figure, and p95 where people notice it."""
    rows = list(rows)
    sums: Row = {}
    for name in rows[0]:
        if name not in ("subject", "case", "own", "repeat"):
            ordered = sorted(row[name] for row in rows)
            sums[name] = median(ordered)
            if name in ("glass", "main"):
                sums[f"{name}_p95"] = ordered[int(0.95 * (len(ordered) - 1))]
    return sums


def told(result: Row) -> None:
    """The figures as tables for people, in Markdown."""
    lines = [
        f"{result['at']}, Chromium {result['chromium']}, load {result['load']}; {result['cpu']:g} x slower, "
        f"{result['rtt_ms']:g} ms away; medians / p95 in ms (ratio to the htmx page), `·` how often",
        "",
        *tap_table("a tap", result["taps"]),
    ]
    for where, taps in result["matrix"].items():
        lines += ["", *tap_table(where, taps)]
    lines += ["", "| first load | usable | live | first paint | main thread | bytes until live | bytes later |"]
    lines += ["|---|---|---|---|---|---|---|"]
    for name, each in result["loads"].items():
        ratio = each.get("ratios", {})
        cells = [f"{each[what]:.0f} ({ratio.get(what, '-')})" for what in ("usable", "live")]
        cells += [f"{each[what]:.0f}" for what in ("paint", "main", "bytes_to_live")]
        lines.append(f"| {name} | {' | '.join(cells)} | {each['bytes'] - each['bytes_to_live']:.0f} |")
    for what, each in result["rest"].items():
        lines += ["", f"{what}: {each}"]
    lines += ["", f"taken from the peers' glass for their way through the benchmark: {result['hop_ms']} ms"]
    lines += [f"over its goal: {one}" for one in result["missed"]] + [f"FAULT: {one}" for one in result["faults"]]
    print("\n".join(lines), file=sys.stderr)


def tap_table(title: str, taps: Row) -> list[str]:
    lines = [f"| {title} | glass | main thread | script | style | layout | bytes | new connections |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    for kind, each in taps.items():
        ratio = each.get("ratios", {})
        cells = [f"{each[name]:.0f} / {each[f'{name}_p95']:.0f} ({ratio.get(name, '-')})" for name in ("glass", "main")]
        cells += [
            f"{each['script']:.0f}",
            *(f"{each[name]:.0f} · {each[name + 's']:.0f}" for name in ("style", "layout")),
        ]
        lines.append(f"| {kind} | {' | '.join(cells)} | {each['bytes']:.0f} | {each['connections']:g} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
