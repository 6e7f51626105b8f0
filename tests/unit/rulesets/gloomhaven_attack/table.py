"""A table to attack at: figures and decks in words, decisions one by one, and what followed from them.

A pile is written as ``"+1 -1 rolling+1"``; cards drawn are given in the order they come. Whoever attacks for ``ash`` is
the scoundrel, for the table the guard; the other one of the two is the target unless something else is said.
"""

from typing import Any, Final, Self, TypeVar, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, IllegalDecision
from oathbook.domain.kernel import TABLE, DrawRequest, Refusal, Seat, format_line
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components, Effect, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    Decision,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    OrderModifiers,
    UseItem,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import in_order
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, Deck, Figure, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import View
from oathbook.domain.rulesets.gloomhaven_attack.ruleset import FROSTHAVEN, GLOOMHAVEN_1
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.protocol import Consequence, SeatSetup, Setup
from tests.support.grounds import unknown_grounds

E = TypeVar("E")

ASH: Final = Seat("ash")
BIRCH: Final = Seat("birch")
AttackRules = Rules[State, Decision, e.Event, View]
GH1: Final = GLOOMHAVEN_1
FH: Final = FROSTHAVEN
BOTH: Final = (GH1, FH)


def components_named(name: str) -> Components:
    """An installed set."""
    components = GH1.edition.components[name]
    assert isinstance(components, Components)
    return components


STANDARD: Final = components_named("gloomhaven-sample-1")
FULL_DECK: Final = next(deck for deck in STANDARD.decks if deck.name == "monsters")
STANDARD_PILE: Final = " ".join(" ".join([each.card] * each.count) for each in FULL_DECK.cards)
SUPPLIES: Final = STANDARD.supplies

both = pytest.mark.parametrize("rules", BOTH, ids=("gh1", "fh"))


class Table(Struct, frozen=True):
    """A state, and what was told in the last act that led to it."""

    rules: AttackRules
    state: State
    told: tuple[Consequence[e.Event], ...] = ()

    # The position

    @property
    def battle(self) -> Battle:
        return self.state.battle

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.state)

    def figure(self, name: str) -> Figure:
        (found,) = (figure for figure in self.battle.figures if figure.id == name)
        return found

    def deck(self, name: str) -> Deck:
        (found,) = (deck for deck in self.battle.decks if deck.name == name)
        return found

    # What came of it

    @property
    def events(self) -> tuple[e.Event, ...]:
        return tuple(each.event for each in self.told)

    @property
    def readings(self) -> set[str]:
        """Every reading that the last act rests on."""
        return {reading for each in self.told for reading in each.readings}

    @property
    def cites(self) -> set[str]:
        """Every clause that the last act cites."""
        return {clause for each in self.told for clause in each.cites}

    def every(self, kind: type[E]) -> tuple[Consequence[E], ...]:
        return tuple(cast("Consequence[E]", each) for each in self.told if isinstance(each.event, kind))

    def the(self, kind: type[E]) -> Consequence[E]:
        """The only consequence of that kind."""
        (only,) = self.every(kind)
        return only

    @property
    def damage(self) -> int:
        """What the target suffered in the last act."""
        (only,) = (each.event for each in self.every(e.DamageSuffered) if each.event.through == "attack")
        return only.damage

    @property
    def drawn(self) -> tuple[str, ...]:
        """The cards turned over in the last act."""
        return tuple(each.event.card for each in self.every(e.CardDrawn))

    @property
    def applied(self) -> tuple[str, ...]:
        """The added effects applied in the last act."""
        effects = (each.event.effect for each in self.every(e.EffectApplied))
        return tuple(f"{each.name} {each.size}" if each.size else each.name for each in effects)

    @property
    def lapsed(self) -> tuple[str, ...]:
        """The added effects that lapsed in the last act."""
        return tuple(each.event.effect.name for each in self.every(e.EffectLapsed))

    @property
    def values(self) -> list[int]:
        """The attack value after each step, as far as it was reached in the last act."""
        return [each.event.value for each in self.every(e.ValueReached)]

    def worked(self, step: str) -> list[str]:
        """The working of a step as a person reads it."""
        (reached,) = (each for each in self.every(e.ValueReached) if each.event.step == step)
        return as_said(reached)

    # Acts

    def decide(self, decision: Decision, *cards: str, deck: str = "") -> Self:
        """One decision, with the cards drawn for it."""
        name = deck or (self._deck() if cards else "")
        reports = tuple(DrawReport(f"{name}/{number}", (card,)) for number, card in enumerate(cards, 1))
        assert self.rules.refusal(self.state, decision) is None, self.rules.refusal(self.state, decision)
        followed = self.rules.decide(self.state, decision, WitnessedChance(reports))
        state = self.state
        for each in followed:
            state = self.rules.evolve(state, each.event)
        assert unknown_grounds(followed, self.rules.edition.rulebook) == []
        assert self.rules.conserved(state) == self.rules.conserved(self.state), "something appeared or vanished"
        return replace(self, state=state, told=followed)

    def _deck(self) -> str:
        assert self.battle.attack is not None
        return self.figure(self.battle.attack.attacker).deck

    def declare(self, base: int, *targets: Aim | str, by: Seat = ASH, attacker: str = "", **more: object) -> Self:
        """Attack; a target may be named alone, and is adjacent then."""
        return self.decide(declared(base, *targets, by=by, attacker=attacker, **more))

    def use(self, item: str) -> Self:
        return self.decide(UseItem(self.asked[0], item))

    def order(self, *numbers: int) -> Self:
        return self.decide(OrderModifiers(self.asked[0], numbers))

    def draw(self, *cards: str) -> Self:
        return self.decide(DrawCards(self.asked[0]), *cards)

    def choose(self, card: str) -> Self:
        assert card in {"first", "second"}
        return self.decide(ChooseCard(self.asked[0], "first" if card == "first" else "second"))

    def name(self, target: str | None) -> Self:
        return self.decide(NameTarget(self.asked[0], None if target is None else Aim(target)))

    def end_round(self) -> Self:
        return self.decide(EndRound(TABLE))

    # Acts that do not come about

    def refused(self, decision: Decision) -> Refusal:
        """Why this is not allowed; both questions must answer the same."""
        answered = self.rules.refusal(self.state, decision)
        with pytest.raises(IllegalDecision) as raised:
            self.rules.decide(self.state, decision, WitnessedChance(()))
        assert answered == raised.value.refusal
        return raised.value.refusal

    def draw_missing(self, *cards: str) -> DrawRequest:
        """What has to be drawn after these cards."""
        reports = tuple(DrawReport(f"{self._deck()}/{number}", (card,)) for number, card in enumerate(cards, 1))
        with pytest.raises(DrawMissing) as raised:
            self.rules.decide(self.state, DrawCards(self.asked[0]), WitnessedChance(reports))
        return raised.value.request


