"""Every event of the union has its place in ``evolve`` and a fact of its own."""

from typing import get_args

from oathbook.domain.rulesets.knights_duty.evolve.evolve import CHANGES, EVENTS_WITHOUT_CHANGE
from oathbook.domain.rulesets.knights_duty.model.events import Event


def test_every_event_changes_the_field_or_is_known_to_change_nothing() -> None:
    """An event that was forgotten would be a KeyError in somebody's game (law 2)."""
    assert set(get_args(Event)) == set(CHANGES) | EVENTS_WITHOUT_CHANGE
    assert not set(CHANGES) & EVENTS_WITHOUT_CHANGE
