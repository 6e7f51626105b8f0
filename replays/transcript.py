"""A game as a text a person can read, with clause numbers."""

from collections.abc import Iterator

from oathbook.domain.games.game_events import DecisionMade, Entry
from oathbook.domain.kernel import HOLDER, Line, Roster, format_line
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.replays.frames import Frame, Replay


def transcript(replay: Replay) -> Iterator[str]:
    """The lines of a game as the replay's viewer saw it: a step a paragraph, a consequence a line."""
    opened = replay.record.opened
    title = replay.record.ruleset.edition.title
    yield f"{title} ({opened.edition}), game {replay.record.game}"
    yield "Seats: " + ", ".join(f"{each.seat} ({each.player})" if each.player else each.seat for each in opened.seats)
    seen = "everything this record opens" if replay.viewer == HOLDER else f"as {replay.viewer} saw it"
    yield f"{len(replay)} events, {seen}"
    step = 0
    for frame, entry in zip(replay.frames(), replay.entries, strict=True):
        if frame.step != step:
            step = frame.step
            yield ""
            yield f"Step {step}"
        yield from _lines(frame, entry, replay.roster)


def _lines(frame: Frame, entry: Entry, roster: Roster) -> Iterator[str]:
    number = f"{frame.position:>6}  "
    for happening in frame.happenings:
        named = ", ".join((*happening.cites, *happening.readings))
        yield f"{number}{happening.sentence}{named and f'  [{named}]'}"
        number = " " * 8
        yield from (f"          {roster.name_ids(_working(line))}" for line in happening.working)
    if isinstance(entry.body, DecisionMade):
        yield f"          {decision_text(entry.body.decision).decode()}"


def _working(line: Line) -> str:
    return f"{format_line(line)} ({line.clause}{'' if line.applied else ', does not apply'})"
