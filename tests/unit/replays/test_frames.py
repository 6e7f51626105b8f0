"""A game frame by frame, as one viewer saw it (docs/record-format.md 9, law 5)."""

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, Viewer
from oathbook.domain.promises.audit.standing import standing_of
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, fold_record, record_for, redact_record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.knights_duty.presentation.view import View
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import SNAPSHOT_EVERY, Changed, Frame, Replay
from tests.support.checkout import ROOT
from tests.support.playing import FAR, RULESET, half_shown, long_game, read_again, running_game, small_game
from tests.support.tampering import Event, forged

ASH, BIRCH = Seat("ash"), Seat("birch")
VIEWERS = [HOLDER, PUBLIC, ASH, BIRCH]


def view_of(frame: Frame) -> View:
    assert isinstance(frame.view, View)
    return frame.view


def bytes_of(frames: list[Frame]) -> list[bytes]:
    return [value_text(frame) for frame in frames]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("record", [small_game(), half_shown()], ids=["ended", "running"])
def test_a_frame_for_every_event_says_position_step_time_and_writer(record: Record, viewer: Viewer) -> None:
    """Whoever looks: positions and steps are everybody's."""
    frames = list(Replay(record, viewer).frames())

    assert [(frame.position, frame.step, frame.at, frame.by, frame.type) for frame in frames] == [
        (entry.position, entry.step, entry.at, entry.by, type(entry.body).__name__) for entry in record.entries()
    ]
    assert len(Replay(record, viewer)) == len(frames)


@pytest.mark.parametrize("viewer", [HOLDER, ASH])
def test_every_frame_shows_the_state_that_the_fold_gives_there(viewer: Viewer) -> None:
    """Snapshots are a cache: with them or without, the same view, standing and seats to act."""
    record = long_game()
    seen = record if viewer == HOLDER else redact_record(record, viewer)
    replay = Replay(record, viewer)
    assert len(record.events) > 2 * SNAPSHOT_EVERY

    for position in (1, 2, 99, 100, 101, 199, 200, 201, 202, len(record.events)):
        state = fold_record(seen, at=position).state
        frame = replay.at(position)

        assert frame.view == RULESET.view(state, viewer)
        assert frame.standing == standing_of(RULESET, state, ())
        assert frame.to_act == RULESET.to_act(state)
        assert replay.game_at(position) == fold_record(seen, at=position)


@pytest.mark.parametrize("viewer", [HOLDER, PUBLIC, ASH])
def test_seeking_a_position_gives_the_frame_that_going_through_gives(viewer: Viewer) -> None:
    """``at(n)`` is the n-th of ``frames()``, changes included, from either side of every snapshot."""
    replay = Replay(long_game(), viewer)
    frames = list(replay.frames())

    for position in (*range(1, len(frames) + 1, 37), 99, 100, 101, 200, 201, len(frames)):
        assert replay.at(position) == frames[position - 1]
    assert list(replay.frames(first=95, last=105)) == frames[94:105]
    assert list(replay.frames(first=200)) == frames[199:]


@pytest.mark.parametrize(
    ("first", "last", "positions"),
    [(1, 3, [1, 2, 3]), (0, 2, [1, 2]), (-5, 1, [1]), (3, 3, [3]), (4, 3, []), (99, None, []), (1, 0, []), (1, -1, [])],
)
def test_a_range_of_frames_is_cut_to_what_there_is(first: int, last: int | None, positions: list[int]) -> None:
    """Before the beginning and behind the end there are none."""
    frames = Replay(small_game(), HOLDER).frames(first=first, last=last)

    assert [frame.position for frame in frames] == positions


def test_a_last_frame_behind_the_end_is_the_last_there_is() -> None:
    """Whoever asks for too many gets all."""
    replay = Replay(small_game(), HOLDER)

    assert [frame.position for frame in replay.frames(first=13, last=1_000)] == list(range(13, len(replay) + 1))


# What changed -------------------------------------------------------------------------------------------------


def applied(view: Any, changes: tuple[Changed, ...]) -> Any:  # noqa: ANN401  # a view as JSON
    """The view before with every change put in at its path."""
    for change in changes:
        *way, last = [
            int(key) if key.isdigit() else key for key in change.path.replace("[", ".").replace("]", "").split(".")
        ]
        inner = view
        for key in way:
            inner = inner[key]
        assert inner[last] == change.before
        inner[last] = change.after
    return view


def plain(value: object) -> Any:  # noqa: ANN401  # as above
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_changes_of_a_frame_make_its_view_out_of_the_one_before(viewer: Viewer) -> None:
    """Every path leads to a value that was so before and is otherwise now; nothing else differs."""
    frames = list(Replay(running_game(FAR, decisions=25), viewer).frames())

    assert frames[0].changed == ()
    for before, after in pairwise(frames):
        changes = tuple(Changed(each.path, plain(each.before), plain(each.after)) for each in after.changed)
        assert applied(plain(before.view), changes) == plain(after.view)


def test_a_draw_changes_nothing_in_a_view() -> None:
    """Only outcomes change the state."""
    frames = [frame for frame in Replay(long_game(), HOLDER).frames() if frame.type in {"DrawMade", "DecisionMade"}]

    assert frames
    assert all(frame.changed == () for frame in frames)


