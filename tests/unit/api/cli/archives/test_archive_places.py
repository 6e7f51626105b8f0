"""What an archive is: folders, globs, packs, manifests and URLs come to the same records as their files do."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
import zstandard

from oathbook.api.cli.input_files import MOST_BYTES
from oathbook.domain.recording.format.record_file import record_text
from tests.support.archives import archive, short_games, under_id
from tests.support.archiving.http_files import http_files
from tests.unit.api.games import duel
from tests.unit.api.running import Json, Printed, oathbook

RECORDS: Final = 5


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with five records."""
    archive(tmp_path / "games", short_games(3), records=RECORDS)
    return Path("games")


def heads(*names: str | Path) -> list[str]:
    """The heads of what is sound there, in the order of the answer."""
    printed = oathbook("verify", *names, "--json")
    assert {each["status"] for each in printed.json} == {"sound"}, printed.err
    return [each["head"] for each in printed.json]


def files(*names: str | Path) -> list[str]:
    """What the records are called."""
    return [each["file"] for each in oathbook("verify", *names, "--json").json]


def compressed(path: Path) -> None:
    """The file under its name with ``.zst``, and no longer without."""
    path.with_name(f"{path.name}.zst").write_bytes(zstandard.compress(path.read_bytes()))
    path.unlink()


def test_a_folder_is_its_records_in_order_and_what_else_lies_there_is_passed_over(games: Path) -> None:
    (games / "notes.txt").write_text("no record")
    (games / "more").mkdir()
    (games / "0001.jsonl").rename(games / "more" / "0001.jsonl")

    assert files("games") == [*(f"games/000{number}.jsonl" for number in (0, 2, 3, 4)), "games/more/0001.jsonl"]
    assert files("games/*.jsonl") == [f"games/000{number}.jsonl" for number in (0, 2, 3, 4)]
    assert files("games/**/0001*") == ["games/more/0001.jsonl"]


def test_of_an_archive_what_is_sound_is_counted_and_the_rest_is_listed(games: Path) -> None:
    (games / "0003.jsonl").write_bytes(b"Dear diary,\n")

    printed = oathbook("verify", games)

    assert printed.code == 2
    assert printed.text == "5 records: 4 sound, 1 unreadable\n"
    assert "games/0003.jsonl: line 1: it is no Oathbook file" in printed.complaint


def test_a_record_that_is_found_twice_counts_once_and_one_that_is_named_as_often_as_it_is_named(games: Path) -> None:
    first = str(games / "0000.jsonl")

    assert len(files(games, f"{games}/*.jsonl")) == RECORDS
    assert files(first, first) == [first, first]


def test_a_compressed_record_is_the_record(games: Path) -> None:
    before = heads(games)

    for path in sorted(games.iterdir())[:3]:
        compressed(path)

    assert heads(games) == before
    assert files(games)[0] == "games/0000.jsonl.zst"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"no zstd at all", "it cannot be unpacked"),
        (zstandard.compress(record_text(duel()))[:-40], ""),
        (zstandard.compress(bytes(MOST_BYTES + 1)), "it unpacks to more than 1,000 times its size"),
    ],
)
def test_what_cannot_be_unpacked_is_named(text: bytes, says: str) -> None:
    Path("bad.jsonl.zst").write_bytes(text)

    printed = oathbook("verify", "bad.jsonl.zst")

    assert printed.code == 2
    assert printed.complaint.startswith("bad.jsonl.zst: ")
    assert says in printed.complaint


def test_a_record_out_of_a_pack_verifies_as_its_file_does(games: Path) -> None:
    before = heads(games)

    made = oathbook("archive", "pack", games, "--to", "games.pack", "--json")

    assert made.json["records"] == RECORDS
    assert made.json["packed"] == Path("games.pack").stat().st_size < made.json["bytes"]
    assert heads("games.pack") == before
    assert files("games.pack") == [f"games.pack#000{number}.jsonl" for number in range(RECORDS)]
    assert heads("games.pack#0002.jsonl") == before[2:3]
    texts = b"".join(path.read_bytes() for path in sorted(games.iterdir()))
    with zstandard.ZstdDecompressor().stream_reader(Path("games.pack").read_bytes(), read_across_frames=True) as reader:
        assert reader.read(2 * len(texts)) == texts, "any zstd reads it"


