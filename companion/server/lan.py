"""Where phones on this network find this machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable, Iterable

Interface = tuple[str, str]  # its name, its IPv4 address

NOWHERE = "No network address was found: connect this computer to a network, or name one with --public-url."
# Networks inside the machine or through a tunnel: phones at the table are not on them.
APART = ("docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "utun", "wg", "tailscale", "zt", "ppp")
SIOCGIFADDR = 0x8915  # Linux's "which address has this interface?"


def outward() -> str | None:
    """The address this machine would speak from; a UDP socket finds out without sending anything."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address kept for examples: nobody is there
        return str(probe.getsockname()[0])
    return None


def interfaces() -> list[Interface]:
    """Every interface that has an IPv4 address, as far as the standard library can tell."""
    found = linux_interfaces() if sys.platform == "linux" else []
    with contextlib.suppress(OSError):
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [("", str(answer[4][0])) for answer in answers]
    return found


def linux_interfaces() -> list[Interface]:
    import fcntl  # not on every system

    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # this one has no IPv4 address
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append((name, socket.inet_ntoa(answer[20:24])))
    return found


def addresses(
    route: Callable[[], str | None] = outward, listing: Callable[[], Iterable[Interface]] = interfaces
) -> list[str]:
    """Every address a phone might reach this machine at, the likeliest first; never a loopback one."""
    known = list(listing())
    first = route()
    if first and first not in {address for _, address in known}:
        known.append(("", first))
    known = [interface for interface in known if is_reachable(interface[1])]
    known.sort(key=lambda interface: doubts(interface, first))
    return list(dict.fromkeys(address for _, address in known))


def address(
    route: Callable[[], str | None] = outward, listing: Callable[[], Iterable[Interface]] = interfaces
) -> str | None:
    """The address to print and to put into the QR, or None without a network."""
    return next(iter(addresses(route, listing)), None)


def own_hosts() -> list[str]:
    """What this machine may be called on its network: its addresses, its name, its name with .local."""
    name = socket.gethostname().split(".")[0].lower()
    return [*addresses(), *([name, f"{name}.local"] if name else [])]


def is_everywhere(host: str) -> bool:
    """Such a host means every address of this machine."""
    return host in ("", "0.0.0.0", "::")


def is_reachable(text: str) -> bool:
    ip = ipaddress.IPv4Address(text)
    return not (ip.is_loopback or ip.is_unspecified or ip.is_multicast)


def doubts(interface: Interface, first: str | None) -> tuple[bool, bool, bool, bool]:
    """A home network comes before self-given, tunnelled and public addresses; the way out breaks ties."""
    name, text = interface
    ip = ipaddress.IPv4Address(text)
    return (ip.is_link_local, name.startswith(APART), not ip.is_private, text != first)
