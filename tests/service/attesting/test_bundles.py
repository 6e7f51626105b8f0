"""A game in one file with all that it takes to check it: by our program in an empty folder, and by others."""

import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Final

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import astuple, replace

from oathbook.api.cli.archives.bundles import bundle_contradictions
from oathbook.api.signing.bundles import FILE_NAMES, Bundle, attestation_of, bundle_in, zip_bundle
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.record_file import record_text
from tests.support.checkout import ROOT
from tests.support.playing import die, half_shown, read, sources, whole_game
from tests.support.processes import ran
from tests.support.serving import Table, bearer, bring, problem_of, served
from tests.support.tampering import Event, forged_file
from tests.unit.api.running import Printed, oathbook

PAGE: Final = (ROOT / "docs" / "verification.md").read_text("utf-8").partition("### 13. ")[2].partition("### 15. ")[0]
BLOCKS: Final = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bundle of a game that is over, one of two of a service."""
    with served(tmp_path_factory.mktemp("bundled") / "games.db", sources("bundled")) as client:
        table, other = Table.opened(client), Table.opened(client)
        for _ in table.steps(die("bundled")):
            pass
        other.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
        return bundle_of(table)


def bundle_of(table: Table, seat: str | None = None) -> bytes:
    """What the service gives a seat, or the public."""
    answered = table.ask("/bundle", seat)
    assert (answered.status_code, answered.headers["content-type"]) == (200, "application/zip"), answered.text
    assert f'filename="{table.game}.oathbook"' in answered.headers["content-disposition"]
    return answered.content


def verified(folder: Path, text: bytes, *options: str | Path) -> Printed:
    """What our program says of a bundle in a folder with nothing else."""
    (folder / "game.oathbook").write_bytes(text)
    return oathbook("verify", folder / "game.oathbook", "--db", folder / "none.db", *options, "--json")


def test_our_program_needs_nothing_else(tmp_path: Path, text: bytes) -> None:
    said = verified(tmp_path, text)
    (found,) = said.json

    assert (said.code, found["status"], found["contradicted"]) == (0, "sound", [])
    assert found["attested"]["position"] == found["events"]
    assert found["attested"]["size"] > found["attested"]["leaf"] > 0
    assert found["attested"]["imported"] is False
    shown = oathbook("verify", tmp_path / "game.oathbook").text
    assert f"signed up to position {found['events']} by {found['attested']['log']}: leaf " in shown
    assert all(f"key {each}" in shown for each in found["attested"]["keys"])


@pytest.mark.sqlite("its keys are beside the file")
def test_the_command_writes_what_the_service_gives(db: Path, tmp_path: Path) -> None:
    with served(db) as client:
        table = Table.opened(client)
        for _ in table.steps(die("written")):
            pass
        given = bundle_of(table)
        written = oathbook("bundle", table.game, "--db", db, "--to", tmp_path / "bundle.oathbook")

    assert written.code == 0, written.err
    assert (tmp_path / "bundle.oathbook").read_bytes() == given
    again = oathbook("bundle", table.game, "--db", db, "--to", tmp_path / "bundle.oathbook", "--json").json
    assert (again["changed"], again["viewer"]) == (False, "holder")


@pytest.mark.sqlite("its keys are beside the file")
def test_a_dash_is_stdout(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file of that name is written, and no terminal is sent what is no text."""
    monkeypatch.chdir(tmp_path)
    with served(db) as client:
        table = Table.opened(client)
        given = bundle_of(table)
        typed = ("bundle", table.game, "--db", db, "--as", "public", "--to", "-")
        printed, watched, both = oathbook(*typed), oathbook(*typed, watched=True), oathbook(*typed, "--json")

    assert not Path("-").exists()
    assert (printed.code, printed.out, printed.err) == (0, given, "")
    assert (watched.code, watched.out) == (2, b"")
    assert "no text for a terminal" in watched.complaint
    assert (both.code, "not both" in both.complaint) == (2, True)


def test_a_seat_gets_what_it_may_see(client: TestClient, tmp_path: Path) -> None:
    table = Table.opened(client)
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})
    copies = {seat: bundle_in(bundle_of(table, seat)) for seat in ("ash", None)}

    assert {seat: each.record for seat, each in copies.items()} == {
        seat: table.ask("/record", seat).content for seat in copies
    }
    assert copies["ash"].record != copies[None].record
    assert copies["ash"].receipt == copies[None].receipt
    assert verified(tmp_path, zip_bundle(copies[None])).code == 3, "something is hidden from this reader"
    assert problem_of(table.client.get(f"{table.path}/bundle?as=ash", headers=bearer("birch")))[0] == 403


def test_a_bundle_of_an_imported_record_says_so(client: TestClient, tmp_path: Path) -> None:
    assert bring(client, record_text(half_shown())).status_code == 201
    (found,) = verified(tmp_path, bundle_of(Table(client, half_shown().game))).json

    assert found["attested"]["imported"]


# Tools that are not ours ------------------------------------------------------------------------------------------


def shell(folder: Path, block: str) -> subprocess.CompletedProcess[str]:
    """A block of the page, which ends at the first thing that is wrong."""
    return ran(["sh", "-ec", block], cwd=folder)


