"""A table at which Battles are about to begin: who is where, with which Attributes and cards, and who wins ties."""

from collections.abc import Iterable
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, IllegalDecision
from oathbook.domain.kernel import DrawRequest, Hidden, Seat
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, BattleCards, Hourglass
from oathbook.domain.rulesets.heirless.model.components import Battlecard, Components
from oathbook.domain.rulesets.heirless.model.decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    Decision,
    Idle,
    PlaceCard,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.model.events import Event
from oathbook.domain.rulesets.heirless.model.state import Bandit, Field, Track, Turn
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.presentation.options import options_of
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.domain.rulesets.protocol import Consequence
from tests.support.grounds import unknown_grounds
from tests.unit.rulesets.heirless.table import ASH, BIRCH, SAMPLE, THREE, Table, opening, placed, taken_up

NONE: Final = Battlecard("N", defense=0, dodge=0, wound=0, damage=0, precision=0, delay="0")
ONE_SEASON: Final = replace(SAMPLE, seasons=1)
PLAIN: Final = replace(ONE_SEASON, battlecards=(NONE,), bandit_battlecards=(NONE,))
"""Cards that change nothing, one a player: whoever places it has no other one to discard."""


def card(name: str, **values: int | str) -> Battlecard:
    """A Battlecard that changes these Attributes, and no others."""
    return replace(NONE, name=name, **values)


def cards(*names: str) -> tuple[Battlecard, ...]:
    """Battlecards that change nothing."""
    return tuple(card(name) for name in names)


def with_board(field: Field, owner: str, **attributes: int | str) -> Field:
    """A player's Knights, or a camp's Bandits, with other Attributes."""
    boards = tuple(
        replace(each, figures=replace(each.figures, **attributes)) if each.owner == owner else each
        for each in field.war.boards
    )
    return replace(field, war=replace(field.war, boards=boards))


def with_hand(field: Field, box: Components, seat: Seat, *names: str) -> Field:
    """A player who holds these Battlecards and has discarded the others."""
    own = BattleCards(seat, len(names), Hidden.of(names, seat), len(box.battlecards) - len(names))
    changed = tuple(own if each.seat == seat else each for each in field.war.cards)
    return replace(field, war=replace(field.war, cards=changed))


def about_to_end(field: Field, *order: Seat) -> Field:
    """All but the last are Idle, in this order, which is that of ties among them; Bandits win ties on t1 only."""
    *idle, last = order
    top = SAMPLE.first_track == field.current
    spots = (None, *(None for _ in idle), last) if top else (*(None for _ in idle), last, None)
    others: tuple[Seat | None, ...] = (*idle, None, None) if top else (None, *idle, None)
    name, other = ("t1", "t2") if top else ("t2", "t1")
    tracks = (Track(name, spots), Track(other, others))  # type: ignore[arg-type]  # because a track's name is a word
    return replace(field, tracks=tracks, turn=Turn(last, 1 + spots.index(last)))


def field_of(
    box: Components, seats: tuple[Seat, ...] = THREE, *, bandits: Iterable[Bandit] = (), **tiles: str
) -> Field:
    """Knights on these tiles and no Bandits but these."""
    return replace(placed(opening(seats, box), **tiles), bandits=tuple(bandits))


