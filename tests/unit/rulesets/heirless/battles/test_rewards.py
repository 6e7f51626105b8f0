"""HB-6.3: what players receive in the rewards phase for Knights that remain on a tile."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.table_answers import quiet_decision
from oathbook.domain.kernel import format_line
from oathbook.domain.rulesets.heirless.model.battle_events import (
    AttributesImproved,
    ResourcesRewarded,
    RewardAnswered,
    RewardsOffered,
)
from oathbook.domain.rulesets.heirless.model.battle_state import RewardOffer
from oathbook.domain.rulesets.heirless.model.components import Amount, Components, Figures, Improvement, Reward, Tile
from oathbook.domain.rulesets.heirless.model.decisions import TakeReward
from oathbook.domain.rulesets.heirless.model.events import Event, PhaseBegan, SeasonEnded
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.presentation.view import view_of
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from tests.unit.rulesets.heirless.battles.battle_table import (
    HITS,
    ONE_SEASON,
    PLAIN,
    STALL,
    about_to_end,
    duel,
    field_of,
    fight,
    stalled,
)
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    QUIET,
    THREE,
    Table,
    opening,
    placed,
    setup_of,
    taken_up,
)

BETTER: Final = Improvement(health=2, defense=1, dodge=1, damage=3, precision=1, delay="0.5", extra_resource=1)
GIFT: Final = Reward(resources=(Amount("wolf0", 1),))
EVERYWHERE: Final = Switches(rewarded="every_tile")


def giving(box: Components, **rewards: Reward) -> Components:
    """The box in which these tiles give this, and no others anything."""
    tiles = tuple(replace(tile, reward=rewards.get(tile.name, Reward())) for tile in box.tiles)
    return replace(box, tiles=tiles)


def board(table: Table, owner: str) -> Figures:
    (found,) = (each.figures for each in table.field.war.boards if each.owner == owner)
    return found


def won(box: Components, switches: Switches | None = None, **ash: int | str) -> Table:
    """Ash drives birch's only Knight from Valley; cedar stands on Meadow, where nobody fights."""
    fought = duel(box=box, switches=switches, ash={"precision": 9, **ash}, birch={"health": 1})
    return fought.turn(*HITS).table


def test_whose_knights_remain_where_a_battle_was_fought_receive_what_the_tile_gives() -> None:
    """1 wolf0 for Valley in the sample box: ash had 2 and has 3, birch and cedar have their 2 of everything."""
    done = won(PLAIN)

    begins, gained = done.the(PhaseBegan), done.the(ResourcesRewarded)
    assert (begins.event, begins.cites, begins.readings) == (PhaseBegan(1, "rewards"), ("HB-6.3",), ("HA-70",))
    assert gained.event == ResourcesRewarded(ASH, "Valley", (Amount("wolf0", 1),))
    assert (gained.cites, gained.readings) == (("HB-6.3",), ("HA-70", "HA-71", "HA-72"))
    assert [done.resources(seat)["wolf0"] for seat in THREE] == [3, 2, 2]
    assert [done.resources(seat)["cat0"] for seat in THREE] == [2, 2, 2]
    assert done.the(SeasonEnded).readings == ("HA-70",)
    assert "ash receives 1 wolf0 for the Knights on Valley" in done.said()
    kinds = [type(each) for each in done.events]
    assert kinds.index(PhaseBegan) < kinds.index(ResourcesRewarded) < kinds.index(SeasonEnded)


def test_every_tile_rewards_by_the_other_reading() -> None:
    """HA-70: cedar's Knight on Meadow brings 1 cat0 as well, although nobody fought there."""
    done = won(PLAIN, EVERYWHERE)

    assert [each.event.seat for each in done.every(ResourcesRewarded)] == [ASH, CEDAR]
    assert [done.resources(seat)["cat0"] for seat in THREE] == [2, 2, 3]


