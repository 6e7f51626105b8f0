"""The history of promises from position to position: one pass over a record, without proofs and blame."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from domain.errors import BadLetter
from domain.games.corrections import as_corrected
from domain.games.events import Entry, GameOpened, PromiseId
from domain.games.promises import Promise
from domain.kernel.seats import Seat
from domain.promises.audit.audit import moment_of
from domain.promises.letter.linting import as_signed
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import Names, names_in
from domain.promises.logic.formula import Agreement
from domain.promises.logic.matching import Reader
from domain.promises.logic.moments import Moment
from domain.promises.logic.proof import Status
from domain.promises.monitor.monitor import fed, lean_of, signed
from domain.promises.monitor.monitor_state import Lean, MonitorState
from domain.promises.monitor.timeline import timeline_after, timeline_start
from domain.promises.trace.revisions import as_revised
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.vocabulary import Vocabulary


class StatusChange(Struct, frozen=True):
    """The status of a promise from ``position`` on; it has a lean only while it is pending."""

    position: int
    status: Status
    lean: Lean | None


class ObligorHistory(Struct, frozen=True):
    """The history of a promise for one set of obligors: each change, from the one that made it binding."""

    obligors: tuple[Seat, ...]
    changes: tuple[StatusChange, ...]

    def at(self, position: int) -> StatusChange | None:
        """The last change by a position; ``None`` before it was binding."""
        return next((each for each in reversed(self.changes) if each.position <= position), None)


Histories = Mapping[PromiseId, tuple[ObligorHistory, ...]]


def histories(ruleset: AnyRuleset, entries: Iterable[Entry]) -> Histories:
    """The history of every promise that was ever binding, one for each set of obligors.

    Up to the next of the ``revisions``, a history says what the audit of the record up to that position says. A promise
    whose letter cannot be read (only an imported record can hold one) has none. ``BadRecord`` where the record cannot
    be followed.
    """
    first, *rest = as_revised(as_corrected(ruleset, tuple(entries)))
    assert isinstance(first.body, GameOpened), "a record begins with its opening"
    setup = first.body.setup()
    whole = timeline_after(ruleset, timeline_start(ruleset, setup, rest), rest).segmentation
    names, reader = names_in(ruleset.vocabulary, setup), Reader.of(ruleset.vocabulary)
    by_consent = ruleset.vocabulary.releasable(setup)

    def followed(promise: Promise) -> Iterator[ObligorHistory]:
        name, at = promise.offer.promise, promise.bound_at
        moments = whole.moments[moment_of(at, whole.moments) :]
        for agreement in _agreements(promise, ruleset.vocabulary, names, by_consent=by_consent):
            state = signed(name, agreement, moments[0], reader)
            changes = [_change(state, moments[0], reader, at)]
            for moment in moments[1:]:
                before, state = state, fed(state, moment, reader)
                if state is before and moment.after is moment.before:
                    continue
                change = _change(state, moment, reader, moment.position)
                if (change.status, change.lean) != (changes[-1].status, changes[-1].lean):
                    changes.append(change)
            yield ObligorHistory(agreement.obligors, tuple(changes))

    return {name: tuple(followed(each)) for name, each in whole.promises.items() if each.bound_at}


def _agreements(promise: Promise, vocabulary: Vocabulary, names: Names, *, by_consent: bool) -> tuple[Agreement, ...]:
    try:
        letter, _ = as_signed(promise.offer.letter, vocabulary, names)
    except BadLetter:
        return ()
    return lowered(letter, vocabulary, names, by_consent=by_consent)


def _change(state: MonitorState, moment: Moment, reader: Reader, position: int) -> StatusChange:
    lean = lean_of(state, moment, reader) if state.status == "pending" else None
    return StatusChange(position, state.status, lean)
