"""The addresses of clients: how they are counted, and which are proxies."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

from oathbook.api.settings.address_lists import Networks

ONE_HOLDER: Final = 64  # bits of an IPv6 address that name a network; its holder has all addresses in it

MOST_REMEMBERED: Final = 4_096


@lru_cache(MOST_REMEMBERED)
def holder_of(host: str) -> str:
    """Returns the name under which an address is counted: itself, or the network of an IPv6 address."""
    try:
        address = ip_address(host)
    except ValueError:  # the socket of a test, or what a proxy calls its client
        return host[:100]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), ONE_HOLDER), strict=False))


def address_of(scope: Scope) -> str:
    """Returns the name under which the client of a request is counted."""
    client = scope.get("client")
    return holder_of(client[0]) if client else ""


def is_among(host: str, networks: Networks) -> bool:
    """Returns whether a host is an address in one of these networks."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in each for each in networks)
