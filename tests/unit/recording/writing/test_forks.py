"""A game that is played on from an earlier position: another game, with the first events of the old one."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import GameClosed, NotFound, RecordRedacted, RemedyRefused
from oathbook.domain.games.game_events import BySeed, GameForked
from oathbook.domain.kernel import PUBLIC, TABLE, Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record, fold_record, record_for, redact_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.remedy_steps import write_fork
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from tests.support.disputing import Table
from tests.support.playing import die, ruleset_of, sources
from tests.support.promises.promising import Bargain
from tests.support.ruling import Fork, ends_of_steps, fork_of, played_out, running
from tests.support.storing import Play, keep, writer_on

RECORD = running()
AT = ends_of_steps(RECORD)[2]
RULESETS = tuple(load_registry().by_key.values())


@pytest.fixture(scope="module")
def fork() -> Fork:
    return fork_of(RECORD, AT)


def without_chain(line: bytes) -> object:
    return {key: value for key, value in json.loads(line).items() if key not in {"game", "prev"}}


def test_a_fork_carries_events_over_with_their_positions_their_data_and_their_digests(fork: Fork) -> None:
    ours, theirs = fork.scribe.record.events, fork.parent.events

    assert len(ours) == AT
    for mine, old in zip(ours[1:], theirs[1:], strict=False):
        assert without_chain(mine.line) == without_chain(old.line)
        assert mine.openings == old.openings
        assert mine.hash != old.hash


def test_a_fork_names_the_game_it_goes_on_from_and_the_hash_there(fork: Fork) -> None:
    parent = fork.scribe.record.opened.parent

    assert parent is not None
    assert (parent.game, parent.position, parent.head) == (RECORD.game, AT, RECORD.events[AT - 1].hash)
    assert fork.scribe.record.game != RECORD.game


def test_a_fork_has_a_seed_of_its_own_and_everybody_keeps_their_key(fork: Fork) -> None:
    ours, theirs = fork.scribe.record.opened, RECORD.opened

    assert isinstance(ours.chance, BySeed)
    assert isinstance(theirs.chance, BySeed)
    assert ours.chance.seed.look() != theirs.chance.seed.look()
    assert (ours.seats, ours.host_key) == (theirs.seats, theirs.host_key)


def test_a_fork_begins_where_the_game_stood_there(fork: Fork) -> None:
    before, game = fold_record(RECORD, at=AT), fork.scribe.game

    assert (game.state, game.position, game.step, game.promises) == (
        before.state,
        before.position,
        before.step,
        before.promises,
    )
    assert (game.closed, game.parent_position, before.parent_position) == (False, AT, 0)
    assert fold_record(fork.scribe.record) == game


def test_the_game_it_goes_on_from_is_closed_and_says_by_what(fork: Fork) -> None:
    parent = fold_record(fork.parent)

    assert fork.parent.events[: len(RECORD.events)] == RECORD.events
    assert fork.parent.events[-1].entry.body == GameForked(fork.scribe.game.id, AT, "dispute-1")
    assert (parent.closed, parent.fork, parent.sealed) == (True, fork.scribe.game.id, True)


def test_what_is_hidden_stays_sealed_in_the_game_that_is_closed(fork: Fork) -> None:
    """It is over, but its secrets are those of the game that is still running."""
    assert not fold_record(fork.parent).secrets_are_out
    for viewer in (PUBLIC, Seat("ash")):
        assert record_for(fork.parent, viewer) == redact_record(fork.parent, viewer)


def test_a_fork_is_played_to_its_end(fork: Fork) -> None:
    record = played_out(fork_of(RECORD, AT).scribe)

    assert fold_record(record).secrets_are_out
    assert record.events[:AT] == fork.scribe.record.events


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_every_ruleset_can_be_forked_wherever_a_step_ends(ruleset: AnyRuleset) -> None:

    table = Table(ruleset, die(f"fork {ruleset.edition.key}"), "forked")
    table.go_on(5)
    record = table.scribe.record
    if table.scribe.game.closed:
        return
    for at in ends_of_steps(record):
        found = fork_of(record, at).scribe
        assert found.game.state == fold_record(record, at=at).state
        assert fold_record(found.record) == found.game


@pytest.mark.parametrize("chance", ["seeded", "witnessed"])
def test_a_forked_game_and_its_fork_go_out_and_come_in_byte_for_byte(chance: str) -> None:
    made = fork_of(running(decisions=3, chance="seeded" if chance == "seeded" else "witnessed"), 3)

    for record in (made.parent, made.scribe.record):
        for kept in (record, redact_record(record, Seat("ash")), redact_record(record, PUBLIC)):
            text = record_text(kept)
            read = whole_record_from(text, ruleset_of, where="file")
            assert record_text(read) == text
            assert fold_record(read).position == len(record.events)


# Refusals -----------------------------------------------------------------------------------------------------------


def test_a_fork_in_the_middle_of_a_step_is_refused() -> None:
    middle = next(at for at in range(1, len(RECORD.events)) if at not in ends_of_steps(RECORD))

    with pytest.raises(RemedyRefused, match=f"position {middle}: that is in the middle of a step, which ends at"):
        fork_of(RECORD, middle)


@pytest.mark.parametrize("at", [0, -1, len(RECORD.events) + 1])
def test_a_fork_from_a_position_that_is_not_there_is_refused(at: int) -> None:
    with pytest.raises(NotFound, match=f"there is no event {at} in game"):
        fork_of(RECORD, at)


def test_a_game_is_forked_once(fork: Fork) -> None:
    with pytest.raises(GameClosed, match=f"played on already as game {fork.scribe.game.id}"):
        fork_of(fork.parent, 1)


def test_a_redacted_record_is_not_forked() -> None:
    redacted = redact_record(RECORD, PUBLIC)

    with pytest.raises(RecordRedacted):
        write_fork(MemoryWriter.resume(RECORD, sources("x")).head, redacted, 1, "dispute-1")


def test_a_fork_can_be_forked_too(fork: Fork) -> None:
    again = fork_of(played(fork), AT)

    parent = again.scribe.record.opened.parent
    assert parent is not None
    assert parent.game == fork.scribe.game.id
    assert again.scribe.game.state == fork.scribe.game.state


def played(fork: Fork) -> Record:
    other = fork_of(RECORD, AT).scribe
    assert other.record == fork.scribe.record
    return other.record


# Where a game opens another ----------------------------------------------------------------------------------------


def ended_here(path: Path, *records: Record, fork: Record) -> list[str]:
    """The topics that are stored by the last step of a fork, which is in a database and is played to its end."""
    with writer_on(path) as writer:
        writer.add([each for each in records if each.redacted])
        keep(writer, *(each for each in (*records, fork) if not each.redacted))
        before = writer.archive.last_number()
        play = Play.resumed(writer, fork.game)
        picks = die("ended here")
        while not play.game.closed:
            before = writer.archive.last_number()
            play.take_one(picks)
        return [each.topic for each in writer.archive.log(before, 100) if each.topic.endswith(("closed/1", "sealed/1"))]


def test_the_end_of_a_fork_opens_the_game_it_goes_on_from(fork: Fork, tmp_path: Path) -> None:
    both = ["game.closed/1", "game.unsealed/1"]

    assert ended_here(tmp_path / "db", fork.parent, fork=fork.scribe.record) == both


def test_the_end_of_a_fork_of_a_fork_opens_them_all(fork: Fork, tmp_path: Path) -> None:
    again = fork_of(fork.scribe.record, AT)

    topics = ended_here(tmp_path / "db", fork.parent, again.parent, fork=again.scribe.record)

    assert topics == ["game.closed/1", "game.unsealed/1", "game.unsealed/1"]


def test_a_fork_ends_alone_where_the_other_game_is_not_there_or_nobody_can_write_in_it(
    fork: Fork, tmp_path: Path
) -> None:
    redacted = redact_record(fork.parent, PUBLIC)

    assert ended_here(tmp_path / "without", fork=fork.scribe.record) == ["game.closed/1"]
    assert ended_here(tmp_path / "redacted", redacted, fork=fork.scribe.record) == ["game.closed/1"]


def test_a_game_that_only_says_that_it_goes_on_from_another_opens_nothing(fork: Fork, tmp_path: Path) -> None:
    """Anybody can write a record that names a parent; the parent has to name the fork as well."""
    other = fork_of(RECORD, 1, sources("somebody else's"))

    assert ended_here(tmp_path / "db", fork.parent, fork=other.scribe.record) == ["game.closed/1"]
    assert ended_here(tmp_path / "running", RECORD, fork=other.scribe.record) == ["game.closed/1"]


# Promises -----------------------------------------------------------------------------------------------------------


def test_promises_go_on_as_they_stood() -> None:
    bargain = Bargain()
    kept, broken, offered = bargain.bound(), bargain.bound(), bargain.offered()
    for promise in (kept, broken):
        bargain.does("birch", "claim", promise=promise, path="c1", claims="breached", about=[], says="look")
    bargain.does(TABLE, "rule", promise=broken, path="c1", value="failed", blamed=["ash"], excused=[], reason="so")
    at = len(bargain.scribe.record.events)
    bargain.does(TABLE, "rule", promise=kept, path="c1", value="met", blamed=[], excused=[], reason="so")
    record = bargain.scribe.record
    made = fork_of(record, at)

    found = statuses(made.scribe.record)

    assert found == statuses(replaced(record, at)) == {kept: "pending", broken: "broken", offered: "pending"}
    assert statuses(made.parent) == statuses(record) == {kept: "kept", broken: "broken", offered: "pending"}


def replaced(record: Record, at: int) -> Record:
    return replace(record, events=record.events[:at])


def statuses(record: Record) -> dict[str, str]:
    return {each.promise: each.status for each in audit(record.ruleset, record.entries()).promises}