def test_a_season_without_a_battle_rewards_nobody_unless_every_tile_does() -> None:
    """HA-70: the end of the Season names the reading, and there is no phase without anybody in it."""
    field = about_to_end(field_of(ONE_SEASON, ash="Valley"), *THREE)

    quiet, busy = (taken_up(field, box=ONE_SEASON, switches=each).idle(CEDAR) for each in (None, EVERYWHERE))

    assert [each.event.phase for each in quiet.every(PhaseBegan)] == ["battles"]
    assert [each.event.phase for each in busy.every(PhaseBegan)] == ["battles", "rewards"]
    assert quiet.the(SeasonEnded).readings == busy.the(SeasonEnded).readings == ("HA-70",)
    assert quiet.resources(ASH)["wolf0"] + 1 == busy.resources(ASH)["wolf0"] == 3


def test_nothing_is_said_of_rewards_where_no_tile_with_one_has_knights() -> None:
    """The control: on the Capital, which gives nothing."""
    table = taken_up(about_to_end(field_of(ONE_SEASON, ash="Capital"), *THREE), box=ONE_SEASON, switches=EVERYWHERE)

    done = table.idle(CEDAR)

    assert [each.event.phase for each in done.every(PhaseBegan)] == ["battles"]
    assert done.the(SeasonEnded).readings == ()


def test_extra_resource_brings_as_many_more_of_each_resource() -> None:
    """HA-72: 1 wolf0 and 2 fox1 with an Extra Resource of 3 are 4 and 5."""
    box = giving(PLAIN, Valley=Reward(resources=(Amount("wolf0", 1), Amount("fox1", 2))))

    done = won(box, extra_resource=3)

    assert done.the(ResourcesRewarded).event.gained == (Amount("wolf0", 4), Amount("fox1", 5))
    assert [format_line(line) for line in done.the(ResourcesRewarded).working] == [
        "wolf0 of Valley: 1",
        "Extra Resource: add 3 → 4",
        "fox1 of Valley: 2",
        "Extra Resource: add 3 → 5",
    ]
    assert (done.resources(ASH)["wolf0"], done.resources(ASH)["fox1"]) == (6, 5)


def test_attributes_become_better_and_a_delay_lower() -> None:
    """HA-30, HA-71: Health 4 + 2, Defense 1 + 1, Dodge 4 + 1, Damage 3 + 3, Precision 9 + 1, Delay 1 - 0.5."""
    box = giving(PLAIN, Valley=Reward(attributes=BETTER))

    done = won(box)

    now = Figures(health=6, defense=2, dodge=5, damage=6, precision=10, delay="0.5", extra_resource=1)
    improved = done.the(AttributesImproved)
    assert improved.event == AttributesImproved(ASH, "Valley", BETTER, now)
    assert (improved.cites, improved.readings) == (("HB-6.3",), ("HA-70", "HA-71", "HA-30"))
    assert board(done, "ash") == now
    assert board(done, "birch").damage == 3
    assert done.every(ResourcesRewarded) == ()
    assert [format_line(line) for line in improved.working][-4:] == [
        "Extra Resource of ash: 0",
        "Extra Resource of ash: add 1 → 1",
        "Delay of ash in thousandths: 1000",
        "Delay of ash in thousandths: take 500 → 500",
    ]
    told = [each for each in done.said() if "becomes" in each]
    assert told == [
        "the Health of ash becomes 6 for the Knights on Valley",
        "the Defense of ash becomes 2 for the Knights on Valley",
        "the Dodge of ash becomes 5 for the Knights on Valley",
        "the Damage of ash becomes 6 for the Knights on Valley",
        "the Precision of ash becomes 10 for the Knights on Valley",
        "the Delay of ash becomes 0.5 for the Knights on Valley",
        "the Extra Resource of ash becomes 1 for the Knights on Valley",
    ]


@pytest.mark.parametrize(("delay", "by", "left"), [("2.5", "0.5", "2"), ("2", "0.25", "1.75"), ("0.5", "1", "0")])
def test_a_delay_falls_to_nothing_at_the_lowest(delay: str, by: str, left: str) -> None:
    """HA-71: 2.5 - 0.5 = 2, 2 - 0.25 = 1.75, and 0.5 - 1 is 0."""
    box = giving(PLAIN, Valley=Reward(attributes=Improvement(delay=by)))

    done = won(box, delay=delay)

    assert board(done, "ash").delay == left
    assert done.the(AttributesImproved).working[-1].total == int(float(left) * 1000)


