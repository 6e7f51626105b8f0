"""Every event cites the clauses that make it happen; and each clause of the rulebook is an id of the code."""

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import NoteDamage
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH
from oathbook.domain.rulesets.protocol import Consequence
from tests.unit.rulesets.gloomhaven_attack.table import DOUBLE, FH, GH1, Table, add, at, effect, guard, scoundrel

# Worked out from the digest, event by event: clauses it cites whenever it happens, apart by spaces.
CITED: Final[dict[type[e.Event], str]] = {
    e.AttackDeclared: "GH-1.1 GH-8.1",
    e.TargetNamed: "GH-1.1 GH-8.1",
    e.TargetFaced: "GH-1.1",
    e.ItemUsed: "GH-8.2",
    e.ModifiersOrdered: "GH-1.5",
    e.ValueReached: "",
    e.DrawBegan: "GH-1.3 GH-8.7",
    e.CardDrawn: "",
    e.CardLeft: "",
    e.DeckShuffled: "",
    e.DrawStopped: "GH-6.3",
    e.OrderAsked: "GH-1.5",
    e.ChoiceAsked: "FH-2.2 GH-2.1",
    e.CardsPlayed: "",
    e.ShuffleDue: "GH-6.2",
    e.DamageSuffered: "GH-5.1",
    e.ConditionEnded: "FH-1.1",
    e.FigureDied: "GH-5.2",
    e.TokenPlaced: "",
    e.EffectApplied: "GH-8.4",
    e.EffectLapsed: "",
    e.CardAdded: "GH-8.5 GH-8.7",
    e.DamageNoted: "GH-8.8",
    e.Retaliated: "GH-8.3",
    e.CardsDiscarded: "GH-6.1",
    e.NextTargetAsked: "GH-1.1 GH-8.1",
    e.AttackEnded: "GH-1.1",
    e.RoundEnded: "GH-8.6",
    e.RoundBegan: "GH-8.6",
    e.ScenarioEnded: "GH-8.6",
}

OF_STEP: Final = {"attacker": "GH-1.2", "cards": "GH-1.3", "mixed": "GH-1.3", "defender": "GH-1.4"}
OF_LAPSE: Final = {"target dead": "GH-5.3", "null": "GH-4.5", "no card left": "GH-8.5"}


def an_attack_with_everything() -> Iterator[Table]:
    """Items, orders, four cards, Ward, Retaliate, a Curse that leaves, effects that come and lapse, a death."""
    figures = (
        scoundrel(items=("eagle-eye-goggles", "sharpening-stone"), hit_points=30),
        guard(retaliate=1, conditions=("ward",)),
        guard(id="weak", hit_points=1),
    )
    for rules in (GH1, FH):
        cards = "rolling+1 2x curse +0 +1 null"
        table = at(rules, *figures, own=cards)
        aimed = table.declare(3, "guard", "weak", modifiers=(add(1), DOUBLE), effects=(effect("curse"),))
        ordered = aimed.use("sharpening-stone").order(2, 0, 1)
        drawn = ordered.draw("rolling+1", "2x")
        played = drawn.order(1, 0)
        killed = played.draw("+1")
        yield from (aimed, aimed.use("eagle-eye-goggles"), ordered, drawn, played, killed)
        yield killed.declare(1).draw("curse")
        yield killed.declare(1, effects=(effect("push"),)).draw("null").end_round()


