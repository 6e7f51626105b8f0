"""How much work something is, told the same on every machine."""

import sys
from collections.abc import Callable


def calls_in(action: Callable[[], object]) -> int:
    """How often one function calls another in it."""
    count, before = 0, sys.getprofile()

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
