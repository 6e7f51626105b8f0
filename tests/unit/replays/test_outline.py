"""A game at a glance, worked out by hand for one golden record, and whatever must hold for all.

How the positions below follow from the script of the record (``tests/golden/scripts.py``) and from its ``.toml``:
the opening is position 1 and step 1; each of the 36 decisions is a step of two positions, the decision and what
follows, with the draws between them. There are seven draws, one each in the steps in which the last of a combat
decides about Inspiration (15, 20, 21, 32, 37), in which two do not agree on who goes first (18), and in which the two
agree and neither has a token left to decide about (36). With the last decision come the revealed seed and the end.
"""

from itertools import accumulate
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, Score, Standing
from oathbook.domain.rulesets.vocabulary import FactKind, Vocabulary
from oathbook.replays.frames import SNAPSHOT_EVERY, Replay
from oathbook.replays.outline import MarkedPosition, Outline, Scores
from oathbook.replays.replay_index import ReplayIndex
from tests.support.checkout import ROOT
from tests.support.playing import (
    FAR,
    half_shown,
    long_game,
    opened,
    read_again,
    ruleset_of,
    running_game,
    small_game,
    whole_game,
)
from tests.support.sampling import some

ASH, BIRCH, CEDAR = Seat("ash"), Seat("birch"), Seat("cedar")
GOLDEN: Final = ROOT / "replays" / "golden" / "knights_duty" / "1"
NAMES: Final = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
DRAWN_IN: Final = {15, 18, 20, 21, 32, 36, 37}


def golden(name: str = "last-knight-standing") -> Record:
    return whole_record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)


def outlined(record: Record, viewer: Viewer = PUBLIC, *, after: int = 0) -> Outline:
    return ReplayIndex(Replay(record, viewer)).outline(after=after)


def hearts(position: int, ash: int, *others: int) -> tuple[int, dict[Seat, int], str]:
    """What the three have there, those that have a Knight."""
    return position, dict(zip((ASH, BIRCH, CEDAR), (ash, *others), strict=False)), "hearts"


def plain(scores: tuple[Scores, ...]) -> tuple[tuple[int, dict[Seat, int], str], ...]:
    """From where on everybody has what; nothing is taken off in these games."""
    assert all(one.after == one.points for each in scores for one in each.scores)
    return tuple((each.position, {one.seat: one.after for one in each.scores}, each.unit) for each in scores)


# By hand ----------------------------------------------------------------------------------------------------------


def test_a_step_ends_with_what_followed_last() -> None:
    lengths = (1, *(2 + (step in DRAWN_IN) + 2 * (step == 37) for step in range(2, 38)))

    assert outlined(golden()).steps == tuple(accumulate(lengths))
    assert sum(lengths) == outlined(golden()).position == 82


def test_turns_and_phases_begin_where_the_rules_begin_them_and_rounds_never() -> None:
    """A turn begins when the last clan is chosen, and when the last slot of the turn before is resolved.

    A phase is a slot. Slots 1 and 2 of turn 1 begin when the third plan is laid (13): three changes of equipment need
    no decision; slot 3 begins and ends (45) with the last of three combats, for nobody has laid a token there. In turn
    2 a slot begins with the second plan (49) and after each pair of moves (53, 57), in turn 3 with the second plan (63)
    and after the one combat of slot 1 (68); slot 3 of it is not played any more.
    """
    begins = outlined(golden()).begins

    assert begins == {"turn": (7, 45, 59), "phase": (13, 45, 49, 53, 57, 63, 68), "round": ()}


def test_draws_and_what_begins_or_ends_is_marked() -> None:
    """In the order in which it happens there, each kind once; 30, 37, 42, 45, 68, 77 and 80 are in the ``.toml``.

    The seed and the end of the record (81, 82) are no events of the rules and have no mark.
    """
    draw, slot, slot_over = ("draw",), "slot_begins", "slot_ends"
    combat, combat_over = "combat_begins", "combat_ends"
    turn, turn_over = "turn_begins", "turn_ends"

    marks = outlined(golden()).marks

    assert marks == (
        MarkedPosition(7, (turn,)),
        MarkedPosition(13, (slot, slot_over)),  # slots 1 and 2
        MarkedPosition(25, (combat,)),  # all three name ash
        MarkedPosition(29, draw),
        MarkedPosition(30, (combat_over,)),  # of ash against birch
        MarkedPosition(36, draw),  # who goes first
        MarkedPosition(37, (combat,)),  # cedar does
        MarkedPosition(41, draw),
        MarkedPosition(42, (combat_over, combat)),  # birch, defeated, attacks all the same
        MarkedPosition(44, draw),
        MarkedPosition(45, (combat_over, slot_over, slot, turn_over, turn)),
        MarkedPosition(49, (slot,)),
        MarkedPosition(53, (slot_over, slot)),
        MarkedPosition(57, (slot_over, slot)),
        MarkedPosition(59, (slot_over, turn_over, turn)),
        MarkedPosition(63, (slot,)),
        MarkedPosition(65, (combat,)),  # nobody but ash attacks
        MarkedPosition(67, draw),
        MarkedPosition(68, (combat_over, slot_over, slot)),
        MarkedPosition(76, draw),
        MarkedPosition(77, (combat, combat_over)),  # ash strikes at once, and cedar's attack begins
        MarkedPosition(79, draw),
        MarkedPosition(80, (combat_over, slot_over, "match_ends")),
    )


