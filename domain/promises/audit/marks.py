"""Marks on options: what a decision would do to promises, for the seat that takes it and from what that seat may see.

A seat is told of its own open promises and, where it answers what another has begun, of those of others too. Nothing
is drawn: where a decision leads to draws, their possible results are tried, up to a limit.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal, cast

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.auditor import Auditor
from oathbook.domain.promises.audit.forecast import possible_results, step_entries
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit, PartResult
from oathbook.domain.promises.logic.formulas import And
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.promises.monitor.monitor import follow
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.monitor.timeline import PromiseTimeline, extend_timeline

MOST_AT_ONCE: Final = 40  # options that are all looked at; of more, one of each kind comes first
MOST_MARKED: Final = 200  # options that are looked at in one position
MOST_DRAWS: Final = 64  # results of draws that are tried in one position
MOST_RECENT: Final = 12  # decisions that may still wait for an answer

MarkKind = Literal["breaks", "discharges", "makes-impossible", "last-chance"]

BY_STATUS: Final[Mapping[Status, MarkKind]] = {"broken": "breaks", "kept": "discharges"}


class OptionMark(Struct, frozen=True):
    """What an option does to a clause of a promise; ``might`` says that it hangs on a draw or on others' answers.

    ``price`` is what the seat pays for it: nothing where a judge would have to say so, or where another pays. It is
    left out where it was not asked for.
    """

    promise: game_events.PromiseId
    path: NodePath
    kind: MarkKind
    price: int | UnsetType | None
    might: bool


class MarkedOption(Struct, frozen=True):
    """An option that does something to promises, and its place among the options, counted from 0."""

    number: int
    marks: tuple[OptionMark, ...]


class OpenPromise(Struct, frozen=True):
    """A part of a promise that is open, with what the monitor has of it, and who can still break it."""

    part: PartResult
    state: MonitorState
    owners: tuple[Seat, ...]


class Way(Struct, frozen=True):
    """A way in which a decision can go: the events of its steps with their moments, and the game after them."""

    entries: tuple[game_events.Entry, ...]
    moments: tuple[Moment, ...]
    after: PromiseTimeline

    @property
    def state(self) -> Any:
        """The state of the game after it."""
        return self.after.segmentation.state

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of fact in it, and ``STATE`` if the state changes."""
        return frozenset[str]().union(*(each.kinds for each in self.moments))


