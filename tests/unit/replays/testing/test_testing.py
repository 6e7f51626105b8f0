"""What other packages test their rulesets with: golden sheets, the laws, and the plugin for pytest."""

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import UnknownEdition
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.laws import LawBroken
from oathbook.replays.testing.checks import PromiseOutcome, check_ruleset_laws, promise_outcomes
from oathbook.replays.testing.golden import (
    accept_golden_sheet,
    fixed_sources,
    golden_sheet_problem,
    record_golden_sheet,
    single_ruleset,
)
from tests.contract.faulty_anywhere import Loses
from tests.minigame.ruleset import MINIGAME
from tests.support.checkout import GOLDEN, ROOT
from tests.support.playing import RULESET
from tests.support.processes import ran
from tests.support.transcribing import DUEL

GAME = f"{DUEL}ash: plan bow\nbirch: plan shield\nash: point at birch\n  draw shield\n"
TESTS = """
def test_laws(oathbook_ruleset, check_laws, record_sheet):
    assert check_laws(games=1).counts["events"]
    assert record_sheet({sheet!r}).opened.edition == oathbook_ruleset.edition.key
"""
SETTINGS = "[pytest]\noathbook_ruleset = {named}\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A golden game whose record was accepted."""
    path = tmp_path / "duel.notation"
    path.write_text(GAME)
    accept_golden_sheet(path, RULESET)
    return path


def test_a_golden_game_makes_the_same_bytes_every_time(sheet: Path) -> None:
    assert golden_sheet_problem(sheet, RULESET) == ""
    assert record_text(record_golden_sheet(sheet, RULESET)) == sheet.with_suffix(".jsonl").read_bytes()


def test_a_golden_game_is_the_same_in_the_next_version_of_its_package(tmp_path: Path) -> None:
    """But not in another package."""
    sheet = tmp_path / "river.notation"
    sheet.write_text(
        "oathbook notation/1\nedition minigame/1\ncomponents mixed\nseats red, blue, green\nred: deploy Mill\n"
    )
    accept_golden_sheet(sheet, from_package("oathbook-river 1.0"))

    assert golden_sheet_problem(sheet, from_package("oathbook-river 1.1")) == ""
    assert "find out why" in golden_sheet_problem(sheet, from_package("oathbook-brook 1.1"))


def from_package(origin: str) -> AnyRuleset:
    """The mini-game as that version of a package brings it."""
    return replace(MINIGAME, edition=replace(MINIGAME.edition, origin=origin))


def test_a_golden_game_that_differs_says_what_to_do(sheet: Path) -> None:
    sheet.write_text(GAME.replace("birch\n", "birch Bo\n", 1))
    assert "find out why before you accept it" in golden_sheet_problem(sheet, RULESET)

    sheet.with_suffix(".jsonl").unlink()
    assert "duel.jsonl is missing: accept it once" in golden_sheet_problem(sheet, RULESET)


def test_a_golden_game_that_is_not_sound_is_none(sheet: Path) -> None:
    """The table had nothing follow from a plan."""
    sheet.write_text(f"{DUEL}ash: plan bow\n  then nothing\n")

    assert golden_sheet_problem(sheet, RULESET).startswith("duel.notation: the record is no sound one: ")


def test_a_sheet_of_another_game_is_refused() -> None:
    with pytest.raises(UnknownEdition, match="these are tests of 'knights_duty/1', and not of 'chess/1'"):
        single_ruleset(RULESET)("chess/1")


def test_names_give_sources_of_their_own() -> None:
    assert fixed_sources("a").ids() == fixed_sources("a").ids() != fixed_sources("b").ids()
    assert len({fixed_sources("a").salts(), fixed_sources("a").seeds(), fixed_sources("b").salts()}) == 3


def test_laws_are_kept_or_broken() -> None:
    """The control: a ruleset that loses something is found out."""
    assert check_ruleset_laws(RULESET, 1).counts["events"]
    with pytest.raises(LawBroken, match="law 6"):
        check_ruleset_laws(Loses(RULESET), 20)


def test_what_became_of_a_promise_is_told_with_its_price() -> None:
    kept, broken = (
        whole_record_from(path.read_bytes(), load_registry().ruleset, where=path.name)
        for path in (GOLDEN / "heirless" / "e1" / f"promise-{how}.jsonl" for how in ("kept", "broken-by-an-act"))
    )

    assert promise_outcomes(kept) == {"p1": PromiseOutcome("kept")}
    assert promise_outcomes(broken) == {"p1": PromiseOutcome("broken", {"ash": 20})}


def outcome_of(folder: Path, *options: str, named: str = "tests.support.playing:RULESET") -> tuple[int, str]:
    """Runs a project's tests with the plugin, in a process of its own."""
    (folder / "pytest.ini").write_text(SETTINGS.format(named=named))
    (folder / "test_game.py").write_text(TESTS.format(sheet=GAME))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "oathbook.testing", "-p", "no:cacheprovider"]
    done = ran([*command, *options, str(folder)], cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": ""})
    return done.returncode, done.stdout


def test_the_plugin_gives_the_ruleset_its_laws_and_its_golden_games(sheet: Path) -> None:
    code, said = outcome_of(sheet.parent)

    assert (code, said.splitlines()[-1].split(" in ")[0]) == (0, "2 passed")


@pytest.mark.gate
def test_the_plugin_accepts_golden_records_when_it_is_told_to(sheet: Path) -> None:
    sheet.write_text(GAME.replace("birch\n", "birch Bo\n", 1))

    assert outcome_of(sheet.parent)[0] == 1
    assert outcome_of(sheet.parent, "--accept-golden")[0] == 0
    assert outcome_of(sheet.parent)[0] == 0


@pytest.mark.gate
def test_the_plugin_says_how_a_ruleset_is_named(sheet: Path) -> None:
    code, said = outcome_of(sheet.parent, named="nowhere")

    assert code != 0
    assert "name the ruleset under test as module:name" in said
