"""Records held against editions: one that does not take an event, corrected games, and games played on as a fork."""

from typing import Any

from domain.errors import Misfit
from domain.games.events import DecisionMade
from domain.rulesets.knights_duty.model import State
from domain.rulesets.knights_duty.ruleset import KnightsDuty
from replays.regress import regress
from tests.support.playing import CLOSE, opened
from tests.support.ruling import ended_otherwise, fork_of, played_out, running
from tests.unit.api.games import DUEL, duel, played


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


def test_a_corrected_game_is_held_against_the_end_that_the_correction_gives_it() -> None:
    """Under its own edition nothing comes out otherwise, nor does somebody else win."""
    record = ended_otherwise()

    found = regress(record, record.ruleset, {})

    assert (found.same, found.apart) == (found.decisions, ())
    assert found.winner.effect == "unchanged"
    assert found.winner.recorded == found.winner.now is not None


def test_what_a_fork_carries_over_is_counted_in_the_game_it_goes_on_from() -> None:
    record = running(decisions=4)
    parent, scribe = fork_of(record, len(record.events))
    fork = played_out(scribe)
    decided = sum(isinstance(entry.body, DecisionMade) for entry in fork.entries())

    before, behind = (regress(each, each.ruleset, {}) for each in (parent, fork))

    assert (before.decisions, behind.decisions) == (4, decided - 4)
    assert behind.same == behind.decisions
    assert behind.winner.effect == "unchanged"


def test_nor_is_what_cannot_be_told_of_it() -> None:
    record = played(opened(CLOSE), DUEL[:4])
    fork = fork_of(record, len(record.events)).scribe.record

    assert regress(record, WithoutTargets(), {}).apart != ()
    assert regress(fork, WithoutTargets(), {}).apart == ()
