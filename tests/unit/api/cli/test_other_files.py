"""A file that is no record: every command that reads records says what it is, and the command it suggests works."""

import io
import json
import re
import shlex
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.support.sampling import some
from tests.support.serving import Table, served
from tests.unit.api.games import duel
from tests.unit.api.running import Printed, oathbook

CLAIM = json.dumps(ILLEGAL)
INSPIRE = '{"by":"ash","kind":"inspire","use":true}'

COMMANDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "verify": lambda file: ("verify", file),
    "replay": lambda file: ("replay", file),
    "replay at": lambda file: ("replay", file, "--at", "1"),
    "export": lambda file: ("export", file),
    "promises audit": lambda file: ("promises", "audit", file),
    "audit": lambda file: ("audit", file),
    "dispute": lambda file: ("dispute", file, "--claim", CLAIM),
    "ask": lambda file: ("ask", file, "--at", "1", "--decision", INSPIRE),
    "archive list": lambda file: ("archive", "list", file),
    "archive pack": lambda file: ("archive", "pack", file, "--to", "made.pack"),
    "regress": lambda file: ("regress", file, "--edition", "heirless/e1", "--against", "heirless/e1"),
}
TAKE_RECORDS_ALONE = ["archive list", "archive pack"]
"""An archive holds records; every other command takes a sheet or a transcript as well."""
READ_SHEETS = [each for each in COMMANDS if each not in TAKE_RECORDS_ALONE]
READ_BUNDLES = {"verify", "audit", "archive list", "archive pack", "regress"}


def told(printed: Printed) -> str:
    """The line of a refusal."""
    assert printed.code == 2
    return next(line for line in printed.err.splitlines() if line.startswith("oathbook: "))


def suggested(says: str) -> list[str]:
    """The command that a refusal names."""
    found = re.search("`(.*?)`", says)
    assert found, says
    return shlex.split(found[1])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the example files, the current one."""
    monkeypatch.chdir(tmp_path)
    assert oathbook("examples").code == 0
    return tmp_path


@pytest.mark.parametrize("name", ["evening.notation", "table.jsonl"])
@pytest.mark.parametrize("command", READ_SHEETS)
@pytest.mark.usefixtures("here")
def test_every_command_that_takes_a_record_takes_a_sheet_or_a_transcript(command: str, name: str) -> None:
    """And does with it what it does with the record that an import makes of it."""
    assert oathbook("import", name, "--to", "made.jsonl").code == 0

    printed, of_record = (oathbook(*COMMANDS[command](each)) for each in (name, "made.jsonl"))

    assert printed.code == of_record.code
    assert "not a record" not in printed.err
    assert bool(printed.out) is bool(of_record.out)


def test_a_sheet_on_stdin_is_verified(here: Path) -> None:
    assert oathbook("verify", "-", stdin=(here / "evening.notation").read_bytes()).text.startswith("-: sound\n")


@pytest.mark.parametrize("name", ["evening.notation", "table.jsonl", "a night.notation", "-odd.notation"])
@pytest.mark.parametrize("command", TAKE_RECORDS_ALONE)
def test_a_sheet_or_a_transcript_is_named_and_the_suggested_import_makes_a_record(
    command: str, name: str, here: Path
) -> None:
    """Also where the name of the file has to be quoted, or has the ending of a record already."""
    if not (here / name).exists():
        (here / "evening.notation").rename(here / name)
    typed = f"./{name}" if name.startswith("-") else name

    says = told(oathbook(*COMMANDS[command](typed)))
    kind = "a transcript" if name == "table.jsonl" else "a sheet of notation"
    program, *words = suggested(says)

    assert f"{name} is {kind}, not a record: " in says
    assert program == "oathbook"
    assert oathbook(*words).code == 0
    assert oathbook("verify", words[-1]).text.startswith(f"{words[-1]}: sound\n")


def test_stdin_is_named_as_such_and_the_suggested_import_reads_it(here: Path) -> None:
    sheet = (here / "evening.notation").read_bytes()

    says = told(oathbook("archive", "list", "-", stdin=sheet))
    program, *words = suggested(says)

    assert "stdin is a sheet of notation" in says
    assert program == "oathbook"
    assert oathbook(*words, stdin=sheet).code == 0
    assert oathbook("verify", words[-1]).code == 0


def test_a_compressed_sheet_is_named_without_a_command_that_could_not_read_it(here: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.ZstdCompressor().compress((here / "evening.notation").read_bytes())
    (here / "evening.jsonl.zst").write_bytes(packed)

    says = told(oathbook("archive", "list", "evening.jsonl.zst"))

    assert says.endswith(
        "evening.jsonl.zst is a sheet of notation, not a record: unpack it, and `oathbook import` makes the record"
    )


@pytest.mark.parametrize("command", [each for each in COMMANDS if each not in READ_BUNDLES])
def test_a_bundle_is_named_and_the_suggested_command_takes_the_record_out(command: str, here: Path) -> None:
    with zipfile.ZipFile(here / "the game.oathbook", "w") as bundle:
        bundle.writestr("record.jsonl", record_text(duel()))

    says = told(oathbook(*COMMANDS[command]("the game.oathbook")))

    assert "the game.oathbook is a bundle, not a record: " in says
    assert suggested(says) == ["unzip", "-p", "the game.oathbook", "record.jsonl"]


def test_what_is_taken_out_of_a_bundle_of_a_service_is_the_record(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as client:
        game = Table.opened(client)
        bundle = tmp_path / "game.oathbook"
        bundle.write_bytes(client.get(f"{game.path}/bundle").content)

    *_, file, member = suggested(told(oathbook("replay", bundle)))
    record = zipfile.ZipFile(io.BytesIO(Path(file).read_bytes())).read(member)

    assert oathbook("verify", "-", stdin=record).code == 0


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, and a dispute about it."""
    folder = tmp_path_factory.mktemp("disputed")
    with served(folder / "games.db") as client:
        dispute = Disputes.filed(duelling(client, 3), claim=ILLEGAL)
        (folder / "game.jsonl").write_bytes(dispute.table.ask("/record", "ash").content)
        (folder / "dispute.jsonl").write_bytes(client.get(f"{dispute.path}/record").content)
    return folder


@pytest.mark.parametrize("command", some(list(COMMANDS), 5))
def test_a_dispute_is_named_and_the_suggested_command_reads_it(command: str, disputed: Path) -> None:
    dispute = str(disputed / "dispute.jsonl")

    says = told(oathbook(*COMMANDS[command](dispute)))
    program, *words = suggested(says)
    filled = [{"GAME": str(disputed / "game.jsonl"), "CLAIM": CLAIM}.get(each, each) for each in words]

    assert f"{dispute} is a dispute, not a record: " in says
    assert (program, words[-1]) == ("oathbook", dispute)
    assert oathbook(*filled).code in {0, 1, 3}
