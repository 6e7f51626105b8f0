"""Setups for what no game from the samples of an edition shows."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model.battle_state import BattleCards
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.state import Field
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

STALLS_SOON: Final = 2
"""Battle Turns without Wounds: in the samples with so few, players are asked to end a Battle."""

FEW: Final = 4
"""Players with whom a random game comes to its second Season before it is long."""

HELD: Final = 0, 3, 5
"""Cards that are left in the hands of the first, the second and the third player, and so on again."""


def setups_besides(ruleset: AnyRuleset) -> Iterator[Setup]:
    """Return for Heirless what ends with one Season with another after it, and without Battles cards played before.

    In the samples, no Battle stalls in a *next* Season. Without Battles nobody has permitted anything in one, and no
    card leaves a hand; but a game can be taken up after some have been played.
    """
    if ruleset.edition.key == "heirless/e1":
        yield from (_with_two_seasons(each) for each in ruleset.samples() if _stalls_soon(each))
    if ruleset.edition.key == "heirless/e2":
        yield from (_with_cards_played(each) for each in ruleset.samples() if _in_turns(each))
        yield from (_with_two_seasons(each) for each in ruleset.samples() if _in_turns(each) and _is_short(each))


def _box(setup: Setup) -> Components:
    assert isinstance(setup.components, Components)
    return setup.components


def _stalls_soon(setup: Setup) -> bool:
    return setup.start is not None and _box(setup).stall_battle_turns == STALLS_SOON


def _is_short(setup: Setup) -> bool:
    return _box(setup).seasons == 1 and len(setup.seats) <= FEW


def _with_two_seasons(setup: Setup) -> Setup:
    return replace(setup, components=replace(_box(setup), seasons=2))


def _in_turns(setup: Setup) -> bool:
    return isinstance(setup.start, Field) and setup.start.stage == "turns"


def _with_cards_played(setup: Setup) -> Setup:
    start = setup.start
    assert isinstance(start, Field)
    return replace(setup, start=replace(start, war=replace(start.war, cards=tuple(_hands(setup)))))


def _hands(setup: Setup) -> Iterator[BattleCards]:
    names = [each.name for each in _box(setup).battlecards]
    for number, each in enumerate(setup.seats):
        held = HELD[number % len(HELD)]
        hand = tuple(Random(number).sample(names, held))  # noqa: S311  # a choice of a test, not a secret
        yield BattleCards(each.seat, held, Hidden.of(hand, each.seat), len(names) - held)
