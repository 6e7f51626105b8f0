"""The verdict on a promise with its proof, from the whole log; the monitor must agree with it."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.evaluator.leaves import Context, Evaluation, Start
from oathbook.domain.promises.evaluator.reference import evaluate
from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace import lifecycle_facts
from oathbook.domain.promises.trace.trace import Trace


class _Case(Struct, frozen=True):
    """A promise with its context from its signing on."""

    promise: str
    agreement: Agreement
    frame: Context

    def proof(self, status: proofs.Status, cause: proofs.Cause, root: proofs.Node, at: int | None) -> proofs.Proof:
        """The proof of a verdict given in this moment."""
        trace, last = self.frame.trace, len(self.frame.trace.moments) - 1
        known = last if at is None else at
        return proofs.Proof(
            self.promise,
            status,
            cause,
            root,
            self.frame.signed,
            known,
            moment=at,
            position=None if at is None else trace.moments[at].position,
            void=self._term(self.agreement.void_if, known),
            ended=self._term(self.agreement.ends_if, known),
            consents=tuple(sorted(self.consents(known))),
        )

    def evaluate(self, formula: Formula, last: int) -> Evaluation:
        """The result of a formula of this promise by a moment."""
        return evaluate(formula, self.frame, Start(self.frame.signed), last)

    def letter(self, last: int) -> proofs.Node:
        """The node of the letter by a moment."""
        return self.evaluate(self.agreement.formula, last).node

    def term(self, formula: Formula | None) -> Evaluation:
        """The result of a term; one that the letter does not have never comes true."""
        if formula is None:
            return Evaluation(proofs.Node("given", lifecycle_facts.TERMS, proofs.FAILED, self.frame.signed))
        return self.evaluate(formula, len(self.frame.trace.moments) - 1)

    def with_game_closed(self, closed: int) -> "_Case":
        """The same promise in a game that ended in this moment: only rulings count after it."""
        return replace(self, frame=replace(self.frame, over=closed, closed=closed, claimed=self.claimed_paths(closed)))

    def with_early_end(self, at: int) -> "_Case":
        """The same promise, ended in this moment by its own terms: only rulings count from the next one on."""
        rulings = tuple(each for each in self.frame.rulings if each[0] != at)
        return replace(self, frame=replace(self.frame, over=at - 1, rulings=rulings, early=True))

    def _term(self, formula: Formula | None, last: int) -> proofs.Node | None:
        return None if formula is None else self.evaluate(formula, last).node

    def consents(self, last: int) -> set[Seat]:
        """The releasers that have consented by a moment."""
        moments = (self.frame.trace.moments[at] for at in self._moments_of(lifecycle_facts.CONSENTED) if at <= last)
        consents = (lifecycle_facts.consents_in(moment, self.promise) for moment in moments)
        return {by for seats in consents for by in seats if by in self.agreement.releasers}

    def release_moment(self) -> int | None:
        """The moment in which the last consent was given."""
        wanted = set(self.agreement.releasers)
        given = self._moments_of(lifecycle_facts.CONSENTED) if wanted else []
        return next((index for index in given if wanted <= self.consents(index)), None)

    def withdrawal_moment(self) -> int | None:
        """The moment in which it was withdrawn."""
        moments = self.frame.trace.moments
        given = self._moments_of(lifecycle_facts.WITHDRAWN)
        return next((each for each in given if lifecycle_facts.is_withdrawn_in(moments[each], self.promise)), None)

    def claimed_paths(self, last: int) -> tuple[str, ...]:
        """The paths that had been claimed about by a moment."""
        moments = (self.frame.trace.moments[at] for at in self._moments_of(lifecycle_facts.CLAIMED) if at <= last)
        return tuple(path for moment in moments for path in lifecycle_facts.claims_in(moment, self.promise))

    def closing_moment(self) -> int | None:
        """The moment in which the game ended."""
        return next(iter(self._moments_of(lifecycle_facts.CLOSED)), None)

    def _moments_of(self, kind: str) -> list[int]:
        trace = self.frame.trace
        return _indices(trace.facts(kind, self.frame.signed + 1, len(trace.moments)))


def _indices(places: Iterable[tuple[int, object]]) -> list[int]:
    return sorted({index for index, _ in places})


def prove_verdict(promise: str, agreement: Agreement, signed: int, trace: Trace) -> proofs.Proof:
    """The proof of the verdict on a promise that was signed in moment ``signed``, from the whole trace."""
    last = len(trace.moments) - 1
    rulings = tuple(
        (index, path, met)
        for index in _indices(trace.facts(lifecycle_facts.RULED, signed + 1, last))
        for path, met in lifecycle_facts.rulings_in(trace.moments[index], promise, agreement.obligors)
    )
    case = _Case(promise, agreement, Context(trace, signed, last, agreement.strict, rulings))
    closed = case.closing_moment()
    if closed is not None:
        case = case.with_game_closed(closed)
    root = case.evaluate(agreement.formula, last)
    void, ends = case.term(agreement.void_if), case.term(agreement.ends_if)
    ways: tuple[tuple[int | None, proofs.Cause], ...] = (
        (case.release_moment(), "release"),
        (case.withdrawal_moment(), "withdrawal"),
        (_when_met(void), "void-clause"),
        (_when_met(ends), "ending-clause"),
        (root.node.moment, "letter"),
        (closed, "game-end"),
    )  # of several in one moment, the first in this order
    at, cause = min((way for way in ways if way[0] is not None), key=lambda way: way[0] or 0, default=(None, ""))
    if at is None:
        return case.proof("pending", "", root.node, None)
    if _hidden_before(at, cause, root, void, ends):
        return _leave_open(case, at, closed)
    if cause in {"release", "withdrawal"}:
        return case.proof("released" if cause == "release" else "void", cause, case.letter(at - 1), at)
    return _prove_by_letter(case, at, cause)


def _when_met(term: Evaluation) -> int | None:
    return term.node.moment if term.node.value == proofs.MET else None


def _hidden_before(at: int, cause: proofs.Cause, root: Evaluation, void: Evaluation, ends: Evaluation) -> bool:
    """Whether something hidden from this reader may have come first."""
    if cause in {"release", "withdrawal"}:
        return root.is_in_doubt(at - 1) or ends.is_in_doubt(at - 1) or void.is_in_doubt(at - 1)
    if cause == "void-clause":
        return root.is_in_doubt(at - 1) or ends.is_in_doubt(at - 1)
    if cause == "ending-clause":
        return root.is_in_doubt(at - 1) or ends.is_in_doubt(at - 1) or void.is_in_doubt(at)
    return void.is_in_doubt(at) or ends.is_in_doubt(at)


def _leave_open(case: _Case, at: int, closed: int | None) -> proofs.Proof:
    """A promise where hidden facts leave open what came first: only a ruling settles it."""
    later = (each for each in case.frame.rulings if each[0] > at)
    rulings = [(index, met) for index, path, met in later if covers(path, lifecycle_facts.TERMS)]
    if rulings:
        index, met = rulings[0]
        root = proofs.ruled_node(lifecycle_facts.TERMS, index, _hidden_node(case, index - 1), met=met)
        return case.proof(proofs.STATUS_OF[root.value], "ruling", root, index)
    if closed is None:
        return case.proof("pending", "", _hidden_node(case, len(case.frame.trace.moments) - 1), None)
    return case.proof("undetermined", "game-end", _hidden_node(case, closed), closed)


def _hidden_node(case: _Case, last: int) -> proofs.Node:
    """The node for an open order of events, with the node of the letter as far as it is shown."""
    return proofs.hidden_node(lifecycle_facts.TERMS, (case.letter(last),))


def _prove_by_letter(case: _Case, at: int, cause: proofs.Cause) -> proofs.Proof:
    """The verdict of the letter; where a ruling is needed, that of the first to settle it, or of the game's end."""
    if cause == "void-clause":
        return case.proof("void", cause, case.letter(at - 1), at)
    early = cause == "ending-clause"
    letter = case.with_early_end(at) if early else case
    root = letter.letter(at - 1 if early else at)
    status = case.agreement.impossible if _is_impossible(root, case) else _status(root, early=early)
    if status != "undetermined":
        return case.proof(status, cause, root, at)
    closed = case.frame.closed
    over = {closed} if closed is not None and closed >= at else set[int]()
    for index in sorted({*over, *(index for index, _, _ in case.frame.rulings if index > at)}):
        then = letter.letter(index)
        if _status(then, early=early) != "undetermined":
            settled: proofs.Cause = "game-end" if index == closed else "ruling"
            return case.proof(_status(then, early=early), settled, then, index)
    return case.proof("undetermined", cause, root, at)


def _is_impossible(root: proofs.Node, case: _Case) -> bool:
    """Whether a letter failed in the moment it was signed."""
    return root.value == proofs.FAILED and root.moment == case.frame.signed


def _status(root: proofs.Node, *, early: bool) -> proofs.Status:
    """The status that follows from a letter's value; duties still open when it ended by its own terms have lapsed."""
    return "void" if early and root.value == proofs.FAILED and not root.is_decided else proofs.STATUS_OF[root.value]
