"""Events that do not fit the state they come to: what a transcript may bring."""

from typing import Final

import msgspec
import pytest

from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.errors import Misfit
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Item, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim, OrderModifiers
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from tests.unit.rulesets.gloomhaven_attack.table import ASH, DOUBLE, FH, GH1, Table, add, at, guard, scoundrel

GOGGLES: Final = Item("eagle-eye-goggles", "advantage")


def after(table: Table, *events: e.Event) -> State:
    """The state of a table after more events, to come to the moments in which nobody is asked."""
    state = table.state
    for event in events:
        state = table.rules.evolve(state, event)
    return state


def ready() -> Table:
    figures = (scoundrel(items=("eagle-eye-goggles",)), guard(), guard(id="dead", hit_points=0, dead=True))
    return at(FH, *figures, own="+0 +1 rolling+1 bless", pile="+0")


AT_REST: Final = ready()
FACED: Final = AT_REST.declare(3, modifiers=(add(1), DOUBLE))
VALUE: Final = e.ValueReached("scoundrel", "guard", "attacker", 8)
BEGAN: Final = e.DrawBegan("scoundrel", "guard", "neither")
DRAWN: Final = e.CardDrawn("scoundrel", "+1")
PLAYED: Final = e.CardsPlayed("scoundrel", "guard", (0,), ("+1",), ())
REACHED: Final = after(FACED, VALUE, BEGAN)
ON_TABLE: Final = after(FACED, VALUE, BEGAN, DRAWN)
COUNTED: Final = after(FACED, VALUE, BEGAN, DRAWN, PLAYED)
EARLY: Final = after(FACED, BEGAN, DRAWN)
ASKED: Final = after(FACED, BEGAN, DRAWN, e.OrderAsked(ASH, "attacker", ("bonus", "active card")))


def attack(**more: object) -> e.AttackDeclared:
    fields: dict[str, object] = {
        "seat": ASH,
        "number": 1,
        "attacker": "scoundrel",
        "base": 3,
        "targets": (Aim("guard"),),
        "reach": "melee",
        "modifiers": (),
        "pierce": 0,
        "effects": (),
        "advantage": (),
        "disadvantage": (),
        **more,
    }
    return e.AttackDeclared(**fields)  # type: ignore[arg-type]  # because a mapping forgets which field has which type


