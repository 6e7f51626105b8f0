"""The standing is one wherever it stands: for every viewer what follows from the record that this viewer has."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.schemas.replays import present_scenes, present_state
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import HOLDER, PUBLIC, Hidden, Seat, Viewer
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.standing import GameStanding, RuledPenalty, SeatScore
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.heirless.model.decisions import Decision, PlaceCard
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of
from tests.support.promises.pledged import pledged_game
from tests.support.promises.promising import broken_game, promising_game
from tests.unit.rulesets.heirless.promises.test_promises_unseen import KEEP, attacked
from tests.unit.rulesets.heirless.table import BIRCH, CEDAR

EVERY: Final = sorted(GOLDEN.rglob("*.jsonl"))
LONG: Final = "four-players-and-their-word"
PROMISED: Final = [path for path in EVERY if '"promise.signed/1"' in path.read_text("utf-8")]
LONGEST: Final = max(EVERY, key=lambda path: path.stat().st_size)
QUICK: Final = sorted(
    each
    for each in {*PROMISED, *random.Random("standings").sample(EVERY, 8)}  # noqa: S311  # it picks a test's games
    if each.stem != LONG
)

STEM: Final = attrgetter("stem")

Sums = dict[str, tuple[int, int, int, int]]
"""What each seat has by the rules, what it pays, what is proposed, and what is left."""


def golden(path: Path) -> Record:
    return whole_record_from(path.read_bytes(), ruleset_of, where=path.name)


def by_the_audit(record: Record, viewer: Viewer, game: Game) -> Sums:
    """Out of the record that the viewer has: the score of the rules, less what the audit up to there says is due."""
    own = record if viewer == HOLDER else record_for(record, viewer)
    entries = own.entries() if viewer == HOLDER else tuple(each.entry for each in own.events)
    dues = [
        due
        for each in audit(record.ruleset, entries[: game.position]).promises
        for part in each.parts
        for due in part.penalties
    ]
    sums: Sums = {}
    for score in record.ruleset.standing(game.state).scores:
        owed = sum(due.amount for due in dues if due.seat == score.seat and due.applies)
        proposed = sum(due.amount for due in dues if due.seat == score.seat and not due.applies)
        sums[score.seat] = score.points, owed, proposed, score.points - owed
    return sums


def sums(scores: tuple[SeatScore, ...]) -> Sums:
    return {each.seat: (each.points, each.penalty, each.proposed, each.after) for each in scores}


def must_be_one(record: Record, viewer: Viewer) -> bool:
    """Every place that shows a standing, at every position; answers whether anybody ever paid."""
    replay = Replay(record, viewer)
    outline = {each.position: each.scores for each in ReplayIndex(replay).outline().scores}
    graph: tuple[SeatScore, ...] = ()
    drawn = present_scenes(replay, first=1, last=len(replay))
    for frame, scene, (_, game) in zip(replay.frames(), drawn, replay.play(), strict=True):
        graph = outline.get(frame.position, graph)
        assert sums(frame.standing.scores) == by_the_audit(record, viewer, game), (viewer, frame.position)
        assert (
            scene.standing == frame.standing == replay.standing(game) == present_state(replay, game.position).standing
        )
        assert [each.says for each in graph] == [each.says for each in frame.standing.scores]
        assert frame.became == scene.became
    return any(each.penalty for each in graph)


def viewers(record: Record) -> tuple[Viewer, ...]:
    return (PUBLIC, HOLDER, *(each.seat for each in record.opened.seats))


@pytest.mark.parametrize("path", QUICK, ids=STEM)
def test_every_place_says_the_same_at_every_position_to_every_seat(path: Path) -> None:
    record = golden(path)

    paid = [must_be_one(record, viewer) for viewer in viewers(record)]

    assert not any(paid) or path in PROMISED


@pytest.mark.gate
@pytest.mark.parametrize(
    "path", [pytest.param(each, marks=pytest.mark.slow) if each == LONGEST else each for each in EVERY], ids=STEM
)
def test_so_it_is_in_every_golden_game(path: Path) -> None:
    record = golden(path)

    for viewer in viewers(record):
        must_be_one(record, viewer)


@pytest.mark.parametrize("made", [promising_game, broken_game, partial(pledged_game, decisions=30)])
def test_so_it_is_where_promises_are_ruled_on_released_and_replaced(made: Callable[[], Record]) -> None:
    must_be_one(made(), PUBLIC)


def test_the_sum_tells_its_terms_apart() -> None:
    """Ash has 0 Prestige in the start position and deploys to the Meadow at 6, having promised not to: 20, and 5 ruled.

    0 - 20 - 5 = -25 from the event on that the ruling is about, and nothing is taken off before.
    """
    record = golden(GOLDEN / "heirless/e1/promise-broken-by-an-act.jsonl")
    replay = Replay(record, PUBLIC, ruled=(RuledPenalty(4, Seat("ash"), 5),))

    told = {at: replay.at(at).standing.scores[0] for at in (3, 4, 6)}

    assert [(each.points, each.penalty, each.ruled, each.after) for each in told.values()] == [
        (0, 0, 0, 0),
        (0, 0, 5, -5),
        (0, 20, 5, -25),
    ]
    minus = "\N{MINUS SIGN}"
    assert [each.says for each in told.values()] == [
        "0 Prestige",
        f"0 {minus} 5 ruled = {minus}5 Prestige",
        f"0 {minus} 20 {minus} 5 ruled = {minus}25 Prestige",
    ]
    assert [each.says for each in replay.at(6).became] == [
        "promise p1 is broken: First player pays 20 crossed-out Prestige"
    ]
    assert [each.became for each in replay.frames() if each.position != 6 and each.became] == []


def test_a_price_that_a_hidden_card_shows_is_told_to_nobody_who_cannot_know_it() -> None:
    """Cedar lays the card that it had promised to keep: it owes 20 in its own eyes, and nothing in those of others."""
    table = attacked(KEEP.format("c1"))
    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)))
    record = table.scribe.record

    owed = {viewer: standing(Replay(record, viewer)) for viewer in (CEDAR, BIRCH, PUBLIC)}

    assert {viewer: each.scores[2].penalty for viewer, each in owed.items()} == {CEDAR: 20, BIRCH: 0, PUBLIC: 0}
    turnings = [one for viewer in (BIRCH, PUBLIC) for one in Replay(record, viewer).promises.turnings()]
    assert [one.says for one in turnings if "pays" in one.says] == []
    assert must_be_one(record, CEDAR)
    assert not must_be_one(record, PUBLIC)


def standing(replay: Replay) -> GameStanding:
    return replay.standing(replay.game_at(len(replay)))


def no_options(state: State, seat: Seat) -> Options[Decision]:
    """A fault in a ruleset: it cannot say what may be decided."""
    raise KeyError(seat, state.field.season)


def test_where_judging_goes_wrong_a_game_can_still_be_looked_at() -> None:
    """The standing says so from there on, and takes nothing off; before it all is as ever."""
    record = golden(GOLDEN / "heirless/e1/promise-broken-by-an-act.jsonl")
    faulty = replace(record, ruleset=replace(HEIRLESS_1, options=no_options))

    before, after = (Replay(faulty, PUBLIC).at(at).standing for at in (4, 6))

    assert (before.fault, before.scores[0].after) == ("", 0)
    assert (after.fault.partition(":")[0], after.scores[0].penalty, after.scores[0].after) == ("KeyError", 0, 0)


def test_a_longer_replay_goes_on_from_a_shorter_one() -> None:
    """At each length the same as one read from the beginning."""
    record = golden(GOLDEN / "heirless/e1/promise-together-broken-by-both.jsonl")
    ends = [one.entry.position for one, other in pairwise(record.events) if one.entry.step != other.entry.step]
    earlier: Replay | None = None

    for end in (*ends, len(record.events)):
        part = replace(record, events=record.events[:end])
        earlier = Replay(part, PUBLIC, earlier=earlier)
        fresh = Replay(part, PUBLIC)
        assert standing(earlier) == standing(fresh)
        assert earlier.promises.turnings() == fresh.promises.turnings()
