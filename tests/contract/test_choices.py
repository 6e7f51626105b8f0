"""Every listed option of every golden game can be chosen and written, and every word is offered (law 10)."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from oathbook.api.cli.input_files import record_in
from oathbook.domain.games import game as games
from oathbook.domain.kernel import TABLE
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.choices import choices_of
from oathbook.domain.recording.notation.forms import place_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.rulesets.protocol import AnyRuleset, Options
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.choice_lines import Json, as_json, choice_lines
from oathbook.replays.laws import check_choices
from oathbook.replays.playouts import play_out
from tests.minigame.ruleset import MINIGAME
from tests.support.checkout import GOLDEN
from tests.support.sampling import some

RECORDS = sorted(GOLDEN.rglob("*.jsonl"))
TITLES = sorted({path.relative_to(GOLDEN).parts[0] for path in RECORDS})
LONG = [path for path in RECORDS if path.stem == "four-players-and-their-word"]
EDITIONS = ("heirless/e2", "cube_bag/g1", "knights_duty/1", "gloomhaven_attack/gh1")
ALL = 1_000_000
EVERY = 9
MOST_CHOICES = 4


def lists_of(record: Record) -> Iterator[Options[Any]]:
    """What each seat, and the table, could decide at each position of a game."""
    ruleset, (first, *rest) = record.ruleset, record.entries()
    game = games.begin(ruleset, record.game, first)
    for entry in (None, *rest):
        game = game if entry is None else games.evolve(ruleset, game, entry)
        for seat in () if game.closed else (*(each.seat for each in record.opened.seats), TABLE):
            yield ruleset.options(game.state, seat)


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", some(RECORDS, 6, long=LONG), ids=lambda path: path.stem)
def test_choices_lead_to_exactly_the_listed_options_and_every_word_is_offered(path: Path, every: int) -> None:
    record = record_in(str(path))
    notation = GameNotation(record.ruleset, record.opened.setup())

    listed = 0
    for options in islice(lists_of(record), None, None, every):
        check_choices(record.ruleset, notation, options, most_read=ALL)
        listed += len(options.listed)

    assert listed


@pytest.mark.timeout(900)
@pytest.mark.parametrize("least", [10, pytest.param(340, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*EDITIONS, "minigame", "package"])
def test_every_option_of_random_positions_composes_and_reads_back(name: str, least: int, package: AnyRuleset) -> None:
    """For the four titles and two packages: every option of every ninth list of each game."""
    ruleset = {"minigame": MINIGAME, "package": package}.get(name) or load_registry().ruleset(name)

    positions = listed = 0
    for seed in count():
        record = play_out(ruleset, seed).record
        notation = GameNotation(ruleset, record.opened.setup())
        for options in islice((each for each in lists_of(record) if each.listed), seed % EVERY, None, EVERY):
            check_choices(ruleset, notation, options, most_read=ALL)
            positions, listed = positions + 1, listed + len(options.listed)
        if positions >= least:
            break

    assert listed >= positions >= least


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 8])
@pytest.mark.parametrize("title", TITLES)
def test_a_decision_takes_four_choices_or_fewer_on_average(title: str, every: int) -> None:
    """A place with one way on is no choice."""
    chosen = Counter[int]()
    for path in [each for each in RECORDS if each.is_relative_to(GOLDEN / title)][::every]:
        record = record_in(str(path))
        notation = GameNotation(record.ruleset, record.opened.setup())
        decision = as_json(place_of(notation.decision))
        for options in lists_of(record):
            for each in choice_lines(decision, as_json(choices_of(notation, options))) or ():
                chosen[sum(ways > 1 for ways in each.ways)] += 1

    assert 0 < sum(number * times for number, times in chosen.items()) <= MOST_CHOICES * chosen.total()


def exchanged(decision: Json, one: str, other: str) -> Json:
    """The forms with the rows of two kinds of decision exchanged."""
    place = as_json(decision)
    rows = {each["tag"]["kind"]: each["forms"] for each in place["of"] if each["takes"] == "form"}
    for mine, theirs in zip(rows[one], rows[other], strict=True):
        mine["row"], theirs["row"] = theirs["row"], mine["row"]
    return place


def test_two_rows_exchanged_are_noticed() -> None:
    """The control: told the wrong way round, the choices lead to other lines than the decisions they are of."""
    record = record_in(str(GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"))
    notation = GameNotation(record.ruleset, record.opened.setup())
    decision = as_json(place_of(notation.decision))
    choices = next(
        choices for options in lists_of(record) if "deploy/0" in str(choices := as_json(choices_of(notation, options)))
    )

    right, wrong = (choice_lines(each, choices) or [] for each in (decision, exchanged(decision, "deploy", "flee")))
    read = [
        [LineScanner(each.line, where="").read_all(notation.decision) for each in lines] for lines in (right, wrong)
    ]

    assert sum(one != other for one, other in zip(*read, strict=True)) == sum("deploy" in each.line for each in right)
    assert any("deploy" in each.line for each in right)
