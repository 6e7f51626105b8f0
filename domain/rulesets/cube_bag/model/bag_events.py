"""What happens to cubes: prepared, discarded, in the bag, drawn, checked (CB-2 to CB-4, CB-7), in order."""

from typing import Literal

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.cube_bag.model.components import CardName, Courage, Cubes, Few, Many, Word
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.cube_bag.model.state import Use
from oathbook.domain.rulesets.kit.bases import Happened


class CubesPrepared(Happened, frozen=True, tag="cubes_prepared"):
    """A fighter laid out cubes: of the own colour, added ones among them, and neutral ones."""

    seat: Seat
    own: Few
    neutral: Few
    actions: Few
    experience: tuple[Spent, ...]
    active: Many
    projectile: Few
    colour: Word


class CardOffered(Happened, frozen=True, tag="card_offered"):
    """A fighter is asked whether to use a card now."""

    seat: Seat
    card: CardName
    use: Use


class UseForgone(Happened, frozen=True, tag="use_forgone"):
    """A fighter did not use what a card allows."""

    seat: Seat
    card: CardName
    use: Use


class PreparedDiscarded(Happened, frozen=True, tag="prepared_discarded"):
    """A card discarded this many cubes of each fighter's colour."""

    seat: Seat
    card: CardName
    each: Few


class BagFilled(Happened, frozen=True, tag="bag_filled"):
    """All prepared cubes are in the bag."""

    seat: Seat
    cubes: Cubes


class CheckBegan(Happened, frozen=True, tag="check_began"):
    """A fighter makes a check of that complexity; cubes were discarded to make it easier."""

    seat: Seat
    card: CardName
    use: Use
    complexity: Many
    actions: Few
    experience: tuple[Spent, ...]


class CheckPassed(Happened, frozen=True, tag="check_passed"):
    """Own cubes went to the card, neutral ones were discarded."""

    seat: Seat
    card: CardName
    use: Use
    drawn: Cubes


class CheckFailed(Happened, frozen=True, tag="check_failed"):
    """The cubes went back into the bag, or were discarded."""

    seat: Seat
    card: CardName
    use: Use
    drawn: Cubes
    to: Literal["bag", "discarded"]


class CubesWithdrawn(Happened, frozen=True, tag="cubes_withdrawn"):
    """Cubes prepared for a converted unit were taken out of the bag."""

    seat: Seat
    cubes: Cubes


class CourageMeasured(Happened, frozen=True, tag="courage_measured"):
    """What a fighter's courage is at the clash."""

    seat: Seat
    courage: Courage


class CubesDrawn(Happened, frozen=True, tag="cubes_drawn"):
    """A fighter drew cubes from the bag."""

    seat: Seat
    named: Courage
    drawn: Cubes


class ExtraDrawMeasured(Happened, frozen=True, tag="extra_draw_measured"):
    """How many more cubes the defender may draw."""

    seat: Seat
    allowed: Many


class ExtraDrawForgone(Happened, frozen=True, tag="extra_draw_forgone"):
    """The defender leaves it at what was drawn."""

    seat: Seat


class CubesRedrawn(Happened, frozen=True, tag="cubes_redrawn"):
    """Drawn cubes went back into the bag, and as many were drawn again."""

    seat: Seat
    card: CardName
    back: Cubes
    drawn: Cubes


class ClashReturned(Happened, frozen=True, tag="clash_returned"):
    """The cubes of the clash went back into the bag."""

    cubes: Cubes
