"""The verdict on a promise with its proof, from the whole log; the monitor must agree with it."""

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.promises.evaluator.leaves import Context, Evaluation, Start
from oathbook.domain.promises.evaluator.reference import evaluate
from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace import lifecycle_facts
from oathbook.domain.promises.trace.table_acts import TableActs
from oathbook.domain.promises.trace.trace import Trace


class _Case(Struct, frozen=True):
    """A promise with its context from its signing on."""

    acts: TableActs
    agreement: Agreement
    frame: Context

    def proof(self, status: proofs.Status, cause: proofs.Cause, root: proofs.Node, at: int | None) -> proofs.Proof:
        """The proof of a verdict given in this moment."""
        trace, last = self.frame.trace, len(self.frame.trace.moments) - 1
        known = last if at is None else at
        return proofs.Proof(
            self.acts.promise,
            status,
            cause,
            root,
            self.frame.signed,
            known,
            moment=at,
            position=None if at is None else trace.moments[at].position,
            void=self._term(self.agreement.void_if, known),
            ended=self._term(self.agreement.ends_if, known),
            consents=self.acts.consents(known),
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
        claimed = self.acts.claimed_paths(closed)
        return replace(self, frame=replace(self.frame, over=closed, closed=closed, claimed=claimed))

    def with_early_end(self, at: int) -> "_Case":
        """The same promise, ended in this moment by its own terms: only rulings count from the next one on."""
        rulings = tuple(each for each in self.frame.rulings if each[0] != at)
        return replace(self, frame=replace(self.frame, over=at - 1, rulings=rulings, early=True))

    def _term(self, formula: Formula | None, last: int) -> proofs.Node | None:
        return None if formula is None else self.evaluate(formula, last).node


def prove_verdict(promise: str, agreement: Agreement, signed: int, trace: Trace) -> proofs.Proof:
    """The proof of the verdict on a promise that was signed in moment ``signed``, from the whole trace."""
    last = len(trace.moments) - 1
    acts = TableActs(trace, signed, promise, agreement)
    case = _Case(acts, agreement, Context(trace, signed, last, agreement.strict, acts.rulings()))
    closed = acts.closing_moment()
    if closed is not None:
        case = case.with_game_closed(closed)
    root = case.evaluate(agreement.formula, last)
    void, ends = case.term(agreement.void_if), case.term(agreement.ends_if)
    ways: tuple[tuple[int | None, proofs.Cause], ...] = (
        (acts.release_moment(), "release"),
        (acts.withdrawal_moment(), "withdrawal"),
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
    is_impossible = root.value == proofs.FAILED and root.moment == case.frame.signed
    status = case.agreement.impossible if is_impossible else _status(root, early=early)
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


def _status(root: proofs.Node, *, early: bool) -> proofs.Status:
    """The status that follows from a letter's value; duties still open when it ended by its own terms have lapsed."""
    return "void" if early and root.value == proofs.FAILED and not root.is_decided else proofs.STATUS_OF[root.value]