MISFITS: Final[dict[str, tuple[State, e.Event]]] = {
    "an attack out of number": (AT_REST.state, attack(number=2)),
    "an attack of nobody": (AT_REST.state, attack(attacker="violet")),
    "an attack of the dead": (AT_REST.state, attack(attacker="dead")),
    "an attack on the dead": (AT_REST.state, attack(targets=(Aim("dead"),))),
    "an attack on nobody": (AT_REST.state, attack(targets=())),
    "an attack in the middle of one": (FACED.state, attack(number=2)),
    "an item of somebody else": (FACED.state, e.ItemUsed(ASH, "guard", GOGGLES)),
    "an item that is not there": (FACED.state, e.ItemUsed(ASH, "scoundrel", Item("war-horn", "double"))),
    "an order that names one twice": (FACED.state, e.ModifiersOrdered(ASH, "attacker", (0, 0), ("a", "a"))),
    "an order of another step": (FACED.state, e.ModifiersOrdered(ASH, "cards", (0, 1), ("a", "b"))),
    "an order of too many": (FACED.state, e.ModifiersOrdered(ASH, "attacker", (0, 1, 2), ("a", "b", "c"))),
    "an order of what was not asked": (ASKED, e.ModifiersOrdered(ASH, "defender", (0,), ("a",))),
    "a value of another target": (FACED.state, e.ValueReached("scoundrel", "dead", "attacker", 8)),
    "a value of a later step": (FACED.state, e.ValueReached("scoundrel", "guard", "cards", 8)),
    "a value before a card is played": (ON_TABLE, e.ValueReached("scoundrel", "guard", "cards", 8)),
    "a card of another deck": (REACHED, e.CardDrawn("monsters", "+0")),
    "a card that is not in the pile": (REACHED, e.CardDrawn("scoundrel", "-2")),
    "a card of no deck": (REACHED, e.CardDrawn("violet", "+0")),
    "a card after they were played": (COUNTED, e.CardDrawn("scoundrel", "+0")),
    "a second draw": (ON_TABLE, BEGAN),
    "a plain card that leaves": (ON_TABLE, e.CardLeft("scoundrel", "+1")),
    "an unknown card that leaves": (ON_TABLE, e.CardLeft("scoundrel", "joker")),
    "a Bless that is not there leaves": (ON_TABLE, e.CardLeft("scoundrel", "bless")),
    "a plain card added": (COUNTED, e.CardAdded("scoundrel", "+1")),
    "other discards": (
        after(AT_REST.declare(3).draw("+1"), attack(number=2), e.TargetFaced("scoundrel", "guard", 1), BEGAN),
        e.DeckShuffled("scoundrel", "empty", ()),
    ),
    "a shuffle of what lies nowhere": (ON_TABLE, e.DeckShuffled("scoundrel", "empty", ("joker",))),
    "an order asked too early": (FACED.state, e.OrderAsked(ASH, "attacker", ("a", "b"))),
    "an order asked out of step": (ON_TABLE, e.OrderAsked(ASH, "defender", ("a",))),
    "an order asked before a card is played": (ON_TABLE, e.OrderAsked(ASH, "cards", ("a",))),
    "an order asked of too many": (COUNTED, e.OrderAsked(ASH, "cards", ("a", "b"))),
    "a choice between other cards": (ON_TABLE, e.ChoiceAsked(ASH, "+0", "+1")),
    "a choice after rolling cards alone": (
        after(FACED, VALUE, BEGAN, e.CardDrawn("scoundrel", "rolling+1"), e.CardDrawn("scoundrel", "bless")),
        e.ChoiceAsked(ASH, "rolling+1", "bless"),
    ),
    "a choice before the value": (
        after(FACED, BEGAN, DRAWN, e.CardDrawn("scoundrel", "+0")),
        e.ChoiceAsked(ASH, "+1", "+0"),
    ),
    "cards played twice": (COUNTED, PLAYED),
    "cards played before the value": (EARLY, PLAYED),
    "a card that counts twice": (ON_TABLE, e.CardsPlayed("scoundrel", "guard", (0, 0), ("+1", "+1"), ())),
    "a card that counts undrawn": (ON_TABLE, e.CardsPlayed("scoundrel", "guard", (1,), ("+1",), ())),
    "another card that counts": (ON_TABLE, e.CardsPlayed("scoundrel", "guard", (0,), ("+0",), ())),
    "discards that lie nowhere": (COUNTED, e.CardsDiscarded("scoundrel", ("+0",))),
    "the next target with cards on the table": (COUNTED, e.TargetFaced("scoundrel", "guard", 1)),
    "a target out of number": (after(AT_REST, attack()), e.TargetFaced("scoundrel", "guard", 2)),
    "another target": (after(AT_REST, attack()), e.TargetFaced("scoundrel", "dead", 1)),
    "a next target asked with cards on the table": (COUNTED, e.NextTargetAsked(ASH, "scoundrel")),
    "an end with cards on the table": (COUNTED, e.AttackEnded("scoundrel", ())),
    "an end of another attack": (after(AT_REST, attack()), e.AttackEnded("guard", ())),
    "a value beyond reach": (FACED.state, e.ValueReached("scoundrel", "guard", "attacker", 10**12 + 1)),
    "hit points beyond counting": (COUNTED, e.DamageSuffered("guard", 1, -8 * 10**15 - 1, "attack")),
    "damage to nobody": (COUNTED, e.DamageSuffered("violet", 1, 1, "attack")),
    "a token of the living": (COUNTED, e.TokenPlaced("guard")),
    "an effect on nobody": (COUNTED, e.EffectApplied("scoundrel", "violet", Effect("poison"))),
    "a round too far": (AT_REST.state, e.RoundBegan(3)),
    "a victory over the living": (AT_REST.state, e.ScenarioEnded("monsters defeated", (ASH,))),
    "a shuffle when there is no such deck": (AT_REST.state, e.DeckShuffled("violet", "round", ())),
    "a card from the table when there is no attack": (AT_REST.state, e.DeckShuffled("scoundrel", "round", ("+1",))),
    "the end of a round in an attack": (FACED.state, e.RoundEnded(1)),
}


