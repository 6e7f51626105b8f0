"""A power cut, wherever it comes: nothing that was acknowledged is lost, and the log is what was signed.

A process that is killed loses nothing it has handed to the system, so ``test_kill.py`` says nothing about this. Here a
writer and the keeper of its log are listened to (``tests/support/power``), and of what they wrote folders are made as a
disk may hold them: what was synced is there, and of the rest nothing, or sectors by chance. Each is opened as a service
opens it. The controls, which have to lose something, are a database that does not wait for the disk, and a checkpoint
file that does not.
"""

import os
import random
import shutil
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from oathbook.api.signing import checkpoint_file
from oathbook.api.signing.checkpoint_file import CheckpointFile
from oathbook.api.signing.log_keys import new_log_keys
from oathbook.api.signing.startup import SigningOptions, open_log
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.domain.recording.database.sqlite import CheckedPool
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import die, sources
from tests.support.power.disk import Disk, Told, Trace
from tests.support.power.tapping import reached, tapped
from tests.support.storing import Play, told, writer_on
from tests.support.storing import found as found_in

AT: Final = "2026-06-01T12:00:00.000000Z"
NAME: Final = "games.db"
AT_ONCE: Final = 3
SIGNED_EVERY: Final = 5
MOST_PAGES: Final = 60
"""Of SQLite's log before it is taken into the database: few, so that this happens often."""

NORMAL: Final = 1
"""What ``PRAGMA synchronous`` calls NORMAL: only what is taken out of SQLite's log waits for the disk."""

MOST_BYTES: Final = 700
"""Of a checkpoint file before it is shortened."""

TIMES: Final = ("first", "second", "third")
"""The service ends and begins again between them."""

IMAGES: Final = 3
"""Of a cut: one in which nothing is left that was not synced, the others by chance."""

PROFILES: Final = [
    pytest.param(40, 12, id="some"),
    pytest.param(300, 110, id="hundreds", marks=pytest.mark.gate),
    pytest.param(900, 5_000, id="thousands", marks=[pytest.mark.slow, pytest.mark.timeout(3_600)]),
]
"""Steps that are played, and places at which the power is cut."""


Event = tuple[str, int, str]
"""A stream, a position and the hash of what is there."""


@dataclass
class Tally:
    """What became of the images."""

    images: int = 0
    lost: int = 0
    """How many lack something that was acknowledged."""
    unsigned: int = 0
    """How many lack the checkpoint that was published last."""
    shown: int = 0
    """How many are only shown, as they are not what was signed."""
    wrong: set[str] = field(default_factory=set[str])
    """What must be true of none, whatever is lost."""


@pytest.fixture(autouse=True)
def _listening() -> None:
    if reached() is None:
        said = "the SQLite of this Python is a part of it, and cannot be listened to"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(said)


@pytest.fixture
def images_at() -> Generator[Path]:
    """A folder in memory where there is one: thousands of images are written, and nothing has to last."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108  # as it says
        made = Path(folder) / "image"
        made.mkdir()
        yield made


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's log is taken into the database often, and the checkpoint file is shortened at each beginning."""
    monkeypatch.setattr(CheckedPool, "needed", {**CheckedPool.needed, "wal_autocheckpoint": MOST_PAGES})
    monkeypatch.setattr(checkpoint_file, "MOST_BYTES", MOST_BYTES)
    monkeypatch.setattr(checkpoint_file, "MOST_CHECKPOINTS", 2)


