"""Host names that the service answers to, as a page of another site could reach it by a name of its own.

Whoever owns a name can have it lead to an address of this machine, and a browser would then read our answers to the
pages of that name (DNS rebinding). No browser takes an address of numbers for a name.
"""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from msgspec import Struct

LOCALHOST: Final = "localhost"

_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,255}))(?::[0-9]{0,5})?")


MOST_HOSTS: Final = 256  # headers whose answer is kept: almost all requests have the same


class HostNames(Struct, frozen=True):
    """The names that a port answers to, beside those of the loopback; ``other_addresses`` are accepted as well."""

    names: tuple[str, ...] = ()
    other_addresses: bool = False

    @lru_cache(MOST_HOSTS)  # noqa: B019  # there are two of these in a process, and they are values
    def has(self, host: str) -> bool:
        """Returns whether a ``Host`` header, with or without a port, names this service."""
        parts = _HOST.fullmatch(host)
        if parts is None:
            return False
        name = (parts["six"] or parts["name"]).lower().removesuffix(".")
        address = _address(name)
        if address is not None:
            return self.other_addresses or address.is_loopback
        return name == LOCALHOST or name in self.names


def host_names_at(listening: str, names: tuple[str, ...], *, is_proxied: bool) -> HostNames | None:
    """Returns what a port that listens there answers to; None is any name.

    Without names that is any, unless it listens on the loopback without a proxy in front: then only this machine asks.
    """
    if names:
        return HostNames(names, other_addresses=True)
    return HostNames() if HostNames().has(_bracketed(listening)) and not is_proxied else None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
