"""A mistaken game that is corrected comes to where it would be had it been decided right from the start."""

from typing import Any

import pytest

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game_events import DrawMade, PromiseEventBase
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.support.disputing import MISTAKES, Mistake, Mistaken, mistaken_game
from tests.support.playing import ruleset_of
from tests.support.ruling import after_correction

RULESETS = tuple(load_registry().by_key.values())
FEW = 8
LONG = 1_000
few = pytest.mark.parametrize("many", [2, pytest.param(FEW, marks=pytest.mark.gate)])


class Line:
    """The decisions of a record with their draws, decided one after the other from the opening on."""

    def __init__(self, game: Mistaken) -> None:
        """Play them all; one that was not allowed where the mistake was made is left out."""
        record = game.record
        steps: dict[int, list[Any]] = {}
        for entry in record.entries()[1:]:
            steps.setdefault(entry.step, []).append(entry)
        self.state = record.ruleset.initial(record.opened.setup())
        self.stopped: int | None = None
        for decision, *others in steps.values():
            if isinstance(decision.body, PromiseEventBase):
                continue
            places = range(decision.position, decision.position + 1 + len(others))
            draws = tuple(each.body.draw for each in others if isinstance(each.body, DrawMade))
            if record.ruleset.standing(self.state).ending is not None:
                self.stopped = decision.position
                return
            given = try_decision(record.ruleset, self.state, decision.body.decision, RecordedChance(draws))
            if given.kind == "refused" and game.at in places:
                continue
            if given.kind != "follows":
                self.stopped = decision.position
                return
            for each in given.consequences:
                self.state = record.ruleset.evolve(self.state, each.event)


def tried(game: Mistaken) -> Record | RemedyRefused:
    try:
        return after_correction(game.record, game.at).record
    except RemedyRefused as refused:
        return refused


def comes_out_right(game: Mistaken) -> bool:
    """Whether it could be corrected; asserts that it is right, or that it is refused where the line stops."""
    line, found = Line(game), tried(game)
    if isinstance(found, RemedyRefused):
        over = game.record.ruleset.standing(line.state).ending is None and fold_record(game.record).closed
        assert over or line.stopped is not None, str(found)
        assert line.stopped is None or line.stopped <= found.position
        return False
    assert line.stopped is None
    assert fold_record(found).state == line.state
    assert found.events[: len(game.record.events)] == game.record.events
    verdict = verify(found)
    assert (verdict.status, verdict.discrepancies, verdict.unchecked) == ("sound", (), ())
    assert game.at in {each.position for each in verdict.corrected}
    assert whole_record_from(record_text(found), ruleset_of, where="file").events == found.events
    return True


@few
@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_a_corrected_game_is_where_it_would_be_had_it_been_decided_right(
    ruleset: AnyRuleset, kind: Mistake, many: int
) -> None:
    """Or the correction is refused, where that line cannot be played on to the present."""
    for number in range(many):
        game = mistaken_game(ruleset, kind, number)
        if game is not None:
            comes_out_right(game)


@few
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_what_was_hidden_is_hidden_in_the_state_that_a_correction_carries(ruleset: AnyRuleset, many: int) -> None:
    """Nobody but those who might see it before is handed an opening, and the public none at all."""
    for number in range(many):
        game = mistaken_game(ruleset, "outcome", number)
        found = None if game is None else tried(game)
        if not isinstance(found, Record):
            continue
        correction, before = found.events[-1], {digest for event in found.events[:-1] for digest in event.hides}
        assert set(correction.hides) <= before
        assert found.codec.openings_for(correction, PUBLIC) == b""
        for viewer in (PUBLIC, *(each.seat for each in found.opened.seats)):
            seen = redact_record(found, viewer)
            earlier = b"".join(event.openings for event in seen.events[:-1])
            assert all(salt in earlier for salt in _salts(seen.events[-1].openings))


def _salts(openings: bytes) -> list[bytes]:
    return [each for each in openings.split(b'"') if len(each) == 32]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_corrections_of_thousands_of_games_are_right(ruleset: AnyRuleset) -> None:
    for number in range(LONG):
        game = mistaken_game(ruleset, MISTAKES[number % 3], number)
        if game is not None:
            comes_out_right(game)


@pytest.mark.gate
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_in_every_ruleset_some_games_can_be_corrected_and_some_cannot(ruleset: AnyRuleset) -> None:
    """Or the tests above would say nothing."""
    games = [mistaken_game(ruleset, kind, number) for kind in MISTAKES[::2] for number in range(FEW)]

    assert {comes_out_right(game) for game in games if game is not None} == {True, False}
