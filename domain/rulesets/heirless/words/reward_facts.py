"""Rewards in words."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import asdict

from oathbook.domain.rulesets.heirless.model import reward_events as r
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

REWARD_FACTS: Final = (
    FactKind("receives_reward", ("tile", "item", "count")),
    FactKind("improves", ("tile", "attribute", "value")),
)


def reward_facts(event: r.RewardEvent) -> Iterable[Fact]:
    """A fact for each Resource and for each Attribute that became better."""
    match event:
        case r.ResourcesRewarded(seat, tile, gained):
            for each in gained:
                slots: dict[str, str | int] = {"tile": tile, "item": each.of, "count": each.count}
                says = f"{seat} receives {each.count} {each.of} for the Knights on {tile}"
                yield Fact("receives_reward", seat, slots, says)
        case r.AttributesImproved(seat, tile, better, figures):
            now = asdict(figures)
            for name, by in asdict(better).items():
                if by not in {0, "0"}:
                    called = name.replace("_", " ").title()
                    changed: dict[str, str | int] = {"tile": tile, "attribute": called, "value": now[name]}
                    says = f"the {called} of {seat} becomes {now[name]} for the Knights on {tile}"
                    yield Fact("improves", seat, changed, says)
