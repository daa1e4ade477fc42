"""A scanner for holes in web pages (wapiti) on a real server, once as a guest of a table and once as nobody.

    python3 -m venv /tmp/wapiti && /tmp/wapiti/bin/pip install wapiti3
    python -m bench.survival.scan [--wapiti /tmp/wapiti/bin/wapiti] [--seconds 60] [--only guest nobody]

The table has a game on, house rules, fines and a proposal. The limits against floods are off, as in the tests, or the
scanner would see little else than refusals; it sends our own Origin, or it would see only those of foreign pages. It
does not ask other hosts, and leaves alone what would end its own scan: the pages that delete, erase, and move a seat.
Prints one line of JSON; `findings` must be empty. What is no hole is counted under `explained`, with the reason in this
file; that a form which is said to lack a token refuses a foreign page is tried here, one by one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from .clock import Clock
from .history import History
from .house import House, commanded
from .phone import Phone
from .table import phones_on, seated
from .verdict import integrity, rows_of
from .wire import answer, connected, request

MODULES = (
    "backup", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess", "http_headers", "ldap", "methods",
    "permanentxss", "redirect", "shellshock", "sql", "timesql", "upload", "xss",
)  # fmt: skip
LEFT_ALONE = ("n/*/delete*", "n/*/erase*", "n/*/seats/move*", "m/*", "n/*/live*", "n/*/tv/live*")
BEGINS = ("", "drinks", "rules", "rules/bring", "log", "seats", "share", "fines", "unit", "settle", "files", "privacy")
EXPLAINED = (  # kind, path or nothing for any, and why it is none
    ("Cross Site Request Forgery", "", "a tap must say our own Origin; that a foreign one is refused is tried below"),
    (
        "Secure Flag cookie",
        "",
        "the scan is on plain http, where no phone would keep such a cookie; on https it is set",
    ),
    (
        "LDAP Injection",
        "/join",
        "no LDAP here: the eleventh wrong code of a minute is answered otherwise than the first",
    ),
    ("LDAP Injection", "/nights/file", "nor here: the page lists the nights that the scanner has opened meanwhile"),
)
REPORTED = ("vulnerabilities", "anomalies")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wapiti", type=Path, default=Path("/tmp/wapiti/bin/wapiti"), help="the scanner's command")
    options.add_argument("--seconds", type=int, default=60, help="the most for each kind of attack, and for crawling")
    options.add_argument("--only", nargs="+", choices=("guest", "nobody"), default=["guest", "nobody"])
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-scan-") as folder:
        told = {who: asyncio.run(scanned(Path(folder) / who, who, chosen)) for who in chosen.only}
    print(json.dumps({"wapiti": version(chosen.wapiti), "modules": len(MODULES), **told}))
    sound = ("replays", "foreign_pages_refused")
    return any(each["findings"] or not all(each[name] for name in sound) for each in told.values())


async def scanned(folder: Path, who: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """One scan of a server of its own, by the second phone of a table of three or by nobody."""
    folder.mkdir()
    house = House(folder / "data")
    await house.start()
    phones = phones_on([house] * 3, Clock(), History(1))
    try:
        await laid(phones)
        host, guest, _ = phones
        command = attack(chosen, folder, house.port, host.night, guest.cookie if who == "guest" else "")
        await asyncio.to_thread(subprocess.run, command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        refused = await refuses_foreign_pages(house.port, folder, guest.cookie)
        health = await host.ask("GET", f"/n/{host.night}/log", script=False)
        entries = len(rows_of(house.data, host.night))
    finally:
        for phone in phones:
            await phone.stop()
        await house.end()
    replays = bool(commanded("replay", "-", given=commanded("export", host.night, "--data", str(house.data))))
    return {
        **summary(json.loads((folder / "report.json").read_text())),
        "foreign_pages_refused": refused, "entries": entries, "log_page": health.status, "replays": replays,
        "integrity": integrity(house.data),
    }  # fmt: skip


async def laid(phones: list[Phone]) -> None:
    """A table with something of everything on it."""
    await seated(phones, "Scan")
    host, guest, _ = phones
    for fields in (
        [("type", "rule.made"), ("text", "No pointing."), ("amount", "1")],
        [("type", "rule.called"), ("rule", "r1"), ("player", "p2")],
        [("type", "fine.given"), ("player", "p2"), ("amount", "5"), ("reason", "late")],
        [("type", "trick.taken"), ("deal", "1"), ("trick", "1"), ("winner", "p2")],
        [("type", "player.joined"), ("name", "Zoe")],
    ):
        await host.tap(fields)
    for path in ("wishes", "proposals"):
        passed = [("type", "drink.moved"), ("player", "p2"), ("to", "p1"), ("amount", "1"), ("drinks", "soft")]
        await guest.ask("POST", f"/n/{host.night}/{path}", passed, script=False)


def attack(chosen: argparse.Namespace, folder: Path, port: int, night: str, cookie: str) -> list[str]:
    """The command of one scan: where it begins, what it leaves alone, and how it says who it is."""
    home, most = f"http://127.0.0.1:{port}/", str(chosen.seconds)
    words = [str(chosen.wapiti), "-u", home, "--scope", "folder", "-m", ",".join(MODULES), "-l", "2", "-d", "5"]
    words += ["--max-links-per-page", "80", "--max-files-per-dir", "30", "-t", "8", "--tasks", "4", "-S", "normal"]
    words += ["--max-attack-time", most, "--max-scan-time", most, "--flush-session", "--no-bugreport"]
    words += ["--store-session", str(folder / "session"), "--store-config", str(folder / "config")]
    words += ["-H", f"Origin: http://127.0.0.1:{port}", "-f", "json", "-o", str(folder / "report.json")]
    words += ["-H", f"Cookie: {cookie}"] if cookie else []
    for page in BEGINS:
        words += ["-s", f"{home}n/{night}/{page}"]
    for page in LEFT_ALONE:
        words += ["-x", f"{home}{page}"]
    return words


async def refuses_foreign_pages(port: int, folder: Path, cookie: str) -> bool:
    """Whether every form that the scanner missed a token in refuses what a page of another site sends."""
    report = json.loads((folder / "report.json").read_text())
    for path in {one["path"] for one in report["vulnerabilities"].get("Cross Site Request Forgery", [])}:
        for origin in ("http://evil.example", "null", ""):
            sent = request(port, "POST", path, [("type", "game.ended")], cookie)
            said = f"Origin: {origin}\r\n".encode() if origin else b""
            async with connected(port) as (reader, writer):
                writer.write(sent.replace(f"Origin: http://127.0.0.1:{port}\r\n".encode(), said))
                if (await answer(reader)).status != 403:
                    return False
    return True


def is_explained(one: dict[str, Any]) -> bool:
    return any(one["kind"] == kind and path in ("", one["path"]) for kind, path, _ in EXPLAINED)


def summary(report: dict[str, Any]) -> dict[str, Any]:
    """What was looked at, and everything that the scanner calls a hole or an anomaly."""
    found = [
        {"kind": kind, **{name: one.get(name) for name in ("method", "path", "parameter", "info")}}
        for part in REPORTED
        for kind, each in report.get(part, {}).items()
        for one in each
    ]
    told = {kind: len(each) for kind, each in report.get("additionals", {}).items() if each}
    explained = Counter(str(one["kind"]) for one in found if is_explained(one))
    findings = [one for one in found if not is_explained(one)]
    return {
        "pages": report["infos"].get("crawled_pages_nbr"),
        "findings": findings,
        "explained": explained,
        "told": told,
    }


def version(wapiti: Path) -> str:
    said = subprocess.run([wapiti, "--version"], capture_output=True, text=True, check=True).stdout
    return said.strip().rpartition("\n")[2]


if __name__ == "__main__":
    sys.exit(main())
