"""All vectors, step by step: from the words of the letter to the status after each moment, and its proof."""

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.proofs import Proof, is_vacuous
from oathbook.domain.promises.monitor.monitor import lean_of, start, step
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.trace import Trace
from tests.support.promises.toy_world import READER
from tests.support.promises.vectors import VECTORS, Vector

SHORT = {"kept": "K", "broken": "B", "void": "V", "released": "R", "undetermined": "U"}
LEANS = {"T": "+", "F": "-", "L": "~", "U": "?"}
EACH = pytest.mark.parametrize("vector", VECTORS, ids=[f"{each.name} {each.title}" for each in VECTORS])


def watched(agreement: Agreement, moments: tuple[Moment, ...]) -> list[MonitorState]:
    """The promise after each moment."""
    states = [start("P", agreement, moments[0], READER)]
    for moment in moments[1:]:
        states.append(step(states[-1], moment, READER))
    return states


def proofs(agreement: Agreement, moments: tuple[Moment, ...]) -> list[Proof]:
    """The proof after each moment."""
    return [prove_verdict("P", agreement, 0, Trace.of(moments[: count + 1], READER)) for count in range(len(moments))]


@EACH
def test_the_monitor_says_after_each_moment_how_a_promise_stands(vector: Vector) -> None:
    states = watched(vector.agreement, vector.moments)

    seen = [
        f"P{lean_of(each, moment, READER)}" if each.status == "pending" else SHORT[each.status]
        for each, moment in zip(states, vector.moments, strict=True)
    ]
    assert seen == [status.removesuffix("v") if status != "V" else status for status in vector.statuses]


@EACH
def test_the_reference_says_the_same_and_whether_no_duty_was_triggered(vector: Vector) -> None:
    seen = [
        f"P{LEANS[proof.root.value]}"
        if proof.status == "pending"
        else SHORT[proof.status] + "v" * (proof.status == "kept" and is_vacuous(proof.root))
        for proof in proofs(vector.agreement, vector.moments)
    ]

    assert seen == vector.statuses


@EACH
def test_the_checker_has_nothing_to_object_to_any_of_the_proofs(vector: Vector) -> None:
    agreement, moments = vector.agreement, vector.moments

    for count, proof in enumerate(proofs(agreement, moments), 1):
        assert objection(proof, agreement, 0, Trace.of(moments[:count], READER)) == ""


def test_no_vector_is_lost_on_the_way() -> None:
    assert [each.name for each in VECTORS] == [f"V{number:02}" for number in range(1, 39)]


def test_the_checker_names_the_clause_that_a_proof_is_wrong_about() -> None:
    """V11 rests on *whenever*; the same proof of another clause is none of this letter."""
    vector = next(each for each in VECTORS if each.name == "V11")
    trace = Trace.of(vector.moments, READER)
    proof = prove_verdict("P", vector.agreement, 0, trace)

    other = replace(proof, root=replace(proof.root, path="c2.whenever"))

    assert objection(proof, vector.agreement, 0, trace) == ""
    assert objection(other, vector.agreement, 0, trace) == "c2.whenever: this is about c1.whenever"


def test_a_proof_that_leaves_out_the_reparation_is_objected_to() -> None:
    """V17: the duty failed and the reparation was done."""
    vector = next(each for each in VECTORS if each.name == "V17")
    trace = Trace.of(vector.moments, READER)
    proof = prove_verdict("P", vector.agreement, 0, trace)

    short = replace(proof, root=replace(proof.root, kids=proof.root.kids[:1]))

    assert objection(proof, vector.agreement, 0, trace) == ""
    assert objection(short, vector.agreement, 0, trace) == "c1.or_else: the reparation is missing"