def test_scores_stand_where_they_change() -> None:
    """Two hearts come with each clan; birch loses one (30) and the other (42), and so does cedar (45, 77)."""
    scores = plain(outlined(golden()).scores)

    assert scores == (
        hearts(3, 2),
        hearts(5, 2, 2),
        hearts(7, 2, 2, 2),
        hearts(30, 2, 1, 2),
        hearts(42, 2, 0, 2),
        hearts(45, 2, 0, 1),
        hearts(77, 2, 0, 0),
    )


# Parts ------------------------------------------------------------------------------------------------------------


def test_behind_a_position_there_is_what_comes_later() -> None:
    """After 58, where ash has decided where to go and has not gone: that step ends at 59, as before."""
    part = outlined(golden(), after=58)

    assert part.position == 82
    assert part.steps == (59, 61, 63, 65, 68, 70, 72, 74, 77, 82)
    assert part.begins == {"turn": (59,), "phase": (63, 68), "round": ()}
    assert part.marks[0] == MarkedPosition(59, ("slot_ends", "turn_ends", "turn_begins"))
    assert plain(part.scores) == (hearts(77, 2, 0, 0),)


@pytest.mark.parametrize("after", [82, 83, 100_000])
def test_behind_the_end_there_is_nothing(after: int) -> None:
    """And the position is where the game stands, so that one can ask again from there."""
    assert outlined(golden(), after=after) == Outline(82, (), {"turn": (), "phase": (), "round": ()}, (), ())


def joined(one: Outline, other: Outline) -> Outline:
    """What somebody makes of an outline and of what has come since."""
    return Outline(
        other.position,
        one.steps + other.steps,
        {unit: one.begins[unit] + other.begins[unit] for unit in one.begins},
        one.marks + other.marks,
        one.scores + other.scores,
    )


def until(whole: Outline, position: int) -> Outline:
    """The part of an outline up to a position."""
    return Outline(
        position,
        tuple(each for each in whole.steps if each <= position),
        {unit: tuple(each for each in found if each <= position) for unit, found in whole.begins.items()},
        tuple(each for each in whole.marks if each.position <= position),
        tuple(each for each in whole.scores if each.position <= position),
    )


@pytest.mark.parametrize("record", [golden(), small_game(), half_shown()], ids=["golden", "ended", "running"])
@pytest.mark.parametrize("viewer", [PUBLIC, ASH, HOLDER])
def test_the_parts_on_both_sides_of_any_cut_are_the_whole(record: Record, viewer: Viewer) -> None:
    index = ReplayIndex(Replay(record, viewer))
    whole = index.outline()

    for cut in range(len(index.replay) + 1):
        assert joined(until(whole, cut), index.outline(after=cut)) == whole, cut


@pytest.mark.parametrize("cut", [SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1])
def test_a_part_that_begins_beside_a_snapshot_is_no_other(cut: int) -> None:
    whole = outlined(long_game())

    assert joined(until(whole, cut), outlined(long_game(), after=cut)) == whole


@pytest.mark.parametrize("record", [golden(), running_game(FAR, decisions=25)], ids=["golden", "running"])
def test_what_has_come_since_joined_to_what_was_there_is_the_whole(record: Record) -> None:
    """As a page has it that goes along with a game, which grows step by step."""
    whole = outlined(record)
    for end in whole.steps:
        shorter = replace(record, events=record.events[:end])

        assert outlined(shorter) == until(whole, end), end
        assert joined(outlined(shorter), outlined(record, after=end)) == whole, end


