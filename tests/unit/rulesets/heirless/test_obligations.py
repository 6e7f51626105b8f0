"""What must be done: for each clause that says must, all, each, every or as many as, leaving it out is noticed.

Players cannot leave it out of a decision (``REFUSED``); and a record that leaves it out of what followed is found to be
wrong where it does (``LEFT_OUT``). What must be done about promises (HT-10) is for the game's promises to ask.
"""

from functools import cache
from typing import Any, Final

import pytest
from msgspec import Struct

from oathbook.domain.kernel import Hidden
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import (
    Assign,
    Attack,
    Build,
    Decision,
    Deploy,
    Enact,
    Flee,
    Idle,
    Refine,
    Resolve,
    Target,
    Thing,
    Vote,
)
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.replays.verification import verify
from tests.support.checkout import GOLDEN
from tests.support.playing import read
from tests.support.tampering import Event, forged, outcome_with
from tests.unit.rulesets.heirless.battles.battle_table import DECK_OF_THREE, HITS, PLAIN, duel, field_of, fight
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    FIR,
    FOUR,
    Table,
    built,
    fresh,
    having,
    offer,
    opening,
    placed,
    resources,
    taken_up,
    workers,
)
from tests.unit.rulesets.heirless.test_trades import NINE

Json = dict[str, Any]


class Refused(Struct, frozen=True):
    """What a clause obliges to, the table where a decision leaves it out, and the code of the refusal."""

    clause: str
    left_out: str
    table: Table
    decision: Decision
    code: str


def at_work(cats: int, tiles: str = "Meadow Thicket") -> Table:
    """Ash has built the Orchard, which asks for Cat and Fox, and has 2 wolf0 and 1 cat0."""
    field = placed(built(opening(), ("Orchard", ASH)), ash=tiles)
    return taken_up(having(field, ASH, unemployed=workers(Cat=cats, Fox=1), resources=resources(wolf0=2, cat0=1)))


DEPLOYED: Final = fresh().deploy(ASH, "Valley")
WORK: Final = Assign(ASH, "Orchard", ("Cat", "Fox"))
VOTING: Final = fresh(FOUR).decide(Enact(ASH, "Tithe"))
OWN_VOTE: Final = VOTING.vote((FIR, 0, "for"), (CEDAR, 0, "for"), (BIRCH, 0, "for"))
ON_CAPITAL: Final = taken_up(placed(opening(), ash="Capital"))
FULL: Final = taken_up(built(opening(), *((name, ASH) for name in NINE)))
NOTHING_GIVEN: Final = offer(ASH, (ASH, BIRCH, Thing("influence", "any")))
BATTLES: Final = fight(field_of(PLAIN, ash="Valley", birch="Valley Meadow", cedar="Meadow")).table
AIMING: Final = duel(box=DECK_OF_THREE)
DEFENDING: Final = AIMING.aim(*HITS)
ATTACKING: Final = DEFENDING.defend(BIRCH, "c1").table
SAME_TWICE: Final = Attack(ASH, "c1", Hidden.of("c1", ASH))
TWICE: Final = Target(ASH, (Aim("ash-1", "birch-1"), Aim("ash-1", "birch-1")))

REFUSED: Final = (
    Refused("HT-1.1", "the turns of players before", fresh(), Deploy(BIRCH, "Valley"), "not-asked"),
    Refused("HT-1.1", "the end after 1 Standard Action", DEPLOYED, Deploy(ASH, "Valley"), "not-asked"),
    Refused("HT-1.4", "staying Idle", fresh().idle(ASH), Deploy(ASH, "Valley"), "idle-already"),
    Refused("HT-4.1", "a Worker of one's own", at_work(0), WORK, "workers-short"),
    Refused("HT-4.2", "control of a tile of each Faction", at_work(1, "Meadow"), WORK, "no-control"),
    Refused("HT-4.7", "one of all Workers", at_work(1), Assign(ASH, "Orchard", ("Cat",)), "not-all-workers"),
    Refused("HT-4.9", "an amount of at least 1", at_work(1), Refine(ASH, "Cat", "wolf1", 0), "nothing-refined"),
    Refused("HT-4.9", "as much of the second Resource", at_work(1), Refine(ASH, "Cat", "wolf1", 2), "resources-short"),
    Refused("HT-5.1", "a part of the cost", at_work(1), Build(ASH, "Mill", 2), "resources-short"),
    Refused("HT-5.2", "making room for a tenth", FULL, Build(ASH, "Mill", 1), "grid-full"),
    Refused("HT-8.2", "the votes of those before", VOTING, Vote(CEDAR, "for", 1), "not-asked"),
    Refused("HT-8.3", "1 Influence in favour", OWN_VOTE, Vote(ASH, "for", 0), "own-vote-too-small"),
    Refused("HT-9.2", "leaving from another tile", ON_CAPITAL, Flee(ASH, "Capital"), "not-from-capital"),
    Refused("HT-11.3", "keeping Influence", fresh(), NOTHING_GIVEN, "untradeable"),
    Refused("HB-1.1", "the Battles of players before", BATTLES, Resolve(BIRCH, "Meadow"), "not-asked"),
    Refused("HT-1.4", "staying Idle in the Battles", BATTLES, Idle(ASH), "idle-already"),
    Refused("HB-3.3", "one target at most", AIMING.table, TWICE, "one-target-each"),
    Refused("HB-3.5", "the cards of Defenders before", DEFENDING.table, Attack(ASH, "c1"), "not-asked"),
    Refused("HB-3.5", "another card to discard", ATTACKING, Attack(ASH, "c1"), "discard-owed"),
    Refused("HB-3.5", "a card other than the first", ATTACKING, SAME_TWICE, "discard-owed"),
)


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row.clause} {row.left_out}")
def test_a_decision_that_leaves_it_out_is_refused(row: Refused) -> None:
    refusal = row.table.refused(row.decision)

    asked = {each.clause for each in refusal.conditions}
    assert refusal.code == row.code
    assert row.clause in {refusal.clause, *asked}


