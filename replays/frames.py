"""A game frame by frame, as one viewer saw it."""

from collections.abc import Iterator
from typing import Any, Final, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games import game as games
from oathbook.domain.games.corrections import Correction, corrections_in
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.game_sentences import scene_with_names
from oathbook.domain.games.happenings import Happening, happenings_of
from oathbook.domain.kernel import HOLDER, Seat, Viewer
from oathbook.domain.promises.audit.standing import GameStanding, RulingEffect, standing_of
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.rulesets.protocol import Scene
from oathbook.replays.promise_history import PromiseHistory, Turning

SNAPSHOT_EVERY: Final = 100


class Changed(Struct, frozen=True):
    """A part of the view that changed."""

    path: str
    before: Any
    after: Any


class Frame(Struct, frozen=True):
    """A position as a viewer saw it: what happened there, the view after it, and what changed in it since.

    ``became`` is what it made of promises, and at what price. ``corrected`` is the last correction that has put
    something else in the place of what followed there, if any.
    """

    position: int
    step: int
    at: str
    by: str
    type: str
    happenings: tuple[Happening, ...]
    became: tuple[Turning, ...]
    corrected: Correction | None
    view: Any
    changed: tuple[Changed, ...]
    to_act: tuple[Seat, ...]
    standing: GameStanding


class Replay:
    """A record to be looked at by one viewer, from its beginning or from any position.

    A seat, or the public, sees what it saw then, even when everything has been revealed since; the holder of a record
    sees all that the record opens anywhere. States are kept every hundred positions and at the end, in memory only.
    """

    def __init__(
        self, record: Record, viewer: Viewer, *, ruled: tuple[RulingEffect, ...] = (), earlier: "Replay | None" = None
    ) -> None:
        """Keep what the viewer may see; ``BadRecord`` where the record cannot be folded.

        ``ruled`` is what rulings on disputes cost, which is in no record of a game. ``earlier`` is a replay of the same
        game by the same viewer when it was shorter; only what came since is read. The holder's is read anew, for whom
        a reveal changes the past.
        """
        self.viewer: Viewer = viewer
        self.ruled = ruled
        self.roster = record.opened.roster
        if earlier is None or viewer == HOLDER:
            self.record = record if viewer == HOLDER else redact_record(record, viewer)
            self.entries = new = self.record.entries() if viewer == HOLDER else _entries_of(self.record)
            self._snapshots: dict[int, Game] = {}
            self._end: Game | None = None
            self._corrected: dict[int, Correction] = {}
            known: PromiseHistory | None = None
        else:
            seen = redact_record(replace(record, events=record.events[len(earlier) :]), viewer)
            new = _entries_of(seen)
            self.record = replace(seen, events=(*earlier.record.events, *seen.events))
            self.entries, known = (*earlier.entries, *new), earlier.promises
            self._snapshots = dict(earlier._snapshots)  # noqa: SLF001  # another of this class
            self._end = earlier._end  # noqa: SLF001  # another of this class
            self._corrected = dict(earlier._corrected)  # noqa: SLF001  # another of this class
        self.promises: PromiseHistory = PromiseHistory(record.ruleset, self.entries, self.roster, known)
        self._corrected |= {at: each for each in corrections_in(new) for at in each.at}
        self._keep_snapshots(len(self.entries) - len(new))

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.entries)

    def frames(self, *, first: int = 1, last: int | None = None) -> Iterator[Frame]:
        """The frames of these positions, in order."""
        first = max(1, first)
        before = self.view(self.game_at(first - 1)) if 1 < first <= len(self) else None
        for entry, game in self.play(first=first, last=last):
            after = self.view(game)
            yield self._frame(entry, game, before, after)
            before = after

    def play(self, *, first: int = 1, last: int | None = None) -> Iterator[tuple[Entry, Game]]:
        """The events of these positions, in order, each with the game after it."""
        end = len(self) if last is None else min(last, len(self))
        first = max(1, first)
        if first > end:
            return
        game = self.game_at(first - 1) if first > 1 else None
        for entry in self.entries[first - 1 : end]:
            game = self._evolve(game, entry)
            yield entry, game

    def view(self, game: Game) -> Any:
        """A game as the viewer sees it."""
        return self.record.ruleset.view(game.state, self.viewer)

    def to_act(self, game: Game) -> tuple[Seat, ...]:
        """Who must decide in a game now; nobody once it is over."""
        return () if game.closed else self.record.ruleset.to_act(game.state)

    def standing(self, game: Game) -> GameStanding:
        """Where a game stands, with the price of promises as the viewer knows them then, and of rulings."""
        then = self.promises.at(game.position)
        ruled = self.effects_by(game.position)
        return standing_of(self.record.ruleset, game.state, then.promises.values(), ruled, fault=then.fault)

    def effects_by(self, position: int) -> tuple[RulingEffect, ...]:
        """What rulings do to the standing for what had happened by a position."""
        return tuple(each for each in self.ruled if each.at <= position)

    def scene(self, game: Game) -> Scene:
        """Returns the scene of a game as the viewer sees it, with names of players."""
        return scene_with_names(self.record.ruleset.scene(self.view(game)), self.roster)

    def at(self, position: int) -> Frame:
        """The frame of one position, from 1 to the length."""
        return next(self.frames(first=position, last=position))

    def game_at(self, position: int) -> Game:
        """The game after that many events, from the nearest snapshot before it; at least one."""
        if self._end is not None and position == self._end.position:
            return self._end
        nearest = max(number for number in self._snapshots if number <= position)
        game = self._snapshots[nearest]
        for entry in self.entries[nearest:position]:
            game = self._evolve(game, entry)
        return game

    def _keep_snapshots(self, after: int) -> None:
        for entry in self.entries[after:]:
            game = self._end = self._evolve(self._end, entry)
            if entry.position == 1 or entry.position % SNAPSHOT_EVERY == 0:
                self._snapshots[entry.position] = game

    def _evolve(self, game: Game | None, entry: Entry) -> Game:
        if game is None:
            return games.begin(self.record.ruleset, self.record.game, entry)
        return games.evolve(self.record.ruleset, game, entry)

    def _frame(self, entry: Entry, game: Game, before: Any, after: Any) -> Frame:
        ruleset = self.record.ruleset
        return Frame(
            entry.position,
            entry.step,
            entry.at,
            entry.by,
            type(entry.body).__name__,
            happenings_of(ruleset, entry, self.roster),
            tuple(self.promises.results(after=entry.position - 1, upto=entry.position)),
            self._corrected.get(entry.position),
            after,
            tuple(_changes("", _plain(before), _plain(after))) if before is not None else (),
            self.to_act(game),
            self.standing(game),
        )


def _entries_of(record: Record) -> tuple[Entry, ...]:
    return tuple(event.entry for event in record.events)


def _plain(view: Any) -> Any:
    return msgspec.to_builtins(view)


def _changes(path: str, before: Any, after: Any) -> Iterator[Changed]:
    """Leaves that differ; a list whose length changed is one leaf."""
    if before == after:
        return
    ours, theirs = _members(before), _members(after)
    if not ours or ours.keys() != theirs.keys():
        yield Changed(path, before, after)
        return
    for key, inner in theirs.items():
        yield from _changes(f"{path}{key}".lstrip("."), ours[key], inner)


def _members(value: object) -> dict[str, Any]:
    """What a value consists of, each under the way to it; nothing for a leaf."""
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {f".{key}": inner for key, inner in fields.items()}
    if isinstance(value, list | tuple):
        items = cast("list[Any] | tuple[Any, ...]", value)
        return {f"[{number}]": inner for number, inner in enumerate(items)}
    return {}
