"""Who pays for a lost state: whoever decided it, alone or with the word of others, and nobody for the clock."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter.actions import ActionFinder
from oathbook.domain.promises.logic.formulas import AnyState, Exactly, NotState, StateFormula, StateIs
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Thing
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, offer

GOODS: Final = Thing("resource", "wolf0")
PRICE: Final = Thing("resource", "cat0")
ASH_HAS: Final = "ash promises birch that ash has at least 2 wolf0 until the end of season 1."
BIRCH_HAS: Final = "ash promises cedar that birch has at least 2 wolf0 until the end of season 1."


def traded(letter: str, by: Seat, giver: Seat, *, before: bool = False) -> Oaths:
    """What ash and birch agree on costs one of them a wolf; it was offered after the promise, or before it."""
    table, other = Oaths(), BIRCH if giver == ASH else ASH
    made = offer(by, (giver, other, GOODS), (other, giver, PRICE))
    for doing in (lambda: table.decide(made), lambda: table.bound(letter))[:: 1 if before else -1]:
        doing()
    return table.decide(Accept(BIRCH if by == ASH else ASH, 1))


def judged(table: Oaths) -> tuple[tuple[Seat, ...], list[str]]:
    """Who is blamed, and what is left to a judge."""
    (part,) = table.audited().parts
    assert part.status == "broken"
    return part.blame.blamed, [each.code for each in part.referrals]


@pytest.mark.parametrize(("letter", "giver"), [(ASH_HAS, ASH), (BIRCH_HAS, BIRCH)], ids=["own", "another's"])
@pytest.mark.parametrize("by", [ASH, BIRCH])
def test_whoever_trades_a_state_away_lost_it_by_the_offer_or_by_the_last_word(
    letter: str, giver: Seat, by: Seat
) -> None:
    table = traded(letter, by, giver)

    assert judged(table) == ((ASH,), [])
    answer = table.answer()
    assert answer.step == "could"
    assert answer.line is not None
    assert [each.position for each in answer.line.puts_in] == [5 if by == ASH else 7]


@pytest.mark.parametrize("who", [(ASH, BIRCH), (BIRCH, ASH)], ids=" and ".join)
def test_whoever_promised_it_together_and_traded_it_away_together_lost_it_together(who: tuple[Seat, Seat]) -> None:
    """In whatever order the letter names them: ash offered it, and birch took it."""
    letter = f"{' and '.join(who)} jointly promise cedar that ash has at least 2 wolf0 until the end of season 1."

    assert judged(traded(letter, ASH, ASH)) == ((ASH, BIRCH), [])


def test_an_offer_from_before_the_promise_is_not_held_against_anybody() -> None:
    assert judged(traded(ASH_HAS, ASH, ASH, before=True)) == ((), [])


def test_a_state_that_others_traded_away_was_not_in_the_hands_of_whoever_promised_it() -> None:
    letter = "cedar promises ash that birch has at least 2 wolf0 until the end of season 1."

    assert judged(traded(letter, ASH, BIRCH)) == ((), ["R6"])


@pytest.mark.parametrize("who", THREE)
def test_what_the_clock_ended_is_nobodys_act_whoever_idled_last(who: Seat) -> None:
    table = Oaths()
    table.bound(f"{who} promises {BIRCH if who != BIRCH else CEDAR} that the season is 1 until the end of season 2.")

    table.idle(*THREE)

    assert judged(table) == ((), ["R6"])


AT_MOST_ONE: Final = StateIs("has", (("who", Exactly("ash")), ("item", Exactly("wolf0"))), "<=", 1)
OTHER_SEASON: Final = NotState(StateIs("season", (("season", Exactly(1)),), ">=", 1))


@pytest.mark.parametrize("wanted", [AT_MOST_ONE, AnyState((OTHER_SEASON, AT_MOST_ONE))], ids=["always", "in a season"])
def test_towards_a_state_a_player_gives_what_is_too_much_of_it_to_anybody(wanted: StateFormula) -> None:
    """Ash has 2 and may have 1: 1, or one more where the limit is not to be reached; nobody gives a season."""
    table = Oaths()
    ways = ActionFinder(VOCABULARY, THREE)

    found = [*dict.fromkeys(ways.decisions_towards(table.scribe.game.state, ASH, wanted))]

    gifts = [Thing("resource", "wolf0", count) for count in (1, 2) for _ in (BIRCH, CEDAR)]
    assert found == [offer(ASH, (ASH, to, gift)) for gift, to in zip(gifts, (BIRCH, CEDAR) * 2, strict=True)]
