"""A table to play at: a start position in words, decisions seat by seat, and what followed from them.

A Knight is written as ``"1,0 sword broken spent"``: its space, then any of a weapon, ``broken``, ``hurt`` (broken in
this turn), ``fallen`` (defeated in this slot) and ``spent`` (Inspiration face down). ``"out"`` in place of a space is a
Knight that has left the board. A plan is written as ``"sword - movement"``, where ``-`` is an empty slot.
"""

from typing import Final, Self, TypeVar, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, IllegalDecision
from oathbook.domain.kernel import DrawRequest, Hidden, Refusal, Seat
from oathbook.domain.rulesets.knights_duty.editions import EDITION_1
from oathbook.domain.rulesets.knights_duty.model.components import WEAPONS, Components, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    TOKENS,
    AgreeToEnd,
    ChooseClan,
    Decision,
    DeclareTarget,
    Inspire,
    LayPlan,
    Move,
    NameAttacker,
    NameMover,
    Token,
    Tracker,
)
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import Field, Knight, State
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import Consequence, SeatSetup, Setup
from tests.support.grounds import unknown_grounds

E = TypeVar("E")

ASH: Final = Seat("ash")
BIRCH: Final = Seat("birch")
CEDAR: Final = Seat("cedar")
FIR: Final = Seat("fir")
OAK: Final = Seat("oak")
YEW: Final = Seat("yew")

DUTY: Final = KNIGHTS_DUTY
AS_PRINTED: Final = Switches()


def _installed(name: str) -> Components:
    components = EDITION_1.components[name]
    assert isinstance(components, Components)
    return components


HEX: Final = _installed("knights-duty-sample-1")
SQUARE: Final = _installed("knights-duty-square-1")
TOKEN_NAMED: Final[dict[str, Token]] = {token: token for token in TOKENS}
WEAPON_NAMED: Final[dict[str, Weapon]] = {weapon: weapon for weapon in WEAPONS}
CLANS: Final = ("red", "blue", "green", "yellow", "black", "white")
CLANS_OF_THE_SQUARE: Final = ("red", "blue", "yellow", "black")

Conditions = list[tuple[str, bool, dict[str, str | int]]]


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
    def asked(self) -> tuple[Seat, ...]:
        return DUTY.to_act(self.state)

    def knight(self, seat: Seat) -> Knight:
        (found,) = (knight for knight in self.field.knights if knight.seat == seat)
        return found

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

    def kinds(self, *of: type[Event]) -> tuple[type[Event], ...]:
        """The kinds of what followed, in order, as far as they are among those asked for."""
        return tuple(type(event) for event in self.events if isinstance(event, of))

    def beyond(self, other: Self) -> list[Event]:
        """What was told here and not at the other table."""
        rest = list(other.events)
        found: list[Event] = []
        for event in self.events:
            if event in rest:
                rest.remove(event)
            else:
                found.append(event)
        return found

    # Acts

    def picking(self, **cards: str) -> Self:
        """From now on the attackers named pick these cards, in whichever slot."""
        picked = (DrawReport(f"strike/{slot}/{seat}", (card,)) for seat, card in cards.items() for slot in (1, 2, 3))
        return replace(self, reports=(*picked, *self.reports))

    def drawing(self, label: str, card: str) -> Self:
        """From now on that draw comes out so."""
        return replace(self, reports=(DrawReport(label, (card,)), *self.reports))

    def decide(self, *decisions: Decision) -> Self:
        """One decision after the other, each followed to where somebody has to decide again."""
        state, told = self.state, list[Consequence[Event]]()
        for decision in decisions:
            followed = DUTY.decide(state, decision, WitnessedChance(self.reports))
            assert DUTY.refusal(state, decision) is None, "decide went on although refusal answers"
            for each in followed:
                state = DUTY.evolve(state, each.event)
            told.extend(followed)
        assert unknown_grounds(told, DUTY.edition.rulebook) == []
        assert DUTY.conserved(state) == DUTY.conserved(self.state), "something appeared or vanished"
        return replace(self, state=state, told=tuple(told))

    def choose(self, **clans: str) -> Self:
        return self.decide(*(ChooseClan(Seat(seat), clan) for seat, clan in clans.items()))

    def lay(self, **plans: str) -> Self:
        return self.decide(*(LayPlan(Seat(seat), tracker(seat, words)) for seat, words in plans.items()))

    def plan(self, **plans: str) -> Self:
        """Lay these plans; then everybody else who is asked lays nothing."""
        idle = {str(seat): "" for seat in self.asked if seat not in plans}
        return self.lay(**plans, **idle)

    def move(self, **ways: str) -> Self:
        return self.decide(*(Move(Seat(seat), Hidden.of(to, Seat(seat))) for seat, to in ways.items()))

    def yield_to(self, **words: Seat | None) -> Self:
        """In a clash, each seat says who gets the space."""
        return self.decide(*(NameMover(Seat(seat), named) for seat, named in words.items()))

    def point(self, **targets: Seat | None) -> Self:
        return self.decide(*(DeclareTarget(Seat(seat), target) for seat, target in targets.items()))

    def first(self, **words: Seat | None) -> Self:
        """Each waiting attacker says who goes first."""
        return self.decide(*(NameAttacker(Seat(seat), named) for seat, named in words.items()))

    def inspire(self, **uses: bool) -> Self:
        return self.decide(*(Inspire(Seat(seat), Hidden.of(use, Seat(seat))) for seat, use in uses.items()))

    def agree_to_end(self, *seats: Seat) -> Self:
        return self.decide(*(AgreeToEnd(seat) for seat in seats))

    # Acts that do not come about

    def refused(self, decision: Decision) -> Refusal:
        """Why this is not allowed; both questions must answer the same."""
        answered = DUTY.refusal(self.state, decision)
        with pytest.raises(IllegalDecision) as raised:
            DUTY.decide(self.state, decision, WitnessedChance(self.reports))
        assert answered == raised.value.refusal
        return raised.value.refusal

    def draw_missing(self, decision: Decision) -> DrawRequest:
        """What has to be drawn before it is known what follows."""
        with pytest.raises(DrawMissing) as raised:
            DUTY.decide(self.state, decision, WitnessedChance(self.reports))
        return raised.value.request


