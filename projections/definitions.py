"""What a projection is, and what its pure functions are given and return."""

from collections.abc import Callable
from typing import Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.games import game as games
from oathbook.domain.games import game_events
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import consequences_of
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import StepsTakenBack
from oathbook.domain.kernel import Roster
from oathbook.domain.promises.audit.incremental_audit import PromiseResult
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending

SHARES: Final = 8
"""So many processes at most can work on the read models of one database; another number makes them all anew."""

ALL_SHARES: Final = frozenset(range(SHARES))


def share_of(stream: str) -> int:
    """The share that a game or a dispute is in, always the same; what its rows follow from is in its stream alone."""
    return crc32(stream.encode()) % SHARES


Value = str | int | None  # a value of a column; lists are JSON texts
MAX_ERROR_LENGTH: Final = 500  # characters that are kept of what went wrong

TRANSCRIPT: Final = "transcript"
RULES: Final = "rules"  # who says what followed from a decision: a table's transcript, or the rules


class ViewTable(Struct, frozen=True):
    """A table of a read model: its name, the statement that makes it, its indexes, and which columns are counts.

    The statement is SQLite's. A table with counts names the columns of its ``key``. The tables of a projection whose
    rows are replaced game by game have a column ``game``.
    """

    name: str
    sql: str
    indexes: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    key: tuple[str, ...] = ()


class ViewRow(Struct, frozen=True, gc=False):
    """A row of a table: a value for each of its columns, in their order.

    Where the table has counts, and a row with the same key is there, the counts are added to those there.
    """

    table: str
    values: tuple[Value, ...]


class GameSoFar(Struct, frozen=True):
    """A game so far as everybody may see it.

    ``number`` is that of its opening in the log of all streams, ``followed`` the last event in which anything followed
    by the rules or the game went back, or the opening, ``told_by`` whether any outcome stands as a transcript has it,
    ``ending`` the end that was recorded. ``imported`` says that the record was brought here.
    """

    game: Game
    number: int
    opened_at: str
    last_at: str
    followed: game_events.Entry
    told_by: str = RULES
    ending: Ending | None = None
    imported: bool = False


class DisputeSoFar(Struct, frozen=True):
    """A dispute so far as everybody may see it; ``number`` is that of its filing in the log of all streams."""

    dispute: Dispute
    number: int
    last_at: str


class PerEvent(Struct, frozen=True):
    """A projection with rows for each event. ``rows`` takes a ruleset, game, event, event number and roster.

    With ``once``, what a fork carries over is not taken in again: it counts in the game that it goes on from.
    ``reversal`` gives the rows of an event that counts no longer, since its decision was taken back.
    """

    name: str
    version: int
    tables: tuple[ViewTable, ...]
    rows: Callable[[AnyRuleset, str, game_events.Entry, int, Roster], tuple[ViewRow, ...]]
    once: bool = False
    reversal: Callable[[AnyRuleset, str, game_events.Entry], tuple[ViewRow, ...]] | None = None


class PerGame(Struct, frozen=True):
    """A projection whose rows of a game follow from the game so far, and replace those before."""

    name: str
    version: int
    tables: tuple[ViewTable, ...]
    rows: Callable[[AnyRuleset, GameSoFar], tuple[ViewRow, ...]]


class PerDispute(Struct, frozen=True):
    """A projection whose rows of a dispute follow from the dispute so far, and replace those before.

    Its tables have a column ``dispute``.
    """

    name: str
    version: int
    tables: tuple[ViewTable, ...]
    rows: Callable[[DisputeSoFar], tuple[ViewRow, ...]]


class JudgedPromises(Struct, frozen=True):
    """The promises of a game, and the events that they were judged by, as everybody may see them.

    ``fault`` is what went wrong if the audit could not be finished; then there are no promises.
    """

    promises: tuple[PromiseResult, ...] = ()
    entries: tuple[game_events.Entry, ...] = ()
    fault: str = ""


class PerAudit(Struct, frozen=True):
    """A projection whose rows of a game follow from the game so far and the audit of its promises.

    They replace those before, as with ``PerGame``, and are made once a page: an audit goes through the whole game.
    """

    name: str
    version: int
    tables: tuple[ViewTable, ...]
    rows: Callable[[GameSoFar, JudgedPromises], tuple[ViewRow, ...]]


Projection = PerEvent | PerGame | PerAudit | PerDispute


def describe_error(problem: Exception) -> str:
    """What went wrong, in a line to be shown."""
    return f"{type(problem).__name__}: {problem}"[:MAX_ERROR_LENGTH]


def begin_game(ruleset: AnyRuleset, game: str, entry: game_events.Entry, number: int, *, imported: bool) -> GameSoFar:
    """A game after its first event; ``BadRecord`` if it is no opening that can be played."""
    return GameSoFar(games.begin(ruleset, game, entry), number, entry.at, entry.at, entry, imported=imported)


def advance_game(ruleset: AnyRuleset, before: GameSoFar, entry: game_events.Entry) -> GameSoFar:
    """A game after one more event; ``Misfit`` if the event does not fit."""
    body = entry.body
    told = isinstance(body, game_events.OutcomeFollowed | TableActed) and entry.by == TRANSCRIPT
    return replace(
        before,
        game=games.evolve(ruleset, before.game, entry),
        last_at=entry.at,
        followed=entry if _has_consequences(body) else before.followed,
        told_by=TRANSCRIPT if told else before.told_by,
        ending=_ending(ruleset, before, body),
    )


def _has_consequences(body: game_events.EventBody) -> bool:
    return isinstance(body, game_events.GameCorrected | StepsTakenBack | TableActed) or bool(consequences_of(body))


def _ending(ruleset: AnyRuleset, before: GameSoFar, body: game_events.EventBody) -> Ending | None:
    """The end that was recorded, or that of the corrected game."""
    if isinstance(body, game_events.GameCorrected) and before.ending is not None:
        return ruleset.standing(body.state).ending
    return body.ending if isinstance(body, game_events.GameEnded) else before.ending
