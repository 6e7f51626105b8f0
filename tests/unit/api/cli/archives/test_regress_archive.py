"""``oathbook regress`` over many records: the same report however it is come by, and what is wrong with an input."""

import os
import signal
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.cli.journal import HEADER, Journal
from oathbook.api.cli.process_pool import map_in_processes
from oathbook.api.cli.regress_plan import plan_of
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import record_for
from oathbook.replays.regression import RecordRegression
from tests.support.archives import archive, short_games
from tests.support.checkout import GOLDEN
from tests.support.sampling import some
from tests.unit.api.databases import stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import Json, Printed, kept, oathbook

KD: Final = "knights_duty/1"
RECORDS: Final = 30
TURNED: Final = "KA-5=attacker_first"
OTHERWISE: Final = "KA-5=free"
RARE: Final = "KA-2=capped"
ALL: Final = ("--edition", KD, "--against", KD, "--workers", "1")


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """Thirty records of ten games."""
    return archive(tmp_path / "archive", short_games(10), records=RECORDS)


def regress(*arguments: str | Path, edition: str = KD, switch: str = TURNED, workers: int = 1) -> Printed:
    """The command, with that many processes."""
    named = ("--edition", edition, "--against", KD, "--switch", switch, "--workers", str(workers))
    return oathbook("regress", *named, *arguments)


@pytest.mark.gate
def test_the_report_is_the_same_whoever_did_what_and_in_whatever_order(records: list[str]) -> None:
    """Byte for byte, and each record counts once, also under two names."""
    shuffled = Random(1).sample(records, len(records))  # noqa: S311  # any order will do

    alone = regress(*records, "--json")
    others = [regress(*shuffled, "--json", workers=2), regress(*shuffled, records[3], "--json", workers=3)]

    assert alone.code == 1
    assert alone.json["records"] == RECORDS
    assert alone.json["different"] > 0
    assert [game["game"] for game in alone.json["games"]] == [f"game-{number:04}" for number in range(RECORDS)]
    assert {each.out for each in others} == {alone.out}
    assert regress(*shuffled).out == regress(*records).out


