"""Who pays for a broken promise under the rules of the game: the vectors of the rulebook about promises."""

from typing import Final, Literal

import pytest

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import (
    Ally,
    Attack,
    Deploy,
    Enact,
    Idle,
    PlaceCard,
    Resolve,
    Target,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.switches import Switches
from tests.unit.rulesets.heirless.battles.battle_table import PLAIN, about_to_end, field_of, with_board
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, QUIET, THREE, built, having, opening, placed, workers

NOBODY: Final[dict[str, int]] = {}

# HV-62 -----------------------------------------------------------------------------------------------------------

MEADOW: Final = 'not to deploy a knight to tile "Meadow" until the end of season 1.'
TOGETHER: Final = f"ash and birch jointly promise cedar {MEADOW}"


def test_of_two_who_promised_together_whoever_did_it_pays() -> None:
    """HV-62."""
    table = Oaths()
    table.bound(TOGETHER)

    table.decide(Deploy(ASH, "Valley"), Deploy(BIRCH, "Meadow"))

    assert table.status() == "broken"
    assert table.pays() == {BIRCH: 20}
    due = table.audited().parts[0].penalties[0]
    assert (due.reserve, due.cites, due.readings) == (
        "crossed-out Prestige",
        ("HT-10.4", "HT-10.6"),
        ("HA-17", "HA-18"),
    )


BOTH: Final = (Deploy(ASH, "Valley"), Deploy(BIRCH, "Meadow"), Deploy(CEDAR, "Valley"), Deploy(ASH, "Meadow"))
"""Ash's first Knight goes elsewhere, so that birch is the first to break it."""


def test_of_two_who_promised_together_and_both_did_it_both_pay() -> None:
    """HV-62, HA-17, HA-18: it is broken once, by birch, and ash still breaks what ash has promised."""
    table = Oaths()
    table.bound(TOGETHER)

    table.decide(*BOTH)

    assert table.pays() == {ASH: 20, BIRCH: 20}
    assert [(each.seat, each.step) for each in table.audited().parts[0].blame.answers] == [
        (ASH, "part"),
        (BIRCH, "could"),
        (ASH, "could"),
    ]


def test_whoever_breaks_a_joint_promise_again_pays_once() -> None:
    """HA-18."""
    table = Oaths()
    table.bound(TOGETHER)

    table.decide(*BOTH, Deploy(BIRCH, "Meadow"))

    assert table.pays() == {ASH: 20, BIRCH: 20}


def test_a_joint_promise_with_a_duty_for_each_is_still_owed_by_the_other() -> None:
    """HV-62, as two clauses."""
    table = Oaths()
    items = f"(1) ash {MEADOW[:-1]}; (2) birch {MEADOW[:-1]}."
    table.bound(f"ash and birch jointly promise cedar: {items}")

    table.decide(*BOTH)

    assert table.pays() == {ASH: 20, BIRCH: 20}


def test_a_joint_promise_that_was_released_is_broken_by_nobody_more() -> None:
    """The other half of it: consents after birch's breach release ash from what ash still owed."""
    table = Oaths()
    table.bound(TOGETHER)
    table.decide(*BOTH[:3])
    for seat in THREE:
        table.does(seat, "consent", promise="p1")

    table.decide(BOTH[3])

    assert table.pays() == {BIRCH: 20}


CHOICE: Final = (
    '(1) ash either (not to deploy a knight to tile "Meadow" until the end of season 1) '
    "or (not to idle until the end of season 1); "
)
REPARATION: Final = (
    '(1) ash not to deploy a knight to tile "Meadow" until the end of season 1, '
    "otherwise if cedar idles, not to idle until the end of season 1; "
)
CONDITION: Final = "(1) if cedar idles, ash not to idle until the end of season 1; "


@pytest.mark.parametrize(
    "clause", [CHOICE, REPARATION, CONDITION], ids=["a choice", "a reparation", "under a condition"]
)
def test_what_is_still_owed_may_be_any_kind_of_clause(clause: str) -> None:
    """Ash breaks it by the last Idle."""
    table = Oaths()
    table.bound(f"ash and birch jointly promise cedar: {clause}(2) birch {MEADOW}")

    table.decide(*BOTH)
    assert table.pays() == {BIRCH: 20}
    table.idle(BIRCH, CEDAR, ASH)

    assert table.pays() == {ASH: 20, BIRCH: 20}


@pytest.mark.parametrize(("reads", "pays"), [("each", {ASH: 20, BIRCH: 20}), ("last", {BIRCH: 20})])
def test_an_amount_that_several_may_use_up_is_used_up_once(
    reads: Literal["each", "last"], pays: dict[str, int]
) -> None:
    """HA-74: nobody has a share in it: each answers whose act counted, or only who went beyond it."""
    table = Oaths(switches=Switches(pooled_limit=reads))
    table.bound('ash and birch jointly promise cedar to deploy a knight to tile "Valley" at most once.')

    table.decide(Deploy(ASH, "Valley"), Deploy(BIRCH, "Valley"), Deploy(CEDAR, "Meadow"), Deploy(ASH, "Valley"))

    assert table.pays() == pays
    assert {each.readings for each in table.audited().parts[0].penalties} == {("HA-17", "HA-18", "HA-74")}


def test_an_amount_that_one_may_use_up_is_no_shared_one() -> None:
    """HA-74 says nothing of it."""
    table = Oaths()
    table.bound('ash promises cedar to deploy a knight to tile "Valley" at most once.')

    table.decide(Deploy(ASH, "Valley"), Deploy(BIRCH, "Valley"), Deploy(CEDAR, "Meadow"), Deploy(ASH, "Valley"))

    assert {each.readings for each in table.audited().parts[0].penalties} == {("HA-17", "HA-18")}


def test_of_two_who_promised_each_for_themselves_both_pay() -> None:
    """HA-17: two promises in one letter, each of them broken in full."""
    table = Oaths()
    table.bound(f"ash and birch each promise cedar {MEADOW}")

    table.decide(*BOTH)

    assert table.pays() == {ASH: 20, BIRCH: 20}


def test_what_somebody_does_who_promised_nothing_breaks_nothing() -> None:
    """HV-62, where only cedar deploys there."""
    table = Oaths()
    table.bound(TOGETHER)

    table.decide(Idle(ASH), Idle(BIRCH), Deploy(CEDAR, "Meadow"), Idle(CEDAR))

    assert table.status() == "kept"
    assert table.pays() == NOBODY


# HV-63 -----------------------------------------------------------------------------------------------------------


def on_valley(first: Seat) -> Oaths:
    """Ash, who promised cedar peace, with birch as an ally against cedar; one of the two attacks first."""
    field = field_of(PLAIN, ash="Valley", birch="Valley", cedar="Valley")
    for seat in THREE:
        field = with_board(field, seat, delay="1" if seat == first else "9", precision=9, health=1)
    table = Oaths(about_to_end(field, *THREE), box=PLAIN)
    table.bound("ash promises cedar not to attack cedar until the end of season 1.")
    return table.decide(Idle(CEDAR), Resolve(ASH, "Valley"), Ally(ASH, BIRCH), Ally(BIRCH, ASH), Ally(CEDAR, None))


def test_an_ally_may_attack_whom_one_promised_not_to() -> None:
    """HV-63: the letter."""
    table = on_valley(BIRCH).decide(Target(BIRCH, (Aim("birch-1", "cedar-1"),)))

    table.decide(PlaceCard(CEDAR, Hidden.of("N", CEDAR)), Attack(BIRCH, "N"))

    assert table.status() == "kept"


def test_whoever_promised_not_to_attack_pays_for_the_target_and_not_for_the_card() -> None:
    table = on_valley(ASH)

    table.decide(Target(ASH, (Aim("ash-1", "cedar-1"),)))

    assert table.pays() == {ASH: 20}
    (move,) = table.put_in()
    assert isinstance(move, Target)
    assert "cedar-1" not in {aim.target for aim in move.aims}


# The rules say what could have been ------------------------------------------------------------------------------

VOTE: Final = (
    'ash promises birch to spend at least 3 Influence in favour of law "Tithe" in the next vote on law "Tithe".'
)


def voted(*, tile: str, switches: Switches | None = None) -> Oaths:
    """Ash, who has built the Mill and a Knight on this tile, deploys another one, and votes with 1 Influence."""
    field = having(opening(box=QUIET), ASH, influence=1, unemployed=workers(Cat=2))
    table = Oaths(placed(built(field, ("Mill", ASH)), ash=tile), switches=switches)
    table.bound(VOTE)
    table.decide(Deploy(ASH, "Valley"), Deploy(BIRCH, "Valley"), Enact(CEDAR, "Tithe"))
    return table.decide(Vote(CEDAR, "for", 1), Vote(BIRCH, "for", 0), Vote(ASH, "for", 1))


@pytest.mark.parametrize("tile", ["Meadow", "Valley"])
def test_whoever_has_not_the_influence_when_it_is_due_promised_more_than_they_had(tile: str) -> None:
    """HA-73: with a Cat tile two Workers at the Mill would have brought it, without one nothing could have."""
    table = voted(tile=tile)

    assert table.answer().step == "beyond"
    assert table.pays() == {ASH: 20}
    assert table.audited().parts[0].penalties[0].readings == ("HA-17", "HA-18", "HA-73")


@pytest.mark.parametrize(("reads", "codes", "excuses"), [("judge", ["R9"], []), ("nobody", [], ["beyond"])])
def test_a_table_may_say_who_answers_for_what_was_in_nobodys_power(
    reads: Literal["judge", "nobody"], codes: list[str], excuses: list[str]
) -> None:
    """HA-73 (ii) and (iii)."""
    (part,) = voted(tile="Valley", switches=Switches(beyond_power=reads)).audited().parts

    assert part.status == "broken"
    assert ([each.code for each in part.referrals], [each.step for each in part.blame.excused]) == (codes, excuses)
    assert part.penalties == ()


def test_whoever_gave_the_turns_away_by_idling_pays() -> None:
    table = Oaths()
    table.bound('ash promises birch to deploy a knight to tile "Meadow" by the end of season 1.')

    table.idle(*THREE)

    assert table.pays() == {ASH: 20}
    assert table.put_in()[0] == Deploy(ASH, "Meadow")


def test_where_a_ruling_may_contradict_the_letter_one_that_it_is_met_excuses_everybody() -> None:
    """HA-75."""
    table = Oaths(switches=Switches(overruling="allowed"))
    table.bound('ash promises birch to deploy a knight to tile "Meadow" by the end of season 1.')
    table.idle(*THREE)
    assert table.pays() == {ASH: 20}

    table.does("table", "rule", promise="p1", path="c1", value="met", reason="It stood there.")

    (part,) = table.audited().parts
    assert [(each.seat, each.path, each.step, each.pays) for each in part.blame.answers] == [
        (ASH, "c1", "ruling", False)
    ]