def test_a_pack_of_packs_and_files_has_the_records_of_all(games: Path) -> None:
    oathbook("archive", "pack", games / "0000.jsonl", games / "0001.jsonl", "--to", "two.pack")
    compressed(games / "0002.jsonl")

    oathbook("archive", "pack", "two.pack", games / "0002.jsonl.zst", "--to", "three.pack")

    assert files("three.pack") == [f"three.pack#000{number}.jsonl" for number in range(3)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("games", "games", "--to", "x.pack"), "another record is called 0000.jsonl in the pack"),
        (("games", "--to", "x.zip"), "the name of a pack ends with .pack"),
        (("games", "--to", "there.pack"), "another file is already there"),
        (("games", "none.jsonl", "--to", "x.pack"), "none.jsonl: No such file"),
        (("games", "somegame", "--to", "x.pack"), "a game of a database is exported first"),
        (("games", "there.pack", "--to", "x.pack"), "it is no pack"),
    ],
)
@pytest.mark.usefixtures("games")
def test_a_pack_is_written_whole_or_not_at_all(arguments: tuple[str, ...], says: str) -> None:
    Path("there.pack").write_bytes(b"something else")
    before = sorted(Path().iterdir())

    printed = oathbook("archive", "pack", *arguments)

    assert printed.code == 2
    assert says in printed.complaint
    assert sorted(Path().iterdir()) == before


def _cut(text: bytes) -> bytes:
    return text[:-1]


def _in_the_index(text: bytes) -> bytes:
    return text[:-40] + bytes(10) + text[-30:]


def _much_longer(text: bytes) -> bytes:
    return text[:-16] + (2**60).to_bytes(8, "little") + text[-8:]


@pytest.mark.parametrize("damaged", [_cut, _in_the_index, _much_longer])
def test_a_pack_without_a_sound_index_is_one_thing_that_cannot_be_read(
    damaged: Callable[[bytes], bytes], games: Path
) -> None:
    oathbook("archive", "pack", games, "--to", "games.pack")
    Path("games.pack").write_bytes(damaged(Path("games.pack").read_bytes()))

    printed = oathbook("verify", "games.pack", games / "0000.jsonl", "--json")

    assert printed.code == 2
    assert [each["status"] for each in printed.json] == ["unreadable", "sound"]
    assert printed.json[0]["says"].startswith("games.pack")


def test_a_record_that_is_damaged_in_a_pack_leaves_the_others(games: Path) -> None:
    oathbook("archive", "pack", games, "--to", "games.pack")
    text = bytearray(Path("games.pack").read_bytes())
    text[100] ^= 1
    Path("games.pack").write_bytes(text)

    found = oathbook("verify", "games.pack", "--json").json

    assert [each["status"] for each in found] == ["unreadable", *["sound"] * (RECORDS - 1)]


def manifest_of(games: Path) -> Printed:
    """A manifest of the folder, a pack in it."""
    oathbook("archive", "pack", games / "0000.jsonl", games / "0001.jsonl", "--to", games / "two.pack")
    for number in range(2):
        (games / f"000{number}.jsonl").unlink()
    return oathbook("archive", "list", games, "--to", games / "manifest.jsonl")


def test_a_manifest_lists_an_archive_and_stands_for_it(games: Path) -> None:
    before = heads(games)

    listed = manifest_of(games)

    assert listed.code == 0, listed.err
    assert len(listed.text.splitlines()) == RECORDS
    assert sorted(heads(games / "manifest.jsonl")) == sorted(before) == sorted(heads(games))
    assert "games/two.pack#0000.jsonl" in files(games / "manifest.jsonl")


