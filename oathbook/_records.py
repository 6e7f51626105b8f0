"""A record of a game, as ``oathbook.read`` returns it, and what it answers."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct

from oathbook._html import Row, html_table
from oathbook._results import Answer, Promises, Standing, answer_decision, audit_promises, present_standing
from oathbook.api.cli import input_files
from oathbook.api.cli.archives import bundles, file_reader
from oathbook.domain.kernel.seats import HOLDER
from oathbook.domain.recording.format import record as records
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.frames import Replay
from oathbook.replays.sentences import steps_in_sentences
from oathbook.replays.verification import Verification, verify

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


class Step(Struct, frozen=True):
    """A decision or an act with all that followed, as one viewer saw it.

    It holds the positions ``first`` to ``position``. ``at`` is when it was recorded (UTC), ``by`` whose it is.
    """

    number: int
    first: int
    position: int
    at: str
    by: str
    sentences: tuple[str, ...]


class Position(Struct, frozen=True):
    """A game after the event at a position, as one viewer saw it.

    ``sentences`` say what happened there, ``clauses`` by which clauses; ``view`` is the state as JSON values.
    """

    position: int
    step: int
    at: str
    by: str
    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    to_act: tuple[str, ...]
    standing: Standing
    view: Json


class Record:
    """A record of one game. ``len`` is how many events it holds; positions count from 1.

    A ``viewer`` is a seat, ``"public"`` or ``"table"``, who sees what it saw then, or ``"holder"``, who sees all that
    this record opens, later or earlier. A viewer or a position that it has not raises ``BadRecord``.
    """

    def __init__(self, record: records.Record) -> None:
        """Use ``oathbook.read``."""
        self._record = record
        self._replays: dict[str, Replay] = {}

    def __len__(self) -> int:
        """How many events the record holds."""
        return len(self._record.events)

    def __bytes__(self) -> bytes:
        """The record file, byte for byte the same for the same record."""
        return record_text(self._record)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._record.game

    @property
    def edition(self) -> str:
        """The edition of its rules, such as ``heirless/e1``."""
        return self._record.opened.edition

    @property
    def seats(self) -> dict[str, str]:
        """The seats in their order, each with the name of its player."""
        return {str(each.seat): each.player for each in self._record.opened.seats}

    @property
    def head(self) -> str:
        """The hash of the last event: who notes it notices any change of the record."""
        return self._record.head

    def verify(self) -> Verification:
        """Check everything that can be checked: the chain of hashes, every decision and draw, every verdict.

        ``status`` is ``"sound"``, ``"discrepancy"`` or ``"partial"``: sound as far as this reader may see. Each of the
        ``discrepancies`` has its ``position``, ``kind``, ``clause`` and a sentence, ``says``.
        """
        return verify(self._record)

    def at(self, position: int, *, viewer: str = HOLDER) -> Position:
        """The game after the event at a position."""
        replay = self._replay(viewer)
        frame = replay.at(self._position(position))
        return Position(
            frame.position,
            frame.step,
            frame.at,
            frame.by,
            tuple(each.sentence for each in frame.happenings),
            tuple(dict.fromkeys(clause for each in frame.happenings for clause in each.cites)),
            tuple(map(str, frame.to_act)),
            present_standing(frame.standing, self.seats),
            cast("Json", msgspec.json.decode(value_text(frame.view))),
        )

    def replay(self, *, viewer: str = HOLDER) -> Iterator[Step]:
        """The game step by step, in sentences."""
        replay = self._replay(viewer)
        for each in steps_in_sentences(replay, first=1, last=len(replay)):
            yield Step(each.step, each.first, each.position, each.at, each.by, each.says)

    def promises(self, *, viewer: str = HOLDER) -> Promises:
        """What became of every promise: letter, verdict, who pays, and why."""
        replay = self._replay(viewer)
        return audit_promises(self._record.ruleset, replay.entries, replay.roster)

    def ask(self, *, at: int, line: str, draws: Mapping[str, Sequence[str]] = {}) -> Answer:
        """As ``oathbook.ask``."""
        return answer_decision(self._record, self._position(at), line, draws)

    def rows(self) -> list[Row]:
        """A row for each seat: the seat, its player and, at the end, its standing."""
        return self.at(len(self)).standing.rows()

    def _replay(self, viewer: str) -> Replay:
        """The replay of a viewer, kept: what it takes a whole game to work out is worked out once."""
        if viewer not in self._replays:
            named = None if viewer == HOLDER else viewer
            self._replays[viewer] = Replay(self._record, input_files.viewer_in(self._record, named, option="viewer"))
        return self._replays[viewer]

    def _position(self, position: int) -> int:
        return input_files.position_in(self._record, position, option="position")

    def __repr__(self) -> str:
        """What it is a record of."""
        return f"<Record of {self.edition}, game {self.game}, {len(self)} events>"

    def _repr_html_(self) -> str:
        return html_table(f"{self.edition}, game {self.game}, {len(self)} events", self.rows())


def read(source: str | os.PathLike[str] | bytes) -> Record:
    """Read a record, a bundle, a sheet of notation or a transcript: its bytes, a path, or a URL that fsspec reads.

    A record is read strictly, but not checked: ``verify`` does that. Refuses with ``BadRecord``, ``CorruptRecord`` or
    ``UnknownEdition`` whatever is none, and says why.
    """
    if isinstance(source, bytes):
        name, text = "the bytes", source
    else:
        name = os.fspath(source)
        text = file_reader.read_file(name)
    if text.startswith(input_files.ZIP):
        text = bundles.record_text_in(text, name)
    return Record(input_files.record_in_any_text(text, name, whole=False))


def ask(record: Record, *, at: int, line: str, draws: Mapping[str, Sequence[str]] = {}) -> Answer:
    """What the rules say after the event at a position to a decision, written as on a sheet: ``birch: plan bow, bow``.

    Nothing is drawn: where the answer depends on chance it is ``"depends"`` and names the draw; ``draws`` supposes the
    cards of draws by their labels. Refuses with ``BadRecord`` a line that cannot be read, and a supposed draw that
    cannot be or that nothing asks for.
    """
    return record.ask(at=at, line=line, draws=draws)
