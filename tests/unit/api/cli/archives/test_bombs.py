"""Small files that unpack to much: each is refused at once, in little memory."""

import sys
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
import zstandard

from oathbook.api.cli.archives import bounded_reader
from oathbook.api.cli.archives.packs import FOOTER, LENGTH, MARK, SKIPPED
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.canonical import canonical_bytes
from tests.support.processes import ran
from tests.unit.api.running import oathbook

GIB: Final = 1 << 30
SMALL: Final = 200_000  # bytes of a bomb
MOST_KB: Final = 200_000
MOST_SECONDS: Final = 2.0

LISTED: Final = {"record": "a.jsonl", "game": "g", "edition": "e/1", "events": 1, "head": "0" * 64}
CHILD: Final = """
import re, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from oathbook.api.cli.archives import audit_work, verify_work
from oathbook.api.cli.archives.locate import locate_records
from oathbook.api.cli.archives.file_reader import text_at
from oathbook.api.cli.input_files import record_in_text
from oathbook.domain.errors import Refused
began, said = time.process_time(), []
for place in locate_records(sys.argv[1:]):
    try:
        said.append(place.wrong or str(record_in_text(text_at(place), place.name, whole=True)))
    except Refused as refused:
        said.append(str(refused))
used = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]
print(used, time.process_time() - began, len(said), said[0], sep="\\n")
"""
CONTROL: Final = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from oathbook.api.cli.archives import bounded_reader
bounded_reader.RATIO = 1 << 40
bounded_reader.decompress(open(sys.argv[1], "rb").read(), says="", most=1 << 30)
"""


def packed(first: bytes, again: bytes, size: int = GIB) -> bytes:
    """A frame of a text and of another again and again."""
    piece = again * ((1 << 20) // len(again))
    compressor = zstandard.ZstdCompressor(level=3).compressobj()
    parts = [compressor.compress(first), *(compressor.compress(piece) for _ in range(size // len(piece)))]
    return b"".join((*parts, compressor.flush()))


def header(kind: str, records: int = 3_000_000) -> bytes:
    return canonical_bytes({"oathbook": kind, "records": records}) + b"\n"


def pack_of(index: bytes, frames: bytes = b"") -> bytes:
    length = (len(index) + FOOTER).to_bytes(4, "little")
    return frames + SKIPPED + length + index + len(index).to_bytes(LENGTH, "little") + MARK


LINE: Final = canonical_bytes(LISTED) + b"\n"
FRAMED: Final = canonical_bytes({**LISTED, "at": 0, "size": 9}) + b"\n"
BOMBS: Final[dict[str, tuple[str, Callable[[], bytes]]]] = {
    "a manifest that lists one record again": ("manifest.jsonl.zst", lambda: packed(header("manifest/1"), LINE)),
    "a manifest of ends of lines": ("manifest.jsonl.zst", lambda: packed(header("manifest/1"), b"\n")),
    "a manifest in one line": ("manifest.jsonl.zst", lambda: packed(b"", b" ")),
    "a manifest whose line never ends": ("manifest.jsonl.zst", lambda: packed(header("manifest/1"), b'{"record":"a')),
    "a pack whose index lists one record again": ("a.pack", lambda: pack_of(packed(header("pack/1"), FRAMED))),
    "a pack with an index in one line": ("a.pack", lambda: pack_of(packed(b"", b"["))),
    "a record of ends of lines": ("a.jsonl.zst", lambda: packed(b'{"oathbook":"record/1"}\n', b"\n")),
    "a record in one line": ("a.jsonl.zst", lambda: packed(b"", b'"')),
    "a record of brackets": ("a.jsonl.zst", lambda: packed(b'{"oathbook":"record/1","x":', b"[")),
    "a record just within the largest": (
        "a.jsonl.zst",
        lambda: packed(b'{"oathbook":"record/1"}\n', b"[]\n", 60 << 20),
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_that_unpacks_to_a_gibibyte_is_refused_at_once(name: str, tmp_path: Path) -> None:
    file, make = BOMBS[name]
    (tmp_path / file).write_bytes(make())
    assert (tmp_path / file).stat().st_size < SMALL

    done = ran([sys.executable, "-c", CHILD, str(tmp_path / file)])

    used, seconds, places, says = done.stdout.splitlines()
    assert int(used) < MOST_KB
    assert float(seconds) < MOST_SECONDS
    assert (places, says[: len(str(tmp_path / file))]) == ("1", str(tmp_path / file)), done.stdout


def test_control_without_the_bounds_it_takes_more_than_a_gibibyte(tmp_path: Path) -> None:
    file, make = BOMBS["a manifest that lists one record again"]
    (tmp_path / file).write_bytes(make())

    done = ran([sys.executable, "-c", CONTROL, str(tmp_path / file)])

    assert done.returncode == 1
    assert "MemoryError" in done.stderr


def test_the_ratio_counts_from_a_mebibyte_on(tmp_path: Path) -> None:
    """One byte under each bound is unpacked; a frame that asks for a large window is not."""
    small = zstandard.compress(bytes(bounded_reader.LEAST))
    assert len(bounded_reader.decompress(small, says="x", most=GIB)) == bounded_reader.LEAST
    for size, most, says in (
        (bounded_reader.LEAST + 1, GIB, "more than 1,000 times its size"),
        (11, 10, "more than 10 bytes"),
    ):
        with pytest.raises(BadRecord, match=says):
            bounded_reader.decompress(zstandard.compress(bytes(size)), says="x", most=most)
    wide = zstandard.ZstdCompressionParameters(window_log=27, enable_ldm=True)
    compressor = zstandard.ZstdCompressor(compression_params=wide).compressobj()
    (tmp_path / "a.jsonl.zst").write_bytes(compressor.compress(b"x") + compressor.flush())
    assert "it cannot be unpacked" in oathbook("verify", "a.jsonl.zst").complaint


def test_a_pack_whose_records_share_a_frame_is_refused(tmp_path: Path) -> None:
    """Many records that are one frame would be unpacked many times."""
    frame = zstandard.compress(b"x" * 1_000)
    lines = (canonical_bytes({**LISTED, "record": f"{n}.jsonl", "at": 0, "size": len(frame)}) + b"\n" for n in range(9))
    index = zstandard.compress(header("pack/1", 9) + b"".join(lines))
    (tmp_path / "a.pack").write_bytes(pack_of(index, frame))

    assert "its index does not fit it" in oathbook("list", "a.pack").err + oathbook("verify", "a.pack").err


def test_a_list_names_no_record_twice_and_no_more_than_it_says(tmp_path: Path) -> None:
    other = canonical_bytes({**LISTED, "record": "b.jsonl"}) + b"\n"
    for text, says in (
        (header("manifest/1", 2) + LINE + LINE, "line 3: record: “a.jsonl” is listed before"),
        (header("manifest/1", 1) + LINE + other, "line 1: it says 1 records, and lists more"),
        (header("manifest/1", 4_000_001), "a list has at most 4,000,000"),
    ):
        (tmp_path / "manifest.jsonl").write_bytes(text)
        assert says in oathbook("verify", "manifest.jsonl").complaint


def test_a_bundle_with_a_long_list_of_files_is_refused_before_it_is_read(tmp_path: Path) -> None:
    text = BytesIO()
    with zipfile.ZipFile(text, "w") as archive:
        for number in range(1_000):
            archive.writestr(f"{number}", b"")
    (tmp_path / "a.oathbook").write_bytes(text.getvalue())
    began = time.process_time()

    assert "it is no zip of its files alone" in oathbook("verify", "a.oathbook").complaint
    assert time.process_time() - began < MOST_SECONDS


def test_of_many_records_that_cannot_be_read_some_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    lines = b"".join(canonical_bytes({**LISTED, "record": f"{n}.jsonl"}) + b"\n" for n in range(50))
    (tmp_path / "manifest.jsonl").write_bytes(header("manifest/1", 50) + lines)

    for command in (("verify",), ("audit",), ("archive", "list")):
        told = oathbook(*command, "manifest.jsonl")
        said = told.err.splitlines()
        assert (told.code, len(said)) == (2, 21), told.err
        assert said[-1] == "oathbook: 30 more problems"
    assert len(oathbook("verify", "manifest.jsonl", "--json").json) == 50
