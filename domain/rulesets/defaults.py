"""What holds where a game says nothing of it."""

from collections.abc import Mapping
from typing import Never


def not_tracked(_state: object) -> bool:
    """A phase or an episode of which the states say nothing."""
    return False


def no_entries(_asked: object) -> Mapping[str, Never]:
    """A game whose letters name nothing but its players, or that goes on until something ends it."""
    return {}


def no_items(*_asked: object) -> tuple[()]:
    """A game that says nothing about it: everything is possible there, and nobody has to answer."""
    return ()


def always_releasable(_setup: object) -> bool:
    """What all have agreed on all can give up."""
    return True


def never_overrulable(_setup: object) -> bool:
    """No ruling contradicts what a letter comes to by the record."""
    return False
