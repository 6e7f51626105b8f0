"""What each title calls quiet: the decision by which a seat lets others go on and changes least."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from oathbook.domain.games import game as games
from oathbook.domain.games.table_answers import quiet_decision
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from tests.support.checkout import GOLDEN
from tests.support.disputing import Table
from tests.support.playing import die, ruleset_of

RANDOM: Final = 4
LENGTH: Final = 25

KINDS: Final = {
    "cube_bag": {None, "forgo"},
    "gloomhaven_attack": {None, "name_target", "end_round"},
    "heirless": {None, "idle", "permit", "vote", "ally", "target"},
    "knights_duty": {None, "lay_plan", "move", "name_mover", "declare_target", "name_attacker", "inspire"},
}
"""The kinds of quiet decision in the golden games; none of a seat that has to say something."""


def records(title: str) -> Iterator[Record]:
    """The golden games of a title, and random ones under all kinds of switches."""
    for path in sorted((GOLDEN / title).rglob("*.jsonl")):
        yield whole_record_from(path.read_bytes(), ruleset_of, where=path.name)
    for ruleset in load_registry().by_key.values():
        if ruleset.edition.key.startswith(title):
            for number in range(RANDOM):
                table = Table(ruleset, die(f"quiet {number}"), f"quiet {number}")
                table.go_on(LENGTH)
                yield table.scribe.record


def states(record: Record) -> Iterator[Any]:
    """Every state of a game."""
    first, *others = record.entries()
    game = games.begin(record.ruleset, record.game, first)
    for entry in others:
        game = games.evolve(record.ruleset, game, entry)
        yield game.state


@pytest.mark.parametrize("title", KINDS)
def test_a_quiet_decision_of_a_seat_that_is_asked_is_allowed(title: str) -> None:
    found: set[str | None] = set()
    for ruleset, state in ((record.ruleset, state) for record in records(title) for state in states(record)):
        for seat in ruleset.to_act(state):
            quiet = quiet_decision(ruleset, state, seat)
            found.add(None if quiet is None else quiet.__struct_config__.tag)
            refusal = None if quiet is None else ruleset.refusal(state, quiet)
            assert refusal is None, (quiet, refusal)

    assert found == KINDS[title]


@pytest.mark.parametrize("title", KINDS)
def test_a_seat_that_is_not_asked_has_nothing_quiet_to_decide_after_the_end(title: str) -> None:
    for record in records(title):
        *_, last = states(record)
        if record.ruleset.standing(last).ending is not None:
            for each in record.opened.seats:
                assert quiet_decision(record.ruleset, last, each.seat) is None
