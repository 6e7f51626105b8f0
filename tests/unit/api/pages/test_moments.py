"""A moment for readers without a script, and what a shared link says: what everybody could know, and no more."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.pages.position_summary import Links, PositionSummary, summarize_position
from oathbook.api.pages.previews import Preview, preview_of
from oathbook.domain.kernel import PUBLIC, Hidden, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.heirless.model.decisions import PlaceCard
from oathbook.replays.frames import Replay
from tests.support.checkout import GOLDEN
from tests.support.playing import read
from tests.unit.api.games import duel
from tests.unit.rulesets.heirless.promises.test_promises_unseen import KEEP, attacked
from tests.unit.rulesets.heirless.table import CEDAR

SHOWCASE: Final = "heirless/e1/four-players-and-their-word"
MINUS: Final = "\N{MINUS SIGN}"


def moment(record: Record, position: int, *, viewer: Viewer = PUBLIC, is_end_hidden: bool = False) -> PositionSummary:
    return summarize_position(Replay(record, viewer), position, is_end_hidden=is_end_hidden)


def shared(record: Record, position: int, viewer: Viewer = PUBLIC) -> Preview:
    return preview(record, moment(record, position, viewer=viewer))


def preview(record: Record, found: PositionSummary) -> Preview:
    return preview_of(found, record.ruleset.edition, record.opened.seats, base="http://test", path="/g", is_named=True)


def test_a_moment_says_what_happened_in_its_step_and_how_it_stands() -> None:
    """The duel: at 9 birch has chosen whether to use its token, which nobody else may know, and ash has not."""
    found = moment(duel(), 9)

    assert found.sentence == "Bo has decided about Inspiration."
    assert [each.line for each in found.seats] == ["Ann (Ash): 1 heart, to act", "Bo (Birch): 1 heart"]
    assert found.ending == ""
    assert moment(duel(), 14).ending == "Over: victory, won by Bo"


@pytest.mark.parametrize(
    ("position", "links"),
    [
        (1, Links(first=None, back=None, forward=3, last=14)),
        (2, Links(first=1, back=1, forward=3, last=14)),
        (3, Links(first=1, back=1, forward=5, last=14)),
        (9, Links(first=1, back=7, forward=14, last=14)),
        (14, Links(first=1, back=9, forward=None, last=None)),
    ],
)
def test_one_walks_from_step_to_step(position: int, links: Links) -> None:
    """Steps of the duel end at 1, 3, 5, 7, 9 and 14."""
    assert moment(duel(), position).links == links


def test_while_the_end_is_hidden_nothing_of_it_is_told() -> None:
    """Neither how long the game is, nor the rest of the step, nor how long the next step is."""
    for position in range(1, 15):
        known = replace(duel(), events=duel().events[:position], head=duel().events[position - 1].hash)
        whole = moment(duel(), position, is_end_hidden=True)
        begun = moment(known, position, is_end_hidden=True)
        forward = position + 1 if position < 14 else None
        assert whole.links == Links(begun.links.first, begun.links.back, forward, None)
        assert (whole.length, whole.step, whole.log, whole.stands) == (None, begun.step, begun.log, begun.stands)
        assert whole.log[-1].position == position
    assert moment(duel(), 10).log[-1].position == 14, "the control"


def test_the_log_is_that_of_the_phase_and_says_what_became_of_promises() -> None:
    record = read((GOLDEN / f"{SHOWCASE}.jsonl").read_bytes())
    replay = Replay(record, PUBLIC)
    broken = next(each.position for each in replay.promises.turnings() if each.kind == "broken")

    found = moment(record, broken)

    assert [(each.kind, "breaks" in each.says or "broken" in each.says) for each in found.step.became] == [
        ("broken", True)
    ]
    assert found.sentence.startswith(found.step.became[0].says)
    steps = {each.first: each for each in found.log}
    assert steps[found.step.first].became == found.step.became
    assert 1 < len(steps) <= 61
    assert f"{MINUS} 20 = {MINUS}" in found.stands


def test_a_breach_by_a_hidden_card_is_in_no_title_text_or_picture_before_it_may_be_known() -> None:
    """Cedar lays the card that it had promised to keep, and owes 20 in its own eyes alone."""
    table = attacked(KEEP.format("c1"))
    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)))
    kept = attacked(KEEP.format("c1"))
    kept.decide(PlaceCard(CEDAR, Hidden.of("c2", CEDAR)))
    record, other = table.scribe.record, kept.scribe.record
    last = len(record.events)

    assert shared(record, last) == shared(other, last)
    assert moment(record, last) == moment(other, last)
    own = shared(record, last, CEDAR)
    assert "20" in own.says, "the control"
    assert own != shared(record, last)


def test_a_long_text_is_shortened_in_a_preview() -> None:
    """To 400 letters, the last of which says that it goes on; a shorter one stays as it is."""
    record = read((GOLDEN / f"{SHOWCASE}.jsonl").read_bytes())
    replay = Replay(record, PUBLIC)
    moments = (summarize_position(replay, at, is_end_hidden=False) for at in range(1, len(record.events) + 1, 3))
    said = {f"{found.sentence} {found.stands}": preview(record, found).says for found in moments}

    long = [each for each in said if len(each) > 400]
    assert 0 < len(long) < len(said)
    assert all(said[each] == f"{each[:399]}…" for each in long)
    assert all(says == each for each, says in said.items() if each not in long)
