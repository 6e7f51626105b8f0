"""Who is asked what, and the refusal of everybody else."""

from domain.kernel.refusals import Requirement
from domain.kernel.seats import TABLE, Seat
from domain.rulesets.gloomhaven_attack.model.field import asked
from domain.rulesets.gloomhaven_attack.model.state import Stage, State
from domain.rulesets.gloomhaven_attack.rules import FA, GH, No
from domain.rulesets.kit import requirements as kit


def must_be_asked(
    state: State, seat: Seat, *, during: tuple[Stage, ...], clause: GH, readings: tuple[FA, ...] = ()
) -> Requirement:
    """The seat has to decide this, now."""
    stage = state.battle.stage
    return kit.must_be_asked(seat, asked(state), stage, during=during, clause=clause, readings=readings)


def must_be_the_table(seat: Seat, clause: GH, says: str) -> Requirement:
    """It is for the table to decide, and not for one seat."""
    return Requirement(
        No.NOT_ASKED,
        clause,
        kind="out-of-turn",
        asks="is it the table that decides?",
        holds=seat == TABLE,
        says=says,
        values={"seat": seat},
    )