def test_what_is_missing_or_another_than_listed_is_named(games: Path) -> None:
    """The control is the folder: that another record lies there cannot be seen in it."""
    manifest_of(games)
    (games / "0002.jsonl").unlink()
    (games / "0003.jsonl").write_bytes(under_id(short_games(3)[1], "another"))

    found = {each["file"]: each for each in oathbook("verify", games / "manifest.jsonl", "--json").json}
    folder = oathbook("verify", games)

    assert "No such file" in found["games/0002.jsonl"]["says"]
    assert "is listed" in found["games/0003.jsonl"]["says"]
    assert sum(each["status"] == "sound" for each in found.values()) == RECORDS - 2
    assert folder.code == 0


LINE: Final = '{"edition":"knights_duty/1","events":14,"game":"g","head":"%s","record":"%s"}\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"oathbook":"manifest/2","records":0}\n', "line 1: Invalid enum value 'manifest/2'"),
        ('{"oathbook":"manifest/1","records":2}\n' + LINE % ("0" * 64, "a.jsonl"), "it says 2 records"),
        ('{"oathbook":"manifest/1","records":1}\n' + LINE % ("0", "a.jsonl"), "line 2: "),
        *(
            ('{"oathbook":"manifest/1","records":1}\n' + LINE % ("0" * 64, path), "leads out of the folder")
            for path in ("../match.jsonl", "/etc/passwd", "file:///etc/passwd", "a/../../b", "zip::a")
        ),
    ],
)
def test_a_manifest_that_makes_no_sense_or_leads_elsewhere_is_refused(text: str, says: str) -> None:
    Path("manifest.jsonl").write_text(text)

    printed = oathbook("verify", "manifest.jsonl")

    assert printed.code == 2
    assert printed.complaint.startswith("manifest.jsonl: ")
    assert says in printed.complaint


def test_a_manifest_stands_above_its_records(games: Path) -> None:
    Path("elsewhere").mkdir()

    printed = oathbook("archive", "list", games, "--to", "elsewhere/manifest.jsonl")

    assert printed.code == 2
    assert "games/0000.jsonl is not below it" in printed.complaint


def test_a_list_names_what_is_no_record(games: Path) -> None:
    (games / "0001.jsonl").write_bytes(b"Dear diary,\n")

    printed = oathbook("archive", "list", games, "--json", "--to", "manifest.jsonl")

    assert printed.code == 2
    assert [each.get("problem") for each in printed.json] == [None, "BadRecord", None, None, None]
    assert not Path("manifest.jsonl").exists()


def test_an_archive_over_http_is_the_archive(games: Path) -> None:
    """Files, a pack of which parts are read, a manifest, and a folder that the server lists."""
    before = heads(games)
    compressed(games / "0004.jsonl")
    manifest_of(games)

    with http_files(games) as address:
        listed, whole = heads(f"{address}/manifest.jsonl"), heads(f"{address}/")
        one, packed = heads(f"{address}/0002.jsonl"), heads(f"{address}/two.pack#0001.jsonl")
        missing = oathbook("verify", f"{address}/none.jsonl", f"{address}/0002.jsonl", "--json")

    assert sorted(listed) == sorted(whole) == sorted(before)
    assert [*one, *packed] == [before[2], before[1]]
    assert [each["status"] for each in missing.json] == ["unreadable", "sound"]
    assert missing.json[0]["says"].endswith("No such file or directory")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("s3://games/a.jsonl", "it needs s3fs, which is not installed here: install Oathbook with its extra `s3`"),
        ("gs://games/", "it needs gcsfs, which is not installed here: install Oathbook with its extra `gcs`"),
    ],
)
def test_what_an_installation_lacks_is_named_with_the_extra_that_brings_it(url: str, says: str) -> None:
    printed = oathbook("verify", url, "--json")

    assert (printed.code, printed.json["problem"]) == (2, "NotInstalled")
    assert says in printed.json["says"]


@pytest.mark.parametrize("url", ["nowhere://games/a.jsonl", "http://127.0.0.1:9/a.jsonl", "memory://none/"])
def test_a_url_that_cannot_be_read_is_one_record_that_cannot_be_read(url: str) -> None:
    printed = oathbook("verify", url, "--json")
    found: Json = printed.json

    assert printed.code == 2
    assert [(each["file"], each["status"]) for each in found] == [(url, "unreadable")]