class LeftOut(Struct, frozen=True):
    """What a clause obliges to, a golden record, and which of its events has it; that is gone, or has less of it."""

    clause: str
    left_out: str
    record: str
    event: str
    less: Json | None = None


CORONATION: Final = "won-by-a-coronation"
GRAZE: Final = "attack-grazes"
ALLIANCE: Final = "alliance-of-two-against-bandits"
FAILS: Final = "law-fails-on-the-threshold"

LEFT_OUT: Final = (
    LeftOut("HT-1.1", "the next turn", "law-enacted", "turn_began"),
    LeftOut("HT-1.2", "the end of a turn", "law-enacted", "turn_ended"),
    LeftOut("HT-1.5", "the Battles when all are Idle", CORONATION, "phase_began"),
    LeftOut("HT-4.1", "all Workers that go to work", CORONATION, "workers_assigned"),
    LeftOut("HT-4.7", "one of the Workers", CORONATION, "workers_assigned", {"workers": ["Wolf", "Cat"]}),
    LeftOut("HT-4.5", "the owner's consent", "workplace-traded-in-use", "consent_given"),
    LeftOut("HT-4.8", "Influence for the Workers", CORONATION, "influence_gained"),
    LeftOut("HT-4.8", "Influence for one of the Workers", CORONATION, "influence_gained", {"influence": 2}),
    LeftOut("HT-4.9", "as much of what is made", "two-seasons-without-a-battle", "resources_refined", {"amount": 1}),
    LeftOut("HT-5.1", "the cost", "workplace-traded-in-use", "workplace_built", {"paid": []}),
    LeftOut("HT-5.4", "the Sovereign Workplace discarded", CORONATION, "sovereign_discarded"),
    LeftOut("HT-8.2", "one of all voters", FAILS, "vote_opened", {"voters": ["fir", "cedar", "ash"]}),
    LeftOut("HT-8.4", "a Law enacted", "law-enacted", "law_enacted"),
    LeftOut("HT-8.5", "a Law that stays", FAILS, "law_stayed"),
    LeftOut("HT-8.6", "all Influence spent discarded", FAILS, "vote_closed"),
    LeftOut("HT-11.1", "the agreement of a party", "promise-kept", "offer_accepted"),
    LeftOut("HT-12.1", "the highest free spot", CORONATION, "idled", {"spot": 4}),
    LeftOut("HB-1.2", "an Alliance that both want", ALLIANCE, "alliances_formed"),
    LeftOut("HB-1.3", "the cubes of one of all players", GRAZE, "cubes_placed"),
    LeftOut("HB-1.3", "as many cubes as the Delay", GRAZE, "cubes_placed", {"cubes": 1}),
    LeftOut("HB-2.2", "all discards picked up", "hand-picked-up-when-empty", "discards_picked_up"),
    LeftOut("HB-2.3", "the card of the Bandits", "bandits-lose-ties", "bandit_card_placed"),
    LeftOut("HB-3.2", "everybody's cubes that fall", GRAZE, "time_passed"),
    LeftOut("HB-3.6", "a card of all that are revealed", GRAZE, "cards_revealed"),
    LeftOut("HB-3.7", "Wounds by a card", ALLIANCE, "wounds_by_card"),
    LeftOut("HB-3.9", "an attack of each figure", GRAZE, "attacked"),
    LeftOut("HB-4.6", "a figure sent back", GRAZE, "sent_back"),
    LeftOut("HB-5.1", "the Attacker's cubes", GRAZE, "cubes_reset"),
    LeftOut("HB-5.1", "as many cubes as the Delay", GRAZE, "cubes_reset", {"cubes": 0}),
    LeftOut("HB-5.2", "all cards put away", GRAZE, "cards_put_away"),
    LeftOut("HB-5.2", "the card of one", GRAZE, "cards_put_away", {"seats": ["birch"]}),
    LeftOut("HB-5.3", "the end of the Battle Turn", GRAZE, "battle_turn_ended"),
    LeftOut("HB-6.1", "all Wounds discarded", GRAZE, "wounds_discarded"),
    LeftOut("HB-6.2", "the Hourglass Board emptied", GRAZE, "hourglass_emptied"),
    LeftOut("HB-6.3", "a reward", GRAZE, "resources_rewarded"),
)


@cache
def golden(name: str) -> Record:
    return read((GOLDEN / "heirless/e1" / f"{name}.jsonl").read_bytes())


@pytest.mark.parametrize("row", LEFT_OUT, ids=lambda row: f"{row.clause} {row.left_out}")
def test_a_record_that_leaves_it_out_of_what_followed_is_found_wrong_there(row: LeftOut) -> None:
    where: list[int] = []

    def leave_out(events: list[Event]) -> None:
        event, number = outcome_with(events, row.event)
        where.append(event.public["n"])
        if row.less is None:
            del event.data["consequences"][number]
        else:
            event.data["consequences"][number]["event"] |= row.less

    found = verify(forged(golden(row.record), leave_out)).discrepancies

    assert [each.position for each in found[:1]] == where
    assert verify(golden(row.record)).discrepancies == ()


def test_the_clauses_of_these_tables_are_those_of_the_rulebook() -> None:
    known = {clause.id for clause in HEIRLESS_1.edition.rulebook.clauses}

    assert {each.clause for each in (*REFUSED, *LEFT_OUT)} <= known
