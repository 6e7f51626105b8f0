"""What decisions of several chapters must meet: who is asked, and that the figures they name are there and live."""

from typing import Literal

from oathbook.domain.kernel.refusals import Requirement
from oathbook.domain.kernel.seats import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.field import asked
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure, Stage, State
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH, No
from oathbook.domain.rulesets.kit import requirements as kit

Role = Literal["figure", "attacker", "target"]
"""What a figure is in a decision."""


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


def must_be_there(state: State, figure: str, role: Role, clause: GH) -> Requirement:
    """There is a figure of this name, dead or alive."""
    return Requirement(
        No.NO_SUCH_FIGURE,
        clause,
        asks="is there such a figure?",
        holds=any(each.id == figure for each in state.battle.figures),
        says=f"there is no figure {figure!r}",
        values={role: figure},
    )


def must_live(figure: Figure, role: Role, code: No) -> Requirement:
    """The figure is still on the board (GH-5.2)."""
    return Requirement(
        code,
        GH.DEATH,
        asks=f"does the {role} live?",
        holds=not figure.dead,
        says=f"{figure.id!r} is dead and has left the board",
        values={role: figure.id, "hit points": figure.hit_points},
    )
