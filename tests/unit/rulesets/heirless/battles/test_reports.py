"""HA-76: the table reports who won a Battle that these rules do not cover, in both editions."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.rulesets.heirless.model.decisions import Report, Resolve
from oathbook.domain.rulesets.heirless.model.events import BattleReported, GameEnded, Loss
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Bandit
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from tests.unit.rulesets.heirless.battles.battle_table import BANDIT, ONE_SEASON, PLAIN, Fight, field_of, fight
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, Table, setup_of, taken_up

TWO_CAMPS: Final = (BANDIT, Bandit("c-1", "CatBandit", "Valley"))
FOUGHT: Final = field_of(
    ONE_SEASON,
    bandits=(Bandit("b-1", "WolfBandit", "Meadow"),),
    ash="Valley Valley",
    birch="Valley",
    cedar="Valley Meadow",
)


def waiting() -> Table:
    """The second edition with a Battle on Valley among three players, and one on Meadow of cedar with a Bandit."""
    return taken_up(FOUGHT, box=ONE_SEASON, ruleset=HEIRLESS_2).idle(*THREE)


def two_camps(switches: Switches | None = None) -> Fight:
    return fight(field_of(PLAIN, bandits=TWO_CAMPS, ash="Valley Valley"), switches=switches)


def test_the_table_reports_who_won_and_the_season_goes_on() -> None:
    """Ash and birch win together and ash loses one of two Knights; then the Bandits win; the one Season is over."""
    first = waiting().decide(Report(TABLE, "Valley", (ASH, BIRCH), ("ash-1",)))
    done = first.decide(Report(TABLE, "Meadow", (BANDITS,)))

    reported = first.the(BattleReported)
    assert reported.event == BattleReported("Valley", (ASH, BIRCH), (Loss("ash-1", ASH), Loss("cedar-1", CEDAR)))
    assert (reported.cites, reported.readings) == (("HB-1.1",), ("HA-76", "HA-37"))
    assert first.said() == [
        "the table reports the Battle on Valley won by ash, birch",
        "ash-1 is sent back",
        "cedar-1 is sent back",
    ]
    assert first.asked == (TABLE,)
    assert (first.tiles(ASH), first.tiles(CEDAR)) == ([None, "Valley", None], [None, "Meadow", None])
    assert done.said()[:2] == ["the table reports the Battle on Meadow won by the Bandits", "cedar-2 is sent back"]
    assert len(done.every(GameEnded)) == 1
    assert done.asked == ()


def test_every_side_that_can_have_won_is_listed_for_the_table() -> None:
    table = waiting()

    listed = [each for each in HEIRLESS_2.options(table.state, TABLE).listed if isinstance(each, Report)]

    assert all(HEIRLESS_2.refusal(table.state, each) is None for each in listed)
    assert {(each.tile, each.winners) for each in listed} == {
        *(("Valley", (seat,)) for seat in THREE),
        *(("Valley", pair) for pair in ((ASH, BIRCH), (ASH, CEDAR), (BIRCH, CEDAR))),
        ("Meadow", (CEDAR,)),
        ("Meadow", (BANDITS,)),
    }
    assert [each.lost for each in listed if each.winners == (ASH,)] == [(), ("ash-2",)]


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Report(ASH, "Valley", (ASH,)), "not-asked"),
        (Report(TABLE, "Thicket", (ASH,)), "no-battle-to-report"),
        (Report(TABLE, "Valley", (Seat("yew"),)), "not-one-side"),
        (Report(TABLE, "Valley", (ASH, ASH)), "not-one-side"),
        (Report(TABLE, "Meadow", (CEDAR, BANDITS)), "not-one-side"),
        (Report(TABLE, "Valley", (ASH,), ("birch-1",)), "not-theirs-to-lose"),
        (Report(TABLE, "Valley", (ASH,), ("ash-1", "ash-2")), "not-theirs-to-lose"),
        (Report(TABLE, "Valley", (ASH,), ("ash-1", "ash-1")), "not-theirs-to-lose"),
    ],
    ids=str,
)
def test_a_report_that_is_refused(decision: Report, code: str) -> None:
    assert waiting().why_not(decision) == (code, "HB-1.1")


def test_a_battle_with_bandits_of_two_camps_is_reported_in_the_first_edition() -> None:
    """HA-57; ash is rewarded on Valley, and both Bandits are in the supply."""
    begun = two_camps().table
    assert begun.asked == (TABLE,)
    assert begun.why_not(Resolve(ASH, "Valley")) == ("not-asked", "HB-1.1")

    done = begun.decide(Report(TABLE, "Valley", (ASH,)))

    assert done.the(BattleReported).readings == ("HA-76",)
    assert [bandit.tile for bandit in done.field.bandits] == [None, None]
    assert "ash receives 1 wolf0 for the Knights on Valley" in done.said()


def test_what_is_covered_is_not_reported() -> None:
    begun = fight(field_of(PLAIN, ash="Valley", birch="Valley")).table

    assert begun.asked == (ASH,)
    assert begun.why_not(Report(TABLE, "Valley", (ASH,))) == ("not-asked", "HB-1.1")


def test_knights_lost_are_out_for_a_season_by_the_switch() -> None:
    """HA-37 in the first edition: the Bandits win, and both of ash's Knights are out in Season 2."""
    box = replace(PLAIN, seasons=2)
    field = field_of(box, bandits=TWO_CAMPS, ash="Valley Valley")

    begun = fight(field, box=box, switches=Switches(sent_back="out_for_season"))
    done = begun.decide(Report(TABLE, "Valley", (BANDITS,))).table

    assert [knight.out for knight in done.field.knights if knight.seat == ASH] == [True, True, False]


def test_a_report_is_a_line_of_the_table() -> None:
    notation = GameNotation(HEIRLESS_2, setup_of(THREE, ONE_SEASON))
    lines = {
        "report Valley won by ash": {"kind": "report", "tile": "Valley", "winners": ["ash"]},
        "report the battle on tile Valley won by ash, birch losing ash-1": {
            "kind": "report",
            "tile": "Valley",
            "winners": ["ash", "birch"],
            "lost": ["ash-1"],
        },
        "report Meadow won by the bandits": {"kind": "report", "tile": "Meadow", "winners": ["Bandits"]},
    }

    assert {line: LineScanner(line, where="").read_all(notation.decision) for line in lines} == lines


MISFITS: Final = {
    "a figure that is not there": BattleReported("Valley", (ASH,), (Loss("ash-3", ASH),)),
    "others than those who remain": BattleReported("Valley", (ASH,), (Loss("cedar-1", CEDAR),)),
    "a Battle there is not": BattleReported("Thicket", (), ()),
}


@pytest.mark.parametrize("event", MISFITS.values(), ids=MISFITS)
def test_a_report_that_does_not_fit(event: BattleReported) -> None:
    with pytest.raises(Misfit):
        HEIRLESS_2.evolve(waiting().state, event)


def test_letters_speak_of_knights_sent_back_in_the_second_edition() -> None:
    """Of nothing else that happens in a Battle."""
    setup = setup_of(THREE, ONE_SEASON, HEIRLESS_2.wire.switches())

    none = [kind for kind in ("sent_back", "attacks_player") if list(HEIRLESS_1.vocabulary.most_done(setup, kind, {}))]

    assert none == ["attacks_player"]
