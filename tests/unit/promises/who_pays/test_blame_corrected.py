"""Blame asks what could have been of a game as its corrections have it: their draws, and without what they struck."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from typing import Final

from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.corrections import CorrectedOutcome, apply_corrections
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.registry import load_registry
from tests.support.disputing import Mistake
from tests.support.ruling import after_correction
from tests.support.twice_mistaken import twice_mistaken

RULESET: Final = load_registry().ruleset("gloomhaven_attack/gh1")
GAMES: Final = 3


def corrected(kind: Mistake) -> Iterator[Record]:
    """Games, without end, in which a mistake of that kind and what came of it was put right."""
    for number in count():
        game = twice_mistaken(RULESET, (kind, "outcome"), number)
        if game is not None:
            with suppress(RemedyRefused):
                yield after_correction(game.record, game.places[0]).record


def replaced_in(record: Record) -> list[CorrectedOutcome]:
    """The outcomes that corrections have put in the place of others."""
    return [
        each.body for each in apply_corrections(RULESET, record.entries()) if isinstance(each.body, CorrectedOutcome)
    ]


def test_a_decision_that_was_struck_is_none_that_somebody_took() -> None:
    for record in islice(corrected("decision"), GAMES):
        game = audit(RULESET, record.entries()).game
        struck = {each.of for each in replaced_in(record) if each.struck}

        assert struck
        assert struck.isdisjoint(each.at for each in game.commands)


def test_a_decision_has_the_draws_that_were_put_right() -> None:
    for record in islice(corrected("draw"), GAMES):
        draws = {each.at: each.draws for each in audit(RULESET, record.entries()).game.commands}
        put_right = {each.of: each.draws for each in replaced_in(record) if each.draws is not None}

        assert put_right
        assert put_right.items() <= draws.items()
