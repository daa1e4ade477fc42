"""The addresses at which phones on this network can reach this machine."""

import contextlib
import ipaddress
import socket
import struct
import sys

Interface = tuple[str, str]  # its name, its IPv4 address

NOWHERE = "No network address was found: connect this computer to a network, or name one with --public-url."
# Interfaces of virtual networks and tunnels, which phones at the table do not use.
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "utun", "wg", "tailscale", "zt", "ppp")
SIOCGIFADDR = 0x8915  # Linux's "which address has this interface?"


def outward() -> str | None:
    """The address from which this machine sends to others. A UDP socket finds it without sending anything."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address reserved for examples
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


def addresses() -> list[str]:
    """Every address at which a phone could reach this machine, the likeliest first; no loopback address."""
    known, first = interfaces(), outward()
    if first and first not in {address for _, address in known}:
        known.append(("", first))
    known.sort(key=lambda interface: sort_key(interface, first))
    return list(dict.fromkeys(address for _, address in known if is_reachable(address)))


def own_hosts() -> list[str]:
    """The network addresses of this machine, its name, and its name with .local."""
    name = socket.gethostname().split(".")[0].lower()
    return [*addresses(), *([name, f"{name}.local"] if name else [])]


def is_everywhere(host: str) -> bool:
    """Whether this host means every address of this machine."""
    return host in ("", "0.0.0.0", "::")


def is_reachable(text: str) -> bool:
    ip = ipaddress.IPv4Address(text)
    return not (ip.is_loopback or ip.is_unspecified or ip.is_multicast)


def sort_key(interface: Interface, first: str | None) -> tuple[bool, bool, bool, bool]:
    """Sorts private addresses first, then public, virtual and link-local ones; the default route first among equals."""
    name, text = interface
    ip = ipaddress.IPv4Address(text)
    return (ip.is_link_local, name.startswith(VIRTUAL), not ip.is_private, text != first)
