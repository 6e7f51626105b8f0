"""What the service is told from outside: options of the command, or variables that begin with ``OATHBOOK_``."""

from pathlib import Path
from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Where the records are, where the service listens, how much it serves at once, and who rules on disputes."""

    model_config = SettingsConfigDict(env_prefix="OATHBOOK_", frozen=True, extra="ignore")

    db: Path = Path("oathbook.db")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    limit_concurrency: Annotated[int, Field(ge=1)] = 1_000
    arbiters: Path | None = None
