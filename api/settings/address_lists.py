"""Lists that an operator writes with commas: origins that may read the service in a browser, and networks."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Final

from pydantic import AfterValidator

ANY: Final = "*"
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9._~-]+(:[0-9]{1,5})?|https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


def origins_in(listed: str) -> tuple[str, ...]:
    """The origins of a list with commas; ``ValueError`` names what is none."""
    found = tuple(each.strip() for each in listed.split(",") if each.strip())
    for each in found:
        if each != ANY and not _ORIGIN.fullmatch(each):
            raise ValueError(
                f"{each!r} is no origin: write https://host or https://host:port without a path, or * for any"
            )
    return found


def _must_be_origins(listed: str) -> str:
    origins_in(listed)
    return listed


Origins = Annotated[str, AfterValidator(_must_be_origins)]  # origins, with commas between them


Networks = tuple[IPv4Network | IPv6Network, ...]


def networks_in(listed: str) -> Networks:
    """The addresses and networks of a list with commas; ``ValueError`` names what is neither."""
    return tuple(ip_network(each.strip(), strict=False) for each in listed.split(",") if each.strip())


def _must_be_networks(listed: str) -> str:
    networks_in(listed)
    return listed


NetworkList = Annotated[str, AfterValidator(_must_be_networks)]  # addresses and networks, with commas between them
