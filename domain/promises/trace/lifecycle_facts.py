"""What a table does about a promise, as the monitor hears of it: facts of these kinds, whatever the ruleset."""

from collections.abc import Iterable
from typing import Final

from domain.kernel.seats import Seat
from domain.promises.logic.formula import Path
from domain.promises.logic.moments import Moment, Occurrence
from domain.rulesets.vocabulary import Fact

CONSENTED: Final = "promise_consented"
"""By a seat, to the release of ``promise``."""

WITHDRAWN: Final = "promise_withdrawn"
"""``promise`` is taken back, or another one has taken its place."""

CLAIMED: Final = "promise_claimed"
"""That ``path`` of ``promise`` was breached or fulfilled: what stands there in plain words is left to a ruling."""

RULED: Final = "promise_ruled"
"""On ``path`` of ``promise``: ``value`` is ``met``, ``failed`` or ``not-applicable``, which is as good as met."""

CLOSED: Final = "game_closed"
"""The game is over; a clock marker of its own."""

FAILED_BY_RULING: Final = "failed"
TERMS: Final = "terms"
"""The path of what cannot be told about a promise's terms."""


def consents_in(moment: Moment, promise: str) -> tuple[Seat, ...]:
    """Who consents to the release of a promise in this moment."""
    return tuple(each.fact.by for each in _about(moment, CONSENTED, promise) if each.fact.by is not None)


def withdrawn_in(moment: Moment, promise: str) -> bool:
    """Whether a promise is taken back in this moment."""
    return bool(_about(moment, WITHDRAWN, promise))


def rulings_in(moment: Moment, promise: str, obligors: Iterable[Seat]) -> tuple[tuple[Path, bool], ...]:
    """The rulings in this moment on what these promise: on which path, and whether it is met.

    Where each promises alone, what has failed by a ruling that blames some of them is met by the others.
    """
    found = [each.fact for each in _about(moment, RULED, promise)]
    return tuple((str(each.slots["path"]), not _fails(each, frozenset(obligors))) for each in found)


def blamed_by(ruling: Fact) -> frozenset[Seat]:
    """Whom a ruling names as to blame."""
    return frozenset(Seat(name) for name in str(ruling.slots["blamed"]).split(",") if name)


def _fails(ruling: Fact, obligors: frozenset[Seat]) -> bool:
    blamed = blamed_by(ruling)
    return ruling.slots["value"] == FAILED_BY_RULING and (not blamed or bool(blamed & obligors))


def claims_in(moment: Moment, promise: str) -> tuple[Path, ...]:
    """The paths of a promise about which somebody claims something in this moment."""
    return tuple(str(each.fact.slots["path"]) for each in _about(moment, CLAIMED, promise))


def _about(moment: Moment, kind: str, promise: str) -> tuple[Occurrence, ...]:
    return tuple(each for each in moment.by_kind.get(kind, ()) if each.fact.slots["promise"] == promise)
