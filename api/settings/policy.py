"""What callers may do here, and how much of it."""

from collections.abc import Callable

from msgspec import Struct

from oathbook.api.settings.key_files import KeyFile, KeyHolder, Keys, Known, keys_in
from oathbook.api.settings.options import Rates, Settings, Whom
from oathbook.api.settings.origins import origins_in
from oathbook.domain.errors import BadRecord


class Policy(Struct, frozen=True):
    """How many requests at once; how often a caller may do what has a rate; and who may open, import and file.

    ``origins`` are those whose pages may call the service.
    """

    most_requests: int = 1_000
    rates: Rates = {}
    open_to: Whom = "everyone"
    imports_from: Whom = "everyone"
    disputes_from: Whom = "everyone"
    keys: Known[KeyHolder] = Keys()
    origins: tuple[str, ...] = ()


def policy_of(settings: Settings, report: Callable[[str], None]) -> Policy:
    """The policy that settings make; ``report`` is told when the file of keys was read again.

    Without a file of keys nobody imports over HTTP unless everyone may. ``BadRecord`` where keys are needed for
    anything else and no file has them, or it makes no sense; ``OSError`` if it cannot be read.
    """
    for option in ("open_to", "disputes_from"):
        if getattr(settings, option) == "key" and settings.keys is None:
            msg = f"OATHBOOK_{option.upper()}: with `key`, name the file of the keys (--keys)"
            raise BadRecord(msg)
    keys = Keys() if settings.keys is None else KeyFile[KeyHolder](settings.keys, keys_in, report)
    whom = (settings.open_to, settings.imports_from, settings.disputes_from)
    return Policy(settings.limit_concurrency, settings.rates, *whom, keys, origins_in(settings.cors))
