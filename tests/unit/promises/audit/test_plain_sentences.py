"""No explanation shows the marks of a program: of golden promises, of all vectors, of random breaches."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.decisions import decision_text
from oathbook.domain.promises.audit.explanation import answer_text, explanation_of, referral_text
from oathbook.domain.promises.audit.promise_audit import Audit
from oathbook.domain.promises.evaluator.proof_text import proof_lines
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of
from tests.support.promises.blaming import random_table
from tests.support.promises.pledged import pledged_game
from tests.support.promises.promising import broken_game, promising_game
from tests.support.promises.stage import Stage, staged
from tests.support.promises.vectors import VECTORS, Vector

EVERY: Final = sorted(GOLDEN.rglob("*.jsonl"))
PROMISED: Final = [path for path in EVERY if '"promise.signed/1"' in path.read_text("utf-8")]
MARKS: Final = re.compile(
    r"[{}<>\[\]=]|\bNone\b|\bTrue\b|\bFalse\b|'[a-z_]+'|Struct|\w\(|\((terms|offer)\b|object at|->"
)
"""What a player would not write: brackets of a program, its names, and what it says of nothing."""

NAMES: Final = re.compile(r"\b[a-z]+_[a-z_]+\b")
"""Names as programs have them; the worlds of tests have such, the titles do not."""

NOT_OURS: Final = re.compile(r'^ *c\d+[.\w]*|"[^"]*"|“[^”]*”')
"""The clause that a line is about, and what players have written."""


def texts(found: Audit) -> Iterator[str]:
    """Everything that is said about the promises of an audit."""
    vocabulary = found.game.ruleset.vocabulary
    for promise in found.promises:
        for part in promise.parts:
            yield from explanation_of(promise, part, found.game.trace, vocabulary)
            yield from (each.says for each in proof_lines(part.proof, part.agreement, found.game.trace, vocabulary))
            yield from (answer_text(each, vocabulary) for each in part.blame.answers)
            yield from map(referral_text, part.referrals)


def marked(lines: Iterator[str]) -> list[str]:
    """The lines in which there are marks, outside of what players have written themselves."""
    return [line for line in lines if MARKS.search(NOT_OURS.sub("", line))]


def named(lines: Iterator[str]) -> list[str]:
    """The lines that say a name as programs have it."""
    return [line for line in lines if NAMES.search(NOT_OURS.sub("", line))]


@pytest.mark.parametrize(
    "text",
    [
        "(terms (Transfer(giver='blue', taker='red'),))",
        "could have decided vote (side None)",
        "red transfer {'item': 'wood'}",
        "it is <object at 0x7f>",
        "failed -> broken",
    ],
)
def test_marks_of_a_program_are_noticed(text: str) -> None:
    assert marked(iter([text])) == [text]


def test_names_of_a_program_are_noticed() -> None:
    assert named(iter(["could have decided to declare_target", 'c1.or_else "give 1 wood_block": red idles'])) == [
        "could have decided to declare_target"
    ]


@pytest.mark.parametrize("path", PROMISED, ids=lambda path: path.stem)
def test_golden_promises_are_explained_in_sentences(path: Path) -> None:
    record = whole_record_from(path.read_bytes(), ruleset_of, where=path.name)

    found = audit(record.ruleset, record.entries())

    assert marked(texts(found)) == []
    assert named(texts(found)) == []


@pytest.mark.parametrize("made", [promising_game, broken_game, pledged_game])
def test_so_are_games_with_rulings_releases_and_many_promises(made: Callable[[], Record]) -> None:
    record = made()

    assert marked(texts(audit(record.ruleset, record.entries()))) == []


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_every_vector_is_explained_in_sentences(vector: Vector) -> None:
    found = audit(Stage(), staged(vector))

    assert marked(texts(found)) == []


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(each, marks=pytest.mark.gate) for each in range(8, 60))])
def test_random_breaches_are_explained_in_sentences(seed: int) -> None:
    assert marked(texts(random_table(seed).audit())) == []


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_every_decision_of_a_golden_game_can_be_said(path: Path) -> None:
    record = whole_record_from(path.read_bytes(), ruleset_of, where=path.name)
    bodies = (each.body for each in record.entries())
    vocabulary = load_registry().ruleset(record.opened.edition).vocabulary

    said = [decision_text(each.decision, vocabulary) for each in bodies if isinstance(each, DecisionMade)]

    assert said
    assert marked(iter(said)) == named(iter(said)) == []