@pytest.mark.parametrize(("before", "after"), [(998, 1_000), (999, 1_000), (1_000, 1_000)])
def test_no_attribute_passes_the_most_there_can_be(before: int, after: int) -> None:
    """HA-71: 2 more, and 1,000 at most."""
    box = giving(PLAIN, Valley=Reward(attributes=Improvement(dodge=2)))

    assert board(won(box, dodge=before), "ash").dodge == after


def test_resources_come_before_attributes() -> None:
    """HA-71: birch's 1 cat1 comes before ash's Extra Resource, and an Extra Resource of this phase is for the next."""
    box = giving(STALL, Valley=Reward((Amount("cat1", 1),), Improvement(extra_resource=1)))

    done = duel(box=box, ash={"damage": 0}).turn(*HITS).turn(*HITS).agree(ASH, BIRCH).table

    told = [(type(each), each.seat) for each in done.events if isinstance(each, ResourcesRewarded | AttributesImproved)]
    assert told == [(kind, seat) for kind in (ResourcesRewarded, AttributesImproved) for seat in (ASH, BIRCH)]
    assert [done.resources(seat)["cat1"] for seat in (ASH, BIRCH)] == [1, 1]
    assert [board(done, seat).extra_resource for seat in (ASH, BIRCH)] == [1, 1]


def test_all_who_remain_after_a_stall_are_rewarded() -> None:
    """HB-6.3: both still have Knights on Valley."""
    done = stalled().agree(ASH, BIRCH).table

    assert [each.event.seat for each in done.every(ResourcesRewarded)] == [ASH, BIRCH]


CHOSEN: Final = Switches(rewards="chosen", rewarded="every_tile")


def choosing() -> Table:
    """All Idle in peace: ash is asked about Valley and the Wolf Bandit Tile, then birch about Valley."""
    box = giving(PLAIN, Valley=GIFT, WolfBandit=Reward(attributes=Improvement(extra_resource=1)))
    return fight(field_of(box, ash="Valley WolfBandit", birch="Thicket"), box=box, switches=CHOSEN).table


def test_players_say_which_rewards_they_take_by_the_switch() -> None:
    """HA-71: ash in any order, Resources still before Attributes; the Season ends after the last answer."""
    table = choosing()
    assert table.asked == (ASH,)
    assert table.every(SeasonEnded) == ()
    assert [each for each in table.ruleset.options(table.state, ASH).listed if isinstance(each, TakeReward)] == [
        TakeReward(ASH, tile, take=take) for tile in ("WolfBandit", "Valley") for take in (True, False)
    ]

    half = table.decide(TakeReward(ASH, "WolfBandit", take=True))
    done = half.decide(TakeReward(ASH, "Valley", take=True))

    assert half.the(RewardAnswered).readings == ("HA-71",)
    assert half.every(AttributesImproved) == ()
    assert done.the(ResourcesRewarded).event.gained == (Amount("wolf0", 1),)
    assert board(done, ASH).extra_resource == 1
    assert len(done.every(SeasonEnded)) == 1
    assert not done.field.war.reward_offers


def test_what_is_left_is_not_given() -> None:
    done = choosing().decide(TakeReward(ASH, "WolfBandit", take=False), TakeReward(ASH, "Valley", take=True))

    assert done.every(AttributesImproved) == ()
    assert done.resources(ASH)["wolf0"] == 3


def test_quiet_is_to_leave_what_is_offered() -> None:
    """By whoever is asked; nobody else leaves anything."""
    table = choosing()

    assert quiet_decision(HEIRLESS_1, table.state, ASH) == TakeReward(ASH, "WolfBandit", take=False)
    assert quiet_decision(HEIRLESS_1, table.state, CEDAR) is None


