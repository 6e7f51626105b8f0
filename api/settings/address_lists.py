"""Settings that are lists with commas: origins that may read the service in a browser, host names, and networks."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Final

from pydantic import AfterValidator

ANY: Final = "*"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*")
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9._~-]+(:[0-9]{1,5})?|https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


def origins_in(listed: str) -> tuple[str, ...]:
    """Returns the origins of a list; ``ValueError`` names what is none."""
    found = tuple(each.strip() for each in listed.split(",") if each.strip())
    for each in found:
        if each != ANY and not _ORIGIN.fullmatch(each):
            raise ValueError(
                f"“{each}” is no origin: write https://host or https://host:port without a path, or * for any"
            )
    return found


def host_names_in(listed: str) -> tuple[str, ...]:
    """Returns the host names of a list, in small letters; ``ValueError`` names what is none."""
    found = tuple(each.strip().lower().removesuffix(".") for each in listed.split(",") if each.strip())
    for each in found:
        if not _NAME.fullmatch(each):
            raise ValueError(f"“{each}” is no host name: write games.example.org, without a scheme, port or path")
    return found


Networks = tuple[IPv4Network | IPv6Network, ...]


def networks_in(listed: str) -> Networks:
    """Returns the addresses and networks of a list; ``ValueError`` names what is neither."""
    return tuple(ip_network(each.strip(), strict=False) for each in listed.split(",") if each.strip())


def _check_with(parse: Callable[[str], object]) -> AfterValidator:
    def checked(listed: str) -> str:
        parse(listed)
        return listed

    return AfterValidator(checked)


HostNameList = Annotated[str, _check_with(host_names_in)]
Origins = Annotated[str, _check_with(origins_in)]
NetworkList = Annotated[str, _check_with(networks_in)]
