"""The play that follows a decision until a seat has to decide again, and who is asked for what."""

from collections.abc import Iterator

from oathbook.domain.kernel import Line, Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.model.events import Event
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import Field, Stage, State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT, No
from oathbook.domain.rulesets.kit import play as kit
from oathbook.domain.rulesets.kit import requirements


class Play(kit.PlayBase[State, Event, HT | HB, HA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field


def lines_of(*workings: Working) -> tuple[Line, ...]:
    """The lines of these workings, one working after the other."""
    return tuple(line for working in workings for line in working.lines)


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: HT | HB) -> Requirement:
    """The seat has to decide this, now."""
    return requirements.must_be_asked(seat, seats_to_act(state), state.field.stage, during=during, clause=clause)


def may_act(state: State, seat: Seat) -> Iterator[Requirement]:
    """A Standard Action, or Idling, in one's own turn, by a player who is not Idle (HT-1.1, HT-1.4)."""
    idle = idle_order(state.field)
    yield Requirement(
        No.IDLE_ALREADY,
        HT.IDLE_DO_NOTHING,
        kind="out-of-turn",
        asks="is the player not Idle yet?",
        holds=seat not in idle,
        says="an Idle player takes no Standard Action in this Season",
        values={"idle": ", ".join(idle) or "nobody"},
    )
    yield must_be_asked(state, seat, during=("turns",), clause=HT.IN_ORDER)
