"""An ordinary user, where the tests run as root: a service runs as one, without a name or a home."""

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

NUMBER: Final = 900
"""A user that this machine has no name for, as the image has it."""

_MAY: Final = "-all,+dac_read_search"
"""It may read what it could not reach below the home of root, where Python may be; it may write to nothing more."""

PREFIX: Final = (
    *("setpriv", f"--reuid={NUMBER}", f"--regid={NUMBER}", "--clear-groups", "--no-new-privs"),
    *(f"--inh-caps={_MAY}", f"--ambient-caps={_MAY}", f"--bounding-set={_MAY}"),
)


@contextmanager
def ordinary_folder() -> Generator[tuple[Path, tuple[str, ...]]]:
    """A new folder, and what begins a command that its owner runs: nothing where the tests are not root."""
    folder = Path(tempfile.mkdtemp(prefix="oathbook-"))
    try:
        if os.geteuid() != 0:
            yield folder, ()
            return
        os.chown(folder, NUMBER, NUMBER)
        yield folder, PREFIX
    finally:
        shutil.rmtree(folder, ignore_errors=True)