def test_what_the_page_says_is_done_with_tools_that_are_not_ours(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "game.oathbook").write_bytes(text)
    receipts, checkpoints, tree = BLOCKS
    unpacked = shell(tmp_path, checkpoints)
    said = [unpacked, shell(tmp_path, receipts), shell(tmp_path, tree)]

    assert [each.returncode for each in said] == [0, 0, 0], said
    assert ["Signature Verified Successfully" in each.stdout for each in said] == [True, True, False]
    receipt = attestation_of(bundle_in(text)).receipt
    assert re.fullmatch(rf"leaf {receipt.leaf} of \d+ is the last event\n", said[2].stdout)


@pytest.mark.parametrize(
    ("file", "old", "new", "block"),
    [
        ("receipt.txt", b"position ", b"position 1", 0),
        ("proof.txt", b"\nindex ", b"\nindex 1", 2),
        ("proof.txt", b"\noathbook/", b"\noathbook/0", 1),
        ("record.jsonl", b'"type":"game.closed/1"', b'"type":"game.closed/2"', 2),
    ],
)
def test_they_find_what_is_not_so(  # a change, and which block finds it
    tmp_path: Path, text: bytes, file: str, old: bytes, new: bytes, block: int
) -> None:
    """The control: each step of the page is needed."""
    bundle = bundle_in(text)
    parts: dict[str, bytes] = dict(zip(FILE_NAMES, astuple(bundle), strict=True))
    assert old in parts[file]
    parts[file] = parts[file].replace(old, new)
    (tmp_path / "game.oathbook").write_bytes(zip_bundle(Bundle(*parts.values())))
    unpacked = shell(tmp_path, BLOCKS[1])

    assert (unpacked if block == 1 else shell(tmp_path, BLOCKS[block])).returncode != 0


# What is not signed -----------------------------------------------------------------------------------------------


def test_another_record_in_its_place_is_a_discrepancy(tmp_path: Path, text: bytes) -> None:
    """Though it is sound by itself: the log has signed another."""
    bundle = bundle_in(text)

    def later(events: list[Event]) -> None:
        events[-1].public["at"] = "2036-01-01T00:00:00.000000Z"

    for record in (forged_file(read(bundle.record), later), record_text(whole_game(name="another"))):
        said = verified(tmp_path, zip_bundle(replace(bundle, record=record)))
        assert (said.code, said.json[0]["status"]) == (1, "discrepancy")
        assert [each["by"] for each in said.json[0]["contradicted"]]


def test_keys_that_are_not_those_one_knows_are_a_discrepancy(client: TestClient, tmp_path: Path, text: bytes) -> None:
    """Whoever writes a bundle can make a log of their own, and sign everything."""
    (tmp_path / "keys").write_text(client.get("/log/keys").text, "utf-8")
    (tmp_path / "own").write_bytes(bundle_in(text).keys)

    strange, known = (verified(tmp_path, text, "--log-keys", tmp_path / each) for each in ("keys", "own"))

    assert (strange.code, known.code) == (1, 0)
    assert "keys that are not in the file" in strange.json[0]["contradicted"][0]["says"]


@pytest.mark.parametrize("part", ["receipt", "proof", "keys"])
def test_what_nobody_has_signed_cannot_be_read(tmp_path: Path, text: bytes, part: str) -> None:
    bundle = bundle_in(text)
    with served(tmp_path / "other.db") as client:
        other = bundle_in(bundle_of(Table.opened(client)))

    said = verified(tmp_path, zip_bundle(replace(bundle, **{part: getattr(other, part)})))

    assert (said.code, said.json[0]["status"]) == (2, "unreadable")


def test_a_bundle_is_made_of_what_is_signed(tmp_path: Path) -> None:
    assert oathbook("bundle", "none", "--db", tmp_path / "none.db").code == 2
    with served(tmp_path / "games.db") as client:
        table = Table.opened(client)
        said = oathbook("bundle", table.game, "--db", tmp_path / "games.db", "--to", tmp_path)
    assert said.code == 2
    assert "nothing is signed" in said.err or "is in no checkpoint yet" in said.err


def changed(text: bytes, chance: random.Random) -> bytes:
    """A bit flipped, bytes taken out, put in or doubled."""
    at, to = sorted(chance.choices(range(len(text) + 1), k=2))
    to = min(to, at + 40)
    return chance.choice(
        (
            text[: at - 1] + bytes([text[at - 1] ^ 1 << chance.randrange(8)]) + text[at:] if at else text[1:],
            text[:at] + text[to:],
            text[:at] + chance.randbytes(3) + text[at:],
            text[:to] + text[at:to] + text[to:],
        )
    )


@pytest.mark.parametrize("many", [400, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_600)])])
def test_no_mutant_is_taken_for_what_was_signed(
    text: bytes, many: int, record_property: Callable[[str, object], None]
) -> None:
    """Neither of the file, nor of one of its parts, packed as it should be; how long any took is reported."""
    bundle, chance = bundle_in(text), random.Random(many)  # noqa: S311  # mutants need to be repeatable
    was, record = attestation_of(bundle), read(bundle.record)
    believed: list[bytes] = []
    longest = 0.0
    for number in range(many):
        part = chance.choice(("receipt", "proof", "keys"))
        whole = changed(text, chance) if number % 2 else b""
        mutant = whole or zip_bundle(replace(bundle, **{part: changed(getattr(bundle, part), chance)}))
        if mutant == text:
            continue
        begun = process_time()
        try:
            found = bundle_in(mutant)
            said = attestation_of(found)
        except BadRecord:
            said = None
        longest = max(longest, process_time() - begun)
        if said is not None and (whole or said != was or [*bundle_contradictions(said, record, ())]):
            believed.append(mutant)

    record_property("longest", longest)
    assert believed == []