def test_a_record_under_two_names_counts_once(records: list[str], tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    again.write_bytes(Path(records[0]).read_bytes())

    found = regress(again, *records, "--json").json

    assert found["records"] == RECORDS
    assert found["games"][0]["file"] == str(again)


@pytest.mark.parametrize("whole", ["a.jsonl", "z.jsonl"])
def test_of_copies_that_open_more_or_less_the_one_that_opens_most_counts(whole: str, tmp_path: Path) -> None:
    """Whatever they are called, and whether they are decided now or were before."""
    record, state = march(), tmp_path / "state"
    seen = [record_for(record, Viewer(each)) for each in ("ash", "birch", "public")]
    copies = [kept(each, tmp_path / f"{number}.jsonl") for number, each in enumerate(seen)]
    names = [*copies, kept(record, tmp_path / whole)]

    alone = regress(tmp_path / whole, "--json", switch=OTHERWISE).json
    apart = [regress(each, "--json", switch=OTHERWISE).json for each in copies]
    first, again = (regress(*names, "--state", state, "--json", switch=OTHERWISE) for _ in range(2))

    assert all(each["untold"] > alone["untold"] for each in apart)
    assert first.json == alone
    assert again.out == first.out


def test_a_game_that_went_on_is_another_record(tmp_path: Path) -> None:
    """Its last event is another, whatever they have in common."""
    record = march()
    at = next(each.entry.position for each in record.events if each.entry.step > 2) - 1
    earlier = replace(record, events=record.events[:at], head=record.events[at - 1].hash)
    names = [kept(record, tmp_path / "whole.jsonl"), kept(earlier, tmp_path / "earlier.jsonl")]

    assert regress(*names, "--json").json["records"] == 2


def test_the_text_names_the_games_that_something_is_different_in(records: list[str]) -> None:
    printed = regress(*records, switch=RARE)
    found = regress(*records, "--json", switch=RARE).json

    assert printed.text.startswith(f"knights_duty/1, {RARE} against knights_duty/1\n{RECORDS} records, ")
    named = [game["game"] for game in found["games"] if game["apart"]]
    assert 0 < len(named) < RECORDS
    assert [line.split()[0] for line in printed.text.splitlines() if line.startswith("game-")] == named


@pytest.mark.gate
def test_games_of_a_database_are_decided_again_too_all_of_them_if_none_is_named(tmp_path: Path) -> None:
    database = stored(tmp_path / "games.db", duel(), march())
    files = [kept(duel(), tmp_path / "match.jsonl"), kept(march(), tmp_path / "march.jsonl")]

    whole = regress("--db", database, "--json", workers=2).json
    one = regress(duel().game, "--db", database, "--json").json
    from_files = regress(*files, "--json").json

    assert [game["file"] for game in whole["games"]] == sorted((duel().game, march().game))
    assert (one["records"], one["games"][0]["game"]) == (1, duel().game)
    assert [{**game, "file": ""} for game in whole["games"]] == [{**game, "file": ""} for game in from_files["games"]]


def test_records_of_other_editions_are_left_aside_and_counted(match: Path) -> None:
    others = sorted((GOLDEN / "cube_bag" / "g1").glob("*.jsonl"))

    found = regress(match, *others, "--json").json

    assert (found["records"], found["aside"]) == (1, {"cube_bag/g1": len(others)})
    assert f"skipped: cube_bag/g1 {len(others)}\n" in regress(match, *others).text


def test_where_no_record_is_of_the_edition_that_is_said(tmp_path: Path) -> None:
    others = sorted((GOLDEN / "cube_bag" / "g1").glob("*.jsonl"))

    printed = regress(*others, "--state", tmp_path / "done")

    assert printed.code == 2
    assert printed.complaint == f"--against {KD}: none of the records is of that edition (cube_bag/g1 {len(others)})"


def test_what_cannot_be_read_is_named_and_the_rest_is_done_all_the_same(match: Path, tmp_path: Path) -> None:
    cut, missing = tmp_path / "cut.jsonl", tmp_path / "missing.jsonl"
    cut.write_bytes(match.read_bytes()[:-10])

    printed = regress(cut, match, missing, "--json", workers=2)

    assert printed.code == 2
    assert printed.json["records"] == 1
    assert [(each["file"], each["problem"]) for each in printed.json["unreadable"]] == [
        (str(cut), "BadRecord"),
        (str(missing), "BadRecord"),
    ]
    assert [line.split(":")[1].strip() for line in printed.err.splitlines()] == [str(cut), str(missing)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--edition", "solitaire/1", "--against", KD), "no ruleset is installed for edition “solitaire/1”"),
        (("--edition", KD, "--against", "solitaire/1"), "no ruleset is installed for edition “solitaire/1”"),
        (("--edition", "cube_bag/g1", "--against", KD), "it cannot read a record of knights_duty/1"),
        (("--edition", KD, "--against", KD, "--switch", "KA-1=x"), "has no switch “KA-1”; it has KA-2, KA-5"),
        (("--edition", KD, "--against", KD, "--switch", "KA-2"), "--switch KA-2: KA-2 is one of logical, capped"),
        (("--edition", KD, "--against", KD, "--switch", "KA-2=x"), "--switch KA-2=x: KA-2 is one of logical, capped"),
        (("--edition", KD, "--against", KD, "--workers", "0"), "workers"),
        (("--edition", KD), "--against"),
        (("--against", KD), "--edition"),
        (("--edition", KD, "--against", KD, "-"), "several processes read the records"),
        (("--edition", KD, "--against", KD, "--state", "."), "Is a directory"),
        (("--edition", KD, "--against", KD, "--state", "none/done"), "none/done: No such file"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_before_anything_is_done(
    arguments: tuple[str, ...], says: str, match: Path
) -> None:
    before = sorted(Path().iterdir())

    printed = oathbook("regress", match, *arguments)

    assert printed.code == 2
    assert says in printed.err
    assert printed.out == b""
    assert sorted(Path().iterdir()) == before


def test_without_a_record_and_without_a_database_there_is_nothing_to_decide() -> None:
    printed = regress("--db", "none.db")

    assert printed.code == 2
    assert "none.db" in printed.complaint


def test_what_was_done_is_not_done_again(records: list[str], tmp_path: Path) -> None:
    """What stands in the state is believed: a planted answer is told, and nothing is added."""
    state = tmp_path / "done"
    first = regress(*records, "--state", state, "--json")
    written = state.read_bytes()

    again = regress(*reversed(records), "--state", state, "--json", workers=2)
    state.write_bytes(written.replace(b'"decisions":', b'"decisions":10000'))
    planted = regress(*records, "--state", state, "--json")

    assert first.out == again.out
    assert len(written.splitlines()) == RECORDS + 1
    assert planted.json["decisions"] > 10_000 * RECORDS
    assert len(state.read_bytes().splitlines()) == RECORDS + 1


def test_what_was_done_with_other_readings_says_nothing_about_these(records: list[str], tmp_path: Path) -> None:
    """The control is a state whose keys do not tell the switches apart: with it the report is wrong."""
    state, alone, careless = tmp_path / "done", tmp_path / "alone", tmp_path / "careless"
    one = regress(*records, "--state", state, "--json")
    right = regress(*records, "--state", alone, "--json", switch=OTHERWISE)
    _keyed_alike(state, alone, careless)

    found = regress(*records, "--state", state, "--json", switch=OTHERWISE)
    wrong = regress(*records, "--state", careless, "--json", switch=OTHERWISE)

    assert one.out != right.out
    assert found.out == right.out
    assert {**wrong.json, "switches": {}} == {**one.json, "switches": {}}


def _keyed_alike(state: Path, other: Path, planted: Path) -> None:
    """The answers of one state under the keys of the other: as if what they are keyed by did not matter."""
    with Journal(other, RecordRegression) as journal:
        keys = {answer.game: key for key, answer in journal.answers.items()}
    with Journal(state, RecordRegression) as journal, Journal(planted, RecordRegression) as careless:
        for answer in journal.answers.values():
            careless.add(keys[answer.game], answer)


def test_what_another_program_answered_says_nothing_about_this_one(match: Path, tmp_path: Path) -> None:
    """The control is the same answer under the key of this program, which is believed."""
    state, planted = tmp_path / "done", tmp_path / "planted"
    right = regress(match, "--state", state, "--json")
    plan, record = plan_of(KD, KD, [TURNED]), match.read_bytes()
    with Journal(state, RecordRegression) as journal:
        answer = replace(journal.answers[plan.key(record)], decisions=10_000)

    found: list[int] = []
    for program in (f"{plan.program}0", plan.program):
        with Journal(planted, RecordRegression) as journal:
            journal.add(replace(plan, program=program).key(record), answer)
        found.append(regress(match, "--state", planted, "--json").json["decisions"])

    assert found == [right.json["decisions"], 10_000]


def test_on_a_terminal_a_bar_shows_how_far_it_is_and_the_answer_stays_one_line(records: list[str]) -> None:
    watched = oathbook("regress", *ALL, *records, "--json", watched=True)

    assert watched.out == oathbook("regress", *ALL, *records, "--json").out
    assert "records" in watched.err
    assert oathbook("regress", *ALL, *records, "--json").err == ""


@pytest.mark.parametrize("left", some([40, 1, len(HEADER) - 1], 1))
def test_a_line_that_was_not_written_to_its_end_is_dropped(left: int, records: list[str], tmp_path: Path) -> None:
    """Also the first one, that says what the file is."""
    state = tmp_path / "done"
    whole = regress(*records, "--json")
    regress(*records[:2], "--state", state)
    lines = state.read_bytes().splitlines(keepends=True)
    state.write_bytes(b"".join(lines[:-1]) + lines[-1][:left] if left > 1 else HEADER[:5])

    found = regress(*records, "--state", state, "--json")

    assert found.out == whole.out
    assert len(state.read_bytes().splitlines()) == RECORDS + 1


def test_a_file_that_is_something_else_stays_as_it_is(match: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes"
    other.write_bytes(b"no line that ends")
    before = match.read_bytes()

    for state in (match, other):
        assert regress(match, "--state", state).complaint.endswith(
            "not a journal of this program; nothing was overwritten"
        )

    assert (match.read_bytes(), other.read_bytes()) == (before, b"no line that ends")


def test_a_state_in_which_a_line_was_changed_is_refused_with_its_number(records: list[str], tmp_path: Path) -> None:
    state = tmp_path / "done"
    regress(*records[:3], "--state", state)
    state.write_bytes(state.read_bytes().replace(b'"decisions"', b'"decisionz"', 1))

    printed = regress(*records, "--state", state)

    assert printed.code == 2
    assert printed.complaint.startswith(f"{state}: line 2: ")


def test_two_do_not_go_on_with_one_state(match: Path, tmp_path: Path) -> None:
    state = tmp_path / "done"

    with Journal(state, RecordRegression):
        printed = regress(match, "--state", state)

    assert printed.code == 2
    assert printed.complaint == f"{state}: another process uses this journal"


@pytest.mark.gate
def test_a_process_that_is_killed_ends_the_work_with_a_word() -> None:
    with pytest.raises(ChildProcessError, match="was killed"):
        list(map_in_processes(_dies, ["one", "two"], 2))


def _dies(_: str) -> Json:
    os.kill(os.getpid(), signal.SIGKILL)
