"""What happens in the rewards phase of a Season (HB-6.3)."""

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model.components import Amount, Figures, Improvement, Name
from oathbook.domain.rulesets.kit.bases import Happened


class ResourcesRewarded(Happened, frozen=True, tag="resources_rewarded"):
    """A player received Resources for Knights remaining on a tile."""

    seat: Seat
    tile: Name
    gained: tuple[Amount, ...]


class AttributesImproved(Happened, frozen=True, tag="attributes_improved"):
    """A player's Attributes became better for Knights remaining on a tile; ``figures`` are all of them now."""

    seat: Seat
    tile: Name
    better: Improvement
    figures: Figures


RewardEvent = ResourcesRewarded | AttributesImproved
