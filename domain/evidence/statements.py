"""What a store says of itself, so that it stands in the log as events do: which key was replaced, what was lost."""

from typing import Final

from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.kernel.canonical import written

KEY_REPLACED: Final = "key-replaced/1"


def replaced_key(old: str, new: str) -> str:
    """That one key took the place of another, both by their digests."""
    return written({"new": new, "oathbook": KEY_REPLACED, "old": old}).decode()


def rolled_back(was: Checkpoint | None, why: str, successor: str, at: str) -> str:
    """That a log ends as it was signed last, why, and the key of the one that goes on with what is there."""
    last = was.text if was else "nothing was signed\n"
    return f"oathbook/rolled-back/1\n{last}{why}\n{successor}\n{at}\n"
