"""The versions of the reading of blame; who pays for a promise follows the one that its offer names."""

from collections.abc import Callable
from typing import Final

from oathbook.domain.promises.blame.blame import blamed
from oathbook.domain.promises.blame.causes import Blame
from oathbook.domain.promises.logic.versions import BLAME, look_up_version

BlameReading = Callable[..., Blame]  # asked with a game, an agreement, and the proof that it is broken
READINGS: Final[dict[str, BlameReading]] = {BLAME: blamed}  # every version of the reading that this program knows


def reading_named(version: str) -> BlameReading:
    """A version of the reading; ``UnknownVersion``."""
    return look_up_version(READINGS, "reading of blame", version)