class OptionMarker:
    """Marks what a seat can decide in one position."""

    def __init__(self, audit: IncrementalAudit, seat: Seat, most_prices: int) -> None:
        """Take the promises of a game as the seat has its entries, which end at the position.

        So many prices are asked for; others are left out.
        """
        self.audit: Final = audit
        self.seat: Final = seat
        self.ruleset: Final = audit.game.ruleset
        self._open: Final = tuple(_open_promises(audit))
        self.own: Final = tuple(each for each in self._open if seat in each.owners)
        self._most_prices: Final = most_prices
        self._prices: Final[dict[tuple[object, ...], int | None]] = {}

    def mark(self, options: Sequence[Any]) -> Iterator[MarkedOption]:
        """The options that break or discharge a promise.

        Of many options, the kinds that touch no promise are left out; ``MOST_MARKED`` of the others are looked at.
        """
        looked_at = self._to_look_at(options)
        most = max(1, MOST_DRAWS // max(1, len(looked_at)))
        for number, option in looked_at:
            marks = self.decided(option, self.ways(option, most))
            if marks:
                yield MarkedOption(number, marks)

    def _to_look_at(self, options: Sequence[Any]) -> list[tuple[int, Any]]:
        """The options that may do something to a promise, with their places."""
        numbered = [(number, each) for number, each in enumerate(options) if self.is_checked_for(each)]
        if len(numbered) > MOST_AT_ONCE:
            first_of_kinds: dict[type[object], Any] = {type(each): each for _, each in reversed(numbered)}
            touching = {kind for kind, each in first_of_kinds.items() if self._touches(each)}
            numbered = [each for each in numbered if type(each[1]) in touching]
        return numbered[:MOST_MARKED]

    def ways(self, option: Any, most: int) -> list[Way | None]:
        """The ways an option can go, with as many results of its draws as may be tried; nothing for one not tried.

        Where others have to answer it, the last way is that they all do what it asks for.
        """
        here = Way((), (), self.audit.game.end)
        results = possible_results(self.ruleset, here.state, option, (), most)
        ways = [self.go_on(here, option, each) for each in results]
        answered = None if len(ways) > 1 or ways[0] is None else self._with_answers(option, ways[0])
        return ways if answered is None else [*ways, answered]

    def _with_answers(self, option: Any, alone: Way) -> Way | None:
        """The way on which others do what an option asks of them; nothing where it asks nothing, or they may not."""
        way: Way | None = alone
        for answer in self.ruleset.vocabulary.answers(alone.state, option):
            way = way and self.go_on(way, answer, try_decision(self.ruleset, way.state, answer, RecordedChance(())))
        return None if way is alone else way

    def go_on(self, way: Way, decision: Any, result: DecisionResult) -> Way | None:
        """A way with one more decision; nothing where the rules do not say what follows."""
        if result.kind != "follows":
            return None
        last = way.entries[-1] if way.entries else self.audit.entries[-1]
        entries = tuple(step_entries(self.ruleset, way.state, last, decision, result))
        after = extend_timeline(self.ruleset, way.after, entries)
        return Way((*way.entries, *entries), (*way.moments, *after.segmentation.moments), after)

    def follow(self, state: MonitorState, way: Way) -> MonitorState:
        """A promise after a way."""
        return follow(state, way.moments, self.audit.game.trace.reader)

    def decided(self, option: Any, ways: Sequence[Way | None]) -> tuple[OptionMark, ...]:
        """The marks for the promises that are decided on the ways that an option can go."""
        return tuple(dict.fromkeys(self._decided(option, ways)))

    def _decided(self, option: Any, ways: Sequence[Way | None]) -> Iterator[OptionMark]:
        possible = [(way, way.kinds) for way in ways if way is not None]
        for each in self._watched(option):
            found: dict[MarkKind, list[Way]] = {}
            for way, kinds in possible:
                if not each.state.interests.isdisjoint(kinds):
                    status = self.follow(each.state, way).status
                    if status in BY_STATUS:
                        found.setdefault(BY_STATUS[status], []).append(way)
            for kind, leading in found.items():
                path, made = self._path(each.state, leading[0], kind), cast("type[object]", type(option))
                price = self._price(each, leading[0], (path, made)) if kind == "breaks" else None
                yield OptionMark(each.state.promise, path, kind, price, might=len(leading) < len(ways))

    def _path(self, state: MonitorState, way: Way, kind: MarkKind) -> NodePath:
        """The clause that decides it: of several, the first that fails; of those that are kept, the first."""
        parts = state.residual.parts if isinstance(state.residual, And) else (state.residual,)
        if kind == "breaks" and len(parts) > 1:
            alone = (replace(state, residual=each) for each in parts)
            parts = tuple(each.residual for each in alone if self.follow(each, way).status == "broken")
        return next((leaf.path for leaf in chain.from_iterable(map(leaves_of, parts))), "")

    def _price(self, each: OpenPromise, way: Way, alike: tuple[NodePath, type[object]]) -> int | UnsetType | None:
        """What the seat pays if it goes that way; asked once for options of one kind that break the same clause."""
        if self.seat not in each.owners:
            return None
        key = (each.state.promise, each.owners, *alike)
        if key not in self._prices:
            if len(self._prices) >= self._most_prices:
                return UNSET
            self._prices[key] = self._due(each.part, way)
        return self._prices[key]

    def _due(self, part: PartResult, way: Way) -> int | None:
        """What the audit of a part says that the seat pays; nothing where it pays nothing, or a judge says what."""
        game, entries = self.audit.game.extend(way.entries), (*self.audit.entries, *way.entries)
        penalties = Auditor(game, entries).audit_part(self.follow(part.states[0], way)).penalties
        return next((due.amount for due in penalties if due.seat == self.seat and due.applies), None)

    def is_checked_for(self, option: Any) -> bool:
        """Whether any open promise is checked for the option."""
        return bool(self._watched(option))

    def _watched(self, option: Any) -> tuple[OpenPromise, ...]:
        """The promises checked for an option: all open ones if others asked the seat for it, else those of the seat."""
        return self._open if option in self._invited_answers else self.own

    def _touches(self, option: Any) -> bool:
        """Whether an option has a consequence that matters to an open promise, or one that is hidden from the seat."""
        kinds = [each.state.interests for each in self._watched(option)]
        return any(way is None or any(not each.isdisjoint(way.kinds) for each in kinds) for way in self.ways(option, 1))

    @cached_property
    def _invited_answers(self) -> frozenset[Any]:
        """What others who decided lately wait for that this seat decides."""
        if len(self.own) == len(self._open):
            return frozenset()
        game = self.audit.game
        decisions = (each.decision for each in game.commands[-MOST_RECENT:] if each.by != self.seat)
        asked = (game.ruleset.vocabulary.answers(self.audit.state, each) for each in decisions)
        return frozenset(each for each in chain.from_iterable(asked) if each.by == self.seat)


def _open_promises(audit: IncrementalAudit) -> Iterator[OpenPromise]:
    """The parts that are pending and, of a joint promise that is broken, the shares of those who have kept theirs."""
    for promise in audit.promises.values():
        for part in promise.parts:
            if part.status == "pending":
                yield OpenPromise(part, part.states[0], part.obligors)
            elif part.status == "broken":
                for share in part.states[1:]:
                    owners = {seat for leaf in leaves_of(share.residual) for seat in leaf.owners}
                    yield OpenPromise(part, share, tuple(sorted(owners.difference(part.blamed))))
