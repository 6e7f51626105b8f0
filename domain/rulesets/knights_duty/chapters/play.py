"""The play that follows a decision until a seat has to decide again, and who is asked for what."""

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.kit import play as kit
from oathbook.domain.rulesets.kit import requirements
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.queries import seats_to_act
from oathbook.domain.rulesets.knights_duty.model.state import Field, Stage, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD


class Play(kit.PlayBase[State, Event, KD, KA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field


def must_be_asked(state: State, seat: Seat, *, during: tuple[Stage, ...], clause: KD) -> Requirement:
    """The seat has to decide this, now."""
    stage = state.field.stage
    readings = (KA.INSPIRATION_ORDER,) if stage == "inspiration" else ()
    return requirements.must_be_asked(seat, seats_to_act(state), stage, during=during, clause=clause, readings=readings)
