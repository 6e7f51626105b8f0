"""A ruling that has a game played on which was over: both readers read it alike, and only once."""

from copy import deepcopy

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord, GameClosed, Misfit, RemedyRefused
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.format.record import fold_record
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, whole_game
from tests.support.ruling import fork_of, played_out
from tests.support.storing import rows_of
from tests.support.tampering import Event, forged

GAME = whole_game()
PARENT, SCRIBE = fork_of(GAME, 1)
FOLDER = FastFold(RULESET)


def test_both_readers_have_it_closed_open_and_played_on() -> None:
    fast, strict = FOLDER.fold(PARENT.game, rows_of(PARENT)), fold_record(PARENT)

    assert fast == strict
    assert (fast.closed, fast.fork, fast.sealed, fast.secrets_are_out) == (True, SCRIBE.game.id, False, True)


def test_the_fork_is_sound_beside_it() -> None:
    assert verify(PARENT).status == "sound"
    assert verify(played_out(SCRIBE), parent=PARENT).status == "sound"


def test_neither_reader_has_a_game_played_on_twice() -> None:
    def again(events: list[Event]) -> None:
        other = deepcopy(events[-1])
        other.public.update(n=other.public["n"] + 1, step=other.public["step"] + 1)
        events.append(other)

    twice = forged(PARENT, again)

    with pytest.raises(Misfit, match=f"the game is played on already as {SCRIBE.game.id}"):
        fold_record(twice)
    with pytest.raises(CorruptRecord, match=f"the game is played on already as {SCRIBE.game.id}"):
        FOLDER.fold(twice.game, rows_of(twice))


def test_a_parent_that_is_played_on_from_behind_its_end_is_found() -> None:
    def later(events: list[Event]) -> None:
        events[-1].data["position"] = len(GAME.events)

    (found,) = verify(forged(PARENT, later)).discrepancies

    assert (found.position, found.kind) == (len(PARENT.events), "fork")
    assert found.says == f"position {len(GAME.events)} is after the end of the game"


def test_from_the_end_or_from_what_was_hidden_or_twice_it_is_not_played_on() -> None:
    with pytest.raises(RemedyRefused, match="the game is over there"):
        fork_of(GAME, len(GAME.events))
    with pytest.raises(RemedyRefused, match="nobody can be made to forget it"):
        fork_of(GAME, 3)
    with pytest.raises(GameClosed, match="is played on already"):
        fork_of(PARENT, 1)


def test_it_is_not_played_on_from_a_game_whose_chain_is_broken() -> None:
    """Though the events that are carried over say the same, and the hash where the fork begins is the one it names."""
    broken = replace(PARENT, head="0" * 64)

    (found,) = verify(played_out(SCRIBE), parent=broken).discrepancies

    assert (found.kind, found.position) == ("fork", 1)
    assert found.says.startswith(f"the chain of game {PARENT.game} breaks at position {len(PARENT.events)}: ")
