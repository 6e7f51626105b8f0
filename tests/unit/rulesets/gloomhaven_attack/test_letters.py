"""What letters can speak of in a scenario: who could do it, and what is so."""

from typing import Final

from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Decision, DeclareAttack, UseItem
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from oathbook.domain.rulesets.gloomhaven_attack.words.facts import VOCABULARY
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Args, Span

RULESET: Final = load_registry().ruleset("gloomhaven_attack/gh1")
STATE: Final[State] = RULESET.initial(RULESET.samples()[0])
OURS: Final = next(each for each in STATE.battle.figures if each.kind == "character")
VERBS: Final = {each.name: each for each in VOCABULARY.verbs}
STATES: Final = {each.name: each for each in VOCABULARY.states}


def could(verb: str, args: Args) -> tuple[Decision, ...]:
    performed = VERBS[verb].performed
    assert performed is not None
    return tuple(performed(STATE, OURS.seat, args))


def test_an_attack_is_with_a_figure_of_ones_own_on_another() -> None:
    with_it = could("attack-with", {"attacker": OURS.id})

    assert with_it
    assert {each.attacker for each in with_it if isinstance(each, DeclareAttack)} == {OURS.id}
    assert set(with_it) <= set(could("attack", {}))
    assert could("attack-with", {"attacker": "nobody"}) == ()


def test_an_item_is_used_by_its_name() -> None:
    assert could("use-item", {"item": "boots"}) == (UseItem(OURS.seat, "boots"),)


def test_a_figure_has_its_hit_points_and_one_that_is_gone_none() -> None:
    measure = STATES["hit-points"].measure

    assert measure(STATE, {"figure": OURS.id}) == Span.of(OURS.hit_points)
    assert measure(STATE, {"figure": "nobody"}) == Span.of(0)


def test_it_is_the_round_that_the_battle_says() -> None:
    assert STATES["round"].measure(STATE, {"round": STATE.battle.round}) == Span.of(1)
    assert STATES["round"].measure(STATE, {"round": 99}) == Span.of(0)
