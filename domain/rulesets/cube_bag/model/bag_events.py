"""What happens to cubes: prepared, discarded, in the bag, drawn, checked (CB-2 to CB-4, CB-7), in order."""

from typing import Literal

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.cube_bag.model.state import Use
from oathbook.domain.rulesets.kit.play import EventBase


class CubesPrepared(EventBase, frozen=True, tag="cubes_prepared"):
    """A fighter laid out cubes: of the own colour, added ones among them, and neutral ones."""

    seat: Seat
    own: components.Few
    neutral: components.Few
    actions: components.Few
    experience: tuple[Spent, ...]
    active: components.Many
    projectile: components.Few
    colour: components.Word


class CardOffered(EventBase, frozen=True, tag="card_offered"):
    """A fighter is asked whether to use a card now."""

    seat: Seat
    card: components.CardName
    use: Use


class UseForgone(EventBase, frozen=True, tag="use_forgone"):
    """A fighter did not use what a card allows."""

    seat: Seat
    card: components.CardName
    use: Use


class PreparedDiscarded(EventBase, frozen=True, tag="prepared_discarded"):
    """A card discarded this many cubes of each fighter's colour."""

    seat: Seat
    card: components.CardName
    each: components.Few


class BagFilled(EventBase, frozen=True, tag="bag_filled"):
    """All prepared cubes are in the bag."""

    seat: Seat
    cubes: components.Cubes


class CheckBegan(EventBase, frozen=True, tag="check_began"):
    """A fighter makes a check of that complexity; cubes were discarded to make it easier."""

    seat: Seat
    card: components.CardName
    use: Use
    complexity: components.Many
    actions: components.Few
    experience: tuple[Spent, ...]


class CheckPassed(EventBase, frozen=True, tag="check_passed"):
    """Own cubes went to the card, neutral ones were discarded."""

    seat: Seat
    card: components.CardName
    use: Use
    drawn: components.Cubes


class CheckFailed(EventBase, frozen=True, tag="check_failed"):
    """The cubes went back into the bag, or were discarded."""

    seat: Seat
    card: components.CardName
    use: Use
    drawn: components.Cubes
    to: Literal["bag", "discarded"]


class CubesWithdrawn(EventBase, frozen=True, tag="cubes_withdrawn"):
    """Cubes prepared for a converted unit were taken out of the bag."""

    seat: Seat
    cubes: components.Cubes


class CourageMeasured(EventBase, frozen=True, tag="courage_measured"):
    """What a fighter's courage is at the clash."""

    seat: Seat
    courage: components.Courage


class CubesDrawn(EventBase, frozen=True, tag="cubes_drawn"):
    """A fighter drew cubes from the bag."""

    seat: Seat
    named: components.Courage
    drawn: components.Cubes


class ExtraDrawMeasured(EventBase, frozen=True, tag="extra_draw_measured"):
    """How many more cubes the defender may draw."""

    seat: Seat
    allowed: components.Many


class ExtraDrawForgone(EventBase, frozen=True, tag="extra_draw_forgone"):
    """The defender leaves it at what was drawn."""

    seat: Seat


class CubesRedrawn(EventBase, frozen=True, tag="cubes_redrawn"):
    """Drawn cubes went back into the bag, and as many were drawn again."""

    seat: Seat
    card: components.CardName
    back: components.Cubes
    drawn: components.Cubes


class ClashReturned(EventBase, frozen=True, tag="clash_returned"):
    """The cubes of the clash went back into the bag."""

    cubes: components.Cubes


_Preparation = CubesPrepared | CardOffered | UseForgone | PreparedDiscarded | BagFilled
BeforeClash = _Preparation | CheckBegan | CheckPassed | CheckFailed
InClash = CubesWithdrawn | CourageMeasured | CubesDrawn | ExtraDrawMeasured | ExtraDrawForgone | CubesRedrawn
BagEvent = BeforeClash | InClash | ClashReturned