def odd_ones() -> Iterator[Table]:
    """A choice, a next target, a draw that stops, a Null that takes effects along, an empty supply, a trap, endings."""
    asked = at(FH, own="+1 +0").declare(3, advantage=("strengthen",)).draw("+1", "+0")
    yield from (asked, asked.choose("second"))
    named = at(GH1, scoundrel(), guard(), guard(id="other"), own="+0 +0", switches={"targets_named": "one_by_one"})
    yield from (named.declare(3).draw("+0"), named.declare(3).draw("+0").name("other"))
    yield at(GH1, pile="rolling+1").declare(3, by=TABLE).draw("rolling+1")
    lapse = at(GH1, pile="null +0", switches={"null_and_effects": "lapse"})
    yield lapse.declare(3, by=TABLE, effects=(effect("stun"),)).draw("null")
    yield at(GH1, pile="+0 +0", supplies=()).declare(3, by=TABLE, effects=(effect("curse"),)).draw("+0")
    yield at(GH1, round=6).end_round()
    summoned = guard(hit_points=1, origin="summoned")
    yield at(FH, scoundrel(), summoned, own="+0").declare(3).draw("+0")
    empty = at(GH1, pile="+0 -1").declare(3, by=TABLE).draw("+0").declare(3, by=TABLE).draw("-1")
    yield empty.declare(3, by=TABLE).draw("+0")
    bonus = at(GH1, pile="+0 -1", switches={"free_order": "across_steps"}).declare(3, by=TABLE, modifiers=(DOUBLE,))
    yield bonus.draw("-1").order(1, 0)
    yield at(GH1).decide(NoteDamage(TABLE, "guard", 2, "trap"))


@cache
def told() -> tuple[Consequence[e.Event], ...]:
    """Everything that follows in these games."""
    return tuple(each for game in (an_attack_with_everything, odd_ones) for table in game() for each in table.told)


@pytest.mark.parametrize("kind", CITED, ids=lambda kind: kind.__name__)
def test_an_event_cites_the_clauses_that_make_it_happen(kind: type[e.Event]) -> None:
    """Every event happens in these games."""
    happened = [each for each in told() if isinstance(each.event, kind)]

    missing = [(each.event, each.cites) for each in happened if not set(CITED[kind].split()) <= set(each.cites)]

    assert happened
    assert missing == []


def test_every_event_has_its_clauses_here() -> None:
    """So that a new event cannot come without them."""
    assert set(CITED) == set(get_args(e.Event))


def test_a_value_cites_the_clause_of_its_step() -> None:
    """GH-1.2, GH-1.3, GH-1.4."""
    reached = [each for each in told() if isinstance(each.event, e.ValueReached)]

    assert {each.event.step for each in reached if isinstance(each.event, e.ValueReached)} == set(OF_STEP)
    assert all(OF_STEP[each.event.step] in each.cites for each in reached if isinstance(each.event, e.ValueReached))


def test_a_lapse_cites_the_clause_of_its_reason() -> None:
    """GH-5.3, GH-4.5, GH-8.5."""
    lapsed = [(each, each.event) for each in told() if isinstance(each.event, e.EffectLapsed)]

    assert {event.because for _, event in lapsed} == set(OF_LAPSE)
    assert all(OF_LAPSE[event.because] in each.cites for each, event in lapsed)
    assert all({"GH-8.4", "GH-8.5"} <= set(each.cites) for each, event in lapsed if event.because == "no card left")
    assert e.EffectLapsed("guard", effect("curse"), "no card left") in [event for _, event in lapsed]


def test_the_ids_of_the_code_are_those_of_the_rulebook_and_the_rulings() -> None:
    """Clauses of both editions together; readings that only explain are not named by any consequence."""
    clauses = {clause.id for edition in (EDITION_GH1, EDITION_FH) for clause in edition.rulebook.clauses}
    readings = {reading.id for reading in EDITION_GH1.rulebook.readings}

    assert {str(each) for each in GH} == clauses
    assert readings - {str(each) for each in FA} == {"FA-14"}
    assert {str(each) for each in FA} <= readings


def test_each_edition_has_its_own_clauses_and_no_others() -> None:
    """Four clauses of the first book are printed otherwise, six are the other one's."""
    first, other = ({clause.id for clause in edition.rulebook.clauses} for edition in (EDITION_GH1, EDITION_FH))

    assert first - other == {"GH-2.2", "GH-2.3", "GH-3.2", "GH-3.3"}
    assert other - first == {"FH-1.1", "FH-2.1", "FH-2.2", "FH-3.1", "FH-5.1", "FH-6.1"}
