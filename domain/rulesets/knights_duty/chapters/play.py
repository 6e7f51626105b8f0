"""A decision, followed to the point where a seat has to decide again."""

from oathbook.domain.rulesets.kit import play as kit
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import Field, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD


class Play(kit.Play[State, Event, KD, KA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field