def conditions(refusal: Refusal) -> Conditions:
    """What was asked: by which clause, whether it holds, from which values."""
    return [(each.clause, each.holds, dict(each.values)) for each in refusal.conditions]


def tracker(seat: str, words: str) -> Tracker:
    """A plan in words, hidden for its seat."""
    return tuple(None if word == "-" else Hidden.of(TOKEN_NAMED[word], Seat(seat)) for word in words.split())


def knights(components: Components = HEX, /, **words: str) -> tuple[Knight, ...]:
    """Knights in words; clans in the order in which the components list them."""
    clans = (corner.clan for corner in components.board.corners)
    return tuple(knight(seat, clan, said) for (seat, said), clan in zip(words.items(), clans, strict=False))


def knight(seat: str, clan: str, words: str) -> Knight:
    space, *rest = words.split()
    assert set(rest) <= {*WEAPONS, "broken", "hurt", "fallen", "spent"}
    is_out = space == "out"
    return Knight(
        Seat(seat),
        clan,
        None if is_out else space,
        heart="broken" if is_out or {"broken", "hurt", "fallen"} & set(rest) else "full",
        weapon=next((WEAPON_NAMED[word] for word in rest if word in WEAPON_NAMED), None),
        inspiration="face_down" if "spent" in rest else "face_up",
        broken_this_turn="hurt" in rest,
        defeated=is_out or "fallen" in rest,
    )


def setup_of(
    *seats: str, components: Components = HEX, switches: Switches = AS_PRINTED, start: Field | None = None
) -> Setup:
    return Setup(tuple(SeatSetup(Seat(seat)) for seat in seats), components, switches, start)


def fresh(*seats: str, components: Components = HEX, switches: Switches = AS_PRINTED) -> Table:
    """A table on which nobody has a clan yet."""
    return Table(DUTY.initial(setup_of(*seats, components=components, switches=switches)))


def taken_up(field: Field, *, components: Components = HEX, switches: Switches = AS_PRINTED) -> Table:
    """A table at a start position; the seats are those of its Knights, in their order."""
    seats = (knight.seat for knight in field.knights)
    return Table(DUTY.initial(setup_of(*seats, components=components, switches=switches, start=field)))


def seated(components: Components = HEX, switches: Switches = AS_PRINTED, /, **words: str) -> Table:
    """Knights on the board at the start of turn 1, before anybody has planned."""
    field = Field(stage="planning", turn=1, knights=knights(components, **words))
    return taken_up(field, components=components, switches=switches)
