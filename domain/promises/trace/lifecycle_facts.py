"""Facts about what the players and judges do with a promise: their kinds are the same in every ruleset."""

from collections.abc import Iterable
from typing import Final, Literal

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.finalisation import GAME_CLOSED
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Fact

CONSENTED: Final = "promise_consented"  # a seat consents to the release of ``promise``
WITHDRAWN: Final = "promise_withdrawn"  # ``promise`` is withdrawn, or another one has replaced it
CLAIMED: Final = "promise_claimed"
"""A claim that ``path`` of ``promise`` was breached or fulfilled; its plain words now need a ruling."""
RULED: Final = "promise_ruled"
"""A ruling on ``path`` of ``promise``: ``value`` is ``met``, ``failed`` or ``not-applicable``, which counts as met."""
CLOSED: Final = GAME_CLOSED

FAILED_BY_RULING: Final = "failed"
TERMS: Final = "terms"  # the path of a node about which of several ends of a promise came first


def consents_in(moment: Moment, promise: str) -> tuple[Seat, ...]:
    """The seats that consent to the release of a promise in this moment."""
    return tuple(each.fact.by for each in _about(moment, CONSENTED, promise) if each.fact.by is not None)


def is_withdrawn_in(moment: Moment, promise: str) -> bool:
    """Whether a promise is withdrawn or replaced in this moment."""
    return bool(_about(moment, WITHDRAWN, promise))


def rulings_in(moment: Moment, promise: str, obligors: Iterable[Seat]) -> tuple[tuple[NodePath, bool], ...]:
    """The rulings of this moment on a promise of these obligors: the path of each, and whether it is met.

    The first one about a clause counts: narrower paths come first, and on the same path a failure. Where each promises
    alone, a failure for which a ruling blames some of them is met by the others.
    """
    rulings = [occurrence.fact for occurrence in _about(moment, RULED, promise)]
    values = ((str(ruling.slots["path"]), not _fails(ruling, frozenset(obligors))) for ruling in rulings)
    return tuple(sorted(values, key=lambda value: (-value[0].count("."), value[1])))


def seats_in(ruling: Fact, slot: Literal["blamed", "excused"]) -> frozenset[Seat]:
    """The seats that a ruling blames or excuses."""
    return frozenset(Seat(name) for name in str(ruling.slots[slot]).split(",") if name)


def _fails(ruling: Fact, obligors: frozenset[Seat]) -> bool:
    blamed = seats_in(ruling, "blamed")
    return ruling.slots["value"] == FAILED_BY_RULING and (not blamed or bool(blamed & obligors))


def claims_in(moment: Moment, promise: str) -> tuple[NodePath, ...]:
    """The paths of a promise that are claimed about in this moment."""
    return tuple(str(each.fact.slots["path"]) for each in _about(moment, CLAIMED, promise))


def _about(moment: Moment, kind: str, promise: str) -> tuple[Occurrence, ...]:
    return tuple(each for each in moment.by_kind.get(kind, ()) if each.fact.slots["promise"] == promise)
