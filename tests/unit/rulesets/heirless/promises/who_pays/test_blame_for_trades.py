"""Who pays where something takes the word of others: trades, and the use of a Workplace."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Decline,
    Deploy,
    Idle,
    Permit,
    Refine,
    Thing,
    UseCard,
)
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    QUIET,
    THREE,
    built,
    having,
    offer,
    opening,
    placed,
    workers,
)

NOBODY: Final[dict[str, int]] = {}
GIFT: Final = offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0", 2)))
TO_GIVE: Final = "ash promises birch to give 2 wolf0 to birch by the end of season 1."


def promised(letter: str = TO_GIVE, *decisions: Decision) -> Oaths:
    table = Oaths()
    table.bound(letter)
    return table.decide(*decisions)


def excuse_of(table: Oaths) -> tuple[str, str, str | None]:
    """The only one there is, with the other seat; nobody pays, and nothing is left to a judge."""
    assert table.status() == "broken"
    assert table.pays() == NOBODY
    ((part,),) = (table.audited().parts,)
    (excuse,) = part.blame.excused
    assert part.referrals == ()
    return excuse.seat, excuse.step, excuse.other


def test_whoever_never_offered_what_was_owed_pays() -> None:
    """Birch would have had to agree, and is taken to be willing."""
    table = promised().idle(*THREE)

    assert table.pays() == {ASH: 20}
    assert table.put_in() == [GIFT, Accept(BIRCH, 1)]


@pytest.mark.parametrize("answer", [(Decline(BIRCH, 1),), ()], ids=["declined", "left open"])
def test_whoever_did_offer_it_is_excused(answer: tuple[Decision, ...]) -> None:
    """Nobody profits from what they did not let happen."""
    table = promised(TO_GIVE, GIFT, *answer).idle(*THREE)

    assert excuse_of(table) == (ASH, "part", BIRCH)


def test_who_is_to_receive_it_counts_as_an_addressee() -> None:
    to_cedar = offer(ASH, (ASH, CEDAR, Thing("resource", "wolf0", 2)))

    table = promised(TO_GIVE.replace("to birch by", "to cedar by"), to_cedar, Decline(CEDAR, 1)).idle(*THREE)

    assert excuse_of(table) == (ASH, "part", CEDAR)


@pytest.mark.parametrize(
    ("letter", "decision", "idle", "moves"),
    [
        ("to give 1 wolf0 to birch at least twice", offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0"))), THREE, 4),
        ('to deploy a knight to tile "Meadow" at least twice', Deploy(ASH, "Meadow"), (BIRCH, CEDAR, ASH), 1),
    ],
    ids=["offered once", "deployed once"],
)
def test_who_did_a_part_of_it_has_not_done_it(
    letter: str, decision: Decision, idle: tuple[Seat, ...], moves: int
) -> None:
    """Twice is two offers, each with a word of birch's; and a Knight in a turn that is still to come."""
    table = promised(f"ash promises birch {letter} by the end of season 1.", decision).idle(*idle)

    assert table.pays() == {ASH: 20}
    assert len(table.put_in()) == moves


def test_to_offer_it_for_something_else_is_not_to_offer_it() -> None:
    for_the_shield = offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0", 2)), (BIRCH, ASH, Thing("marker", "Shield")))

    table = promised(TO_GIVE, for_the_shield, Decline(BIRCH, 1)).idle(*THREE)

    assert table.pays() == {ASH: 20}


def test_whoever_offered_it_too_late_to_have_enough_pays() -> None:
    """Ash gave away what was owed; offered to birch before that, it would have been there."""
    table = promised(TO_GIVE, offer(ASH, (ASH, CEDAR, Thing("resource", "wolf0", 2))), Accept(CEDAR, 1)).idle(*THREE)

    assert table.pays() == {ASH: 20}
    assert table.put_in() == [GIFT, Accept(BIRCH, 1)]


