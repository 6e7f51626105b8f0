"""The figures of a scenario, as its components set them up."""

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components, FigurePlan
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure


def figures_of(components: Components, seats: tuple[Seat, ...]) -> tuple[Figure, ...]:
    """The figures of the scenario, those of the players who are there."""
    return tuple(_figure(plan, seats) for plan in components.figures if plan.player <= len(seats))


def _figure(plan: FigurePlan, seats: tuple[Seat, ...]) -> Figure:
    return make_alike(Figure, plan, seat=seats[plan.player - 1] if plan.player else TABLE)
