"""Keys that others have replaced: a chain ends in the key that counts, and each is replaced once."""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord, DrawMissing, KeyReplaced
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import OfferLetter
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.writing.replaced_keys import NO_KEY, ReplacedKeys
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.verification import verify
from tests.support.playing import Json, ruleset_of
from tests.support.postgres.server import PostgresServer
from tests.support.processes import PATIENCE
from tests.support.storing import Play, dumped, writer_on
from tests.support.writers.beside import BESIDE, CASE, with_a_step_in
from tests.support.writers.situations import attacked, deaf, inspire, one_turn


def test_a_key_is_replaced_once_and_the_last_of_a_chain_counts(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with writer_on(path) as writer:
        assert writer.replace_key("first", "second")
        assert not writer.replace_key("first", "another")
        assert writer.replace_key("second", "third")
        assert writer.replace_key("third", "last")

        counts = [writer.keys.current(each) for each in ("first", "first", "third", "last", "nobody's")]
    assert counts == ["last", "last", "last", "last", "nobody's"]
    with Archive(path, ruleset_of) as archive:
        assert archive.replaced_keys() == {"first": "second", "second": "third", "third": "last"}


def test_a_replaced_key_is_told_of_as_a_step_is_and_one_that_is_not_replaced_is_not(tmp_path: Path) -> None:
    """Who signs the log is: it has a statement of the key."""
    turns: list[int] = []
    with writer_on(tmp_path / "games.db") as writer:
        writer.subscribe_to_turns(lambda: turns.append(writer.archive.tree.size()))
        writer.replace_key("first", "second")
        writer.replace_key("first", "another")

    assert turns == [1]


def test_what_is_learned_twice_counts_once() -> None:
    keys, heard = ReplacedKeys(), list[tuple[str, str]]()
    keys.subscribe(lambda old, new: heard.append((old, new)))

    for _ in range(2):
        keys.learn({"old": "new"})

    assert heard == [("old", "new")]

    assert (len(keys), keys.current("old"), keys.current("new")) == (1, "new", "new")


def test_no_store_lets_a_key_that_was_used_take_the_place_of_another(store: StoreAddress) -> None:
    """Nor its own: the chain of those that took its place would have no end."""
    with open_store(store, "the test") as records:
        assert records.replace_key("first", "second")
        assert records.replace_key("second", "third")

        for old, new in (("third", "first"), ("third", "second"), ("third", "third"), ("other", "third")):
            with pytest.raises(BadRecord, match="key: choose one that nobody has used"):
                records.replace_key(old, new)

    with Archive(store, ruleset_of) as archive:
        assert archive.replaced_keys() == {"first": "second", "second": "third"}
        assert len(archive.tree.statements()) == 2, "and the log states no more than was done"


@pytest.mark.timeout(5)
def test_keys_that_replaced_each_other_count_for_nobody() -> None:
    keys = ReplacedKeys()
    for old, new in (("before", "one"), ("one", "other"), ("other", "one"), ("itself", "itself")):
        keys.learn({old: new})

    for _ in range(2):
        assert [keys.current(each) for each in ("before", "one", "other", "itself")] == [NO_KEY] * 4


def test_a_key_that_was_used_takes_no_place_and_the_store_is_not_asked() -> None:
    keys = ReplacedKeys()
    keys.learn({"first": "second"})

    def unasked(old: str, new: str) -> bool:
        raise AssertionError(old, new)

    for used in ("first", "second"):
        with pytest.raises(BadRecord, match="key: choose one that nobody has used"):
            keys.replace("other", used, unasked)
    assert keys.current("other") == "other"


# Steps whose key was replaced --------------------------------------------------------------------------------------

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
LETTER = OfferLetter('ash promises birch in plain words "be friendly".')


@pytest.fixture
def writer(store: StoreAddress) -> Iterator[Writer]:
    with writer_on(store) as writer:
        yield writer


def test_nothing_is_stored_for_a_key_that_was_replaced(writer: Writer, store: StoreAddress) -> None:
    """Whoever is asked which key counts may have answered before: a body may arrive long after its head."""
    game = Play.opened(writer).game.id
    assert writer.replace_key("old", "new")
    before = dumped(store)

    for send in (
        lambda: writer.decide(game, PLAN, by=ASH, expected=None, caller_key="old"),
        lambda: writer.promise(game, LETTER, by=ASH, expected=None, caller_key="old"),
        lambda: writer.commit_jointly(
            CASE, BESIDE, with_a_step_in(writer.archive, game), expected=None, caller_key="old"
        ),
    ):
        with pytest.raises(KeyReplaced, match="this key was replaced") as refused:
            send()
        assert refused.value.digest == "old"

    assert dumped(store) == before
    assert writer.decide(game, PLAN, by=ASH, expected=1, caller_key="new").position == 3


def test_nor_is_a_draw_shown_for_it(writer: Writer, store: StoreAddress) -> None:
    """What a seat is told it is held to; the control is the key that counts."""
    game = attacked(writer)
    assert writer.replace_key("old", "new")
    before = dumped(store)

    for key, told in (("old", KeyReplaced), ("new", DrawMissing)):
        with pytest.raises(told):
            writer.decide(game, inspire(use=False), by=ASH, expected=None, caller_key=key)
        assert (dumped(store) == before) == (key == "old")


def test_a_request_that_was_stored_before_gets_its_answer(writer: Writer) -> None:
    game, asked = Play.opened(writer).game.id, RequestKey(ASH, "key", "body")
    step = writer.decide(game, PLAN, by=ASH, expected=1, request=asked, caller_key="old")
    assert writer.replace_key("old", "new")

    assert writer.decide(game, PLAN, by=ASH, expected=1, request=asked, caller_key="old").position == step.position


def test_of_what_goes_into_one_commit_only_the_steps_of_that_key_are_refused(writer: Writer) -> None:
    """Those that built on one of them are done again; those of others are stored with the next try."""
    one, other = (Play.opened(writer).game.id for _ in range(2))

    def sent(game: str, seat: Seat, key: str) -> Future[StoredStep]:
        return writer.submit_decision(game, PLAN, by=seat, expected=None, caller_key=key)

    with one_turn(writer):
        stolen = sent(one, ASH, "old"), sent(other, BIRCH, "old")
        behind = sent(one, BIRCH, "birch's")
        own = sent(one, ASH, "new")
        apart = sent(other, ASH, "another")
        replaced = writer._turns.submit(lambda _: writer.keys.replace("old", "new", writer._records.replace_key))  # pyright: ignore[reportPrivateUsage]  # as ``Writer.replace_key`` does, which waits

    assert replaced.result(PATIENCE)
    assert [type(each.exception(PATIENCE)) for each in stolen] == [KeyReplaced] * 2
    assert behind.result(PATIENCE).events[0].entry.position == 2
    assert (own.result(PATIENCE).position, apart.result(PATIENCE).position) == (5, 3)
    assert {verify(writer.archive.record(game)).status for game in (one, other)} == {"sound"}


def test_a_process_that_has_not_heard_of_it_stores_nothing_either(postgres: PostgresServer) -> None:
    with postgres.schema() as address, writer_on(address) as one, writer_on(address) as two:
        deaf(two)
        game = attacked(one)
        assert one.replace_key("old", "new")
        assert two.keys.current("old") == "old"

        for decision in (inspire(use=False), inspire(use=True)):
            with pytest.raises(KeyReplaced):
                two.decide(game, decision, by=ASH, expected=None, caller_key="old")
        with pytest.raises(KeyReplaced):
            two.promise(game, LETTER, by=ASH, expected=None, caller_key="old")
