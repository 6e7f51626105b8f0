"""The benchmark of marks runs to its end; not how long they take is tested, but what they say there."""

import pytest

from bench.marking import ASH, audit_beside, main
from oathbook.domain.promises.audit.chance_marks import ChanceMarker
from tests.unit.bench.test_bench import PAGE, shape


def test_a_tiny_run_prints_the_tables_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--runs", "1"])

    printed = capsys.readouterr().out
    shown = PAGE.partition("<!-- printed of marks -->")[2].partition("<!-- /printed of marks -->")[0]
    assert len(shape(shown)) > 5
    assert shape(printed) == shape(shown)


def test_of_thirty_promises_each_kind_of_letter_has_its_marks() -> None:
    """With one promise alone, the gift of a wolf0, only the offers of one have a mark."""
    audit, one = audit_beside(30), audit_beside(1)
    options = audit.game.ruleset.options(audit.state, ASH).listed

    marks = [mark for each in ChanceMarker(audit, ASH).mark(options) for mark in each.marks]

    assert {each.kind for each in marks} == {"breaks", "discharges", "last-chance"}
    assert {each.promise for each in marks if each.kind == "breaks"} == {"p2", "p12", "p22", "p4", "p14", "p24"}
    assert {mark.kind for each in ChanceMarker(one, ASH).mark(options) for mark in each.marks} == {"discharges"}
