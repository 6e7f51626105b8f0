"""The two editions: what is installed, which readings can be switched, and what is not covered."""

from importlib.resources import files
from typing import get_args

import msgspec
import pytest

from oathbook.domain.kernel import is_seat_name
from oathbook.domain.rulesets.heirless.editions import PACKAGE
from oathbook.domain.rulesets.heirless.model.battle_events import BattleEvent, RewardEvent
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Field
from oathbook.domain.rulesets.heirless.model.switches import FIRST, SECOND, Printing, Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT, NoBattle
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2, HeirlessRules
from oathbook.domain.rulesets.rulebook import load_rulebook
from tests.unit.rulesets.heirless.table import installed

BOTH = (HEIRLESS_1, HEIRLESS_2)
CORONATION = installed("heirless-coronation-1")
SETTINGS = {
    "HA-1": ("by_spot", "merged", "by_next_spot"),
    "HA-5": ("all", "not_idle"),
    "HA-9": ("nobody", "tie_breaker"),
    "HA-10": ("bandit_tiles", "everywhere"),
    "HA-11": ("workplace_only", "every_assign"),
    "HA-15": ("illegal", "replace"),
    "HA-16": ("allowed", "illegal"),
    "HA-19": ("by_consent", "by_text_only"),
    "HA-24": ("legal", "forbidden"),
    "HA-27": ("random", "most_wounded"),
    "HA-31": ("in_order", "at_once"),
    "HA-32": ("in_attacks", "after_cards"),
    "HA-33": ("not_below_zero", "kept"),
    "HA-34": ("as_they_come", "at_least_zero"),
    "HA-37": ("undeployed", "out_for_season"),
    "HA-44": ("needed", "not_needed"),
    "HA-50": ("tie_breaker", "nobody"),
    "HA-55": ("allowed", "both_give"),
    "HA-70": ("battle_tiles", "every_tile"),
    "HA-71": ("given", "chosen"),
    "HA-73": ("maker", "judge", "nobody"),
    "HA-74": ("each", "last"),
    "HA-75": ("refused", "allowed"),
}


@pytest.mark.parametrize(("reading", "settings"), SETTINGS.items())
def test_a_switch_has_the_settings_of_its_reading(reading: str, settings: tuple[str, ...]) -> None:
    """The first is the default, and each can be set by the id of the reading."""
    written = [msgspec.to_builtins(msgspec.convert({reading: each}, Switches))[reading] for each in settings]

    assert {each.id: each.settings for each in load_rulebook(files(PACKAGE)).readings}[reading] == settings
    assert written == list(settings)
    assert {**msgspec.to_builtins(Switches()), reading: settings[0]} == {
        **msgspec.to_builtins(msgspec.convert({reading: settings[0]}, Switches))
    }


def test_the_editions_differ_in_four_parameters() -> None:
    assert Printing(1, "two_track", "next_track_first", "hourglass") == FIRST
    assert Printing(2, "ring", "turn_order", None) == SECOND
    assert [each.edition.key for each in BOTH] == ["heirless/e1", "heirless/e2"]


def test_the_second_edition_switches_the_readings_of_turns_only() -> None:
    """Every other reading says why it has no switch there."""
    readings = {each.id: each for each in HEIRLESS_2.edition.rulebook.readings}

    assert {each for each, reading in readings.items() if reading.settings} == set(msgspec.to_builtins(TurnSwitches()))
    assert all(readings[each].no_switch.startswith("on the ring") for each in ("HA-1", "HA-3"))
    changed = {
        one.id
        for one, other in zip(HEIRLESS_1.edition.rulebook.clauses, HEIRLESS_2.edition.rulebook.clauses, strict=True)
        if one.words != other.words
    }
    assert changed == {"HT-1.2", "HT-1.3", "HT-2.1", "HT-2.3", "HT-3.1", "HT-3.3", "HT-3.4", "HT-12.1"}


