"""The play that follows a decision until a seat has to decide again, and who is asked for what."""

from typing import Literal

from oathbook.domain.kernel import TABLE, Requirement, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.events import Event
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of, current_target, figure_of, seats_to_act
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Figure, Stage, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Switches
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH, No
from oathbook.domain.rulesets.kit import play as kit
from oathbook.domain.rulesets.kit import requirements


class Play(kit.PlayBase[State, Event, GH, FA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def battle(self) -> Battle:
        """All that changes, as it is now."""
        return self.state.battle

    @property
    def attack(self) -> Attack:
        """The attack at hand."""
        return attack_of(self.battle)

    @property
    def attacker(self) -> Figure:
        """Who attacks."""
        return figure_of(self.battle, self.attack.attacker)

    @property
    def target(self) -> Figure:
        """The enemy the attack is at."""
        return current_target(self.battle)

    @property
    def switches(self) -> Switches:
        """How the table reads the rules."""
        return self.state.rules.switches


Role = Literal["figure", "attacker", "target"]  # what a figure is in a decision


def must_be_asked(
    state: State, seat: Seat, *, during: tuple[Stage, ...], clause: GH, readings: tuple[FA, ...] = ()
) -> Requirement:
    """The seat has to decide this, now."""
    stage = state.battle.stage
    return requirements.must_be_asked(seat, seats_to_act(state), stage, during=during, clause=clause, readings=readings)


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
        says=f"there is no figure {figure}",
        values={role: figure},
    )


def must_live(figure: Figure, role: Role, code: No) -> Requirement:
    """The figure is still on the board (GH-5.2)."""
    return Requirement(
        code,
        GH.DEATH,
        asks=f"does the {role} live?",
        holds=not figure.dead,
        says=f"{figure.id} is dead and has left the board",
        values={role: figure.id, "hit points": figure.hit_points},
    )
