"""The setups that come with the rulesets: all are listed and shown, and each is what somebody may write."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.application.questions import set_up_game
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.kit.setups import load_setup
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.registry import load_registry
from tests.support.setups import setup_named
from tests.unit.rulesets.knights_duty.table import HEX

RULESETS: Final = Path(str(files("oathbook.domain.rulesets")))
FILES: Final = tuple(sorted(str(each.relative_to(RULESETS)) for each in RULESETS.glob("*/setup/setups/**/*.json")))
SETUPS: Final = tuple(each.removesuffix(".json").split("/setup/setups/") for each in FILES)
TWO: Final = {
    "seats": [{"seat": "ash"}, {"seat": "birch"}],
    "components": "knights-duty-sample-1",
    "start": {"turn": 2, "slot": 1},
}


@pytest.mark.parametrize("title", sorted({title for title, _ in SETUPS}))
def test_every_setup_of_a_title_is_listed_and_a_sample(title: str) -> None:
    """So is every change to one; and nothing is listed that is not there."""
    listed = json.loads((RULESETS / title / "setup" / "samples.json").read_text("utf-8"))
    samples = [*listed["samples"], *(each for more in listed.get("only", {}).values() for each in more)]

    named = {name for of, name in SETUPS if of == title}

    assert named == {*listed["setups"]} == {name for name, *_ in samples}
    assert {*listed["changes"]} == {change for _, *changes in samples for change in changes}
    assert all(listed["setups"].values())


@pytest.mark.parametrize(("title", "name"), SETUPS)
def test_a_setup_is_what_may_be_clarifying_question(title: str, name: str) -> None:
    """What ``oathbook ask --setup`` makes of the file is the setup that the ruleset has under its name."""
    written = json.loads((RULESETS / title / "setup" / "setups" / f"{name}.json").read_text("utf-8"))

    asked = set_up_game(written, load_registry().ruleset, system_sources(), where=name)

    own = setup_named(written["edition"], name)
    opened = asked.game.opened
    assert (opened.components, opened.switches) == (own.components, own.switches)
    assert asked.game.state == asked.ruleset.initial(own)


def test_a_change_writes_over_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    """Also in the components, which the setup only names; the later of two changes stands."""
    (tmp_path / "setups").mkdir()
    (tmp_path / "setups" / "two.json").write_text(json.dumps(TWO), "utf-8")
    changes = ({"start": {"turn": 3}, "components": {"stall_turns": 1}}, {"start": {"turn": 4}})

    setup = load_setup(KNIGHTS_DUTY, tmp_path, "two", changes)

    assert setup.start == Field(turn=4, slot=1)
    assert setup.components == replace(HEX, stall_turns=1)
