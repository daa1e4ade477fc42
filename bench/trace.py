"""Where the browser's time goes in one update: what `bench.phone --trace FOLDER` prints of Chromium's own trace."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

CATEGORIES = [
    "toplevel",
    "blink.animations",
    "devtools.timeline",
    "disabled-by-default-blink.debug",  # what each selector costs
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-devtools.timeline.invalidationTracking",
]
AT_REST = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPT = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "BlinkScheduler_PerformMicrotaskCheckpoint", "TimerFire"}
RESTYLE, LAYOUT = "UpdateLayoutTree", "Layout"
Event = dict[str, Any]


def read(trace: bytes, url: str) -> list[Event]:
    """The events of the main thread of the page at this address, in their order."""
    events: list[Event] = json.loads(trace)["traceEvents"]
    pages = {
        frame.get("processId")
        for event in events
        for frame in (event.get("args", {}).get("data") or {}).get("frames", [])
        if event["name"] == "TracingStartedInBrowser" and frame.get("url", "").partition("?")[0] == url
    }
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain" and event["pid"] in pages
    }
    return sorted(
        (event for event in events if (event["pid"], event["tid"]) in main and event["name"] != "thread_name"),
        key=lambda event: (event["ts"], -event.get("dur", 0)),
    )


def explained(events: list[Event]) -> dict[str, Any]:
    """Milliseconds by kind of work, each restyle and layout, the dearest selectors, animations of the main thread."""
    own, count, works, above = Counter[str](), Counter[str](), list[dict[str, Any]](), list[Event]()
    for event in events:
        if event.get("ph") != "X" or "dur" not in event:
            continue
        while above and above[-1]["ts"] + above[-1]["dur"] <= event["ts"]:
            above.pop()
        if above:
            own[above[-1]["name"]] -= event["dur"]
        own[event["name"]] += event["dur"]
        count[event["name"]] += 1
        if event["name"] in (RESTYLE, LAYOUT):
            works.append(work(event, any(each["name"] in SCRIPT for each in above)))
        above.append(event)
    return {
        "milliseconds": [(name, round(spent / 1000, 1), count[name]) for name, spent in own.most_common(20)],
        "works": works,
        "selectors": selectors(events),
        "reasons": reasons(events),
        "not_composited": not_composited(events),
    }


def wake_ups(events: list[Event], pause: float) -> int:
    """How often the main thread had something to do after a pause of so many seconds."""
    count, over = 0, 0.0
    for event in events:
        if event.get("ph") == "X":
            count += event["ts"] > over + pause * 1e6
            over = max(over, event["ts"] + event.get("dur", 0))
    return count


def work(event: Event, is_forced: bool) -> dict[str, Any]:
    """One restyle or layout; a forced one was asked for by a script, on the line that is named."""
    data = event["args"].get("beginData") or {}
    place = next(iter(data.get("stackTrace") or []), {})
    file = str(place.get("url", "")).rpartition("/")[2]
    return {
        "what": "style" if event["name"] == RESTYLE else "layout",
        "ms": round(event["dur"] / 1000, 1),
        "elements": event["args"].get("elementCount", data.get("dirtyObjects")),
        "of": data.get("totalObjects"),
        "forced_by": f"{place.get('functionName')} {file}:{place.get('lineNumber')}" if is_forced else None,
    }


def selectors(events: list[Event]) -> list[tuple[str, float, int]]:
    """The dearest selectors with their milliseconds and how often they were tried."""
    spent, tried = Counter[str](), Counter[str]()
    for event in events:
        for one in ((event.get("args") or {}).get("selector_stats") or {}).get("selector_timings", []):
            spent[one["selector"]] += one.get("elapsed (us)", 0)
            tried[one["selector"]] += one.get("match_attempts", 0)
    return [(selector, round(us / 1000, 2), tried[selector]) for selector, us in spent.most_common(25)]


def reasons(events: list[Event]) -> list[tuple[str, int]]:
    """Why elements were restyled, most frequent first."""
    found = Counter[str]()
    for event in events:
        if event["name"] in ("StyleRecalcInvalidationTracking", "StyleInvalidatorInvalidationTracking"):
            data = event["args"]["data"]
            what = data.get("extraData") or ", ".join(one.get("id", "") for one in data.get("invalidationList", []))
            found[f"{data.get('reason')} {what or ''} at {data.get('nodeName')}"] += 1
    return found.most_common(20)


def not_composited(events: list[Event]) -> list[str]:
    """Animations that the main thread has to paint in every frame."""
    told = [(event.get("args") or {}).get("data") or {} for event in events if event["name"] == "Animation"]
    names = {one["id"]: one for one in told if "nodeName" in one or "displayName" in one}
    failed = [one for one in told if one.get("compositeFailed")]
    return sorted({
        f"{names.get(one.get('id'), one).get('nodeName', '')} {names.get(one.get('id'), one).get('displayName', '')}: "
        f"{one['compositeFailed']} {', '.join(one.get('unsupportedProperties') or [])}".strip()
        for one in failed
    })  # fmt: skip


def lines(name: str, found: dict[str, Any]) -> list[str]:
    """The findings for people."""
    forced = [one for one in found["works"] if one["forced_by"]]
    return [
        f"## {name}",
        *(f"{spent:8.1f} ms {count:5} x {what}" for what, spent, count in found["milliseconds"]),
        "# restyled and laid out",
        *(
            f"{one['ms']:8.1f} ms {one['what']:7}{one['elements']} elements of {one['of'] or '-'}"
            f"{', forced by ' + one['forced_by'] if one['forced_by'] else ''}"
            for one in found["works"]
        ),
        f"# forced: {len(forced)}, {sum(one['ms'] for one in forced):.1f} ms",
        "# selectors",
        *(f"{spent:8.2f} ms {tried:5} x {selector}" for selector, spent, tried in found["selectors"]),
        "# why elements were restyled",
        *(f"{count:8} x {why}" for why, count in found["reasons"]),
        f"# animations that are not composited: {found['not_composited'] or 'none'}",
    ]


def kept(trace: bytes, folder: Path, name: str) -> None:
    """Writes a trace to a file for the browser's own viewer."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name.replace(', ', '-')}.json").write_bytes(trace)
