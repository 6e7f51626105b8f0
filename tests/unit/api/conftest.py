"""Record files, made when a test asks for them."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.writing.transcripts import transcript_lines
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path: Path) -> Generator[None]:
    """A command that writes where it should not writes there, and knows of no database of somebody's own."""
    before, named = Path.cwd(), os.environ.pop("OATHBOOK_DB", None)
    os.chdir(tmp_path)
    yield
    os.chdir(before)
    if named is not None:
        os.environ["OATHBOOK_DB"] = named


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """The duel: 14 events, over, everything revealed."""
    return kept(duel(), tmp_path / "match.jsonl")


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """The march: 11 events, under way, with plans that lie face down."""
    return kept(march(), tmp_path / "running.jsonl")


@pytest.fixture
def for_ash(tmp_path: Path) -> Path:
    """The same game as ash may have it."""
    return kept(record_for(march(), Viewer("ash")), tmp_path / "for-ash.jsonl")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A transcript of a witnessed game."""
    path = tmp_path / "table.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in transcript_lines(duel(chance="witnessed"))))
    return path
