"""While a fork runs, nobody can tell from it or from the game it goes on from what was hidden; when it is over, all."""

from collections.abc import Iterator

import pytest

from oathbook.domain.games.game import Game
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.remedy_steps import write_unsealing
from oathbook.replays.testing.checks import visible_differences, visible_outputs
from tests.contract.shown import ASH, BIRCH, world
from tests.support.playing import Json, close_by, sources
from tests.support.ruling import fork_of, played_out, with_step

ASHES: Json = {"kind": "lay_plan", "by": "ash", "slots": ["bow", "shield"]}
PLANS: tuple[Json, Json] = (
    {"kind": "lay_plan", "by": "birch", "slots": ["bow", "shield"]},
    {"kind": "lay_plan", "by": "birch", "slots": ["shield", "bow"]},
)
LOOKING: tuple[Viewer, ...] = (PUBLIC, ASH)


def forked(plan: Json, *, seed: str = "0" * 64) -> tuple[Record, Record]:
    """A game in which birch has laid a plan, closed by a fork that carries the plan over."""
    parent, scribe = fork_of(world(close_by(), [plan], seed=seed), 3, sources("fork"))
    return parent, scribe.record


def told_apart(viewer: Viewer) -> set[str]:
    """By what a viewer can tell the two worlds apart, in either of the two games."""
    one, other = (tuple(_shown(*forked(plan), viewer)) for plan in PLANS)
    return {name for (name, theirs), (_, ours) in zip(one, other, strict=True) if theirs != ours}


def _shown(parent: Record, fork: Record, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    """What is shown of both games; the hash that the fork names is one of the parent's digests, made the same too."""
    named = fork.opened.parent
    assert named is not None
    for record in (parent, fork):
        yield from ((name, text.replace(named.head.encode(), b"")) for name, text in visible_outputs(record, viewer))


@pytest.mark.parametrize("viewer", LOOKING)
def test_a_plan_that_is_carried_over_is_told_in_neither_game(viewer: Viewer) -> None:
    assert told_apart(viewer) == set()


def test_birch_sees_the_own_plan_in_both() -> None:
    """The control: there is something to be told."""
    assert {"frames", "export"} <= told_apart(BIRCH)


@pytest.mark.parametrize("viewer", LOOKING)
def test_a_game_that_does_not_wait_for_its_fork_tells(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted leak: closed is closed."""
    monkeypatch.setattr(Game, "secrets_are_out", property(lambda game: game.closed and game.opened.reveal == "all"))

    assert "export" in told_apart(viewer)


@pytest.mark.parametrize("viewer", LOOKING)
def test_the_seed_of_the_old_game_stays_hidden_too(viewer: Viewer) -> None:
    (one, _), (other, _) = forked(PLANS[0]), forked(PLANS[0], seed="1" * 64)

    assert visible_differences(one, other, viewer) == set()
    assert visible_differences(one, other, HOLDER) != set()


def test_when_the_fork_is_over_the_old_game_is_open_to_everybody() -> None:
    opened = [_unsealed(plan) for plan in PLANS]

    assert all(MemoryWriter.resume(record, sources("over")).game.secrets_are_out for record in opened)
    assert "export" in visible_differences(opened[0], opened[1], PUBLIC)


def _unsealed(plan: Json) -> Record:
    parent, scribe = fork_of(world(close_by(), [plan]), 3, sources("fork"))
    scribe.decide(scribe.decision_from(ASHES, by=Seat("ash")))
    played_out(scribe)
    written = write_unsealing(MemoryWriter.resume(parent, sources("over")).head)
    assert written is not None
    return with_step(parent, written)


def test_under_the_policy_none_nothing_is_opened_when_the_fork_is_over() -> None:
    scribe = MemoryWriter.open(world(close_by(), []).ruleset, close_by(), sources("none"), reveal="none")
    scribe.decide(scribe.decision_from(PLANS[0]))
    parent, _ = fork_of(scribe.record, 3, sources("fork"))

    assert write_unsealing(MemoryWriter.resume(parent, sources("over")).head) is None
