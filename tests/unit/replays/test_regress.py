"""A record held against an edition that does not take one of its events: from there on nothing can be told."""

from typing import Any

from domain.errors import Misfit
from domain.rulesets.knights_duty.model import State
from domain.rulesets.knights_duty.ruleset import KnightsDuty
from replays.regress import regress
from tests.unit.api.games import duel


class WithoutTargets(KnightsDuty):
    """A printing in which nobody points at anybody."""

    def evolve(self, state: State, event: Any) -> State:  # noqa: ANN401  # because any event of the ruleset comes
        """The state after an event; ``Misfit`` for a target."""
        if type(event).__name__ == "TargetDeclared":
            msg = "nobody points at anybody"
            raise Misfit(msg)
        return super().evolve(state, event)


def test_from_an_event_that_the_other_rules_do_not_take_nothing_can_be_told() -> None:
    """Nor who wins; what was decided before it, and that decision itself, can."""
    found = regress(duel(), WithoutTargets(), {})

    assert (found.decisions, found.same) == (5, 3)
    assert [(each.position, each.result, each.why) for each in found.apart] == [
        (8, "untold", "misfit"),
        (10, "untold", "misfit"),
    ]
    assert found.apart[0].says == "position 6 does not fit: nobody points at anybody"
    assert (found.winner.effect, found.winner.open_from) == ("open", 6)
