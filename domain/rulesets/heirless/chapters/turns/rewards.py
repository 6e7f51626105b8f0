"""HB-6.3: the rewards phase, in which players with Knights remaining on tiles receive what the tiles give."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict, replace

from oathbook.domain.kernel import Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of, must_be_asked
from oathbook.domain.rulesets.heirless.model import components
from oathbook.domain.rulesets.heirless.model.battle_events import (
    AttributesImproved,
    ResourcesRewarded,
    RewardAnswered,
    RewardsOffered,
)
from oathbook.domain.rulesets.heirless.model.battle_queries import THOUSAND, board_of, open_reward_offers, thousandths
from oathbook.domain.rulesets.heirless.model.battle_state import RewardOffer
from oathbook.domain.rulesets.heirless.model.decisions import TakeReward
from oathbook.domain.rulesets.heirless.model.events import PhaseBegan
from oathbook.domain.rulesets.heirless.model.queries import knights_on
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle

Claimant = tuple[Seat, components.Tile]
NO_REWARD: Final = components.Reward()


def possible_claimants(state: State) -> tuple[Claimant, ...]:
    """Every player with Knights on a tile that gives something: players in their order, tiles as on the map."""
    if state.rules.printing.battle_model is None:
        return ()
    giving = [tile for tile in state.rules.components.tiles if tile.reward != NO_REWARD]
    return tuple(
        (seat, tile)
        for seat in idle_order(state.field)
        for tile in giving
        if any(knight.seat == seat for knight in knights_on(state.field, tile.name))
    )


def rewarded_claimants(state: State) -> tuple[Claimant, ...]:
    """Of those, the ones whose Knights remain where a Battle was fought, or all (HA-70)."""
    if state.rules.switches.rewarded == "every_tile":
        return possible_claimants(state)
    fought = {battle.tile for battle in state.field.war.battles}
    return tuple((seat, tile) for seat, tile in possible_claimants(state) if tile.name in fought)


def begin_rewards(play: Play) -> None:
    """A phase of its own where somebody is rewarded; by the switch each of them is asked first (HA-71)."""
    due = rewarded_claimants(play.state)
    if not due:
        return
    play.emit(PhaseBegan(play.field.season, "rewards"), HB.REWARDS_LATER, readings=(HA.WHO_IS_REWARDED,))
    if play.state.rules.switches.rewards == "chosen":
        offered = RewardsOffered(tuple(RewardOffer(seat, tile.name) for seat, tile in due))
        play.emit(offered, HB.REWARDS_LATER, readings=(HA.WHO_IS_REWARDED, HA.WHAT_A_REWARD_IS))
    else:
        give_rewards(play, due)


def may_take_reward(state: State, decision: TakeReward) -> Iterator[Requirement]:
    """A reward of one's own that one has not spoken of yet."""
    yield must_be_asked(state, decision.by, during=("rewards",), clause=HB.REWARDS_LATER)
    tiles = [offer.tile for offer in open_reward_offers(state.field) if offer.seat == decision.by]
    yield Requirement(
        NoBattle.NO_REWARD,
        HB.REWARDS_LATER,
        asks="does the tile give the player something?",
        holds=decision.tile in tiles,
        says=f"“{decision.tile}” gives the player nothing that they have not spoken of",
        values={"tile": decision.tile, "tiles": ", ".join(tiles)},
        readings=(HA.WHAT_A_REWARD_IS,),
    )


def answer_reward(play: Play, decision: TakeReward) -> None:
    """The player takes it or not; after the last answer all is given."""
    answered = RewardAnswered(decision.by, decision.tile, decision.take)
    play.emit(answered, HB.REWARDS_LATER, readings=(HA.WHAT_A_REWARD_IS,))
    if not open_reward_offers(play.field):
        taken = {(offer.seat, offer.tile) for offer in play.field.war.reward_offers or () if offer.takes}
        give_rewards(play, tuple(each for each in possible_claimants(play.state) if (each[0], each[1].name) in taken))


def give_rewards(play: Play, due: tuple[Claimant, ...]) -> None:
    """Resources first, then Attributes."""
    for seat, tile in due:
        if tile.reward.resources:
            _give_resources(play, seat, tile)
    for seat, tile in due:
        if tile.reward.attributes != NO_REWARD.attributes:
            _improve_attributes(play, seat, tile)


def _give_resources(play: Play, seat: Seat, tile: components.Tile) -> None:
    """Of each Resource as many as the tile gives, and as many more as the Extra Resource of the player (HA-72)."""
    extra = board_of(play.state, seat).extra_resource
    gains = tuple(
        Working.start(f"{each.of} of {tile.name}", each.count, clause=HB.REWARDS_LATER).add(
            extra, clause=HB.REWARDS_LATER, when=extra > 0, named="Extra Resource"
        )
        for each in tile.reward.resources
    )
    gained = (components.Amount(each.of, gain.total) for each, gain in zip(tile.reward.resources, gains, strict=True))
    play.emit(
        ResourcesRewarded(seat, tile.name, tuple(gained)),
        HB.REWARDS_LATER,
        readings=(HA.WHO_IS_REWARDED, HA.WHAT_A_REWARD_IS, HA.EXTRA_RESOURCE),
        working=lines_of(*gains),
    )


def _improve_attributes(play: Play, seat: Seat, tile: components.Tile) -> None:
    """The player's own Attributes become better (HA-30), a Delay by becoming lower."""
    figures, better = board_of(play.state, seat), tile.reward.attributes
    raised = {name: _raise_attribute(name, seat, asdict(figures)[name], by) for name, by in _whole_improvements(better)}
    lower = _lower_delay(seat, figures.delay, better.delay)
    now = replace(figures, delay=_decimal(lower.total), **{name: each.total for name, each in raised.items()})
    lowered = lower.lines if better.delay != NO_REWARD.attributes.delay else ()
    play.emit(
        AttributesImproved(seat, tile.name, better, now),
        HB.REWARDS_LATER,
        readings=(HA.WHO_IS_REWARDED, HA.WHAT_A_REWARD_IS, HA.WHOSE_ATTRIBUTES),
        working=(*lines_of(*raised.values()), *lowered),
    )


def _whole_improvements(better: components.Improvement) -> Iterator[tuple[str, int]]:
    """The Attributes that are whole numbers, and become better."""
    yield from ((name, by) for name, by in asdict(better).items() if name != "delay" and by)


def _raise_attribute(name: str, seat: Seat, value: int, by: int) -> Working:
    called = f"{name.replace('_', ' ').title()} of {seat}"
    working = Working.start(called, value, clause=HB.REWARDS_LATER).add(by, clause=HB.REWARDS_LATER, when=True)
    too_much = working.total > components.MOST_OF_AN_ATTRIBUTE
    return working.at_most(components.MOST_OF_AN_ATTRIBUTE, clause=HB.REWARDS_LATER, when=True) if too_much else working


def _lower_delay(seat: Seat, delay: str, by: str) -> Working:
    working = Working.start(f"Delay of {seat} in thousandths", thousandths(delay), clause=HB.REWARDS_LATER)
    working = working.take(thousandths(by), clause=HB.REWARDS_LATER, when=True)
    return working.at_least(0, clause=HB.REWARDS_LATER, when=True) if working.total < 0 else working


def _decimal(number: int) -> str:
    """Thousandths as components write them: ``2.5``, ``3``."""
    whole, rest = divmod(number, THOUSAND)
    return f"{whole}.{rest:03d}".rstrip("0").rstrip(".")