def test_what_is_not_covered_is_marked_and_nothing_else_is() -> None:
    """The second edition's Battles cannot be read; of the first everything is covered."""
    first, second = ({clause.id for clause in each.edition.rulebook.clauses if clause.not_covered} for each in BOTH)

    assert first == set()
    battles = {clause.id for clause in HEIRLESS_1.edition.rulebook.clauses if clause.id.startswith("HB")}
    assert second == battles - {"HB-1.1"}
    assert [each.id for each in HEIRLESS_2.edition.rulebook.clauses if each.partly_covered] == ["HB-1.1"]


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda each: each.edition.key)
def test_what_the_games_promises_apply_says_so(ruleset: HeirlessRules) -> None:
    """No decision makes a Guarantee: letters, signatures and the judge of promises do."""
    applied = {clause.id for clause in ruleset.edition.rulebook.clauses if clause.applied_by}

    assert applied == {f"HT-10.{number}" for number in range(1, 7)}
    assert ruleset.vocabulary.penalty is not None
    assert set(ruleset.vocabulary.penalty.cites) <= applied


def test_the_switches_of_the_first_edition_are_all_of_them() -> None:
    readings = {each.id: each for each in HEIRLESS_1.edition.rulebook.readings}

    assert {each for each, reading in readings.items() if reading.settings} == SETTINGS.keys()
    assert {each.encode_name for each in msgspec.structs.fields(Switches)} == SETTINGS.keys()


def test_only_whoever_judges_promises_asks_for_release_and_for_who_answers() -> None:
    """These are no questions of these rules, so no decision names them."""
    asked_by = {each.id: each.asked_by for each in HEIRLESS_1.edition.rulebook.readings if each.asked_by}

    assert asked_by == dict.fromkeys(
        ("HA-19", "HA-73", "HA-74", "HA-75"), "whoever judges promises; no decision of these rules turns on it."
    )
    assert asked_by.keys().isdisjoint(HA)


def test_the_second_edition_has_neither_events_nor_refusals_of_battles() -> None:
    """Nothing that happens in a Battle or after it can happen there, and nothing is refused about one."""
    events = [set(get_args(each.wire.event)) for each in BOTH]
    refusals = [set(each.edition.refusals) for each in BOTH]

    assert events[0] - events[1] == {*get_args(BattleEvent), *get_args(RewardEvent)}
    assert refusals[0] - refusals[1] == set(NoBattle)


def test_the_names_in_the_code_are_those_of_the_rulebook() -> None:
    """Every clause that is produced has a name, and every reading named is one."""
    book = HEIRLESS_1.edition.rulebook
    produced = {clause.id for clause in book.clauses if not (clause.not_covered or clause.applied_by)}

    assert {str(each) for each in (*HT, *HB)} == produced
    assert {str(each) for each in HA} <= {reading.id for reading in book.readings}
    assert [reading.id for reading in book.readings] == [f"HA-{number}" for number in range(1, 77)]


@pytest.mark.parametrize("ruleset", BOTH, ids=lambda each: each.edition.key)
def test_a_sample_can_be_set_up_and_played(ruleset: HeirlessRules) -> None:
    """Somebody is asked, and what is asked can be decided; the first is for three players from the box."""
    samples = ruleset.samples()

    for setup in samples:
        state = ruleset.initial(setup)
        asked = ruleset.to_act(state)
        assert asked
        assert all(ruleset.options(state, seat).listed for seat in asked)
        assert all(is_seat_name(each.seat) for each in setup.seats)
    assert (len(samples[0].seats), samples[0].components, samples[0].start) == (3, CORONATION, None)
    assert {len(setup.seats) for setup in samples} == {3, 4, 5, 6}
    assert any(isinstance(setup.start, Field) for setup in samples)


def test_no_seat_is_called_as_the_bandits() -> None:
    assert not is_seat_name(BANDITS)
