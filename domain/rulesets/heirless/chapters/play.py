"""A decision, followed to the point where a seat has to decide again."""

from oathbook.domain.rulesets.heirless.model.events import Event
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT
from oathbook.domain.rulesets.kit import play as kit


class Play(kit.Play[State, Event, HT | HB, HA]):
    """The play under way, with short names for what the steps look at."""

    @property
    def field(self) -> Field:
        """All that changes, as it is now."""
        return self.state.field
