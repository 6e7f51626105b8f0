"""Remarks about a letter, and the circumstances that they take into account."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from oathbook.domain.promises.letter.syntax import LetterNode, TextSpan
from oathbook.domain.promises.logic.formulas import Agreement


class Remark(Struct, frozen=True):
    """What is wrong, or risky, about some words of a letter; a letter that has a rejection cannot be signed."""

    code: str
    weight: Literal["reject", "warn"]
    says: str
    span: TextSpan


class Circumstances(Struct, frozen=True):
    """What is known when a letter is checked; there are no remarks about what is not known.

    ``now`` is the number of each unit (it is season 2), ``last`` its last number, ``begun`` are the phases of it
    that have begun, by their phrases, ``open`` the words of the episodes that are open. ``state`` is the state of
    the game as far as the reader may see it. ``others`` are open promises. ``itself`` is the name of the promise that
    the letter is to be. ``setup`` is what the game starts from. A letter that is ``recorded`` was accepted: what has
    come to be refused since then is no rejection of it, so that it keeps its meaning.
    """

    now: Mapping[str, int] = {}
    last: Mapping[str, int] = {}
    begun: frozenset[str] = frozenset()
    open: frozenset[str] | None = None
    state: Any = None
    others: tuple[Agreement, ...] = ()
    itself: str = ""
    setup: Any = None
    may: Callable[[Any], bool] | None = None
    recorded: bool = False


def reject(code: str, says: str, node: LetterNode) -> Remark:
    """A remark that keeps a letter from being signed."""
    return Remark(code, "reject", says, node.span)


def warn(code: str, says: str, span: TextSpan) -> Remark:
    """A remark that signers should have seen."""
    return Remark(code, "warn", says, span)