def test_the_path_of_a_change_names_the_place_in_the_view() -> None:
    """A list that grew is one change; what changed inside one that did not is named by its number."""
    frames = Replay(half_shown(), ASH).frames()

    paths = [{change.path: (change.before, change.after) for change in frame.changed} for frame in frames]

    assert paths[2].keys() == {"asked", "trackers"}
    assert paths[2]["asked"] == (("ash", "birch"), ("birch",))
    assert "stage" in paths[4]
    assert paths[8]["attacks[1].target"] == (None, "ash")


# Who sees what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, ASH, BIRCH])
@pytest.mark.parametrize(
    "record",
    [half_shown(), running_game(FAR, decisions=30), small_game(), small_game(reveal="none")],
    ids=["half shown", "running", "revealed", "kept"],
)
def test_a_viewers_frames_are_the_same_from_the_full_record_and_from_its_own_export(
    record: Record, viewer: Viewer
) -> None:
    """Law 5, byte for byte: whatever a viewer is shown is computed from the record as that viewer may have it."""
    own = read_again(record_for(record, viewer))

    from_full = bytes_of(list(Replay(record, viewer).frames()))

    assert bytes_of(list(Replay(own, viewer).frames())) == from_full


def slots_of(replay: Replay, position: int, seat: Seat) -> tuple[str | None, ...]:
    (tracker,) = (each for each in view_of(replay.at(position)).trackers if each.seat == seat)
    return tracker.slots


def test_a_seat_sees_its_own_plan_and_another_one_face_down() -> None:
    """After both plans are laid, the first slot has been turned over and the second has not."""
    record = half_shown()

    seen = {viewer: [slots_of(Replay(record, viewer), 5, seat) for seat in (ASH, BIRCH)] for viewer in VIEWERS}

    assert seen[ASH] == [("bow", "parry"), ("bow", "face_down")]
    assert seen[BIRCH] == [("bow", "face_down"), ("bow", "parry")]
    assert seen[PUBLIC] == [("bow", "face_down"), ("bow", "face_down")]
    assert seen[HOLDER] == [("bow", "parry"), ("bow", "parry")]


@pytest.mark.parametrize("viewer", [PUBLIC, ASH])
def test_after_the_end_a_seats_frames_still_show_only_what_it_saw_then(viewer: Viewer) -> None:
    """Everything has been revealed, and a plan not yet turned over was face down all the same."""
    record = small_game()
    laid = next(entry for entry in record.entries() if isinstance(entry.body, DecisionMade) and entry.by == "birch")

    slots = slots_of(Replay(record, viewer), laid.position + 1, BIRCH)

    assert slots
    assert set(slots) == {"face_down"}
    assert "face_down" not in slots_of(Replay(record, HOLDER), laid.position + 1, BIRCH)


def test_the_holder_of_a_redacted_record_sees_what_it_opens_anywhere() -> None:
    """What was shown later is known earlier to whoever holds the record; the rest stays face down."""
    record = half_shown()
    public = Replay(read_again(redact_record(record, PUBLIC)), HOLDER)

    assert slots_of(public, 3, ASH) == ("bow", "face_down")


def test_the_holder_sees_the_sentence_of_every_event() -> None:
    """What happened, whose doing it was, and the clauses and readings behind it."""
    record = small_game()

    frames = list(Replay(record, HOLDER).frames())

    assert all(frame.happenings for frame in frames)
    assert frames[0].happenings[0].sentence == "A Knight's Duty is set up for Player 1, Player 2"
    sentences = [happening.sentence for frame in frames for happening in frame.happenings]
    assert "Player 2 lays a plan: bow and parry" in sentences
    assert "the game is closed: victory, won by Player 2" in sentences
    assert "the seed is revealed" in sentences
    assert any(sentence.endswith("is drawn from 5") for sentence in sentences)
    outcome = frames[2].happenings[0]
    assert (outcome.by, outcome.cites) == ("birch", ("KD-2.1", "KD-2.2"))


def test_several_cards_are_drawn_and_several_win() -> None:
    """In the battle that both have won: 2 cubes of 4."""
    golden = ROOT / "replays" / "golden" / "cube_bag" / "g1" / "both-wiped-out.jsonl"
    record = whole_record_from(golden.read_bytes(), load_registry().ruleset, where=golden.name)

    sentences = [happening.sentence for frame in Replay(record, PUBLIC).frames() for happening in frame.happenings]

    assert "clash: Green, Purple are drawn from 4" in sentences
    assert sentences[-1] == "the game is closed: both, won by Laura and Alex"


def test_a_game_closed_without_a_winner_is_said_without_one() -> None:
    """A draw is won by nobody."""

    def draw(events: list[Event]) -> None:
        events[-1].data["ending"] |= {"outcome": "draw", "winners": [], "clause": "KD-10.2"}

    (happening,) = Replay(forged(small_game(), draw), PUBLIC).at(len(small_game().events)).happenings

    assert happening.sentence == "the game is closed: draw"
    assert happening.cites == ("KD-10.2",)


def test_a_record_that_cannot_be_folded_cannot_be_replayed() -> None:
    """The first event that does not fit is what is said."""
    record = small_game()
    cut = Record(record.game, record.ruleset, record.codec, record.events[:3] + record.events[4:], record.head)

    with pytest.raises(Misfit, match="position 5 cannot come after 3"):
        Replay(cut, HOLDER)
    with pytest.raises(BadRecord):
        Replay(cut, PUBLIC)
