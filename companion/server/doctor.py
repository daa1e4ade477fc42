"""`companion doctor`, and what the terminal says if no phone comes: what is wrong here, and what to do about it."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.config import PORT, unknown
from companion.storage import engine
from companion.system import lan
from companion.system.terminal import is_container, started_as

LITTLE = 200 * 1024 * 1024  # bytes of free disk; a night and its ten backups need a few MB
MAC_FIREWALL = "/usr/libexec/ApplicationFirewall/socketfilterfw"
WINDOWS_NETWORKS = "(Get-NetConnectionProfile).NetworkCategory"
UFW = Path("/etc/ufw/ufw.conf")


class Finding(NamedTuple):
    """One thing that was looked at: whether it is as it should be, and a sentence about it."""

    is_fine: bool
    says: str


def fine(says: str) -> Finding:
    return Finding(True, says)


def look(says: str) -> Finding:
    return Finding(False, says)


def findings(settings: Mapping[str, Any], port: int | None = None) -> Iterator[Finding]:
    """Everything that can be tested from this computer, what most often keeps phones out first."""
    port = port or PORT
    if settings["PUBLIC_URL"]:
        yield fine(f"Phones open {settings['PUBLIC_URL']}, as you set it; whether that leads here is not tested.")
    else:
        yield from network(port)
    yield from server(port)
    yield from firewall(port)
    url = engine.address(settings["DATABASE_URL"])
    yield from disk(Path(engine.place_of(url))) if engine.is_sqlite(url) else ()
    yield from (look(each) for each in unknown(os.environ))


def network(port: int) -> Iterator[Finding]:
    """The address that phones are told."""
    known = lan.networks()
    if not known:
        yield look(lan.NOWHERE)
        return
    first, tunnels = known[0], [each.name for each in known if each.is_virtual]
    if is_container():
        yield look(
            f"This is a container: {first.address} is its address inside this computer. Publish port {port}, and give "
            "the computer's own address with --public-url.",
        )
    elif first.is_virtual or first.address.startswith("169.254."):
        yield look(
            f"The only address, {first.address}{named(first.name)}, is of no network that phones are in: connect this "
            "computer to the Wi-Fi, or open a hotspot.",
        )
    else:
        yield fine(f"Phones open http://{first.address}:{port}/{named(first.name)}.")
        if tunnels:
            yield fine(
                f"There are virtual networks, too ({', '.join(tunnels)}). If one is a VPN and phones do not get "
                "through, switch it off.",
            )


def named(name: str) -> str:
    return f" ({name})" if name else ""


def server(port: int) -> Iterator[Finding]:
    """Whether a companion answers at this port, and at the address that phones are told."""
    if answer("127.0.0.1", port) == 200:
        yield fine(f"A companion answers at port {port} of this computer.")
        for place in lan.addresses()[:1]:
            status = answer(place, port)
            if status == 200:
                yield fine(f"It answers at {place}, too, as far as this computer can tell.")
            elif status is None:
                yield look(f"It does not answer at {place}: start it without --host.")
            else:
                yield look(f"It does not know the address {place}, since the network has changed: start it again.")
        return
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        yield look(
            f"Port {port} cannot be used ({error.strerror}): the companion takes the next one, and the address "
            "changes. Use the one that its terminal shows, or choose one with --port.",
        )
    else:
        yield fine(f"Port {port} is free. No companion runs there now.")


def answer(host: str, port: int) -> int | None:
    """The status with which a companion says that it is well, or None."""
    with contextlib.closing(http.client.HTTPConnection(host, port, timeout=3)) as asked:
        try:
            asked.request("GET", "/health")
            return asked.getresponse().status
        except (OSError, http.client.HTTPException):
            return None


def firewall(port: int) -> Iterator[Finding]:
    """What this user can see of the system's own firewall."""
    if sys.platform == "win32":
        if "Public" in output("powershell", "-NoProfile", "-Command", WINDOWS_NETWORKS):
            yield look(
                "Windows takes this network for a public one and keeps phones out. Make it a private one: Settings, "
                "Network & internet, your Wi-Fi, Network profile type.",
            )
        else:
            yield fine(
                "Windows takes this network for a private one. Python must be allowed in private networks, too: "
                "Windows Security, Firewall & network protection, Allow an app through firewall.",
            )
    elif sys.platform == "darwin":
        said = output(MAC_FIREWALL, "--getglobalstate", "--getblockall")
        if "Firewall is enabled" in said:
            yield look(
                "The firewall of this Mac is on. Let Python accept incoming connections, and do not block all of them: "
                "System Settings, Network, Firewall, Options.",
            )
        else:
            yield fine("The firewall of this Mac is off, as far as this user can see.")
    elif "enabled=yes" in text_of(UFW).lower():
        yield look(f"The firewall ufw is on. Unless the port is open: sudo ufw allow {port}/tcp")
    elif output("systemctl", "is-active", "firewalld") == "active":
        yield look(f"The firewall firewalld is on. Unless the port is open: sudo firewall-cmd --add-port={port}/tcp")
    else:
        yield fine("No firewall is on, as far as this user can see (ufw, firewalld).")


def output(*command: str) -> str:
    """What a program of the system prints, or "" if it cannot be had."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout.strip()
    return ""


def text_of(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace")
    return ""


def disk(data: Path) -> Iterator[Finding]:
    """Whether a folder for nights can be written to."""
    place = next(each for each in (data, *data.parents) if each.exists())
    free = shutil.disk_usage(place).free
    if not place.is_dir():
        yield look(f"{place} is a file, so no folder for nights can be made there: choose one with --data.")
    elif not os.access(place, os.W_OK):
        yield look(f"Nothing can be written in {place}: choose another folder with --data.")
    elif free < LITTLE:
        yield look(f"Only {free // 1_000_000} MB are free in {place}: make room before the evening.")
    else:
        yield fine(f"The nights are kept in {data}; {free // 1_000_000_000} GB are free there.")


def advice(port: int, others: list[str]) -> list[str]:
    """Lines for the terminal when no phone has come: what is wrong here first, then what most often is."""
    asks = sys.platform in ("win32", "darwin")
    wrong = [each.says for each in (*network(port), *firewall(port)) if not each.is_fine]
    steps = [
        *wrong,
        "Is the phone in the same Wi-Fi as this computer? Mobile data and guest networks do not work.",
        *(["Did the system ask about Python? It must be allowed in private networks."] if asks and not wrong else []),
        *(f"Does this address open instead? {each}" for each in others),
        "Some routers keep devices apart: use a phone's hotspot for this computer and the other phones.",
        f"In a second terminal `{started_as()} doctor{'' if port == PORT else f' --port {port}'}` tests what it can.",
    ]
    return [
        "No phone has come yet. If one is trying:",
        *(f"  {number}. {step}" for number, step in enumerate(steps, 1)),
    ]
