"""The promises of a game as it goes on: each step is read once, and only what it touches is judged again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter
from oathbook.domain.games import game_events
from oathbook.domain.games.promises import Promise, PromiseState
from oathbook.domain.games.takeback_events import StepsTakenBack
from oathbook.domain.games.takebacks import standing_entries
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.auditor import Auditor
from oathbook.domain.promises.audit.promise_audit import Due, PartAudit, status_of
from oathbook.domain.promises.chances.played_game import PlayedGame, played_game
from oathbook.domain.promises.letter.phrase_parts import NEXT_DECISION, speaks_of_breaches
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.logic.shares import duties_of
from oathbook.domain.promises.monitor.monitor import follow, lean_of
from oathbook.domain.promises.monitor.monitor_state import Lean, MonitorState
from oathbook.domain.promises.trace.revisions import apply_revisions
from oathbook.domain.promises.who_pays.answers import Referral
from oathbook.domain.rulesets.protocol import AnyRuleset


class PartResult(Struct, frozen=True):
    """What one set of obligors is bound by, as far as the game has come.

    ``states`` is what the monitor has of the letter and, of a joint promise, of each one's own duties: after one has
    broken the promise, the others may still break theirs. ``lean`` is what it would come to if the game ended now,
    while it is pending. ``judged`` is the audit, by the last step that touched it; there is none while it is pending
    and nobody has claimed anything about it.
    """

    states: tuple[MonitorState, ...]
    lean: Lean | None = None
    judged: PartAudit | None = None

    @property
    def obligors(self) -> tuple[Seat, ...]:
        """Whom it binds."""
        return self.states[0].agreement.obligors

    @property
    def status(self) -> Status:
        """Its status."""
        return self.states[0].status

    @property
    def position(self) -> int | None:
        """The event that gave it its status, if one has."""
        return self.states[0].position

    @property
    def is_vacuous(self) -> bool:
        """Whether it is kept and no duty of it ever arose."""
        return self.judged is not None and self.judged.vacuous

    @property
    def blamed(self) -> tuple[Seat, ...]:
        """Who answers for a breach."""
        return () if self.judged is None else self.judged.blame.blamed

    @property
    def penalties(self) -> tuple[Due, ...]:
        """What it costs."""
        return () if self.judged is None else self.judged.penalties

    @property
    def referrals(self) -> tuple[Referral, ...]:
        """What is left to a judge."""
        return () if self.judged is None else self.judged.referrals


class PromiseResult(Struct, frozen=True):
    """A promise and how it stands; an offer that is not binding, or that nobody can read, has no parts."""

    promise: game_events.PromiseId
    letter: str
    stands: PromiseState
    bound_at: int
    over: bool
    parts: tuple[PartResult, ...]

    @property
    def status(self) -> Status:
        """The status of the part that matters most; undetermined where nobody can read what binds."""
        if self.bound_at and not self.parts:
            return "undetermined"
        return status_of([part.status for part in self.parts], self.stands, over=self.over)


PromiseResults = Mapping[game_events.PromiseId, PromiseResult]  # the promises of a game in the order of their offers

NO_RESULTS: PromiseResults = {}


class IncrementalAudit(Struct, frozen=True):
    """The promises of a game so far, as one reader has its entries, with what is needed to go on from there."""

    game: PlayedGame
    entries: tuple[game_events.Entry, ...]
    promises: PromiseResults

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.game.end.segmentation.state

    def extend(self, further: Sequence[game_events.Entry]) -> "IncrementalAudit":
        """The same after the events that came next; ``BadRecord`` where they cannot be followed."""
        entries = (*self.entries, *further)
        if any(map(self._is_changed_by, further)):
            return start_incremental_audit(self.game.ruleset, entries)
        game = self.game.extend(further)
        touched = {entry.body.promise for entry in further if isinstance(entry.body, game_events.PromiseEventBase)}
        follower = _Stepper(game, entries, len(self.game.trace.moments), touched)
        return IncrementalAudit(game, entries, dict(follower.all(self.promises)))

    def _is_changed_by(self, entry: game_events.Entry) -> bool:
        """Whether an event changes how what came before it is read, and not only what follows.

        What goes on a step that had begun does: a step is read as a whole.
        """
        if entry.step == self.entries[-1].step:
            return True
        match entry.body:
            case game_events.GameCorrected() | game_events.PromiseRuled() | StepsTakenBack():
                return True
            case game_events.PromiseOffered(letter=letter):
                unheard = self.game.end.segmentation.asking is None and NEXT_DECISION in letter
                return unheard or (self.game.end.names is None and speaks_of_breaches(letter))
            case _:
                return False


def start_incremental_audit(ruleset: AnyRuleset, entries: Iterable[game_events.Entry]) -> IncrementalAudit:
    """The promises of a game; ``BadRecord`` where its record cannot be followed."""
    known = tuple(entries)
    game = played_game(ruleset, apply_revisions(standing_entries(ruleset, known)))
    return IncrementalAudit(game, known, dict(_Stepper(game, known, 0, set()).all(NO_RESULTS)))


class _Stepper:
    """The promises of a game carried on from a moment; those ``touched`` have been spoken of in what came since."""

    def __init__(
        self, game: PlayedGame, entries: tuple[game_events.Entry, ...], since: int, touched: set[game_events.PromiseId]
    ) -> None:
        self._game = game
        self._entries = entries
        self._new = game.trace.moments[since:]
        self._has_changed = any(each.after is not each.before for each in self._new)
        self._touched = touched

    @cached_property
    def _auditor(self) -> Auditor:
        """Made when something has to be judged: most steps touch nothing."""
        return Auditor(self._game, self._entries)

    def all(self, before: PromiseResults) -> Iterator[tuple[game_events.PromiseId, PromiseResult]]:
        """Each promise by its name; one that nothing has changed is the same object as before."""
        for name, promise in self._game.promises.items():
            yield name, self._promise(promise, before.get(name))

    def _promise(self, promise: Promise, before: PromiseResult | None) -> PromiseResult:
        known = None if before is None or before.bound_at != promise.bound_at else before
        parts = tuple(self._start(promise)) if known is None else tuple(map(self._step, known.parts))
        old = parts if known is None else known.parts
        judged = tuple(self._audit(promise, *each) for each in zip(parts, old, strict=True))
        now = (promise.stands, promise.bound_at, self._game.is_over)
        if known is not None and (known.stands, known.bound_at, known.over) == now and _are_same(judged, known.parts):
            return known
        return PromiseResult(promise.offer.promise, promise.offer.letter, *now, judged)

    def _start(self, promise: Promise) -> Iterator[PartResult]:
        """The parts of a promise that is followed for the first time; none where nobody can read it."""
        try:
            states = tuple(self._auditor.monitor_states(promise))
        except BadLetter:
            return
        for state in states:
            agreement = state.agreement
            duties = (each for seat in agreement.obligors for each in duties_of(agreement.formula, seat))
            own = (replace(agreement, formula=each) for each in duties)
            shares = (self._auditor.run_monitor(state.promise, each, state.signed) for each in own)
            yield PartResult((state, *(shares if agreement.jointly else ())), self._lean(state))

    def _step(self, part: PartResult) -> PartResult:
        states = tuple(follow(each, self._new, self._game.trace.reader) for each in part.states)
        are_same = _are_same(states, part.states)
        lean = part.lean if are_same and not self._has_changed else self._lean(states[0])
        return part if are_same and lean == part.lean else replace(part, states=states, lean=lean)

    def _lean(self, state: MonitorState) -> Lean | None:
        trace = self._game.trace
        return lean_of(state, trace.moments[-1], trace.reader) if state.status == "pending" else None

    def _audit(self, promise: Promise, part: PartResult, before: PartResult) -> PartResult:
        """The part, with its audit where it has to be judged anew."""
        if part.status == "pending" and not promise.claims:
            return part
        if part.judged is not None and promise.offer.promise not in self._touched and not _settles(before, part):
            return part
        return replace(part, judged=self._auditor.audit_part(part.states[0]))


def _are_same(some: Sequence[object], others: Sequence[object]) -> bool:
    return all(one is other for one, other in zip(some, others, strict=True))


def _settles(before: PartResult, after: PartResult) -> bool:
    """Whether something came of the letter or of somebody's share, or of what is left open of a claimed letter."""
    was, now = ([state.status for state in each.states] for each in (before, after))
    return was != now or (after.status in {"pending", "undetermined"} and after.states[0] is not before.states[0])