def played(folder: Path, steps: int) -> tuple[Trace, list[Event]]:
    """Play so many steps in several games at once, signing now and then; all ends and begins again twice.

    What was done to the disk, and all events in the order of the log.
    """
    trace = Trace(folder)
    with tapped(trace):
        for name in TIMES:
            with writer_on(folder / NAME, sources(name)) as writer:
                _play(writer, trace, steps // len(TIMES), name)
    return trace, events_in(folder / NAME)


def _play(writer: Writer, trace: Trace, steps: int, name: str) -> None:
    keeper = open_log(writer, SigningOptions(), AT, print)
    assert keeper.fault == ""
    keeper.on_signed = lambda: trace.note(Told(keeper.size))
    picks, plays = die(f"power {name}"), list[Play]()
    for number in range(0, steps, AT_ONCE):
        plays = [each for each in plays if not each.game.closed]
        while len(plays) < AT_ONCE:
            plays.append(Play.opened(writer))
        for play, answer in [(each, each.sent(each.chosen(picks))) for each in plays]:
            trace.note(Told(told(play.follow(answer.result()))))
        if number % SIGNED_EVERY == 0:
            keeper.sign()
    keeper.close()


def events_in(path: Path) -> list[Event]:
    """All events of a database in the order of the log, each with the hash of what is stored."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT originator_id, originator_version, state FROM stored_events ORDER BY rowid")
        return [(game, position, event_hash(state.partition(b"\n")[0])) for game, position, state in rows]


def images(trace: Trace, cuts: int, folder: Path) -> Iterator[tuple[Path, list[object]]]:
    """Folders as a cut may leave them, each with what had been told before; the next takes the place of the last."""
    chance = random.Random(cuts)  # noqa: S311  # the cuts need to be repeatable
    places = set(chance.sample(range(len(trace.operations)), min(cuts, len(trace.operations))))
    disk = Disk()
    for number, operation in enumerate(trace.operations):
        disk.take(operation)
        for image in range(IMAGES if number in places else 0):
            shutil.rmtree(folder)
            folder.mkdir()
            disk.leave(folder, chance if image else None)
            yield folder, disk.told


def opened_again(folder: Path) -> tuple[str, int, str]:
    """Open a folder as a service does: why it is only shown, if so, how large its signed tree is, and what is wrong."""
    with writer_on(folder / NAME) as writer:
        keeper = open_log(writer, SigningOptions(), AT, print)
        fault, size = keeper.fault, keeper.size
        found = "" if fault else walked(writer.archive.tree)
        if not fault and size > writer.archive.tree.size():
            found = "the log is shorter than it was signed, and nobody says so"
        keeper.close()
    (sound,) = found_in(folder / NAME, "PRAGMA integrity_check")
    return fault, size, found or ("" if sound == ("ok",) else str(sound))


def walked(tree: StoredTree) -> str:
    """What is wrong with the rows of a database, or with its tree."""
    walk, wrong = LogVerifier(tree), ""
    while not wrong and not walk.is_over:
        wrong = "; ".join(each.says for each in walk.check_next())
    return wrong


def tallied(trace: Trace, events: list[Event], cuts: int, folder: Path) -> Tally:
    """Open image after image."""
    number_of = {event: number for number, event in enumerate(events, 1)}
    tally = Tally()
    for image, before in images(trace, cuts, folder):
        fault, signed, wrong = opened_again(image)
        found = events_in(image / NAME)
        acknowledged = max((number_of[each] for each in before if isinstance(each, tuple)), default=0)
        published = max((each for each in before if isinstance(each, int)), default=0)
        tally.images += 1
        tally.lost += len(found) < acknowledged
        tally.unsigned += signed < published
        tally.shown += bool(fault)
        tally.wrong |= {wrong or ("" if found == events[: len(found)] else "other events")} - {""}
    return tally


@pytest.mark.parametrize(("steps", "cuts"), PROFILES)
def test_whenever_the_power_is_cut_nothing_acknowledged_is_lost(
    steps: int, cuts: int, tmp_path: Path, images_at: Path
) -> None:
    trace, events = played(tmp_path, steps)

    tally = tallied(trace, events, cuts, images_at)

    assert tally.images == IMAGES * min(cuts, len(trace.operations))
    assert (tally.lost, tally.unsigned, tally.shown, tally.wrong) == (0, 0, 0, set())


@pytest.mark.parametrize(("steps", "cuts"), [PROFILES[0], PROFILES[-1]])
def test_a_database_that_does_not_wait_for_the_disk_loses_what_it_has_acknowledged(
    steps: int, cuts: int, tmp_path: Path, images_at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control. What is lost of what was signed is named all the same."""
    monkeypatch.setattr(CheckedPool, "needed", {**CheckedPool.needed, "synchronous": NORMAL})
    trace, events = played(tmp_path, steps)

    tally = tallied(trace, events, cuts, images_at)

    assert tally.lost > 0
    assert (tally.unsigned, tally.wrong) == (0, set())
    assert 0 < tally.shown <= tally.lost


def test_a_checkpoint_that_does_not_wait_for_the_disk_is_lost(
    tmp_path: Path, images_at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(checkpoint_file, "_write", os.write)
    trace, events = played(tmp_path, 40)

    tally = tallied(trace, events, 12, images_at)

    assert tally.unsigned > 0
    assert tally.lost == 0


def test_whatever_is_left_of_a_checkpoint_it_is_taken_away(tmp_path: Path) -> None:
    """It lies in two sectors, either of which may be missing; the one before it counts."""
    path, keys = tmp_path / "checkpoints", new_log_keys("log.example")
    first, last = (Checkpoint("log.example", size, bytes(32)) for size in (1, 2))
    notes = [sign_checkpoint(each, keys.log).encode() + b"\n" for each in (first, last)]

    for end in range(1, len(notes[1])):
        for left in (notes[1][:end], bytes(end) + notes[1][end:]):
            path.write_bytes(notes[0] + left)
            file = CheckpointFile(path, keys.log.key)
            file.close()
            assert (file.newest, file.checkpoint, path.read_bytes()) == (notes[0][:-1], first, notes[0])
