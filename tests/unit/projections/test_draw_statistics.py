"""What is said of draws: our own generator passes, one that leans by five in a hundred is found."""

import random
from collections.abc import Container, Iterator
from itertools import chain
from pathlib import Path

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.games.game_events import DrawMade, Entry
from oathbook.domain.kernel import EMPTY_ROSTER, Draw, DrawRequest
from oathbook.projections.draw_statistics.draws import DRAW_STATISTICS
from oathbook.projections.draw_statistics.statistics import DrawStatistics, draw_statistics
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.view_store import Batch
from tests.support.playing import RULESET, small_game, whole_game
from tests.support.projecting import projected, stored

EDITION = "knights_duty/1"
MANY = 4_000


def entries(draws: Iterator[Draw]) -> Iterator[tuple[str, Entry]]:
    """Draws as events, a hundred to a game."""
    for number, draw in enumerate(draws):
        game, position = divmod(number, 100)
        yield f"game {game}", Entry(position + 1, position + 1, "", "chance", DrawMade(1, draw))


def told(folder: Path, draws: Iterator[Draw], *, brought: Container[str] = ()) -> DrawStatistics:
    """The statistics of these draws, in games that were opened here but for some."""
    made = list(entries(draws))
    rows = tuple(row for game, entry in made for row in DRAW_STATISTICS.rows(RULESET, game, entry, 0, EMPTY_ROSTER))
    with SqliteViews(folder / "views") as views:
        views.renew(DRAW_STATISTICS)
        views.write((DRAW_STATISTICS, Batch(0, len(rows), "", rows)))
        return draw_statistics(views, EDITION, opened_here={game for game, _ in made if game not in brought})


def piles(many: int) -> Iterator[tuple[str, ...]]:
    """Piles as combats build them: 1 to 4 hearts, 1 to 5 shields."""
    rng = random.Random(7)  # noqa: S311  # chance for a test, no secret
    for _ in range(many):
        yield ("heart",) * rng.randint(1, 4) + ("shield",) * rng.randint(1, 5)


def by_seed(many: int) -> Iterator[Draw]:
    """Draws of the generator that the service uses, each of another decision."""
    for number, pile in enumerate(piles(many)):
        yield SeededChance("07" * 32, f"game {number // 100}", number).draw(DrawRequest("strike", pile))


def leaning(many: int, lean: float) -> Iterator[Draw]:
    """The same, except that one time in so many what came out is put back for a heart."""
    rng = random.Random(11)  # noqa: S311  # chance for a test, no secret
    for draw in by_seed(many):
        cards = ("heart",) if rng.random() < lean else draw.drawn
        yield Draw(draw.label, draw.pile, cards, "witnessed")


def test_the_generator_of_the_service_is_nothing_unusual(tmp_path: Path) -> None:
    (seeded,) = told(tmp_path, by_seed(MANY)).sources

    assert (seeded.source, seeded.draws, seeded.cards) == ("seeded", MANY, MANY)
    assert seeded.verdict == "nothing unusual"
    assert seeded.says.startswith("Nothing unusual")
    assert {each.kind for each in seeded.shares} == {"heart", "shield"}
    assert sum(each.counted for each in seeded.shares) == MANY
    assert sum(float(each.expected) for each in seeded.shares) == MANY


def test_a_generator_that_leans_by_five_in_a_hundred_is_found(tmp_path: Path) -> None:
    """The control of the test above: the same piles, and five in a hundred cards exchanged for hearts."""
    (witnessed,) = told(tmp_path, leaning(MANY, 0.05)).sources

    hearts = witnessed.shares[0]
    assert (hearts.kind, hearts.verdict) == ("heart", "not fair")
    assert hearts.counted > float(hearts.expected)
    assert (witnessed.verdict, witnessed.square.verdict, witnessed.square.freedom) == ("not fair", "not fair", 1)
    assert witnessed.says.startswith("Not fair")


def test_a_generator_that_alternates_is_found_by_its_runs(tmp_path: Path) -> None:
    """As many hearts as there should be, and never two in a row: only the runs tell."""
    pile = ("heart", "shield")
    draws = (Draw("strike", pile, (pile[number % 2],), "witnessed") for number in range(200))

    (witnessed,) = told(tmp_path, draws).sources

    assert {each.verdict for each in witnessed.shares} == {"nothing unusual"}
    assert {each.verdict for each in witnessed.runs} == {"not fair"}
    assert witnessed.verdict == "not fair"


def test_each_source_is_judged_by_itself(tmp_path: Path) -> None:
    """What tables report says nothing about our generator, and the other way round."""
    both = (draw for pair in zip(by_seed(2_000), leaning(2_000, 0.2), strict=True) for draw in pair)

    seeded, witnessed = told(tmp_path, both).sources

    assert (seeded.source, seeded.verdict) == ("seeded", "nothing unusual")
    assert (witnessed.source, witnessed.verdict) == ("witnessed", "not fair")


def test_a_record_from_elsewhere_says_nothing_about_the_service(tmp_path: Path) -> None:
    """Whoever writes a record can say of any draws that they came out of a seed."""
    lies = (Draw("strike", ("heart", "shield"), ("heart",), "seeded") for _ in range(MANY))
    brought = {f"game {number}" for number in range(MANY // 100, 2 * MANY // 100)}

    own, others = told(tmp_path, chain(by_seed(MANY), lies), brought=brought).sources

    assert (own.source, own.draws, own.verdict) == ("seeded", MANY, "nothing unusual")
    assert (others.source, others.draws, others.verdict) == ("brought", MANY, "not fair")


def test_the_draws_of_stored_games_are_counted_once_each(tmp_path: Path) -> None:
    """Of all games, and of one; a game without draws has none."""
    one, other = whole_game(), whole_game(name="another")
    made = sum(isinstance(each.entry.body, DrawMade) for each in one.events)

    with projected(stored(tmp_path / "db", one, other, small_game()), tmp_path / "views") as (projector, views):
        projector.catch_up()
        every = draw_statistics(views, EDITION, opened_here=())
        alone = draw_statistics(views, EDITION, one.game, opened_here=[one.game])
        elsewhere = draw_statistics(views, "knights_duty/2", opened_here=())

    assert made > 0
    assert [(each.source, each.draws) for each in alone.sources] == [("seeded", made)]
    assert {each.source for each in every.sources} == {"brought"}
    assert [each.draws for each in every.sources] == [
        sum(isinstance(each.entry.body, DrawMade) for record in (one, other, small_game()) for each in record.events)
    ]
    assert every.upto == sum(len(each.events) for each in (one, other, small_game()))
    assert elsewhere.sources == ()


def test_few_draws_are_not_judged(tmp_path: Path) -> None:
    (seeded,) = told(tmp_path, by_seed(5)).sources

    assert seeded.verdict == "too few"
    assert {each.probability for each in (*seeded.shares, *seeded.runs)} == {None}
    assert seeded.square.probability is None
