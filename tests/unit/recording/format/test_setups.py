"""Setups as people write them (docs/record-format.md: ``--setup FILE``)."""

import json
from typing import Any

import msgspec
import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.protocol import Setup
from tests.support.playing import RULESET, close_by

NAME = "knights-duty-sample-1"
SEATS = [{"seat": "ash", "player": "Ann"}, {"seat": "birch"}]
PLAIN: dict[str, Any] = {"seats": SEATS, "components": NAME}
START = {
    "stage": "planning",
    "turn": 2,
    "knights": [
        {"seat": "ash", "clan": "red", "space": "1,0"},
        {"seat": "birch", "clan": "blue", "space": "0,1", "heart": "broken"},
    ],
    "plans": [{"seat": "ash", "slots": [{"to": ["ash"], "value": "bow"}], "shown": []}],
}


def read(value: object) -> Setup:
    return resolve_setup(RULESET, parse_setup(value, where="setup"), where="setup")


def refusal(value: object) -> str:
    with pytest.raises(BadRecord, match=r"^setup: ") as refused:
        read(value)
    return str(refused.value)


def test_a_setup_needs_seats_and_a_component_set_and_nothing_else() -> None:
    """Switches as the edition has them, no start position, everything revealed at the end."""
    setup = read(PLAIN)
    written = parse_setup(PLAIN, where="setup")

    assert [(each.seat, each.player, each.key) for each in setup.seats] == [("ash", "Ann", ""), ("birch", "", "")]
    assert setup.components == RULESET.edition.components[NAME]
    assert (setup.switches, setup.start) == (Switches(), None)
    assert written.reveal == "all"


def test_components_in_full_are_the_same_as_by_name() -> None:
    """A record holds them in full, so that a data set may change and an old game stays what it was."""
    components = msgspec.to_builtins(RULESET.edition.components[NAME])

    setup = read({**PLAIN, "components": json.loads(json.dumps(components))})

    assert isinstance(setup.components, Components)
    assert setup.components == RULESET.edition.components[NAME]


def test_a_start_position_is_read_with_its_hidden_values() -> None:
    """And the ruleset can begin from it."""
    setup = read({**PLAIN, "start": START, "switches": {"KA-2": "capped"}})

    assert isinstance(setup.start, Field)
    assert isinstance(setup.switches, Switches)
    assert setup.switches.pile == "capped"
    state = RULESET.initial(setup)
    assert state.field.plans[0].slots[0].look() == "bow"
    assert RULESET.to_act(state) == ("birch",)


def test_the_setup_of_a_record_is_what_a_person_would_have_written() -> None:
    """The opening holds what the ruleset started from, field by field."""
    setup = close_by()
    assert isinstance(setup.start, Field)
    written = {
        "seats": [msgspec.to_builtins(each) for each in setup.seats],
        "components": NAME,
        "start": json.loads(msgspec.json.encode(setup.start)),
    }

    assert read(written) == setup


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, "expected fields with values, got nothing"),
        ([], "expected fields with values, got a list"),
        ({"components": NAME}, "“seats” is missing"),
        ({"seats": SEATS}, "“components” is missing"),
        ({**PLAIN, "more": 1}, "“more” has no place here"),
        ({**PLAIN, "seats": [{"player": "Ann"}]}, "seats 1: “seat” is missing"),
        ({**PLAIN, "seats": [{"seat": "ash", "player": "é" * 201}]}, "seats 1 player: expected a text of at most 200"),
        ({**PLAIN, "seats": [{"seat": f"s{number}"} for number in range(13)]}, "seats: expected a list of at most 12"),
        ({**PLAIN, "components": "chess"}, f"components: there is no set “chess”; installed: {NAME}"),
        ({**PLAIN, "components": {}}, "components: “name” is missing"),
        ({**PLAIN, "components": 7}, "components: expected a text or fields with values"),
        ({**PLAIN, "switches": {"KA-99": "x"}}, "switches: “KA-99” has no place here"),
        ({**PLAIN, "switches": {"KA-2": "x"}}, "switches: KA-2: “x” cannot stand here"),
        ({**PLAIN, "switches": {"KA-2": 1}}, "switches: expected a text"),
        ({**PLAIN, "start": []}, "start: expected fields with values or nothing"),
        ({**PLAIN, "start": {"stage": "lunch"}}, "start: stage: “lunch” cannot stand here"),
        ({**PLAIN, "start": {"turn": -1}}, "start: turn: expected a whole number, at least 0"),
        ({**PLAIN, "start": {"more": 1}}, "start: “more” has no place here"),
        ({**PLAIN, "chance": "seeded"}, "“chance” has no place here"),
        ({**PLAIN, "reveal": "some"}, "reveal: “some” cannot stand here"),
    ],
)
def test_a_setup_that_does_not_fit_is_refused_with_the_field(value: object, says: str) -> None:
    """Every refusal names where it was and which field."""
    assert says in refusal(value)


def test_twelve_seats_can_be_written_down() -> None:
    """Section 11: the limit at its edge; how many a board takes is for the ruleset to say."""
    seats = [{"seat": f"s{number}"} for number in range(12)]

    assert len(read({**PLAIN, "seats": seats}).seats) == 12
