"""A table to play at: a start position, decisions seat by seat, and what followed from them."""

from typing import Final, Self, TypeVar, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, IllegalDecision
from oathbook.domain.kernel import DrawRequest, Hidden, Refusal, Seat, format_line
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    BonusOf,
    Convert,
    Decision,
    Draw,
    Forgo,
    Loss,
    PlayCard,
    Prepare,
    React,
    Recover,
    Redraw,
)
from oathbook.domain.rulesets.cube_bag.model.events import Event
from oathbook.domain.rulesets.cube_bag.model.queries import army_of, battle_in, player_of, structure_of
from oathbook.domain.rulesets.cube_bag.model.state import Army, Battle, Field, Player, State, Structure
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.cube_bag.ruleset import CUBE_BAG
from oathbook.domain.rulesets.protocol import Consequence
from tests.support.cube_bag import ONE, setup
from tests.support.grounds import unknown_grounds

E = TypeVar("E")
BAG: Final = CUBE_BAG
AS_PRINTED: Final = Switches()
Conditions = dict[str, str | int]


class Table(Struct, frozen=True):
    """A state, what was told in the last act that led to it, and what is reported to be drawn."""

    state: State
    told: tuple[Consequence[Event], ...] = ()
    reports: tuple[DrawReport, ...] = ()

    # The position

    @property
    def field(self) -> Field:
        return self.state.field

    @property
    def battle(self) -> Battle:
        return battle_in(self.field)

    @property
    def asked(self) -> tuple[Seat, ...]:
        return BAG.to_act(self.state)

    def player(self, seat: Seat) -> Player:
        return player_of(self.field, seat)

    def army(self, name: str) -> Army:
        return army_of(self.field, name)

    def structure(self, name: str) -> Structure:
        return structure_of(self.field, name)

    # What came of it

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(each.event for each in self.told)

    @property
    def readings(self) -> set[str]:
        return {reading for each in self.told for reading in each.readings}

    def every(self, kind: type[E]) -> tuple[Consequence[E], ...]:
        return tuple(cast("Consequence[E]", each) for each in self.told if isinstance(each.event, kind))

    def the(self, kind: type[E]) -> Consequence[E]:
        """The only consequence of that kind."""
        (only,) = self.every(kind)
        return only

    # Acts

    def drawing(self, label: str, cubes: str) -> Self:
        """From now on that draw comes out so: ``2 green, 1 purple``."""
        colours = (part.split() for part in cubes.split(", "))
        drawn = tuple(colour for number, colour in colours for _ in range(int(number)))
        return replace(self, reports=(DrawReport(label, drawn), *self.reports))

    def decide(self, *decisions: Decision) -> Self:
        """One decision after the other, each followed to where somebody has to decide again."""
        state, told = self.state, list[Consequence[Event]]()
        for decision in decisions:
            followed = BAG.decide(state, decision, WitnessedChance(self.reports))
            for each in followed:
                state = BAG.evolve(state, each.event)
            told.extend(followed)
        assert unknown_grounds(told, BAG.edition.rulebook) == []
        assert BAG.conserved(state) == BAG.conserved(self.state), "something appeared or vanished"
        return replace(self, state=state, told=tuple(told))

    def attack(self, seat: Seat, armies: str, target: str) -> Self:
        return self.decide(Attack(seat, tuple(armies.split()), target))

    def react(self, seat: Seat, army: str, to: str) -> Self:
        return self.decide(React(seat, army, to))

    def forgo(self, seat: Seat) -> Self:
        return self.decide(Forgo(seat))

    def prepare(self, seat: Seat, bonuses: str = "", *, leave_out: int = 0, actions: int = 0) -> Self:
        """Prepare with bonuses written as ``A/spearman B/trebuchet``, or with those that come first."""
        return self.decide(preparation(seat, bonuses or self._bonuses(seat), leave_out=leave_out, actions=actions))

    def _bonuses(self, seat: Seat) -> str:
        """The bonuses of the first preparation that is listed, where one has to be named; otherwise none."""
        refusal = BAG.refusal(self.state, Prepare(seat))
        if refusal is None or refusal.code != "bonus-missing":
            return ""
        listed = (each for each in BAG.options(self.state, seat).listed if isinstance(each, Prepare))
        return " ".join(f"{each.army}/{each.unit}" for each in next(listed).bonuses)

    def play(self, seat: Seat, card: str) -> Self:
        return self.decide(PlayCard(seat, card))

    def convert(self, seat: Seat, army: str, unit: str, to: str, *, actions: int = 0) -> Self:
        return self.decide(Convert(seat, "THEOCRACY", army, unit, to, actions))

    def recover(self, seat: Seat, unit: str, to: str) -> Self:
        return self.decide(Recover(seat, "DEMOCRACY", unit, to))

    def draw(self, seat: Seat, cubes: int) -> Self:
        return self.decide(Draw(seat, cubes))

    def redraw(self, seat: Seat, *back: str) -> Self:
        return self.decide(Redraw(seat, "TRAINED_ARMY", back))

    def lose(self, seat: Seat, words: str) -> Self:
        """The seat deals losses written as ``city 2, D/peasant 1``."""
        return self.decide(losses(seat, words))

    # Acts that do not come about

    def refused(self, decision: Decision) -> Refusal:
        """Why this is not allowed; both questions must answer the same."""
        answered = BAG.refusal(self.state, decision)
        with pytest.raises(IllegalDecision) as raised:
            BAG.decide(self.state, decision, WitnessedChance(self.reports))
        assert answered == raised.value.refusal
        return raised.value.refusal

    def draw_missing(self, decision: Decision) -> DrawRequest:
        """What has to be drawn before it is known what follows."""
        with pytest.raises(DrawMissing) as raised:
            BAG.decide(self.state, decision, WitnessedChance(self.reports))
        return raised.value.request


def preparation(seat: Seat, bonuses: str = "", *, leave_out: int = 0, actions: int = 0) -> Prepare:
    """A preparation with bonuses in words."""
    pairs = (each.split("/") for each in bonuses.split())
    return Prepare(seat, tuple(BonusOf(army, unit) for army, unit in pairs), leave_out, actions)


def losses(seat: Seat, words: str) -> AssignLosses:
    """Losses in words, hidden for the seat that deals them."""
    parts = (part.rsplit(" ", 1) for part in words.split(", ") if part)
    return AssignLosses(seat, Hidden.of(tuple(Loss(of, int(damage)) for of, damage in parts), seat))


def taken_up(field: Field, *, components: Components = ONE, switches: Switches = AS_PRINTED) -> Table:
    """A table at a start position."""
    return Table(BAG.initial(setup(field, components, switches=switches)))


def worked(given: Consequence[E]) -> list[str]:
    """The lines of a working in words."""
    return [format_line(line) if line.applied else f"{format_line(line)} (does not apply)" for line in given.working]


def last(refusal: Refusal) -> Conditions:
    """The values of the condition that failed."""
    return dict(refusal.conditions[-1].values)
