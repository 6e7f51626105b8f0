"""What an audit is asked to read, and by how much work it does."""

from typing import Final

import pytest

from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decline, Thing
from tests.support.effort import calls_in
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.promises.who_pays.test_blame_for_trades import GIFT, promised
from tests.unit.rulesets.heirless.table import ASH, BIRCH, THREE, offer

WHENEVER: Final = "ash promises birch whenever birch gives 1 wolf0 to ash, not to give any wolf0 to cedar until "


def there_and_back(times: int) -> Oaths:
    """Ash gives birch something that birch gives back, so often; each time a duty begins."""
    table = promised(f"{WHENEVER}the end of season 1.")
    thing = Thing("resource", "wolf0")
    for number in range(times):
        table.decide(offer(ASH, (ASH, BIRCH, thing)), Accept(BIRCH, 2 * number + 1))
        table.decide(offer(BIRCH, (BIRCH, ASH, thing)), Accept(ASH, 2 * number + 2))
    return table.idle(*THREE)


@pytest.mark.parametrize("about", [(), (7,)], ids=["nothing", "the first gift"])
def test_fifty_claims_alike_are_read_as_easily_as_none(about: tuple[int, ...]) -> None:
    table = there_and_back(20)
    without = calls_in(table.audited)

    for _ in range(50):
        table.does("birch", "claim", promise="p1", path="c1", claims="breached", about=about)

    assert calls_in(table.audited) < 1.5 * without


def taken_back(times: int) -> Oaths:
    """Ash offers what is owed, and takes it back, so often."""
    table = promised()
    for number in range(1, times + 1):
        table.decide(GIFT, Decline(ASH, number))
    return table.idle(*THREE)


@pytest.mark.gate
def test_four_times_as_many_offers_taken_back_are_four_times_the_work_and_not_sixteen() -> None:
    few, many = taken_back(40), taken_back(160)

    assert calls_in(many.audited) < 4.5 * calls_in(few.audited)
