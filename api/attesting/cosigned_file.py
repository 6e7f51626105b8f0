"""The checkpoint that witnesses have cosigned last, in a file beside those that were signed."""

from pathlib import Path

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import checkpoint_in
from oathbook.domain.evidence.note_keys import NoteKey


def cosigned_beside(checkpoints: Path) -> Path:
    """Where it is."""
    return Path(f"{checkpoints}.cosigned")


def cosigned_in(path: Path, key: NoteKey) -> bytes:
    """The note, if there is one that this log has signed; it can be had again, so that what is damaged is nothing."""
    try:
        note = path.read_bytes()
        checkpoint_in(note, key)
    except (OSError, BadRecord):
        return b""
    return note


def keep_cosigned(path: Path, note: bytes) -> None:
    """Have this note in the place of the one before; ``OSError``."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(note)
    new.replace(path)