@pytest.mark.parametrize("case", MISFITS)
def test_an_event_that_cannot_happen_is_a_misfit(case: str) -> None:
    """Never another exception, and never a state."""
    state, event = MISFITS[case]

    with pytest.raises(Misfit):
        FH.evolve(state, event)


def test_a_token_is_placed_once() -> None:
    table = at(GH1, scoundrel(), guard(hit_points=1), guard(id="other"), own="+0")
    state = after(table, attack(), e.TargetFaced("scoundrel", "guard", 1), BEGAN, e.FigureDied("guard"))
    state = GH1.evolve(state, e.TokenPlaced("guard"))

    with pytest.raises(Misfit):
        GH1.evolve(state, e.TokenPlaced("guard"))


def test_a_supply_that_is_empty_gives_nothing() -> None:
    """A Curse added where none lies ready, or for a deck that none is for."""
    state = after(at(GH1, supplies=()), attack())

    with pytest.raises(Misfit):
        GH1.evolve(state, e.CardAdded("scoundrel", "curse"))


def test_an_eleventh_target_is_a_misfit() -> None:
    guards = tuple(guard(id=f"guard-{number}") for number in range(11))
    table = at(GH1, scoundrel(), *guards)
    aims = tuple(Aim(f"guard-{number}") for number in range(10))
    asked = after(table, attack(targets=aims), e.NextTargetAsked(ASH, "scoundrel"))

    with pytest.raises(Misfit):
        GH1.evolve(asked, e.TargetNamed("scoundrel", Aim("guard-10")))


def test_nobody_draws_more_than_two_hundred_cards() -> None:
    """A deck of a transcript may be shuffled in as often as it likes, and the table is full some time."""
    table = at(GH1, own="rolling+1")
    state = after(table, attack(), e.TargetFaced("scoundrel", "guard", 1), BEGAN)
    drawn, again = e.CardDrawn("scoundrel", "rolling+1"), e.DeckShuffled("scoundrel", "empty", ("rolling+1",))
    for _ in range(200):
        state = GH1.evolve(GH1.evolve(state, drawn), again)

    with pytest.raises(Misfit):
        GH1.evolve(state, drawn)


def test_a_draw_told_too_far_ends_in_no_other_error() -> None:
    """A transcript may lay out more cards than Advantage asks for; whoever decides then is told that they misfit."""
    cards = (e.CardDrawn("scoundrel", "+0"), e.CardDrawn("scoundrel", "+1"), e.CardDrawn("scoundrel", "bless"))
    began = e.DrawBegan("scoundrel", "guard", "advantage")
    state = after(FACED, began, *cards, e.OrderAsked(ASH, "attacker", ("bonus", "active card")))

    with pytest.raises(Misfit):
        FH.decide(state, OrderModifiers(ASH, (0, 1)), WitnessedChance(()))


@pytest.mark.parametrize("of", ["", "two\nlines", "a\ttab", "\x1b[31m", "x" * 81, "“quoted”"])
def test_what_a_table_calls_a_modifier_stands_on_one_line(of: str) -> None:
    """It goes into workings and sentences that people read."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"of": of, "op": "add", "by": 1}, Modifier)
    assert msgspec.convert({"of": "Warlord's brew +1", "op": "add", "by": 1}, Modifier).by == 1


def test_effects_without_a_lasting_trace_change_nothing() -> None:
    for effect, figure in ((Effect("stun"), "guard"), (Effect("poison", on="others"), None)):
        assert FH.evolve(COUNTED, e.EffectApplied("scoundrel", figure, effect)) == COUNTED
