"""The settings of the service: options of the command, or variables that begin with ``OATHBOOK_``."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from limits import RateLimitItem, parse
from pydantic import AfterValidator, BeforeValidator, Field, SkipValidation, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from oathbook.api.settings.address_lists import HostNameList, NetworkList, Origins
from oathbook.api.settings.roots import RootPathSetting
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.address import StoreAddress, parse_address

LimitedAction = Literal["opening", "importing", "letters", "lines", "wrong-keys"]
"""What a rate limits for each caller."""

Rates = Mapping[LimitedAction, RateLimitItem]

UNLIMITED: Final = "off"


def _must_be_a_rate(text: str) -> str:
    if text != UNLIMITED:
        parse(text)
    return text


Rate = Annotated[str, AfterValidator(_must_be_a_rate)]
"""How often, as ``60/minute`` or ``5 per 10 seconds``, or ``off``."""


def _store(value: object) -> object:
    try:
        return parse_address(value, where="db") if isinstance(value, str) else value
    except BadRecord as refused:
        raise ValueError(str(refused)) from None


Database = Annotated[StoreAddress, SkipValidation, BeforeValidator(_store)]
"""The path of a SQLite database, or the URL of one of PostgreSQL."""

AllowedCallers = Literal["everyone", "key"]  # who may do something: everyone, or a key that is listed for it


class Settings(BaseSettings):
    """The database, the addresses, what clients may do and how often, and which processes do what."""

    model_config = SettingsConfigDict(env_prefix="OATHBOOK_", frozen=True, extra="ignore")

    db: Database = Path("oathbook.db")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    operations_host: str = "127.0.0.1"
    operations_port: Annotated[int, Field(ge=0, le=65_535)] | None = None
    host_name: HostNameList = ""
    proxies: NetworkList = ""
    root_path: RootPathSetting = ""
    cors: Origins = ""
    limit_concurrency: Annotated[int, Field(ge=1)] = 1_000
    limit_connections: Annotated[int, Field(ge=1)] = 256
    head_seconds: Annotated[float, Field(gt=0, le=3_600)] = 10
    limit_opening: Rate = "60/minute"
    limit_importing: Rate = "30/minute"
    limit_letters: Rate = "300/minute"
    limit_lines: Rate = "1200/minute"
    limit_wrong_keys: Rate = "20/minute"
    limit_streams: Annotated[int, Field(ge=1)] = 100
    arbiters: Path | None = None
    keys: Path | None = None
    open_to: AllowedCallers = "everyone"
    imports_from: AllowedCallers = "key"
    disputes_from: AllowedCallers = "everyone"
    log_key: Path | None = None
    accept_rollback: bool = False
    end_log: bool = False
    witness: str = ""
    witness_policy: Path | None = None
    projector: Literal["own", "inline", "off"] = "own" if os.name == "posix" else "inline"
    question_processes: Annotated[int, Field(ge=0, le=64)] = max(1, (os.cpu_count() or 1) // 2)

    @field_validator("operations_port")
    @classmethod
    def must_be_another(cls, port: int | None, before: ValidationInfo) -> int | None:
        """Raises ``ValueError`` for the port of the service."""
        if port and port == before.data.get("port"):
            raise ValueError("this is the port of the service")
        return port

    @property
    def rates(self) -> Rates:
        """The limits of the actions that have one."""
        rates: dict[LimitedAction, str] = {
            "opening": self.limit_opening,
            "importing": self.limit_importing,
            "letters": self.limit_letters,
            "lines": self.limit_lines,
            "wrong-keys": self.limit_wrong_keys,
        }
        return {what: parse(rate) for what, rate in rates.items() if rate != UNLIMITED}
