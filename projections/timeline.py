"""The timeline of a game: what happened at each position, a sentence for each thing."""

from typing import Final

import msgspec
from msgspec import Struct

from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.kernel import Roster
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.format.topics import topic_of
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow, ViewTable
from oathbook.projections.views_reader import ViewsReader, clamp_limit

NAME: Final = "timeline"


class TimelineSentence(Struct, frozen=True):
    """One thing that happened: its kind, the seat that did it (if any), a sentence, and its clauses."""

    kind: str
    by: str | None
    sentence: str
    cites: tuple[str, ...]


class TimelinePlace(Struct, frozen=True):
    """A position of a game and what happened there; ``marks`` lists each kind once."""

    position: int
    step: int
    at: str
    by: str
    type: str
    sentences: tuple[TimelineSentence, ...]
    marks: tuple[str, ...]


class Timeline(Struct, frozen=True):
    """Positions in order; ``next`` is the ``after`` of the next page, ``upto`` the last position in the timeline."""

    game: str
    places: tuple[TimelinePlace, ...]
    next: int | None
    upto: int


def timeline(views: ViewsReader, game: str, *, after: int = 0, says: str | None = None, limit: int = PAGE) -> Timeline:
    """The places of a game after a position; none where nothing of the game is there yet.

    With ``says`` only those of which a sentence, or the id of a clause it cites, holds that text in any letter case.
    """
    limit = clamp_limit(limit)
    columns = "position, step, at, by, type, sentences, marks"
    narrowed, wanted = ("", ()) if says is None else (f" AND {_TEXT_FILTER}", (says, says))
    where = f"game = ? AND position > ?{narrowed} ORDER BY position LIMIT ?"
    asked = (game, after, *wanted, limit + 1)
    with views.snapshot() as connection:
        rows = connection.execute(f"SELECT {columns} FROM timeline WHERE {where}", asked).fetchall()  # noqa: S608  # names of ours
        last = "SELECT coalesce(max(position), 0) FROM timeline WHERE game = ?"
        (upto,) = connection.execute(last, (game,)).fetchone()
    places = tuple(
        TimelinePlace(position, step, at, by, kind, _SENTENCES.decode(said), _MARKS.decode(marks))
        for position, step, at, by, kind, said, marks in rows[:limit]
    )
    return Timeline(game, places, places[-1].position if len(rows) > limit else None, upto)


def rows_of(ruleset: AnyRuleset, game: str, entry: Entry, _: int, roster: Roster) -> tuple[ViewRow, ...]:
    """The place that an event is."""
    happenings = happenings_of(ruleset, entry, roster)
    said = [TimelineSentence(each.kind, each.by, each.sentence, each.cites) for each in happenings]
    marks = list(dict.fromkeys(each.kind for each in happenings))
    plain = (game, entry.position, entry.step, entry.at, entry.by, topic_of(entry.body).partition("/")[0])
    return (ViewRow(NAME, (*plain, msgspec.json.encode(said).decode(), msgspec.json.encode(marks).decode())),)


_TEXT_FILTER: Final = """
EXISTS (
    SELECT 1 FROM json_each(sentences) AS said
    WHERE instr(lower(json_extract(said.value, '$.sentence')), lower(?)) > 0 OR EXISTS (
        SELECT 1 FROM json_each(said.value, '$.cites') AS cited WHERE instr(lower(cited.value), lower(?)) > 0
    )
)
"""
_SENTENCES: Final = msgspec.json.Decoder(tuple[TimelineSentence, ...])
_MARKS: Final = msgspec.json.Decoder(tuple[str, ...])

TIMELINE: Final = PerEvent(
    NAME,
    3,
    (
        ViewTable(
            NAME,
            """
            CREATE TABLE timeline (
                game TEXT NOT NULL,
                position INTEGER NOT NULL,
                step INTEGER NOT NULL,
                at TEXT NOT NULL,
                by TEXT NOT NULL,
                type TEXT NOT NULL,
                sentences TEXT NOT NULL,
                marks TEXT NOT NULL,
                PRIMARY KEY (game, position)
            ) WITHOUT ROWID
            """,
            ("CREATE INDEX timeline_corrected ON timeline (game, position) WHERE type = 'game.corrected'",),
        ),
    ),
    rows_of,
)
