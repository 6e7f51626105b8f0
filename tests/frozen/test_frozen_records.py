"""What a version has answered about its frozen records is answered for ever; and no byte of them changes."""

import json
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import LANGUAGES, LanguageVersion
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.logic.formulas import Agreement, Total
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Vocabulary
from tests.frozen import write as writing
from tests.frozen.frozen import DIGESTS, FROZEN, answered_otherwise, changed_files, frozen_records, subjects, write

BROKEN = "heirless-e1-promise-broken-by-doing-nothing"


def test_no_byte_of_a_frozen_version_has_changed() -> None:
    versions = sorted({path.parent for path in frozen_records()})

    assert {folder.name: changed_files(folder) for folder in versions} == {folder.name: [] for folder in versions}
    assert {path.parent.parent for path in frozen_records()} <= {FROZEN}


def test_some_frozen_records_are_answered_as_they_were() -> None:
    assert {path.stem: answered_otherwise(path) for path in frozen_records()[::5]} == {
        path.stem: [] for path in frozen_records()[::5]
    }


@pytest.mark.gate
def test_every_frozen_record_is_answered_as_it_was() -> None:
    assert {path.stem: answered_otherwise(path) for path in frozen_records()} == {
        path.stem: [] for path in frozen_records()
    }


# What freezes them ------------------------------------------------------------------------------------------------


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A version with a few golden records, one of them of a broken promise, and three disputes."""
    folder = tmp_path_factory.mktemp("frozen") / "0"
    golden = [each for each in subjects() if each.name in {BROKEN, "knights_duty-1-in-plain-words"}]
    write(folder, [*golden, *islice((each for each in subjects() if each.claims), 3)])
    return folder


def test_what_is_frozen_is_answered_alike_and_listed(folder: Path) -> None:
    records = sorted(folder.glob("*.jsonl"))

    assert len(records) == 5
    assert [answered_otherwise(each) for each in records] == [[]] * 5
    assert changed_files(folder) == []
    assert len((folder / DIGESTS).read_text("utf-8").splitlines()) == 10
    told = json.loads((folder / f"{BROKEN}.json").read_text("utf-8"))
    (part,) = told["promises"][0]["parts"]
    assert (part["status"], part["blamed"], part["penalties"]) == (
        "broken",
        ["birch"],
        [["birch", 20, "crossed-out Prestige", True]],
    )
    assert told["exports"].keys() == {"ash", "birch", "cedar", "public", "table"}


@pytest.mark.parametrize("name", [f"{BROKEN}.json", f"{BROKEN}.jsonl"])
def test_a_changed_byte_is_found(name: str, folder: Path) -> None:
    path = folder / name
    kept = path.read_bytes()
    try:
        path.write_bytes(kept.replace(b"birch", b"Birch", 1))
        changed = changed_files(folder)
    finally:
        path.write_bytes(kept)

    assert [line[66:] for line in changed] == [name, name], "what is listed, and what is there"
    assert changed_files(folder) == []


def test_a_file_more_and_a_file_less_are_found(folder: Path) -> None:
    (folder / "more.json").write_text("{}", "utf-8")
    more = changed_files(folder)
    (folder / "more.json").unlink()

    assert [line[66:] for line in more] == ["more.json"]


def doubled(
    letter: ParsedLetter, vocabulary: Vocabulary, names: Names, *, by_consent: bool = True
) -> tuple[Agreement, ...]:
    """A total that means one more than it says."""
    return tuple(
        replace(each, formula=replace(each.formula, n=each.formula.n + 1)) if isinstance(each.formula, Total) else each
        for each in compile_letter(letter, vocabulary, names, by_consent=by_consent)
    )


def test_another_meaning_of_one_node_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deployments are wanted where one was promised; the record without totals stays as it is."""
    monkeypatch.setitem(LANGUAGES, "letter/1", LanguageVersion(lowered=doubled))

    found = answered_otherwise(folder / f"{BROKEN}.jsonl")

    assert f"{BROKEN}.promises[0].parts[0].proof[5][2]: 1, and now 2" in found
    assert answered_otherwise(folder / "knights_duty-1-in-plain-words.jsonl") == []


def test_nothing_is_written_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    monkeypatch.setattr(writing, "FROZEN", folder.parent)
    monkeypatch.setattr("sys.argv", ["write", folder.name])

    with pytest.raises(SystemExit, match="a frozen version is never written again"):
        writing.main()
    with pytest.raises(FileExistsError):
        write(folder, ())

    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


@pytest.mark.parametrize("arguments", [[], ["../golden"], ["1.0", "2.0"]])
def test_a_version_has_to_be_named(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["write", *arguments])

    with pytest.raises(SystemExit, match="say which version"):
        writing.main()


@pytest.mark.gate
def test_a_version_has_records_of_every_edition_and_a_correction_of_each_that_can_have_one() -> None:
    every = tuple(subjects())

    assert len(every) >= 60
    assert {each.record.ruleset.edition.key for each in every} == set(load_registry().by_key)
    corrected = {each.record.ruleset.edition.key for each in every if each.name.startswith("corrected-")}
    assert corrected == set(load_registry().by_key)
