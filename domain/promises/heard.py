"""What a table does about a promise, as the monitor hears of it: facts of these kinds, whatever the ruleset."""

from typing import Final

from domain.kernel.seats import Seat
from domain.promises.kernel import Path
from domain.promises.moments import Moment, Occurrence

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


def rulings_in(moment: Moment, promise: str) -> tuple[tuple[Path, bool], ...]:
    """The rulings on a promise in this moment: on which path, and whether it is met."""
    found = _about(moment, RULED, promise)
    return tuple((str(each.fact.slots["path"]), each.fact.slots["value"] != FAILED_BY_RULING) for each in found)


def claims_in(moment: Moment, promise: str) -> tuple[Path, ...]:
    """The paths of a promise about which somebody claims something in this moment."""
    return tuple(str(each.fact.slots["path"]) for each in _about(moment, CLAIMED, promise))


def _about(moment: Moment, kind: str, promise: str) -> tuple[Occurrence, ...]:
    return tuple(each for each in moment.by_kind.get(kind, ()) if each.fact.slots["promise"] == promise)
