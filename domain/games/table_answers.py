"""What a ruleset may answer besides the questions of ``Ruleset``: for tables that do not play by it, and disputes."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


def resumed_state(ruleset: AnyRuleset, setup: Setup) -> Any:
    """The state of a game that goes on from its ``start``, wherever that is; ``BadRecord`` names what does not fit.

    Without an answer, ``start`` has to be where a game may begin.
    """
    resumed = getattr(ruleset, "resumed", None) or ruleset.initial
    return resumed(setup)


def granted_state(ruleset: AnyRuleset, state: Any, seat: Seat) -> Any:
    """The same state, but it is the turn of that seat; nothing where the ruleset does not say how."""
    granted = getattr(ruleset, "granted", None)
    return None if granted is None else granted(state, seat)


def quiet_decision(ruleset: AnyRuleset, state: Any, seat: Seat) -> Any:
    """The decision by which a seat lets others go on and changes least; nothing where there is none."""
    quiet = getattr(ruleset, "quiet", None)
    return None if quiet is None else quiet(state, seat)


def opened_places(ruleset: AnyRuleset) -> Mapping[type[Struct], str]:
    """By type of event, the field that numbers the place, from 1, of the hidden value that it opens."""
    opens: Mapping[type[Struct], str] = getattr(ruleset, "opens", {})
    return opens


def described_view(ruleset: AnyRuleset, view: Any) -> Iterable[tuple[str, str]]:
    """What people speak of in a view, each with how it is there: *Influence of ann*, *3*; none where it is not said."""
    describe = getattr(ruleset, "describe", None)
    return () if describe is None else describe(view)
