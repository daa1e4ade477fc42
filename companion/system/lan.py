"""The addresses at which phones on this network can reach this machine."""

import contextlib
import ipaddress
import re
import socket
from typing import NamedTuple

NOWHERE = "No network address was found: connect this computer to a network, or name one with --public-url."
# Names of virtual networks and tunnels, which phones at the table do not use. Those of Linux, macOS and Android begin
# so; those of Windows contain it.
VIRTUAL = re.compile(
    "(br-|cali|cni|docker|flannel|incus|lxc|lxd|podman|ppp|proton|rmnet|tap|tun|utun|vboxnet|veth|virbr|vmnet|waydroid|wg|zt)"
    "|.*(hyper-v|loopback|nordlynx|tailscale|virtualbox|vmware|vpn|wireguard|wsl|zerotier)",
    re.IGNORECASE,
)


class Interface(NamedTuple):
    """A network of this machine: its name, this machine's address there, whether it is one that no phone can be in, and
    whether it is connected."""

    name: str
    address: str
    is_virtual: bool = False
    is_up: bool = True


def outward() -> str | None:
    """The address from which this machine sends to others. A UDP socket finds it without sending anything."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address reserved for examples
        return str(probe.getsockname()[0])
    return None


def interfaces() -> list[Interface]:
    """Every network in which this machine has an IPv4 address; without psutil, those of this machine's name."""
    with contextlib.suppress(ImportError, NotImplementedError, OSError):  # on phones it cannot be had, or may not ask
        from psutil import net_if_addrs, net_if_stats

        stats = net_if_stats()
        return [
            Interface(name, each.address, is_virtual(name, stats[name].flags), stats[name].isup)
            for name, own in net_if_addrs().items()
            for each in own
            if each.family == socket.AF_INET and name in stats
        ]
    with contextlib.suppress(OSError):
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        return [Interface("", str(answer[4][0])) for answer in answers]
    return []


def is_virtual(name: str, flags: str = "") -> bool:
    """Whether a network of this name, with these flags of the system, is one inside this machine or a tunnel."""
    return bool(VIRTUAL.match(name)) or "pointopoint" in flags.split(",")


def networks() -> list[Interface]:
    """Every network in which a phone could reach this machine, the likeliest first; not the loopback."""
    known, first = interfaces(), outward()
    if first and first not in {each.address for each in known}:
        known.append(Interface("", first))
    known.sort(key=lambda each: sort_key(each, first))
    found: dict[str, Interface] = {}
    for each in known:
        if is_reachable(each.address) and (each.is_up or each.address == first):
            found.setdefault(each.address, each)
    return list(found.values())


def addresses() -> list[str]:
    """Every address at which a phone could reach this machine, the likeliest first."""
    return [each.address for each in networks()]


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


def sort_key(each: Interface, first: str | None) -> tuple[bool, bool, bool, bool]:
    """Sorts private addresses first, then public, virtual and link-local ones; the default route first among equals."""
    ip = ipaddress.IPv4Address(each.address)
    return (ip.is_link_local, each.is_virtual, not ip.is_private, each.address != first)
