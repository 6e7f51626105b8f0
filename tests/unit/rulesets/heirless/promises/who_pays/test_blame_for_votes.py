"""Who answers for a promised Law that was not enacted: who kept Influence back, and not who was outvoted with it all.

Everybody has 3 Influence; a Law needs more for it than against it, and at least 3 (HT-8.4).
"""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import Enact, Idle, Side, Vote
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

PASSED: Final = 'ash promises birch to enact law "Tithe" by the end of season 1.'
Ballot = tuple[Side, int]
AGAINST: Final[Ballot] = ("against", 3)
NOTHING: Final[Ballot] = ("for", 0)


def voted(cedar: Ballot, birch: Ballot, ash: int, law: str = "Tithe") -> Oaths:
    """Ash proposes it; they vote in reverse order, and all idle."""
    table = Oaths()
    table.bound(PASSED.replace("Tithe", law))
    table.decide(Enact(ASH, law), Vote(CEDAR, *cedar), Vote(BIRCH, *birch), Vote(ASH, "for", ash))
    return table.decide(Idle(BIRCH), Idle(CEDAR), Idle(ASH))


@pytest.mark.parametrize(
    ("cedar", "birch", "other"), [(AGAINST, AGAINST, BIRCH), (NOTHING, AGAINST, BIRCH), (AGAINST, NOTHING, CEDAR)]
)
def test_who_was_outvoted_with_all_they_had_is_excused(cedar: Ballot, birch: Ballot, other: Seat) -> None:
    (part,) = voted(cedar, birch, 3).audited().parts

    assert [(each.seat, each.step, each.other) for each in part.blame.excused] == [(ASH, "part", other)]
    assert part.blame.referrals == ()
    assert part.penalties == ()


@pytest.mark.parametrize("birch", [("against", 1), NOTHING], ids=["outvoted by one", "below the threshold"])
def test_who_kept_back_what_would_have_passed_it_pays(birch: Ballot) -> None:
    table = voted(NOTHING, birch, 1)

    assert table.put_in() == [Vote(ASH, "for", 3)]
    assert table.pays() == {ASH: 20}


def test_who_could_have_outvoted_who_was_against_it_pays() -> None:
    """Any Influence is enough for this Law, and Ash kept 2 back that would have been more than the 1 against it."""
    table = voted(NOTHING, ("against", 1), 1, "OpenGates")

    assert table.put_in() == [Vote(ASH, "for", 2)]
    assert table.pays() == {ASH: 20}
