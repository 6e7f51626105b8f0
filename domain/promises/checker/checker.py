"""The checker: finds what is wrong with a proof, without the monitor and the evaluator.

It works out every window, count and state again from the log (``leaves``), checks that every other line follows from
the lines below it (``nodes``), and that the verdict follows from what came first.
"""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.checker.conclusions import is_in_doubt
from oathbook.domain.promises.checker.leaves import Doubts, Log, NodeStart
from oathbook.domain.promises.checker.nodes import NodeChecker, NotProvenError, require
from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.paths import covers
from oathbook.domain.promises.trace import lifecycle_facts
from oathbook.domain.promises.trace.table_acts import TableActs
from oathbook.domain.promises.trace.trace import Trace


def objection(proof: proofs.Proof, agreement: Agreement, signed: int, trace: Trace) -> str:
    """What is wrong with the proof of a promise that was signed in moment ``signed``; empty if it holds."""
    try:
        require(proof.signed == signed, proof.root, f"it was signed in moment {signed}")
        _Verdict(proof, agreement, trace).holds()
    except NotProvenError as wrong:
        return str(wrong)
    return ""


_LET_GO: Final[dict[proofs.Cause, proofs.Status]] = {"release": "released", "withdrawal": "void", "void-clause": "void"}
_BEFORE_THE_LETTER: Final[tuple[proofs.Cause, ...]] = (*_LET_GO, "ending-clause")


