"""Waits for files of the system that can be read, whatever their numbers are."""

import select
from collections.abc import Collection


def wait_readable(files: Collection[int], within: float) -> Collection[int]:
    """Those that can be read, or have ended, as soon as there is one; none after so many seconds.

    ``select.select`` refuses a file whose number is 1,024 or more, which a service with many clients gets; this one
    does not, and opens no other file, as there may be none left to open.
    """
    waiting = select.poll()
    for each in files:
        waiting.register(each, select.POLLIN)
    return [file for file, _ in waiting.poll(within * 1_000)]
