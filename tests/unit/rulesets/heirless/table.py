"""A table to play at: the first position of the sample box with what a test changes, decisions, and what followed."""

from typing import Final, Self, TypeVar, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.errors import IllegalDecision
from oathbook.domain.kernel import Refusal, Seat
from oathbook.domain.rulesets.heirless.chapters.setup import initial_field
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Amount, Components, Staff
from oathbook.domain.rulesets.heirless.model.decisions import (
    Decision,
    Deploy,
    Haggle,
    Idle,
    Side,
    Thing,
    Transfer,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.events import Event
from oathbook.domain.rulesets.heirless.model.state import Built, Field, Player, State
from oathbook.domain.rulesets.heirless.model.switches import SECOND, Rules, Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HeirlessRules
from oathbook.domain.rulesets.protocol import Consequence, SeatSetup, Setup
from tests.support.grounds import unknown_grounds

E = TypeVar("E")

ASH: Final = Seat("ash")
BIRCH: Final = Seat("birch")
CEDAR: Final = Seat("cedar")
FIR: Final = Seat("fir")
THREE: Final = (ASH, BIRCH, CEDAR)
FOUR: Final = (*THREE, FIR)
AS_PRINTED: Final = Switches()


def installed(name: str) -> Components:
    """An installed set."""
    components = HEIRLESS_1.edition.components[name]
    assert isinstance(components, Components)
    return components


SAMPLE: Final = installed("heirless-sample-1")
QUIET: Final = replace(SAMPLE, tiles=tuple(replace(tile, bandits=0) for tile in SAMPLE.tiles))
"""The sample box without Bandits."""

Conditions = list[tuple[str, bool, dict[str, str | int]]]


class Table(Struct, frozen=True):
    """A state, and what was told in the last act that led to it."""

    state: State
    told: tuple[Consequence[Event], ...] = ()
    ruleset: HeirlessRules = HEIRLESS_1

    # The position

    @property
    def field(self) -> Field:
        return self.state.field

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.ruleset.to_act(self.state)

    def player(self, seat: Seat) -> Player:
        (found,) = (player for player in self.field.players if player.seat == seat)
        return found

    def resources(self, seat: Seat) -> dict[str, int]:
        return {each.of: each.count for each in self.player(seat).resources if each.count}

    def unemployed(self, seat: Seat) -> dict[str, int]:
        return {each.faction: each.count for each in self.player(seat).unemployed if each.count}

    def tiles(self, seat: Seat) -> list[str | None]:
        return [knight.tile for knight in self.field.knights if knight.seat == seat]

    # What came of it

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(each.event for each in self.told)

    @property
    def readings(self) -> set[str]:
        """Every reading that the last act rests on."""
        return {reading for each in self.told for reading in each.readings}

    def every(self, kind: type[E]) -> tuple[Consequence[E], ...]:
        return tuple(cast("Consequence[E]", each) for each in self.told if isinstance(each.event, kind))

    def the(self, kind: type[E]) -> Consequence[E]:
        """The only consequence of that kind."""
        (only,) = self.every(kind)
        return only

    def said(self) -> list[str]:
        """What followed, as people read it."""
        return [fact.sentence for event in self.events for fact in self.ruleset.facts(event)]

    # Acts

    def decide(self, *decisions: Decision) -> Self:
        """One decision after the other."""
        state, told = self.state, list[Consequence[Event]]()
        for decision in decisions:
            followed = self.ruleset.decide(state, decision, WitnessedChance(()))
            assert self.ruleset.refusal(state, decision) is None, "decide went on although refusal answers"
            for each in followed:
                state = self.ruleset.evolve(state, each.event)
            told.extend(followed)
        assert unknown_grounds(told, self.ruleset.edition.rulebook) == []
        assert self.ruleset.conserved(state) == self.ruleset.conserved(self.state), "something appeared or vanished"
        return replace(self, state=state, told=tuple(told))

    def idle(self, *seats: Seat) -> Self:
        return self.decide(*(Idle(seat) for seat in seats))

    def deploy(self, seat: Seat, tile: str) -> Self:
        return self.decide(Deploy(seat, tile))

    def vote(self, *votes: tuple[Seat, int, Side]) -> Self:
        return self.decide(*(Vote(seat, side, influence) for seat, influence, side in votes))

    # Acts that do not come about

    def refused(self, decision: Decision) -> Refusal:
        """Why this is not allowed; both questions must answer the same."""
        answered = self.ruleset.refusal(self.state, decision)
        with pytest.raises(IllegalDecision) as raised:
            self.ruleset.decide(self.state, decision, WitnessedChance(()))
        assert answered == raised.value.refusal
        return raised.value.refusal

    def why_not(self, decision: Decision) -> tuple[str, str]:
        """Code and clause of a refusal."""
        refusal = self.refused(decision)
        return refusal.code, refusal.clause


def conditions(refusal: Refusal) -> Conditions:
    """What was asked: by which clause, whether it holds, from which values."""
    return [(each.clause, each.holds, dict(each.values)) for each in refusal.conditions]


# Positions


def opening(seats: tuple[Seat, ...] = THREE, box: Components = SAMPLE) -> Field:
    """The first turn of the first Season, ash to act."""
    return initial_field(Rules(box, AS_PRINTED, SECOND), seats)


def having(field: Field, seat: Seat, **changes: object) -> Field:
    """A player with other reserves."""
    players = tuple(replace(each, **changes) if each.seat == seat else each for each in field.players)
    return replace(field, players=players)


def resources(**amounts: int) -> tuple[Amount, ...]:
    return tuple(Amount(name, count) for name, count in amounts.items())


def workers(**numbers: int) -> tuple[Staff, ...]:
    return tuple(Staff(faction, numbers[faction]) for faction in FACTIONS if faction in numbers)


def placed(field: Field, **tiles: str) -> Field:
    """Knights on tiles: ``ash="Valley Meadow"`` puts ash's first on one and the second on the other."""
    where = {f"{seat}-{number}": tile for seat, said in tiles.items() for number, tile in enumerate(said.split(), 1)}
    knights = tuple(replace(each, tile=where.get(each.id, each.tile)) for each in field.knights)
    return replace(field, knights=knights)


def built(field: Field, *workplaces: tuple[str, Seat], user: Seat | None = None) -> Field:
    """Workplaces built, each on the next place of its owner's grid, taken out of the Hands."""
    names = {name for name, _ in workplaces}
    made = list(field.built)
    for name, owner in workplaces:
        cell = 1 + sum(each.owner == owner for each in made)
        made.append(Built(name, owner, cell, user))
    players = tuple(
        replace(each, hand=tuple(name for name in each.hand if name not in names)) for each in field.players
    )
    left = tuple(name for name in field.sovereign if name not in names)
    return replace(field, built=tuple(made), players=players, sovereign=left)


def taken_up(
    field: Field, *, box: Components = SAMPLE, switches: TurnSwitches | None = None, ruleset: HeirlessRules = HEIRLESS_1
) -> Table:
    """A table at a start position; the seats are those of its players."""
    seats = tuple(player.seat for player in field.players)
    return Table(ruleset.initial(setup_of(seats, box, switches or ruleset.wire.switches(), field)), (), ruleset)


def setup_of(
    seats: tuple[Seat, ...], box: Components, switches: TurnSwitches = AS_PRINTED, start: Field | None = None
) -> Setup:
    return Setup(tuple(SeatSetup(seat) for seat in seats), box, switches, start)


def fresh(seats: tuple[Seat, ...] = THREE, box: Components = SAMPLE, ruleset: HeirlessRules = HEIRLESS_1) -> Table:
    """A table from the box."""
    return Table(ruleset.initial(setup_of(seats, box, ruleset.wire.switches())), (), ruleset)


def offer(by: Seat, *transfers: tuple[Seat, Seat, Thing]) -> Haggle:
    """A trade, one thing a transfer."""
    return Haggle(by, tuple(Transfer(giver, taker, (thing,)) for giver, taker, thing in transfers))
