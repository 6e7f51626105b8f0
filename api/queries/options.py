"""What a seat may decide at a position, and what its options do to promises."""

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from oathbook.api.queries.query import position_in
from oathbook.api.schemas.marks import MarksTold, present_all_marks
from oathbook.domain.application.lines import decision_in
from oathbook.domain.kernel import Concealed, Seat
from oathbook.domain.recording.format.cleartext import decision_from, value_text
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex

NO_SALT: Final = "0" * 32  # of what is asked about and never stored


def options_at(replay: Replay, seat: Seat, position: int) -> Options[Any]:
    """Returns what a seat may decide at a position; nothing where that is concealed from it."""
    game = replay.game_at(position)
    if game.closed:
        return Options((), complete=True)
    try:
        found: Options[Any] = replay.record.ruleset.options(game.state, seat)
    except Concealed:
        return Options((), complete=False)
    return found


def option_marks(index: ReplayIndex, seat: Seat, at: int | None, line: str | None) -> bytes:
    """Returns all marks of the options of a seat, or of the decision in a line; refuses a line that says none."""
    replay = index.replay
    position, record = position_in(len(replay), at), replay.record
    notation = GameNotation(record.ruleset, record.opened.setup())
    if line is None:
        marks = tuple(present_all_marks(replay, seat, position, options_at(replay, seat, position), notation))
    else:
        value = decision_in(notation, line, ()).value
        decision = decision_from(record.ruleset.wire.decision, value, by=seat, salts=lambda: NO_SALT, where="line")
        found = present_all_marks(replay, seat, position, Options((decision,), complete=False), notation)
        marks = tuple(replace(each, number=UNSET) for each in found)
    return value_text(MarksTold(record.game, position, seat, marks))
