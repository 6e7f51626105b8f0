"""How games are written down: the page with its sheet, and the lines that each ruleset's README shows."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.notation.edit_words import EditWords
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup
from oathbook.domain.rulesets.registry import load_registry
from tests.docs.consoles import console_in, differing, runs_of
from tests.support.checkout import ROOT

PAGE = (ROOT / "docs" / "transcripts.md").read_text("utf-8")
SHEET = re.findall(r"^```notation\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
RULESETS = {
    name: load_registry().ruleset(key)
    for name, key in {
        "cube_bag": "cube_bag/g1",
        "gloomhaven_attack": "gloomhaven_attack/fh",
        "heirless": "heirless/e1",
        "knights_duty": "knights_duty/1",
    }.items()
}
SEATS = tuple(SeatSetup(Seat(each)) for each in ("ash", "birch", "ann", "bram"))


def test_the_page_shows_what_the_program_says(tmp_path: Path) -> None:
    (tmp_path / "evening.notation").write_text(SHEET)
    (tmp_path / "slip.notation").write_text(SHEET.replace("Valley", "Valey"))

    assert len(runs_of(PAGE)) == 4
    with console_in(tmp_path) as console:
        assert differing(PAGE, console) == []


def speech_of(ruleset: AnyRuleset) -> GameNotation:
    setup = ruleset.samples()[0]
    return GameNotation(ruleset, replace(setup, seats=SEATS, start=None))


@pytest.mark.parametrize("name", RULESETS)
def test_the_page_shows_an_edit_in_each_form_of_a_title(name: str) -> None:
    speech = speech_of(RULESETS[name])
    title = (ROOT / "domain" / "rulesets" / name / "README.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")
    (row,) = re.findall(rf"^\| {title} \| (.*) \|$", PAGE, re.MULTILINE)

    for line, way in zip(re.findall(r"`([^`]+)`", row), speech.edit.patterns, strict=True):
        assert LineScanner(line, where=line).read_all(EditWords((way,)))


def lines_shown(name: str) -> list[str]:
    """The lines in the table of a README, and those that its second column names."""
    readme = (ROOT / "domain" / "rulesets" / name / "README.md").read_text("utf-8")
    table = readme[readme.index("## Writing it down") :]
    rows = re.findall(r"^\| (`.*) \| (.*) \|$", table[: table.index("\n## ")], re.MULTILINE)
    return [each for cells in rows for cell in cells for each in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("name", RULESETS)
def test_a_readme_shows_a_line_of_every_decision_and_each_is_read_as_one(name: str) -> None:
    ruleset = RULESETS[name]
    speech = speech_of(ruleset)

    kinds = {LineScanner(each, where=each).read_all(speech.decision)["kind"] for each in lines_shown(name)}

    assert kinds == {each.__struct_config__.tag for each in get_args(ruleset.wire.decision)}


def test_a_line_that_is_no_decision_is_noticed() -> None:
    """The control."""
    with pytest.raises(BadRecord, match="“sing” cannot stand here"):
        LineScanner("sing", where="here").read_all(speech_of(RULESETS["heirless"]).decision)


OUTCOMES = {"break-heart", "defeat", "give", "give-as-a-gift", "give-marker", "give-workplace"}
TRADES = {"trade-away", "trade-away-marker", "trade-away-workplace"}
"""What comes of a decision that is called otherwise at the table: of pointing at a player, of an offer."""


@pytest.mark.parametrize("name", RULESETS)
def test_the_verbs_are_those_of_letters(name: str) -> None:
    """What a player can promise to do begins, at the table, with a word that the letter would have."""
    vocabulary = RULESETS[name].vocabulary
    known = {each.says.split()[0] for each in vocabulary.notation.forms}

    verbs = [each for each in vocabulary.verbs if each.performed is not None and each.name not in OUTCOMES | TRADES]

    assert verbs
    assert [each.name for each in verbs if not known & {way.split()[0] for way in (each.base, *each.also)}] == []
