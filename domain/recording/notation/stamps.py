"""The last part of a sheet, by which it is the same record again, byte for byte: its id, its times, salts and seed."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice, pairwise, takewhile
from typing import Final, NoReturn

from msgspec import Struct

from oathbook.domain.games.game_events import BySeed, DrawMade, OutcomeFollowed
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources, is_game_id
from oathbook.domain.recording.format.unsealing import openings_by_digest
from oathbook.domain.recording.notation.sheets import LAST_PART, SheetRow, refuse_at

HOW_TO_CHANGE: Final = "to make a new game of it, delete everything from here on"
_FORM: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    "record": re.compile(r"\S+"),
    "key": re.compile(r"[a-z][a-z0-9_-]*=[0-9a-f]{64}"),
    "seed": re.compile(r"[0-9a-f]{64}"),
    "times": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z|\+\d{1,15}(?:\*\d{1,6})?"),
    "salts": re.compile(r"[0-9a-f]{32}"),
    "head": re.compile(r"[0-9a-f]{64}"),
}
HOST: Final = "host"


class Stamps(Struct, frozen=True):
    """What a record has besides what was done: see the fields of a record file."""

    where: str
    number: int
    game: str
    keys: Mapping[str, str]
    seed: str
    times: tuple[str, ...]
    salts: tuple[str, ...]
    head: str

    def sources(self) -> Sources:
        """Sources that give these again, and refuse where there are no more."""
        times, salts = iter(self.times), iter(self.salts)
        return Sources(
            clock=self._next_of(times, "times"),
            ids=lambda: self.game,
            salts=self._next_of(salts, "salts"),
            seeds=lambda: self.seed,
        )

    def must_fit(self, record: Record) -> None:
        """``BadRecord`` where what stands above is another record."""
        if record.head != self.head:
            self.refuse()

    def refuse(self) -> NoReturn:
        """``BadRecord``: the record is not the one that the stamps are of."""
        says = f"what stands above is not what this record was; {HOW_TO_CHANGE}"
        refuse_at(self.where, self.number, 1, says)

    def _next_of(self, values: Iterator[str], what: str) -> Callable[[], str]:
        def give() -> str:
            value = next(values, "")
            if not value:
                says = f"there are fewer {what} here than the steps above take; {HOW_TO_CHANGE}"
                refuse_at(self.where, self.number, 1, says)
            return value

        return give


def stamps_from(rows: tuple[SheetRow, ...], *, where: str) -> Stamps | None:
    """The stamps of a sheet, or nothing where it has none; ``BadRecord`` names line and column."""
    if not rows:
        return None
    told: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for row in rows:
        words = [*re.finditer(r"\S+", row.text)]
        kind = words[0][0]
        if kind not in _KINDS:
            refuse_at(where, row.number, words[0].start() + 1, f"what can stand here: {', '.join(_KINDS)}")
        for word in words[1:]:
            if _KINDS[kind].fullmatch(word[0]) is None:
                refuse_at(where, row.number, word.start() + 1, f"“{word[0][:40]}” is none of the {kind} of a record")
            told[kind].append(word[0])
    first = rows[0]
    if len(told["record"]) != 1 or not is_game_id(told["record"][0]) or len(told["head"]) != 1 or len(told["seed"]) > 1:
        refuse_at(where, first.number, 1, "a record has one id, one head, and at most one seed")
    keys = dict(each.split("=") for each in told["key"])
    times = _absolute_times(told["times"], where, first.number)
    seed = "".join(told["seed"])
    return Stamps(where, first.number, told["record"][0], keys, seed, times, tuple(told["salts"]), told["head"][0])


def _absolute_times(told: list[str], where: str, number: int) -> tuple[str, ...]:
    times: list[str] = []
    try:
        for each in told:
            if each.startswith("+"):
                passed, _, times_over = each.partition("*")
                _must_be_few(len(times) + int(times_over or 1))
                for _ in range(int(times_over or 1)):
                    before = datetime.strptime(times[-1], _FORM).replace(tzinfo=UTC)
                    times.append((before + timedelta(microseconds=int(passed))).strftime(_FORM))
            else:
                datetime.strptime(each, _FORM)  # noqa: DTZ007  # only whether it is a time
                times.append(each)
    except (ValueError, OverflowError, IndexError):
        refuse_at(where, number, 1, "the times of a record are RFC 3339, each later one as microseconds after the last")
    return tuple(times)


def _must_be_few(times: int) -> None:
    if times > EVENTS_PER_GAME:
        raise ValueError("more than a game has events")


def can_be_stamped(record: Record) -> bool:
    """Whether every event has a time that there is: a record may say the 30th of February, which has no distance."""
    try:
        for event in record.events:
            datetime.strptime(event.entry.at, _FORM)  # noqa: DTZ007  # only whether it is a time
    except ValueError:
        return False
    return True


def stamp_lines(record: Record) -> Iterator[str]:
    """The stamps of a record that can be stamped, to be read again."""
    opened = record.opened
    yield ""
    yield "# By what follows, an import makes the same record again, byte for byte. To make a new game: delete it."
    yield f"{LAST_PART} {record.game}"
    if opened.host_key:
        yield f"key {HOST}={opened.host_key}"
    if isinstance(opened.chance, BySeed):
        yield f"seed {opened.open_seed}"
    yield from _rows("times", _count_repeats(_relative_times([event.entry.at for event in record.events])), 8)
    yield from _rows("salts", _salts(record), 3)
    yield f"head {record.head}"


def _rows(word: str, values: Iterator[str], width: int) -> Iterator[str]:
    while row := tuple(islice(values, width)):
        yield f"{word} {' '.join(row)}"


def _relative_times(times: list[str]) -> Iterator[str]:
    yield times[0]
    moments = [datetime.strptime(each, _FORM).replace(tzinfo=UTC) for each in times]
    for before, after in pairwise(moments):
        passed = after - before
        yield f"+{passed // timedelta(microseconds=1)}"


def _count_repeats(values: Iterator[str]) -> Iterator[str]:
    """The same value several times in a row as one, with how often."""
    for value, run in groupby(values):
        often = len(list(run))
        yield value if often == 1 else f"{value}*{often}"


def _salts(record: Record) -> Iterator[str]:
    """Those of the hidden values, and of what the table showed unproved, in the order in which reading seals them."""
    known = {digest: salt for event in record.events for digest, (salt, _) in event.reveals.items()}
    known |= {digest: own.salt for event in record.events for digest, own in openings_by_digest(event).items()}
    seen: set[str] = set()
    for number, event in enumerate(record.events):
        for digest in _digests(event, record.events[number + 1 :]):
            if digest not in seen:
                seen.add(digest)
                yield known.get(digest, "")


def _digests(event: EncodedEvent, later: tuple[EncodedEvent, ...]) -> Iterator[str]:
    """Those of what is sealed for an event, in order: of what a table did, its draws before what came of it."""
    body = event.entry.body
    if isinstance(body, TableActed):
        yield from _written(body.meant)
        for each in takewhile(lambda each: isinstance(each.entry.body, DrawMade), later):
            yield from each.hides
        yield from _written(body.did)
    elif isinstance(body, OutcomeFollowed):
        yield from _written(body.consequences if event.entry.by == "transcript" else ())
    yield from event.hides


def _written(value: object) -> Iterator[str]:
    return (each.digest for each in hidden_values_in(value))
