"""Blame where a ruling says that a part of a letter has failed: before the whole has, or for some who promised it."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.rulesets.vocabulary import Fact, Unknown
from tests.minigame.model import Event
from tests.minigame.ruleset import BLUE, MINIGAME, RED
from tests.support.promises.blaming import ALL_IDLE, Table, answering, goods, paying

EITHER: Final = "red promises blue either ({}) or ({})."
FIRST: Final = 'in plain words "be friendly" judged by the table'


@pytest.mark.parametrize(
    ("other", "rest"),
    [
        ('in plain words "be fair" judged by the table', ()),
        ("to give 2 wood to blue by the end of season 1", ALL_IDLE),
        ('that red controls tile "Mill" by the end of season 1', ALL_IDLE),
    ],
)
def test_one_arm_of_a_choice_may_be_ruled_on_long_before_the_other_fails(other: str, rest: tuple[str, ...]) -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises(EITHER.format(FIRST, other))
    for path in ("c1.1", "c1.2") if not rest else ("c1.1",):
        table.does("blue", "claim", promise="p1", path=path, claims="breached")
        table.does("table", "rule", promise="p1", path=path, value="failed", blamed=["red"], reason="So it was.")

    table.plays(*rest)

    (promise,) = table.audit().promises
    assert promise.status == "broken"
    assert {(each.path, each.step) for each in paying(promise)} >= {("c1.1", "ruling")}
    assert answering(promise) == (RED,)


def blurred_facts(event: Event) -> tuple[Fact, ...]:
    """The facts for a reader who is not shown how much is given."""
    return tuple(
        replace(each, slots={**each.slots, "count": Unknown(0)}) if "count" in each.slots else each
        for each in MINIGAME.facts(event)
    )


def test_a_hidden_total_may_be_ruled_on_long_before_the_other_arm_fails() -> None:
    table = Table(goods(red={"wood": 2}))
    gift = "to give 2 wood to blue by the end of season 1"
    table.promises(EITHER.format(gift, 'to assign workers to workplace "Forge" by the end of season 1'))
    table.plays("red give wood 1 blue")
    table.does("table", "rule", promise="p1", path="c1.1", value="failed", blamed=["red"], reason="It was one.")
    table.plays(*ALL_IDLE)

    (promise,) = audit(replace(MINIGAME, facts=blurred_facts), table.entries).promises

    assert promise.status == "broken"
    assert ("c1.1", "ruling") in {(each.path, each.step) for each in paying(promise)}


EACH: Final = 'red and blue each promise green in plain words "be friendly" judged by green.'


@pytest.mark.parametrize(
    ("blamed", "became", "pay"),
    [
        (["red"], {RED: "broken", BLUE: "kept"}, ["red"]),
        (["red", "blue"], {RED: "broken", BLUE: "broken"}, ["red", "blue"]),
        ([], {RED: "broken", BLUE: "broken"}, ["red", "blue"]),
    ],
)
def test_where_each_promises_a_ruling_fails_those_whom_it_blames(
    blamed: list[str], became: dict[str, str], pay: list[str]
) -> None:
    """One that blames nobody says of all that it has failed, and whoever made the promise answers for it."""
    table = Table(goods())
    table.promises(EACH)
    table.does("green", "claim", promise="p1", path="c1", claims="breached")
    table.does("green", "rule", promise="p1", path="c1", value="failed", blamed=blamed, reason="So it was.")

    audited = table.audit()
    (promise,) = audited.promises

    assert {part.agreement.obligors[0]: part.status for part in promise.parts} == became
    assert [seat for part in promise.parts for seat in part.blame.blamed] == pay
    for part in promise.parts:
        assert objection(part.proof, part.agreement, part.proof.signed, audited.game.trace) == ""


SHARED: Final = (
    'red and blue jointly promise green: (1) red in plain words "be friendly" judged by green; '
    '(2) blue in plain words "listen" judged by green.'
)


@pytest.mark.parametrize(("clause", "pays"), [("c1", RED), ("c2", BLUE)])
def test_a_ruling_that_blames_nobody_leaves_it_to_whom_the_clause_is_about(clause: str, pays: str) -> None:
    table = Table(goods())
    table.promises(SHARED)
    table.does("green", "claim", promise="p1", path=clause, claims="breached")
    table.does("green", "rule", promise="p1", path=clause, value="failed", blamed=[], reason="So it was.")

    (promise,) = table.audit().promises

    assert answering(promise) == (pays,)