@pytest.mark.parametrize("by", [ASH, CEDAR])
def test_whoever_gives_what_was_not_to_be_given_does_it_by_their_own_decision(by: Seat) -> None:
    """By the offer, if somebody else had the last word; else by that."""
    goods = (ASH, CEDAR, Thing("resource", "wolf0"))

    table = promised("ash promises birch never to give any wolf0 to cedar.", offer(by, goods))
    table.decide(Accept(CEDAR if by == ASH else ASH, 1))

    assert table.pays() == {ASH: 20}
    (move,) = table.put_in()
    line = table.answer().line
    assert line is not None
    assert (line.puts_in[0].position, move) == (5 if by == ASH else 7, None)


def test_an_offer_from_before_the_promise_is_not_held_against_anybody() -> None:
    """Ash has decided nothing since."""
    table = Oaths().decide(offer(ASH, (ASH, CEDAR, Thing("resource", "wolf0"))))
    table.bound("ash promises birch never to give any wolf0 to cedar.")

    table.decide(Accept(CEDAR, 1))

    assert excuse_of(table) == (ASH, "taken", CEDAR)


def at_the_orchard(letter: str) -> Oaths:
    """Ash could work in birch's Orchard, if birch lets ash."""
    field = placed(built(opening(box=QUIET), ("Orchard", BIRCH)), ash="Meadow Thicket")
    table = Oaths(having(field, ASH, unemployed=workers(Cat=1, Fox=1)))
    table.bound(letter)
    return table


ORCHARD: Final = Assign(ASH, "Orchard", ("Cat", "Fox"))


def test_whoever_asks_for_a_workplace_assigns_to_it_once_its_owner_agrees() -> None:
    table = at_the_orchard('ash promises cedar not to assign workers to workplace "Orchard" until the end of season 1.')

    table.decide(ORCHARD, Permit(BIRCH, allow=True))

    assert table.pays() == {ASH: 20}
    assert isinstance(table.put_in()[0], UseCard | Deploy | Idle | Refine | Build)


def test_whoever_was_to_assign_and_never_asked_pays() -> None:
    table = at_the_orchard('ash promises birch to assign workers to workplace "Orchard" by the end of season 1.')

    table.idle(*THREE)

    assert table.pays() == {ASH: 20}
    assert table.put_in() == [ORCHARD, Permit(BIRCH, allow=True)]


def test_whoever_was_to_assign_and_was_not_let_is_excused() -> None:
    table = at_the_orchard('ash promises birch to assign workers to workplace "Orchard" by the end of season 1.')

    table.decide(ORCHARD, Permit(BIRCH, allow=False)).idle(*THREE)

    assert excuse_of(table) == (ASH, "part", BIRCH)


@pytest.mark.parametrize("before", [(), (Deploy(ASH, "Valley"), *map(Idle, (BIRCH, CEDAR)))], ids=["at once", "later"])
def test_whom_an_outsider_did_not_let_is_excused(before: tuple[Decision, ...]) -> None:
    """Birch owns the Orchard, and was promised nothing."""
    table = at_the_orchard('ash promises cedar to assign workers to workplace "Orchard" by the end of season 1.')

    table.decide(*before, ORCHARD, Permit(BIRCH, allow=False))
    while table.status() == "pending":
        table.idle(*table.scribe.record.ruleset.to_act(table.scribe.game.state))

    assert excuse_of(table) == (ASH, "part", BIRCH)


# Pools -----------------------------------------------------------------------------------------------------------

POOLED: Final = "ash and cedar jointly promise birch to give 2 wolf0 to birch by the end of season 1."


def test_if_one_offered_all_that_was_missing_of_a_pool_both_are_excused() -> None:
    """As for a duty of one's own: the addressee did not take it."""
    table = promised(POOLED, GIFT, Decline(BIRCH, 1)).idle(*THREE)

    (part,) = table.audited().parts
    assert part.status == "broken"
    assert part.blame.blamed == ()
    excused = [(each.seat, each.step, each.other) for each in part.blame.excused]
    assert excused == [(ASH, "part", BIRCH), (CEDAR, "part", BIRCH)]
    assert part.referrals == ()


def test_of_a_pool_of_which_nobody_offered_anything_whoever_had_it_pays() -> None:
    table = promised(POOLED).idle(*THREE)

    assert table.pays() == {ASH: 20, CEDAR: 20}
