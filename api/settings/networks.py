"""Lists of addresses and networks, as an operator writes them."""

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated

from pydantic import AfterValidator

Networks = tuple[IPv4Network | IPv6Network, ...]


def networks_in(listed: str) -> Networks:
    """The addresses and networks of a list with commas; ``ValueError`` names what is neither."""
    return tuple(ip_network(each.strip(), strict=False) for each in listed.split(",") if each.strip())


def _must_be_networks(listed: str) -> str:
    networks_in(listed)
    return listed


Listed = Annotated[str, AfterValidator(_must_be_networks)]
"""Addresses and networks, with commas between them."""