def test_everybody_sees_what_is_clarifying_question_rewards() -> None:
    half = choosing().decide(TakeReward(ASH, "WolfBandit", take=False))

    (tray,) = (each for each in HEIRLESS_1.scene(view_of(half.state, CEDAR)).trays if each.id == "rewards")
    assert [stack.label for stack in tray.stacks] == ["Ash, Wolf Bandit: left", "Ash, Valley: to be asked"]


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (TakeReward(BIRCH, "Valley", take=True), "not-asked"),
        (TakeReward(ASH, "Thicket", take=True), "no-reward"),
        (TakeReward(ASH, "WolfBandit", take=True), "no-reward"),
    ],
    ids=str,
)
def test_an_answer_about_rewards_that_is_refused(decision: TakeReward, code: str) -> None:
    half = choosing().decide(TakeReward(ASH, "WolfBandit", take=True))

    assert half.why_not(decision) == (code, "HB-6.3")


def test_nobody_is_clarifying_question_rewards_before_they_are_due() -> None:
    assert fight(field_of(PLAIN, ash="Valley", birch="Valley")).table.why_not(TakeReward(ASH, "Valley", take=True)) == (
        "not-asked",
        "HB-6.3",
    )


def test_answers_that_do_not_fit() -> None:
    table = choosing()
    fought = fight(field_of(PLAIN, ash="Valley", birch="Valley")).table.state

    for state, event in (
        (table.state, RewardAnswered(ASH, "Thicket", takes=True)),
        (fought, RewardsOffered(())),
        (fought, RewardsOffered((RewardOffer(CEDAR, "Valley"),))),
        (fought, RewardsOffered((RewardOffer(ASH, "Valley", takes=True),))),
    ):
        with pytest.raises(Misfit):
            table.ruleset.evolve(state, event)


def test_the_second_edition_has_no_rewards() -> None:
    """Its Battles are not covered, nor what follows from them."""
    field = replace(placed(opening(THREE, QUIET), ash="Valley"), bandits=())
    table = taken_up(field, box=replace(QUIET, seasons=1), ruleset=HEIRLESS_2).idle(*THREE)

    assert [each.event.phase for each in table.every(PhaseBegan)] == ["battles"]
    assert table.the(SeasonEnded).readings == ()


def test_everybody_sees_what_a_tile_gives() -> None:
    (valley,) = (each for each in view_of(taken_up(opening()).state, BIRCH).tiles if each.tile.name == "Valley")

    assert valley.tile.reward == Reward((Amount("wolf0", 1),))


# What does not fit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gains", [(Amount("gold", 1),), (Amount("wolf0", 1),) * 2, (Amount("wolf0", 1_001),)])
def test_a_tile_gives_resources_of_the_box(gains: tuple[Amount, ...]) -> None:
    box = replace(ONE_SEASON, tiles=(*ONE_SEASON.tiles, Tile("Moor", 0, 0, reward=Reward(gains))))

    with pytest.raises(BadRecord) as refused:
        HEIRLESS_1.initial(setup_of(THREE, box))

    assert str(refused.value).startswith("components.tiles.Moor.reward.resources: ")


GAIN: Final = (Amount("wolf0", 1),)
FIGURES: Final = board(taken_up(opening()), "ash")


@pytest.mark.parametrize(
    "event",
    [
        PhaseBegan(1, "rewards"),
        PhaseBegan(2, "rewards"),
        ResourcesRewarded(CEDAR, "Valley", GAIN),
        ResourcesRewarded(ASH, "Meadow", GAIN),
        ResourcesRewarded(ASH, "Valley", (Amount("gold", 1),)),
        AttributesImproved(CEDAR, "Valley", BETTER, FIGURES),
    ],
)
def test_a_reward_that_does_not_fit(event: Event) -> None:
    """A Battle is not resolved, another Season, no Knight there, no such Resource; the last lines are the control."""
    table = fight(field_of(PLAIN, ash="Valley", birch="Valley")).table

    with pytest.raises(Misfit):
        HEIRLESS_1.evolve(table.state, event)

    rewarded = HEIRLESS_1.evolve(table.state, ResourcesRewarded(ASH, "Valley", GAIN))
    assert replace(table, state=rewarded).resources(ASH)["wolf0"] == 3


def test_rewards_come_when_the_season_has_come_to_its_battles() -> None:
    with pytest.raises(Misfit):
        HEIRLESS_1.evolve(taken_up(placed(opening(), ash="Valley")).state, ResourcesRewarded(ASH, "Valley", GAIN))
