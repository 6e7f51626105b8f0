"""Follows a sheet of notation while it is written: what each new line came to, and what is wrong, as it is saved."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from oathbook.api.cli.input_files import bytes_in
from oathbook.api.cli.letters_aloud import letter_aloud
from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.games.game_events import DecisionMade, EventBody, GameEnded, OutcomeFollowed
from oathbook.domain.games.played_steps import consequences_of
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.notation.sheet_reader import SheetReader, rows_around_steps, start_reader
from oathbook.domain.recording.notation.sheets import Sheet, sheet_from
from oathbook.domain.rulesets.registry import load_registry

Say = Callable[[str], None]
Keep = Callable[[Record], None]
PAUSE: Final = 0.3  # seconds between two looks at the file


class SheetWatcher:
    """A sheet being written, as far as it can be followed; ``problem`` is what keeps it from being followed further."""

    def __init__(self, name: str, say: Say, keep: Keep) -> None:
        """Follow the file of this name, say what is read, and have the record kept whenever there is more of it."""
        self._name = name
        self._say = say
        self._keep = keep
        self._kept: tuple[EncodedEvent, ...] = ()
        self._text = b""
        self._readers: list[SheetReader] = []
        self.problem: Refused | None = None

    @property
    def record(self) -> Record:
        """What has been read; the ``problem`` where something is wrong."""
        if self.problem is not None:
            raise self.problem
        if not self._readers:
            raise BadRecord(f"{self._name}: nothing has been read")
        reader = self._readers[-1]
        if reader.stamps is not None:
            reader.stamps.must_fit(reader.record)
        return reader.record

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._readers) and self.problem is None and self._readers[-1].writer.game.closed

    def look(self, *, is_last: bool = False) -> None:
        """Read what is new; a line that is not ended is still being written, unless this is the last look."""
        text = bytes_in(self._name)
        if not is_last:
            text = text[: text.rfind(b"\n") + 1]
        if text == self._text:
            return
        self._text = text
        before = self.problem
        self.problem = None
        try:
            self._follow(sheet_from(text, where=self._name))
        except Refused as refused:
            self.problem = refused
            if str(refused) != str(before):
                self._say(f"not yet: {refused}")
        self._keep_record()

    def _keep_record(self) -> None:
        """Have the record kept, unless it is shorter only because a line is wrong. With stamps it is right or not."""
        if not self._readers or self._readers[-1].stamps is not None:
            return
        record = self._readers[-1].record
        goes_on = record.events[: len(self._kept)] == self._kept
        if record.events != self._kept and (goes_on or self.problem is None):
            self._keep(record)
            self._kept = record.events

    def _follow(self, sheet: Sheet) -> None:
        if not self._readers or self._readers[0].frame != rows_around_steps(sheet):
            self._readers = [start_reader(sheet, load_registry().ruleset, system_sources(), where=self._name)]
            self._say(f"{self._readers[0].record.opened.edition}: the table is set. {self._next()}")
        known = self._readers[-1].steps
        same = sum(1 for _ in _common_prefix(known, sheet.steps))
        if same < len(known):
            self._say(f"line {known[same][0].number} was changed: going on from there")
            del self._readers[same + 1 :]
        for rows in sheet.steps[same:]:
            reader = self._readers[-1].read_step(rows, where=self._name)
            new = reader.record.events[len(self._readers[-1].record.events) :]
            self._readers.append(reader)
            for event in new:
                self._say_event(event.entry.body)
            self._say(self._next())

    def _say_event(self, body: EventBody) -> None:
        ruleset = self._readers[-1].record.ruleset
        first = self._readers[-1].steps[-1][0]
        match body:
            case OutcomeFollowed():
                pass
            case GameEnded(ending):
                self._say(f"  the game is over: {ending.outcome}")
            case DecisionMade() | TableActed():
                self._say(f"line {first.number}: {first.text.strip()}")
            case _:
                self._say(f"line {first.number}: read")
                for line in letter_aloud(self._readers[-1].record, body):
                    self._say(f"  {line}")
        for each in consequences_of(body):
            for fact in ruleset.facts(each.event):
                self._say(f"  {fact.sentence}")

    def _next(self) -> str:
        reader = self._readers[-1]
        if reader.writer.game.closed:
            return "Nothing more is decided."
        return f"To decide now: {', '.join(reader.record.ruleset.to_act(reader.writer.game.state)) or 'nobody has to'}."


def _common_prefix(known: tuple[object, ...], told: tuple[object, ...]) -> Iterator[object]:
    for one, other in zip(known, told, strict=False):
        if one != other:
            return
        yield one


def watch_sheet(
    name: str, say: Say, keep: Keep = lambda _: None, *, pause: Callable[[], None] = lambda: time.sleep(PAUSE)
) -> Record:
    """Follow a sheet until its game is over, or until Ctrl-C; the record, or the refusal of what is wrong then.

    ``keep`` is given the record after each look that brought more of it, and may refuse to keep it.
    """
    watch = SheetWatcher(name, say, keep)
    stamp: tuple[int, int] | None = None
    try:
        while not watch.is_over:
            stamp = _poll(watch, Path(name), stamp)
            if not watch.is_over:
                pause()
    except KeyboardInterrupt:
        watch.look(is_last=True)
    return watch.record


def _poll(watch: SheetWatcher, path: Path, stamp: tuple[int, int] | None) -> tuple[int, int]:
    try:
        status = path.stat()
        now = (status.st_mtime_ns, status.st_size)
        if now != stamp:
            watch.look()
    except FileNotFoundError:  # as for a moment while an editor puts another file in its place
        if stamp is None:
            raise
        return stamp
    return now
