"""What callers may do, and how often."""

from collections.abc import Callable

from msgspec import Struct

from oathbook.api.settings import key_files
from oathbook.api.settings.address_lists import host_names_in, origins_in
from oathbook.api.settings.host_names import HostNames, host_names_at
from oathbook.api.settings.options import AllowedCallers, Rates, Settings
from oathbook.domain.errors import BadRecord


class Policy(Struct, frozen=True):
    """The limits of requests and rates, and who may open games, import records and file claims.

    ``origins`` are those whose pages may call the service. The service answers to ``host_names``, and at its port for
    operations to ``operations_host_names``; None is any.
    """

    most_requests: int = 1_000
    rates: Rates = {}
    open_to: AllowedCallers = "everyone"
    imports_from: AllowedCallers = "everyone"
    disputes_from: AllowedCallers = "everyone"
    keys: key_files.KeyLookup[key_files.KeyHolder] = key_files.OperatorKeys()
    origins: tuple[str, ...] = ()
    host_names: HostNames | None = None
    operations_host_names: HostNames | None = None


def policy_of(settings: Settings, report: Callable[[str], None]) -> Policy:
    """Returns the policy of the settings; ``report`` is called when the file of keys was read again.

    Without a file of keys nobody imports over HTTP unless everyone may. ``BadRecord`` if another permission needs keys
    and no file has them, or the file is invalid; ``OSError`` if it cannot be read.
    """
    for option in ("open_to", "disputes_from"):
        if getattr(settings, option) == "key" and settings.keys is None:
            raise BadRecord(f"OATHBOOK_{option.upper()}: with `key`, name the file of the keys (--keys)")
    keys = (
        key_files.OperatorKeys()
        if settings.keys is None
        else key_files.KeyFile[key_files.KeyHolder](settings.keys, key_files.keys_in, report)
    )
    whom = (settings.open_to, settings.imports_from, settings.disputes_from)
    hosts = (
        host_names_at(settings.host, host_names_in(settings.host_name), is_proxied=bool(settings.proxies)),
        host_names_at(settings.operations_host, (), is_proxied=bool(settings.proxies)),
    )
    return Policy(settings.limit_concurrency, settings.rates, *whom, keys, origins_in(settings.cors), *hosts)
