"""Setups to show and to play at random: standard decks, odd decks and thin ones, with one player and with two."""

from typing import Final

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.gloomhaven_attack.editions import EDITION_GH1
from domain.rulesets.gloomhaven_attack.model.components import Components
from domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches
from domain.rulesets.protocol import SeatSetup, Setup

SEATS: Final = (Seat("ash"), Seat("birch"))


def components_named(name: str) -> Components:
    """An installed set."""
    components = EDITION_GH1.components[name]
    assert isinstance(components, Components)
    return components


def samples(switches: SharedSwitches) -> tuple[Setup, ...]:
    """The setups with the default switches of an edition, and some with switches set otherwise that show seldom."""
    standard, odd, thin = (components_named(name) for name in ("gloomhaven-sample-1", "odd-decks-1", "thin-decks-1"))
    otherwise = replace(
        switches,
        double_compared="always_best",
        cards_in_play="shuffled_in",
        symbol="used",
        effects_lapse="all",
        effect_sizes="by_size",
        compared_at_zero="as_damage",
        attacker_falls="goes_on",
        nothing_left="no_card",
    )
    return (
        _setup(standard, 2, switches),
        _setup(standard, 1, switches),
        _setup(replace(standard, rounds=1), 2, switches),
        *(_setup(odd, players, switches) for players in (2, 1)),
        *(_setup(replace(odd, rounds=1), 2, each) for each in (switches, otherwise, otherwise)),
        *(_setup(thin, players, switches) for players in (2, 1)),
        _setup(thin, 2, otherwise),
    )


def _setup(components: Components, players: int, switches: SharedSwitches) -> Setup:
    seats = tuple(SeatSetup(seat, f"Player {number}") for number, seat in enumerate(SEATS[:players], 1))
    return Setup(seats, components, switches)