class Fight(Struct, frozen=True):
    """A table, and what chance is going to say."""

    table: Table
    draws: tuple[DrawReport, ...] = ()

    @property
    def hourglass(self) -> Hourglass:
        assert self.table.field.war.hourglass is not None
        return self.table.field.war.hourglass

    def cubes(self) -> dict[str, tuple[int, int]]:
        """Cubes on the Hourglass Board, top and bottom."""
        return {each.seat: (each.top, each.bottom) for each in self.hourglass.cubes}

    def wounds(self) -> dict[str, int]:
        return {each.figure: each.wounds for each in self.hourglass.figures}

    def battle_cards(self, seat: Seat) -> BattleCards:
        (found,) = (each for each in self.table.field.war.cards if each.seat == seat)
        return found

    def hand(self, seat: Seat) -> set[str]:
        """What is in hand; a whole hand is the whole set."""
        hand = self.battle_cards(seat).hand
        if hand is None:
            return {each.name for each in self.table.state.rules.components.battlecards}
        return set(hand.look())

    # Acts

    def decide(self, *decisions: Decision) -> Self:
        """One decision after the other, each with the draws that are to come."""
        state, told = self.table.state, list[Consequence[Event]]()
        ruleset = self.table.ruleset
        for decision in decisions:
            refusal = ruleset.refusal(state, decision)
            if refusal is not None:
                raise IllegalDecision(refusal)
            for each in ruleset.decide(state, decision, WitnessedChance(self.draws)):
                told.append(each)
                state = ruleset.evolve(state, each.event)
        assert unknown_grounds(told, ruleset.edition.rulebook) == []
        assert ruleset.conserved(state) == ruleset.conserved(self.table.state), "something appeared or vanished"
        return replace(self, table=replace(self.table, state=state, told=tuple(told)))

    def drawing(self, **draws: str) -> Self:
        """The same where chance answers these labels, and no others."""
        return replace(self, draws=tuple(DrawReport(label, (drawn,)) for label, drawn in draws.items()))

    def resolve(self, tile: str = "Valley") -> Self:
        return self.decide(Resolve(self.table.asked[0], tile))

    def allied(self, *pairs: tuple[Seat, Seat]) -> Self:
        """Everybody says whom they want as an ally: these pairs, and nobody else."""
        wants = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        fight = self
        while fight.table.field.stage == "alliances":
            seat = fight.table.asked[0]
            fight = fight.decide(Ally(seat, wants.get(seat)))
        return fight

    def aim(self, *aims: tuple[str, str]) -> Self:
        """The Attacker's figures at their targets."""
        return self.decide(Target(self.table.asked[0], tuple(Aim(*aim) for aim in aims)))

    def defend(self, seat: Seat = BIRCH, name: str = "N") -> Self:
        return self.decide(PlaceCard(seat, Hidden.of(name, seat)))

    def attack(self, name: str = "N", discard: str | None = None) -> Self:
        seat = self.table.asked[0]
        return self.decide(Attack(seat, name, None if discard is None else Hidden.of(discard, seat)))

    def turn(self, *aims: tuple[str, str], by: str = "N", against: str = "N") -> Self:
        """A Battle Turn of the Attacker's whose cards are these, no other card in hand."""
        fight = self.aim(*aims)
        while fight.table.field.stage == "defence":
            fight = fight.defend(fight.table.asked[0], against)
        return fight.attack(by)

    def agree(self, *seats: Seat) -> Self:
        return self.decide(*(AgreeToEnd(seat) for seat in seats))

    # What does not come about

    def missing(self, decision: Decision) -> DrawRequest:
        """The draw that is asked for."""
        try:
            self.table.ruleset.decide(self.table.state, decision, WitnessedChance(()))
        except DrawMissing as missing:
            return missing.request
        raise AssertionError


def fight(field: Field, *order: Seat, box: Components = PLAIN, switches: Switches | None = None) -> Fight:
    """All are Idle in this order, and the Battles of the Season are found."""
    table = taken_up(about_to_end(field, *(order or THREE)), box=box, switches=switches)
    last = table.asked[0]
    return Fight(table.decide(Idle(last)))


def duel(
    order: tuple[Seat, ...] = THREE,
    box: Components = PLAIN,
    switches: Switches | None = None,
    **boards: dict[str, int | str],
) -> Fight:
    """Ash and birch with a Knight each on Valley; ash attacks first if nothing else is said."""
    field = field_of(box, ash="Valley", birch="Valley", cedar="Meadow")
    field = with_board(with_board(field, ASH, delay="1"), BIRCH, delay="5", health=1_000)
    for seat, attributes in boards.items():
        field = with_board(field, seat, **attributes)
    return fight(field, *order, box=box, switches=switches).resolve().allied()


BANDIT: Final = Bandit("b-1", "WolfBandit", "Valley")
HITS: Final = (("ash-1", "birch-1"),)
DECK_OF_THREE: Final = replace(PLAIN, battlecards=cards("c1", "c2", "c3"))
STALL: Final = replace(PLAIN, stall_battle_turns=2)


def stalled() -> Fight:
    """No Wound in two Battle Turns."""
    begun = duel(box=STALL, ash={"damage": 0})
    return begun.turn(*HITS).turn(*HITS)


def listed(begun: Fight, seat: Seat) -> list[object]:
    """What a seat may decide about Battles."""
    options = options_of(begun.table.state, seat).listed
    assert all(HEIRLESS_1.refusal(begun.table.state, each) is None for each in options)
    kinds = (Resolve, Ally, Target, PlaceCard, Attack, AgreeToEnd)
    return [each for each in options if isinstance(each, kinds)]
