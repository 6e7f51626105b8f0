"""The settings of the service: options of the command, or variables that begin with ``OATHBOOK_``."""

import hmac
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from limits import RateLimitItem, parse
from msgspec import Meta, Struct
from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from domain.disputes.events import Arbiter, plain_name
from domain.errors import BadRecord

Limited = Literal["opening", "importing", "letters", "wrong-keys"]
"""What one caller may not do as often as they like."""

Rates = Mapping[Limited, RateLimitItem]

UNLIMITED: Final = "off"


def _must_be_a_rate(said: str) -> str:
    if said != UNLIMITED:
        parse(said)
    return said


Rate = Annotated[str, AfterValidator(_must_be_a_rate)]
"""How often, as ``60/minute`` or ``5 per 10 seconds``, or ``off``."""


class Settings(BaseSettings):
    """The database, the address, what clients may take, the file of arbiters, and where read models are made."""

    model_config = SettingsConfigDict(env_prefix="OATHBOOK_", frozen=True, extra="ignore")

    db: Path = Path("oathbook.db")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    limit_concurrency: Annotated[int, Field(ge=1)] = 1_000
    limit_connections: Annotated[int, Field(ge=1)] = 256
    head_seconds: Annotated[float, Field(gt=0, le=3_600)] = 10
    limit_opening: Rate = "60/minute"
    limit_importing: Rate = "30/minute"
    limit_letters: Rate = "300/minute"
    limit_wrong_keys: Rate = "20/minute"
    limit_streams: Annotated[int, Field(ge=1)] = 100
    arbiters: Path | None = None
    projector: Literal["own", "inline", "off"] = "own"

    @property
    def rates(self) -> Rates:
        """How often one caller may do what is limited."""
        said: dict[Limited, str] = {
            "opening": self.limit_opening,
            "importing": self.limit_importing,
            "letters": self.limit_letters,
            "wrong-keys": self.limit_wrong_keys,
        }
        return {what: parse(rate) for what, rate in said.items() if rate != UNLIMITED}


MOST_ARBITERS: Final = 1_000


class _ArbiterEntry(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$(?!\n)")]
    key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    arbiter: Annotated[tuple[_ArbiterEntry, ...], Meta(max_length=MOST_ARBITERS)] = ()


class Arbiters(Struct, frozen=True):
    """The arbiters by the digests of their keys; by default nobody."""

    by_digest: Mapping[str, Arbiter] = {}

    def with_key(self, digest: str) -> Arbiter | None:
        """The arbiter whose key has this digest, if there is one."""
        return next((each for known, each in self.by_digest.items() if hmac.compare_digest(digest, known)), None)


def arbiters_in(path: Path) -> Arbiters:
    """The arbiters in a TOML file, each a table ``[[arbiter]]`` with ``name`` and ``key``, the digest of their key.

    ``BadRecord`` names the file and what is wrong with it; ``OSError`` if it cannot be read.
    """
    try:
        value: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        named = msgspec.convert(value, _File).arbiter
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        msg = f"{path}: {problem}"
        raise BadRecord(msg) from None
    for field, values in (("name", [plain_name(each.name) for each in named]), ("key", [each.key for each in named])):
        if len({*values}) < len(values):
            msg = f"{path}: two arbiters have the same {field}"
            raise BadRecord(msg)
    return Arbiters({each.key: Arbiter(each.name) for each in named})