class _Verdict:
    """Checks a verdict against the log: what came first, and what follows from it."""

    def __init__(self, proof: proofs.Proof, agreement: Agreement, trace: Trace) -> None:
        self._proof, self._agreement, self._trace = proof, agreement, trace
        self._acts = TableActs(trace, proof.signed, proof.promise, agreement)
        self._closed = self._acts.closing_moment()
        self._log = Log(trace, proof.signed, len(trace.moments) - 1, agreement.strict, self._acts.rulings())
        if self._closed is not None:
            claimed = self._acts.claimed_paths(self._closed)
            self._log = replace(self._log, over=self._closed, closed=self._closed, claimed=claimed)

    def holds(self) -> None:
        """Refuse the proof unless it follows from the letter and the log."""
        proof, root = self._proof, self._proof.root
        latest = len(self._trace.moments) - 1
        known = latest if proof.moment is None else proof.moment
        require(proof.signed <= known <= latest, root, "there is no such moment")
        require(proof.last == known, root, f"it is known up to moment {known}")
        require(proof.consents == self._acts.consents(known), root, "these are not the consents given")
        position = None if proof.moment is None else self._trace.moments[known].position
        require(proof.position == position, root, f"this moment is event {position}")
        if root.path == lifecycle_facts.TERMS:
            self._check_left_open(known)
        else:
            self._check_decided(known)

    def _check_decided(self, known: int) -> None:
        proof, root = self._proof, self._proof.root
        void, voids = self._term(self._agreement.void_if, proof.void, known)
        ended, ends = self._term(self._agreement.ends_if, proof.ended, known)
        closed = None if self._closed is None or self._closed > known else self._closed
        at, cause = self._first_end(known, void, ended, None, closed)
        fails = self._letter(known, at, cause)
        later = self._is_settled_later(at, cause, known)
        if later:
            require(cause == "ending-clause" or _is_ruled_at(root, known), root, "there is no such ruling")
        elif root.moment is not None:
            at, cause = root.moment, "letter"
        if at is not None:
            require(not _hidden_before(at, cause, (fails, voids, ends)), root, "something else may have come first")
        status = self._status(at, cause)
        if later:
            require(status != "undetermined", root, "it is left to a ruling still")
            cause, at = proof.cause, known
        expected = (status, cause, at)
        require((proof.status, proof.cause, proof.moment) == expected, root, f"the verdict is {expected}")

    def _is_settled_later(self, at: int | None, cause: proofs.Cause, known: int) -> bool:
        """Whether the proof is about what came after the end of the promise: a ruling, or the end of the game."""
        if self._proof.cause == "game-end":
            return cause == "ending-clause" and known == self._closed
        return self._proof.cause == "ruling" and at is not None and at < known != self._closed

    def _letter(self, known: int, at: int | None, cause: proofs.Cause) -> Doubts:
        """Check the node of the letter; returns when hidden facts may have decided it."""
        log, last = self._log, known
        if at is not None and cause in _BEFORE_THE_LETTER:
            last = known if self._is_settled_later(at, cause, known) else at - 1
            if cause == "ending-clause":
                rulings = tuple(each for each in log.rulings if each[0] != at)
                log = replace(log, over=at - 1, rulings=rulings, early=True)
        return self._check(self._agreement.formula, self._proof.root, last, log)

    def _check(self, formula: Formula, node: proofs.Node, last: int, log: Log) -> Doubts:
        return NodeChecker(log).node(formula, node, NodeStart(log.signed, armed=False), last)

    def _term(self, formula: Formula | None, node: proofs.Node | None, known: int) -> tuple[int | None, Doubts]:
        """When a term came true, and when hidden facts may have made it true."""
        if formula is None or node is None:
            require(formula is None and node is None, self._proof.root, "a term is missing or added")
            return None, ()
        doubts = self._check(formula, node, known, self._log)
        return (node.moment if node.value == proofs.MET else None), doubts

    def _status(self, at: int | None, cause: proofs.Cause) -> proofs.Status:
        root = self._proof.root
        if at is None:
            return "pending"
        if cause == "ending-clause" and root.value == proofs.FAILED and not root.is_decided:
            return "void"
        if cause == "letter" and root.value == proofs.FAILED and at == self._proof.signed:
            return self._agreement.impossible
        return _LET_GO.get(cause, proofs.STATUS_OF[root.value])

    def _check_left_open(self, known: int) -> None:
        """Check a proof that leaves open what came first: something must hide it, and only a ruling may follow."""
        proof, root = self._proof, self._proof.root
        is_ruled = proof.cause == "ruling"
        hidden, last = (root.kids[0], known - 1) if is_ruled and root.kids else (root, known)
        at = self._hidden_at(hidden, known, last)
        later = (each for each in self._log.rulings if each[0] > at)
        rulings = [(index, met) for index, path, met in later if covers(path, lifecycle_facts.TERMS)]
        require(is_ruled == bool(rulings), root, "there is no such ruling" if is_ruled else "it was ruled on")
        if rulings:
            index, met = rulings[0]
            ruled = proofs.ruled_node(lifecycle_facts.TERMS, index, hidden, met=met)
            require(root == ruled, root, "it was ruled otherwise")
            expected: tuple[proofs.Status, proofs.Cause, int | None] = (proofs.STATUS_OF[ruled.value], "ruling", index)
        else:
            expected = ("pending", "", None) if self._closed is None else ("undetermined", "game-end", self._closed)
        require((proof.status, proof.cause, proof.moment) == expected, root, f"the verdict is {expected}")

    def _hidden_at(self, hidden: proofs.Node, known: int, last: int) -> int:
        """The moment of the first thing that is shown, if something hidden may have come before it."""
        shown = proofs.hidden_node(lifecycle_facts.TERMS, hidden.kids)
        require(hidden == shown and len(shown.kids) == 1, hidden, "it decides nothing, and shows the letter")
        (letter,) = shown.kids
        void, voids = self._term(self._agreement.void_if, self._proof.void, known)
        ended, ends = self._term(self._agreement.ends_if, self._proof.ended, known)
        fails = self._check(self._agreement.formula, letter, last, self._log)
        at, cause = self._first_end(known, void, ended, letter.moment, self._closed)
        if at is None or not _hidden_before(at, cause, (fails, voids, ends)):
            raise NotProvenError(f"{lifecycle_facts.TERMS}: this can be told")
        return at

    def _first_end(
        self, known: int, void: int | None, ended: int | None, letter: int | None, closed: int | None
    ) -> tuple[int | None, proofs.Cause]:
        """What ended the promise first; of several in one moment, the first in the list."""
        ends: tuple[tuple[int | None, proofs.Cause], ...] = (
            (self._acts.release_moment(), "release"),
            (self._acts.withdrawal_moment(), "withdrawal"),
            (void, "void-clause"),
            (ended, "ending-clause"),
            (letter, "letter"),
            (closed, "game-end"),
        )
        come = (each for each in ends if each[0] is not None and (each[0] <= known or each[1] == "game-end"))
        return min(come, key=lambda each: each[0] or 0, default=(None, ""))


def _hidden_before(at: int, cause: proofs.Cause, doubts: tuple[Doubts, Doubts, Doubts]) -> bool:
    """Whether the letter, the void clause or the ending clause may have come true first, hidden from this reader."""
    letter, void, ends = doubts
    if cause == "void-clause":
        return is_in_doubt(letter, at - 1) or is_in_doubt(ends, at - 1)
    if cause == "ending-clause":
        return is_in_doubt(letter, at - 1) or is_in_doubt(ends, at - 1) or is_in_doubt(void, at)
    if cause in _LET_GO:
        return is_in_doubt(letter, at - 1) or is_in_doubt(ends, at - 1) or is_in_doubt(void, at - 1)
    return is_in_doubt(void, at) or is_in_doubt(ends, at)


def _is_ruled_at(node: proofs.Node, moment: int) -> bool:
    return (node.rule == "ruled" and node.moment == moment) or any(_is_ruled_at(kid, moment) for kid in node.kids)
