"""The keys that were replaced, kept outside the database as well: an older copy that is restored lacks some."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from oathbook.api.signing.log_files import LogFiles
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.private_files import append_private
from oathbook.domain.recording.writing.writer import Writer

_LINE: Final = re.compile(r"^([0-9a-f]{64}) ([0-9a-f]{64})$", re.MULTILINE | re.ASCII)


class ReplacedKeysFile:
    """A line for each key: its digest, and that of the key in its place. Lines are only ever added."""

    def __init__(self, path: Path) -> None:
        """Nothing is read or made yet."""
        self._path = path

    def read(self) -> dict[str, str]:
        """Returns the keys in their order, each with the one in its place; ``OSError``.

        A line that was not written whole was never acknowledged, and is left out.
        """
        try:
            text = self._path.read_text("ascii", "replace")
        except FileNotFoundError:
            return {}
        found: dict[str, str] = {}
        for old, new in _LINE.findall(text):
            found.setdefault(old, new)
        return found

    def append(self, replaced: Mapping[str, str]) -> None:
        """Adds keys; they are on the disk on return. ``OSError``."""
        append_private(self._path, "".join(f"\n{old} {new}" for old, new in replaced.items()))


def keep_replaced_keys(writer: Writer, files: LogFiles, report: Callable[[str], None]) -> None:
    """Has the writer's database and the file name the same replaced keys, now and from now on.

    What the file alone names was replaced after a copy of the database was made that was restored since: it is replaced
    again, in a database that is only shown for as long as this process runs. ``OSError``.
    """
    file = ReplacedKeysFile(files.replaced_keys)
    kept, stored = file.read(), writer.archive.replaced_keys()
    if unkept := {old: new for old, new in stored.items() if old not in kept}:
        file.append(unkept)
    lost = {old: new for old, new in kept.items() if old not in stored}
    for old, new in lost.items():
        if writer.refuses:
            writer.keys.learn({old: new})
        else:
            with suppress(BadRecord):  # it is replaced by a key that was used for another since
                writer.replace_key(old, new)
    if lost:
        report(lost_keys_text(len(lost)))

    def keep(old: str, new: str) -> None:
        try:
            file.append({old: new})
        except OSError as problem:  # what was stored is in force; the next start writes it
            report(f"a replaced key is in the database alone, and not in the file beside it: {problem}")

    writer.keys.subscribe(keep)


def lost_keys_text(count: int) -> str:
    """Says how many keys count no longer although a copy of the database has them."""
    return f"{count} keys were replaced after this copy was made, and count no longer; those in their place do"
