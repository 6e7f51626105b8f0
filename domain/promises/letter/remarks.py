"""Remarks about a letter, and what they may be made on."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.promises.letter.syntax import LetterNode, TextSpan
from domain.promises.logic.formula import Agreement


class Remark(Struct, frozen=True):
    """What is wrong, or risky, about some words of a letter; a letter that has a rejection cannot be signed."""

    code: str
    weight: Literal["reject", "warn"]
    says: str
    span: TextSpan


class Circumstances(Struct, frozen=True):
    """What is known when a letter is looked at; whatever is not known is not remarked on.

    ``now`` is the number of each unit (it is season 2), ``last`` its last number, ``begun`` are the phases of it
    that have begun, by their phrases. ``state`` is the state of the game as far as whoever asks may see it. ``others``
    are open promises. ``itself`` is the name of the promise that the letter is to be. ``setup`` is
    what the game starts from.
    """

    now: Mapping[str, int] = {}
    last: Mapping[str, int] = {}
    begun: frozenset[str] = frozenset()
    state: Any = None
    others: tuple[Agreement, ...] = ()
    itself: str = ""
    setup: Any = None


def reject(code: str, says: str, node: LetterNode) -> Remark:
    """A remark that keeps a letter from being signed."""
    return Remark(code, "reject", says, node.span)


def warn(code: str, says: str, span: TextSpan) -> Remark:
    """A remark that whoever signs should have seen."""
    return Remark(code, "warn", says, span)