# For every game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_position_is_where_it_is_said_to_be(name: str) -> None:
    """Compared with the frames of the game, in which each event is told with its step and its standing."""
    record = golden(name)
    frames = list(Replay(record, PUBLIC).frames())

    found = outlined(record)

    last_of = {frame.step: frame.position for frame in frames}
    assert found.steps == tuple(last_of.values())
    drawn = [frame.position for frame in frames if frame.type == "DrawMade"]
    assert [mark.position for mark in found.marks if mark.kinds == ("draw",)] == drawn
    for kind, unit in (("turn_begins", "turn"), ("slot_begins", "phase")):
        told = [frame.position for frame in frames if any(each.kind == kind for each in frame.happenings)]
        assert list(found.begins[unit]) == told  # type: ignore[index]  # because the names of units are literals
    points = {position: each for position, each, _ in plain(found.scores)}
    now: dict[Seat, int] = {}
    for frame in frames:
        now = points.get(frame.position, now)
        assert now == {each.seat: each.points for each in frame.standing.scores}


def test_a_game_that_has_just_been_opened_is_one_step() -> None:
    assert outlined(opened(FAR).record) == Outline(1, (1,), {"turn": (), "phase": (), "round": ()}, (), ())


# Who sees what ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, ASH, BIRCH])
@pytest.mark.parametrize(
    "record",
    [half_shown(), running_game(FAR, decisions=30), small_game(), small_game(reveal="none"), whole_game(2, "three")],
    ids=["half shown", "running", "revealed", "kept", "three"],
)
def test_a_viewers_outline_is_the_same_from_the_full_record_and_from_its_own_export(
    record: Record, viewer: Viewer
) -> None:
    """Law 5: it is made of nothing that the viewer may not see; and what is in it everybody may."""
    own = read_again(record_for(record, viewer))

    assert outlined(own, viewer) == outlined(record, viewer) == outlined(record, HOLDER)


# Another ruleset --------------------------------------------------------------------------------------------------


WORDS: Final = {
    **{each.kind: each for each in KNIGHTS_DUTY.vocabulary.kinds},
    "turn_begins": FactKind("turn_begins", ("turn",), marker=True, begins="round"),
    "combat_begins": FactKind("combat_begins", ("target", "weapon")),
}


def _with_defeats(state: State) -> Standing:
    """Hearts, and who has lost both."""
    honest = KNIGHTS_DUTY.standing(state)
    defeats = tuple(Score(each.seat, int(each.points == 0), "defeats") for each in honest.scores)
    return Standing((*honest.scores, *defeats), honest.out, honest.ending)


ROUNDS: Final[AnyRuleset] = replace(KNIGHTS_DUTY, vocabulary=Vocabulary(tuple(WORDS.values())), standing=_with_defeats)
"""A game that counts rounds instead of turns, whose combats do not cut the time, and that counts defeats, too."""


def test_what_begins_a_unit_and_what_is_a_mark_is_for_the_ruleset_to_say() -> None:
    found = outlined(replace(golden(), ruleset=ROUNDS))

    assert (found.begins["turn"], found.begins["round"]) == ((), (7, 45, 59))
    marked = {kind for mark in found.marks for kind in mark.kinds}
    assert "combat_ends" in marked
    assert "combat_begins" not in marked


@pytest.mark.parametrize("after", [0, 30])
def test_each_unit_of_the_scores_stands_by_itself(after: int) -> None:
    """A heart that breaks changes nothing in who has lost both."""
    found = outlined(replace(golden(), ruleset=ROUNDS), after=after)

    told = plain(found.scores)
    hearts_only = tuple(each for each in told if each[-1] == "hearts")
    defeats = [(position, points) for position, points, unit in told if unit == "defeats"]
    assert hearts_only == plain(outlined(golden(), after=after).scores)
    assert defeats[-2:] == [(42, {ASH: 0, BIRCH: 1, CEDAR: 0}), (77, {ASH: 0, BIRCH: 1, CEDAR: 1})]
    assert [position for position, _ in defeats[:-2]] == ([] if after else [3, 5, 7])


# Promises ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, ASH, HOLDER])
def test_what_is_done_with_promises_and_becomes_of_them_is_told_where_it_was_known(viewer: Viewer) -> None:
    """In this game p3 is judged at 31, and judged otherwise at 32."""
    told = [(each.position, each.kind) for each in outlined(golden("in-plain-words"), viewer).promises]

    assert [each for each in told if each[0] >= 30][-4:] == [(31, "ruled"), (31, "broken"), (32, "ruled"), (32, "kept")]


@pytest.mark.parametrize("viewer", some([ASH, PUBLIC, BIRCH], 1))
def test_what_is_told_of_promises_at_a_position_hangs_on_nothing_behind_it(viewer: Viewer) -> None:
    record = golden("in-plain-words")
    whole = outlined(record, viewer).promises
    assert whole

    for cut in range(1, len(record.events)):
        then = outlined(replace(record, events=record.events[:cut]), viewer).promises
        assert then == tuple(each for each in whole if each.position <= cut)
        assert outlined(record, viewer, after=cut).promises == whole[len(then) :]
