"""What happens to cubes: prepared, discarded, in the bag, drawn, checked (CB-2 to CB-4, CB-7), in order."""

from typing import Literal

from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.cube_bag.model.state import Use
from oathbook.domain.rulesets.kit.play import EventBase, SeatEvent


class CubesPrepared(SeatEvent, frozen=True, tag="cubes_prepared"):
    """A fighter laid out cubes: of the own colour, added ones among them, and neutral ones."""

    own: components.Few
    neutral: components.Few
    actions: components.Few
    experience: tuple[Spent, ...]
    active: components.Many
    projectile: components.Few
    colour: components.Word


class CardOffered(SeatEvent, frozen=True, tag="card_offered"):
    """A fighter is asked whether to use a card now."""

    card: components.CardName
    use: Use


class UseForgone(SeatEvent, frozen=True, tag="use_forgone"):
    """A fighter did not use what a card allows."""

    card: components.CardName
    use: Use


class PreparedDiscarded(SeatEvent, frozen=True, tag="prepared_discarded"):
    """A card discarded this many cubes of each fighter's colour."""

    card: components.CardName
    each: components.Few


class BagFilled(SeatEvent, frozen=True, tag="bag_filled"):
    """All prepared cubes are in the bag."""

    cubes: components.Cubes


class CheckBegan(SeatEvent, frozen=True, tag="check_began"):
    """A fighter makes a check of that complexity; cubes were discarded to make it easier."""

    card: components.CardName
    use: Use
    complexity: components.Many
    actions: components.Few
    experience: tuple[Spent, ...]


class CheckPassed(SeatEvent, frozen=True, tag="check_passed"):
    """Own cubes went to the card, neutral ones were discarded."""

    card: components.CardName
    use: Use
    drawn: components.Cubes


class CheckFailed(SeatEvent, frozen=True, tag="check_failed"):
    """The cubes went back into the bag, or were discarded."""

    card: components.CardName
    use: Use
    drawn: components.Cubes
    to: Literal["bag", "discarded"]


class CubesWithdrawn(SeatEvent, frozen=True, tag="cubes_withdrawn"):
    """Cubes prepared for a converted unit were taken out of the bag."""

    cubes: components.Cubes


class CourageMeasured(SeatEvent, frozen=True, tag="courage_measured"):
    """What a fighter's courage is at the clash."""

    courage: components.Courage


class CubesDrawn(SeatEvent, frozen=True, tag="cubes_drawn"):
    """A fighter drew cubes from the bag."""

    named: components.Courage
    drawn: components.Cubes


class ExtraDrawMeasured(SeatEvent, frozen=True, tag="extra_draw_measured"):
    """How many more cubes the defender may draw."""

    allowed: components.Many


class ExtraDrawForgone(SeatEvent, frozen=True, tag="extra_draw_forgone"):
    """The defender leaves it at what was drawn."""


class CubesRedrawn(SeatEvent, frozen=True, tag="cubes_redrawn"):
    """Drawn cubes went back into the bag, and as many were drawn again."""

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
