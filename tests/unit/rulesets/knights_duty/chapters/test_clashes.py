"""KD-4.3: several want one space, and agree or do not."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import NameMover
from oathbook.domain.rulesets.knights_duty.model.events import (
    ClashFound,
    ClashSettled,
    KnightsMoved,
    KnightStayed,
    Moved,
    MoverNamed,
)
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, FIR, Table, conditions, seated

SHARED: Final = "somebody else wanted the space, too"
TAKEN: Final = "the space is not free"


def two_want_one_space() -> Table:
    """Ash and Birch both want 2,1."""
    table = seated(ash="2,0", birch="3,1", cedar="-4,0").plan(ash="movement", birch="movement", cedar="movement")
    return table.move(ash="2,1", birch="2,1", cedar="-3,0")


def three_want_one_space() -> Table:
    """Ash, Birch and Cedar all want 2,0."""
    table = seated(ash="3,0", birch="2,1", cedar="1,0").plan(ash="movement", birch="movement", cedar="movement")
    return table.move(ash="2,0", birch="2,0", cedar="2,0")


def two_clashes() -> Table:
    """Ash and Birch want 2,1, Cedar and Fir want -3,1."""
    table = seated(ash="2,0", birch="3,1", cedar="-2,0", fir="-4,2")
    table = table.plan(ash="movement", birch="movement", cedar="movement", fir="movement")
    return table.move(ash="2,1", birch="2,1", cedar="-3,1", fir="-3,1")


def stays(table: Table) -> list[KnightStayed]:
    return [each.event for each in table.every(KnightStayed)]


def test_those_who_want_one_space_are_asked_to_agree() -> None:
    """KD-4.3, KA-15: after all choices are shown, and only the claimants; nobody has moved yet."""
    table = two_want_one_space()

    assert table.the(ClashFound).event == ClashFound("2,1", (ASH, BIRCH))
    assert "KD-4.3" in table.the(ClashFound).cites
    assert {"KA-14", "KA-29"} <= set(table.the(ClashFound).readings)
    assert table.asked == (ASH, BIRCH)
    assert table.every(KnightsMoved) == ()


@pytest.mark.parametrize("winner", [ASH, BIRCH])
def test_an_agreement_moves_the_one_they_all_name(winner: Seat) -> None:
    """KD-4.3, KA-29, KA-31: it is carried out at once, and the other stays."""
    table = two_want_one_space()
    start = {ASH: "2,0", BIRCH: "3,1"}
    (loser,) = {ASH, BIRCH} - {winner}

    agreed = table.yield_to(birch=winner, ash=winner)

    assert [each.event for each in agreed.every(MoverNamed)] == [MoverNamed(BIRCH, winner), MoverNamed(ASH, winner)]
    assert agreed.the(ClashSettled).event == ClashSettled("2,1", winner)
    assert all("KD-4.3" in each.cites and "KA-29" in each.readings for each in agreed.every(MoverNamed))
    assert "KD-4.3" in agreed.the(ClashSettled).cites
    assert {"KA-14", "KA-29"} <= set(agreed.the(ClashSettled).readings)
    assert "KA-29" in agreed.the(KnightStayed).readings
    assert "KA-12" not in (table.readings | agreed.readings)
    assert set(agreed.the(KnightsMoved).event.moves) == {
        Moved(winner, start[winner], "2,1"),
        Moved(CEDAR, "-4,0", "-3,0"),
    }
    assert stays(agreed) == [KnightStayed(loser, "2,1", "clash")]


def test_the_first_word_settles_nothing() -> None:
    """KD-4.3: an agreement takes the word of every claimant."""
    table = two_want_one_space()

    half = table.yield_to(ash=BIRCH)

    assert half.events == (MoverNamed(ASH, BIRCH),)
    assert half.asked == (BIRCH,)


def test_two_words_that_differ_are_no_agreement() -> None:
    """KD-4.3: nobody of them moves, the others do."""
    table = two_want_one_space()

    apart = table.yield_to(ash=BIRCH, birch=ASH)

    assert apart.the(ClashSettled).event == ClashSettled("2,1", None)
    assert apart.the(KnightsMoved).event == KnightsMoved((Moved(CEDAR, "-4,0", "-3,0"),))
    assert stays(apart) == [KnightStayed(ASH, "2,1", "clash"), KnightStayed(BIRCH, "2,1", "clash")]


def test_whoever_names_nobody_ends_the_talk() -> None:
    """KD-4.3, KA-29: with one who does not agree there can be no agreement."""
    table = two_want_one_space()

    apart = table.yield_to(ash=None)

    assert apart.the(ClashSettled).event == ClashSettled("2,1", None)
    assert stays(apart) == [KnightStayed(ASH, "2,1", "clash"), KnightStayed(BIRCH, "2,1", "clash")]


def test_three_claimants_agree_when_all_three_name_the_same() -> None:
    """KA-14: one agreed winner."""
    table = three_want_one_space()

    two_words = table.yield_to(ash=CEDAR, birch=CEDAR)
    agreed = two_words.yield_to(cedar=CEDAR)

    assert table.the(ClashFound).event == ClashFound("2,0", (ASH, BIRCH, CEDAR))
    assert two_words.every(ClashSettled) == ()
    assert agreed.the(ClashSettled).event == ClashSettled("2,0", CEDAR)
    assert agreed.the(KnightsMoved).event == KnightsMoved((Moved(CEDAR, "1,0", "2,0"),))
    assert stays(agreed) == [KnightStayed(ASH, "2,0", "clash"), KnightStayed(BIRCH, "2,0", "clash")]


def test_three_claimants_are_apart_at_the_second_word_that_differs() -> None:
    """KA-14: the third is not asked any more, and nobody moves."""
    table = three_want_one_space()

    apart = table.yield_to(ash=ASH, birch=BIRCH)

    assert apart.the(ClashSettled).event == ClashSettled("2,0", None)
    assert apart.every(KnightsMoved) == ()
    assert [event.seat for event in stays(apart)] == [ASH, BIRCH, CEDAR]


def test_an_agreement_of_two_against_the_third_is_none() -> None:
    """KA-14: one agreed winner or nobody."""
    table = three_want_one_space()

    apart = table.yield_to(ash=ASH, birch=ASH, cedar=CEDAR)

    assert apart.the(ClashSettled).event == ClashSettled("2,0", None)
    assert apart.every(KnightsMoved) == ()


def test_several_clashes_are_settled_each_for_itself() -> None:
    """KD-4.3, KD-4.1: all move together once the last clash is settled."""
    table = two_clashes()

    one = table.yield_to(cedar=FIR, ash=ASH, birch=ASH)
    both = one.yield_to(fir=CEDAR)

    assert {each.event.space for each in table.every(ClashFound)} == {"2,1", "-3,1"}
    assert table.asked == (ASH, BIRCH, CEDAR, FIR)
    assert one.the(ClashSettled).event == ClashSettled("2,1", ASH)
    assert (one.asked, one.every(KnightsMoved)) == ((FIR,), ())
    assert both.the(ClashSettled).event == ClashSettled("-3,1", None)
    assert both.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,0", "2,1"),))
    assert {event.seat for event in stays(both)} == {BIRCH, CEDAR, FIR}


def test_who_loses_a_clash_holds_up_who_is_behind() -> None:
    """KA-13: Birch gets 2,1, so Ash stays on 2,0, so Fir cannot come there."""
    table = seated(ash="2,0", birch="3,1", fir="1,0").plan(ash="movement", birch="movement", fir="movement")
    table = table.move(ash="2,1", birch="2,1", fir="2,0")

    settled = table.yield_to(ash=BIRCH, birch=BIRCH)

    assert settled.the(KnightsMoved).event == KnightsMoved((Moved(BIRCH, "3,1", "2,1"),))
    assert stays(settled) == [KnightStayed(ASH, "2,1", "clash"), KnightStayed(FIR, "2,0", "occupied")]
    assert "KA-13" in settled.every(KnightStayed)[-1].readings


def test_who_wins_a_clash_follows_the_one_who_leaves() -> None:
    """KA-12: 2,0 is being left by Cedar, so two can clash over it and one can have it."""
    table = seated(ash="3,0", birch="2,1", cedar="2,0").plan(ash="movement", birch="movement", cedar="movement")
    table = table.move(ash="2,0", birch="2,0", cedar="1,0")

    settled = table.yield_to(ash=ASH, birch=ASH)

    assert table.the(ClashFound).event == ClashFound("2,0", (ASH, BIRCH))
    assert "KA-12" in table.the(ClashFound).readings
    assert set(settled.the(KnightsMoved).event.moves) == {Moved(ASH, "3,0", "2,0"), Moved(CEDAR, "2,0", "1,0")}
    assert "KA-12" in settled.the(KnightStayed).readings


def test_who_wins_a_clash_stays_when_the_space_is_not_left_after_all() -> None:
    """KA-13: Fir keeps Cedar on 2,0, so the agreement on it brings Ash nothing."""
    table = seated(ash="3,0", birch="2,1", cedar="2,0", fir="1,0")
    table = table.plan(ash="movement", birch="movement", cedar="movement", fir="shield")
    table = table.move(ash="2,0", birch="2,0", cedar="1,0")

    settled = table.yield_to(ash=ASH, birch=ASH)

    assert settled.every(KnightsMoved) == ()
    assert stays(settled) == [
        KnightStayed(ASH, "2,0", "occupied"),
        KnightStayed(BIRCH, "2,0", "clash"),
        KnightStayed(CEDAR, "1,0", "occupied"),
    ]


@pytest.mark.parametrize(("word", "settled"), [(ASH, "2,0 is left to ash"), (None, "nobody gets 2,0")])
def test_what_is_told_of_a_clash_holds_whether_there_was_an_agreement_or_not(word: Seat | None, settled: str) -> None:
    """KD-4.3, KA-13: Birch stays in both cases, and Fir keeps Cedar on 2,0, so that Ash stays, too."""
    table = seated(ash="3,0", birch="2,1", cedar="2,0", fir="1,0")
    table = table.plan(ash="movement", birch="movement", cedar="movement", fir="shield")
    table = table.move(ash="2,0", birch="2,0", cedar="1,0")

    told = table.yield_to(ash=word, birch=word) if word else table.yield_to(ash=None)

    why = {ASH: TAKEN if word else SHARED, BIRCH: SHARED, CEDAR: TAKEN}
    sentences = [fact.sentence for each in told.told for fact in DUTY.facts(each.event)]
    assert settled in sentences
    assert [each for each in sentences if "stays" in each] == [f"{seat} stays: {why[seat]}" for seat in why]


def test_only_a_claimant_of_that_space_can_be_named() -> None:
    """KD-4.3, KA-14: Cedar wants another space."""
    table = two_clashes()

    refusal = table.refused(NameMover(ASH, CEDAR))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-a-claimant", "KD-4.3", "illegal")
    assert refusal.readings == ("KA-14",)
    assert conditions(refusal) == [
        ("KD-4.3", True, {"stage": "clash", "asked": "ash, birch, cedar, fir"}),
        ("KD-4.3", False, {"named": "cedar", "claimants": "ash, birch"}),
    ]


@pytest.mark.parametrize("seat", [ASH, CEDAR], ids=["who has spoken", "who wants another space"])
def test_only_a_claimant_who_has_not_spoken_is_asked(seat: Seat) -> None:
    """KD-4.3: one word each, of those concerned."""
    table = two_want_one_space().yield_to(ash=ASH)

    refusal = table.refused(NameMover(seat, ASH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-4.3", "out-of-turn")
    assert conditions(refusal) == [("KD-4.3", False, {"stage": "clash", "asked": "birch"})]


def test_a_settled_clash_is_not_talked_about_any_more() -> None:
    """KA-14: Ash and Birch are apart; Birch cannot take its silence back while the other clash is open."""
    table = two_clashes().yield_to(ash=None)

    refusal = table.refused(NameMover(BIRCH, ASH))

    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")
    assert table.asked == (CEDAR, FIR)