def as_said(told: Consequence[Any]) -> list[str]:
    """The working of a consequence, line by line."""
    return [format_line(line) if line.applied else f"{format_line(line)} (does not apply)" for line in told.working]


def declared(base: int, *targets: Aim | str, by: Seat = ASH, attacker: str = "", **more: object) -> DeclareAttack:
    """An attack of the scoundrel on the guard, or of the guard on the scoundrel, or of others."""
    own, other = ("guard", "scoundrel") if by == TABLE else ("scoundrel", "guard")
    aims = tuple(Aim(each) if isinstance(each, str) else each for each in targets or (other,))
    return replace(DeclareAttack(by, attacker or own, base, aims), **more)


def reasons(mode: str) -> dict[str, Any]:
    """What a declaration names for Advantage, for Disadvantage, for both or for neither."""
    named: dict[str, Any] = {"advantage": ("strengthen",), "disadvantage": ("muddle",)}
    return {each: why for each, why in named.items() if mode in {each, "both"}}


def add(by: int, of: str = "bonus") -> Modifier:
    return Modifier(of, "add", by)


DOUBLE: Final = Modifier("active card", "double")


def effect(name: str, size: int = 0, on: str = "target") -> Effect:
    assert on in {"target", "self", "others"}
    return Effect(name, size, "self" if on == "self" else "others" if on == "others" else "target")


SCOUNDREL: Final = Figure("scoundrel", "character", ASH, "scoundrel", 30)
GUARD: Final = Figure("guard", "monster", TABLE, "monsters", 30)


def scoundrel(**more: object) -> Figure:
    """A character of ash."""
    return replace(SCOUNDREL, **more)


def guard(**more: object) -> Figure:
    """A monster."""
    return replace(GUARD, **more)


def battle_of(*figures: Figure, pile: str = "", own: str = "", **more: object) -> Battle:
    """A start position: ``pile`` is the deck of the monsters, ``own`` that of the scoundrel; full if not named."""
    decks = (Deck("monsters", sorted_pile(pile)), Deck("scoundrel", sorted_pile(own)))
    return replace(Battle(figures or (SCOUNDREL, GUARD), decks, SUPPLIES), **more)


def sorted_pile(words: str) -> tuple[str, ...]:
    """A pile in the order in which the box lists cards."""
    return in_order(GH1.initial(setup_of()), tuple((words or STANDARD_PILE).split()))


def setup_of(
    start: Battle | None = None,
    *,
    components: Components = STANDARD,
    switches: SharedSwitches | None = None,
    seats: tuple[str, ...] = ("ash",),
) -> Setup:
    return Setup(tuple(SeatSetup(Seat(seat)) for seat in seats), components, switches or Switches(), start)


def at(
    rules: AttackRules,
    *figures: Figure,
    switches: dict[str, str] | None = None,
    seats: tuple[str, ...] = ("ash",),
    pile: str = "",
    own: str = "",
    **more: object,
) -> Table:
    """A table at a start position; ``switches`` by their names in the code."""
    chosen = replace(rules.wire.switches(), **(switches or {}))
    start = battle_of(*figures, pile=pile, own=own, **more)
    return Table(rules, rules.initial(setup_of(start, switches=chosen, seats=seats)))
