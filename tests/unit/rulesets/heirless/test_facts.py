"""Events in words: each kind is declared with its slots and said in whole sentences; some are clock markers."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.heirless.model.components import Improvement, Reward, Staff
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Ally,
    Assign,
    Build,
    Decline,
    Deploy,
    Enact,
    Flee,
    Permit,
    Refine,
    Report,
    TakeReward,
    Thing,
    UseCard,
)
from oathbook.domain.rulesets.heirless.model.events import GameEnded
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_2
from oathbook.domain.rulesets.vocabulary import Fact
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    HITS,
    PLAIN,
    card,
    cards,
    duel,
    field_of,
    fight,
    stalled,
    with_board,
)
from tests.unit.rulesets.heirless.battles.test_rewards import choosing
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    QUIET,
    Table,
    built,
    having,
    offer,
    opening,
    placed,
    resources,
    taken_up,
    workers,
)
from tests.unit.rulesets.heirless.test_trades import NINE, SWAP
from tests.unit.rulesets.heirless.test_winning import CEREMONY, PEACEFUL, throne


def facts(*tables: Table) -> list[Fact]:
    return [fact for table in tables for event in table.events for fact in table.ruleset.facts(event)]


def said(*tables: Table) -> list[str]:
    return [fact.sentence for fact in facts(*tables)]


@cache
def votes() -> Table:
    field = placed(opening(), ash="Meadow")
    return (
        taken_up(field).decide(Enact(ASH, "Tithe")).vote((CEDAR, 2, "against"), (BIRCH, 0, "for")).vote((ASH, 3, "for"))
    )


def test_a_vote_is_told_from_its_opening_to_its_close() -> None:
    opened = taken_up(opening()).decide(Enact(ASH, "Tithe"))
    spent = opened.vote((CEDAR, 2, "against"), (BIRCH, 0, "for"))
    enacted, stayed = spent.vote((ASH, 3, "for")), spent.vote((ASH, 1, "for"))

    assert said(opened, spent) == [
        "ash puts Tithe to the vote, Threshold 3; asked are cedar, birch, ash",
        "cedar spends 2 Influence against Tithe",
        "birch spends nothing",
    ]
    assert said(enacted)[:3] == [
        "ash spends 3 Influence for Tithe",
        "the vote on Tithe closes with 3 for and 2 against: enacted",
        "Tithe is in force",
    ]
    assert said(stayed)[1:3] == [
        "the vote on Tithe closes with 1 for and 2 against: not enacted",
        "Tithe stays available",
    ]


def work() -> Iterator[Table]:
    """Every Standard Action that is no vote."""
    field = placed(built(opening(), ("Orchard", BIRCH), ("Bakery", ASH)), ash="Meadow Thicket")
    table = taken_up(having(field, ASH, unemployed=workers(Cat=1, Fox=1)))
    asked = table.decide(Assign(ASH, "Orchard", ("Cat", "Fox")))
    yield asked
    yield asked.decide(Permit(BIRCH, allow=False))
    yield asked.decide(Permit(BIRCH, allow=True))
    yield table.decide(Refine(ASH, "Cat", "wolf1", 2))
    yield table.decide(UseCard(ASH, "Bakery"))
    yield table.decide(Flee(ASH, "Meadow"))
    yield table.decide(Deploy(ASH, "Capital"))
    full = built(opening(), *((name, ASH) for name in NINE))
    yield taken_up(having(full, ASH, resources=resources(cat0=2))).decide(Build(ASH, "Mill", 1, "Bakery"))


def test_standard_actions_are_told_in_whole_sentences() -> None:
    told = [sentence for table in work() for sentence in said(table) if not sentence.startswith("turn")]

    assert told == [
        "ash asks birch for the use of Orchard",
        "birch does not let ash use Orchard",
        "birch lets ash use Orchard",
        "ash assigns 2 Workers to Orchard of birch: Cat, Fox",
        "ash gains 2 Influence",
        "ash refines 2 wolf0 and 2 cat0 into 2 wolf1 with a Cat Worker",
        "ash uses Bakery: 1 cat0 for 1 cat1",
        "ash-1 flees from Meadow to CatBandit",
        "ash deploys ash-3 to Capital",
        "ash discards Bakery",
        "ash builds Mill on place 1 for 2 cat0",
    ]


def seasons() -> Iterator[Table]:
    """The end of a Season and of the game, with and without Battles."""
    box = replace(QUIET, seasons=2)
    field = built(opening(box=box), ("Mill", ASH), ("CoronationCeremony", BIRCH), user=CEDAR)
    table = taken_up(replace(field, employed=(Staff("Wolf", 1),)), box=box).idle(ASH, BIRCH, CEDAR)
    yield table
    yield table.idle(ASH, BIRCH, CEDAR)
    yield taken_up(placed(opening(), ash="Valley CatBandit", birch="Valley")).idle(ASH, BIRCH, CEDAR)


MENDING: Final = replace(PLAIN, battlecards=(*cards("N"), card("Mend", wound=1)), stall_battle_turns=2)


@cache
def battles() -> tuple[Table, ...]:
    """Ash and cedar are allied against birch and a Bandit; birch mends, the Bandit falls, and birch is beaten."""
    field = field_of(MENDING, bandits=(BANDIT,), ash="Valley Valley", birch="Valley", cedar="Valley")
    field = with_board(with_board(field, ASH, delay="1", precision=5), "WolfBandit", delay="2", health=1)
    begun = fight(field, box=MENDING).resolve()
    allied = begun.allied((ASH, CEDAR))
    aimed = allied.drawing(**{"card/Valley/1": "N"}).aim(("ash-1", "b-1"), ("ash-2", "b-1"))
    fallen = aimed.attack("N", "Mend")
    used = fallen.aim().attack("Mend", "N")
    turned = used.aim(("ash-1", "birch-1"), ("ash-2", "birch-1"))
    placed = used.aim(("ash-1", "birch-1")).defend(BIRCH, "Mend")
    wounded = placed.attack("N", "Mend")
    named = begun.decide(Ally(ASH, CEDAR), Ally(BIRCH, None))
    quiet = stalled()
    agreed = quiet.agree(ASH).agree(BIRCH)
    fights = (begun, named, allied, aimed, fallen, fallen.aim(), used, placed, wounded, quiet)
    over = duel(ash={"precision": 9}, birch={"health": 1}).turn(("ash-1", "birch-1"))
    return tuple(each.table for each in (*fights, quiet.agree(ASH), agreed, over, turned))


def test_a_battle_is_told_in_whole_sentences() -> None:
    told = [said(table) for table in battles()]

    assert told[0] == [
        "ash resolves the Battle on Valley: ash, birch, cedar, the Bandits",
        "ash is in the Battle on Valley",
        "birch is in the Battle on Valley",
        "cedar is in the Battle on Valley",
    ]
    assert told[1] == ["ash wants cedar as an ally on Valley", "birch wants no ally on Valley"]
    assert told[2] == [
        "cedar wants ash as an ally on Valley",
        "ash is an ally of cedar on Valley",
        "cedar is an ally of ash on Valley",
        "ash places 1 cube on top of the Hourglass Board",
        "birch places 3 cubes on top of the Hourglass Board",
        "cedar places 3 cubes on top of the Hourglass Board",
        "the Bandits place 2 cubes on top of the Hourglass Board",
        "time passes: everybody's cubes fall by 1",
        "Battle Turn 1: ash attacks",
    ]
    assert told[3] == ["ash-1 targets b-1", "ash-2 targets b-1"]
    assert told[4][:9] == [
        "ash places Battlecard N face up",
        "ash discards another Battlecard face down",
        "the Bandits' deck is shuffled, and its top card is N",
        "ash-1 attacks b-1: hit, 2 Wounds added, 2 now",
        "b-1 is sent back with 2 Wounds at a Health of 1",
        "nothing is left of the Bandits in the Battle on Valley",
        "ash-2 does not attack: b-1 has left",
        "ash waits with 1 cube on top of the Hourglass Board",
        "Battlecards are put away: ash, the Bandits",
    ]
    assert told[5] == ["ash targets nobody"]
    assert told[6][0] == "ash takes all 2 discarded Battlecards back"
    assert told[7] == ["birch places a Battlecard face down"]
    assert told[8][3:6] == [
        "birch reveals Mend",
        "card Mend of birch changes the Wounds of birch-1 by 1: 1 now",
        "ash-1 attacks birch-1: hit, 2 Wounds added, 3 now",
    ]
    assert told[9][-4:-2] == [
        "Battle Turn 2 on Valley ends",
        "the Battle on Valley has stalled: no Wound in 2 Battle Turns",
    ]
    assert told[10] == ["ash agrees to end the Battle on Valley"]
    assert told[11][1:4] == [
        "all Wounds on Valley are discarded",
        "the Hourglass Board is emptied",
        "the Battle on Valley ends by agreement; Knights remain of ash, birch",
    ]
    assert "the Battle on Valley ends; Knights remain of ash" in told[12]
    assert told[13] == ["ash attacks birch on Valley", "ash-1 targets birch-1", "ash-2 targets birch-1"]


def test_the_end_of_a_season_is_told_in_moments() -> None:
    """The Idle, the end of the turn, the Battles, the end of the Season before its Cleanup, the next one."""
    first, last, battles = seasons()

    assert said(first)[-11:] == [
        "cedar Idles: spot 3 of track t2",
        "turn 3 of cedar ends",
        "Season 1: the battles begin",
        "there is no Battle to resolve",
        "Season 1 ends",
        "birch loses CoronationCeremony",
        "nobody uses Mill any more",
        "ash takes back 1 Wolf Worker",
        "Season 2 begins on track t2",
        "Season 2: the player turns begin",
        "turn 4: it is ash's",
    ]
    assert said(last)[-2:] == ["Season 2 ends", "the game ends: last season played"]
    assert last.the(GameEnded).cites == ("HT-1.5",)
    assert said(battles)[-3:] == [
        "there are 2 Battles to resolve",
        "a Battle arises on Valley: ash, birch",
        "a Battle arises on CatBandit: ash, Bandits",
    ]


def improved() -> Table:
    """Ash has won on Valley, which makes Dodge better there."""
    reward = Reward(attributes=Improvement(dodge=1))
    tiles = tuple(replace(tile, reward=reward) if tile.name == "Valley" else tile for tile in PLAIN.tiles)
    won = duel(box=replace(PLAIN, tiles=tiles), ash={"precision": 9}, birch={"health": 1})
    return won.turn(*HITS).table


def reported() -> Table:
    """Ash has won by the word of the table."""
    there = placed(opening(box=QUIET), ash="Valley", birch="Valley")
    return (
        taken_up(there, box=QUIET, ruleset=HEIRLESS_2).idle(ASH, BIRCH, CEDAR).decide(Report(TABLE, "Valley", (ASH,)))
    )


def chosen() -> Iterator[Table]:
    """Ash is asked about the rewards of two tiles."""
    table = choosing()
    yield table
    yield table.decide(TakeReward(ASH, "Valley", take=True))


def crowned() -> Table:
    """Ash is crowned in their own Coronation Ceremony."""
    return taken_up(throne(), box=PEACEFUL).decide(CEREMONY)


def test_the_clock_is_marked() -> None:
    """Promises stand on these; people step by Seasons (round), phases and turns."""
    kinds = votes().ruleset.vocabulary.kinds

    assert {each.kind: each.begins for each in kinds if each.marker} == {
        "season_begins": "round",
        "phase_begins": "phase",
        "turn_begins": "turn",
        "turn_ends": "",
        "vote_opens": "",
        "vote_closes": "",
        "battle_begins": "phase",
        "battle_turn_begins": "turn",
        "battle_turn_ends": "",
        "battle_ends": "",
        "season_ends": "",
        "game_ends": "",
    }


def test_every_fact_is_of_a_kind_that_is_declared_and_every_kind_is_told() -> None:
    goods, marker, card = SWAP.terms[0].things[0], Thing("marker", "Shield"), Thing("workplace", "Sheepfold")
    three = offer(ASH, (ASH, BIRCH, goods), (BIRCH, CEDAR, marker), (CEDAR, ASH, card))
    offered = taken_up(opening()).decide(three)
    trades = (
        offered,
        offered.decide(Accept(BIRCH, 1), Accept(CEDAR, 1)),
        offered.decide(Decline(BIRCH, 1)),
        offered.decide(Decline(ASH, 1)),
    )
    opened = taken_up(opening()).decide(Enact(ASH, "Tithe"))
    failed = opened.vote((CEDAR, 2, "against"), (BIRCH, 0, "for"), (ASH, 1, "for"))
    passed = opened.vote((CEDAR, 0, "against"), (BIRCH, 0, "for"), (ASH, 3, "for"))

    others = (improved(), crowned(), reported(), *chosen())
    told = facts(*work(), *seasons(), *trades, opened, failed, passed, *battles(), *others)

    declared = {each.kind: set(each.slots) for each in votes().ruleset.vocabulary.kinds}
    assert all(declared[fact.kind] == set(fact.slots) for fact in told)
    assert {fact.kind for fact in told} == set(declared)
