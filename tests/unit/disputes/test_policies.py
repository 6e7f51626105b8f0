"""What policies propose (domain/disputes/policy.py)."""

from typing import Final, get_args

import pytest

from oathbook.domain.disputes.claims import KINDS
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Actor, Arbiter, DisputeFiled, Remedy
from oathbook.domain.disputes.policy import REMEDY_WORDS, DisputePolicy, policies, propose
from oathbook.domain.kernel import TABLE, Seat

ASH: Final = Seat("ash")
CASUAL, COMPETITIVE = policies()
LATE: Final = "it lapsed after 2 decisions, and 3 were made"


def disputed(kind: str, by: Actor = ASH) -> Dispute:
    return Dispute("d1", by, "now", DisputeFiled("g1", "knights_duty/1", 9, "0" * 64, {"claim": kind, "at": 4}, ""))


@pytest.mark.parametrize("policy", policies())
def test_each_claim_belongs_to_one_class_of_offences(policy: DisputePolicy) -> None:
    assert sorted(claim for each in policy.offence for claim in each.claims) == sorted(KINDS)


def test_every_remedy_of_a_ruling_has_its_words() -> None:
    """A proposal, the form of a ruling and the list of disputes have no others."""
    assert {*REMEDY_WORDS} == {each.__struct_config__.tag for each in get_args(Remedy)}


def test_a_policy_proposes_remedies_in_order() -> None:
    found = propose(COMPETITIVE, disputed("outcome-wrong"), 50)

    assert found.remedies == (
        "the outcome is corrected",
        "the draws are made again",
        "the game is put as it should be",
        "another result",
    )
    assert (found.policy, found.may_accept, found.against) == ("Competitive", False, ())
    assert found.escalation == ("at 2 warnings: a warning or a penalty", "at 3 warnings: the loss of the game")


@pytest.mark.parametrize(("since", "against"), [(2, ()), (3, (LATE,))])
def test_a_claim_lapses_after_so_many_decisions(since: int, against: tuple[str, ...]) -> None:
    assert propose(COMPETITIVE, disputed("decision-illegal"), since).against == against


@pytest.mark.parametrize(
    ("policy", "by", "against"),
    [
        (CASUAL, TABLE, ()),
        (CASUAL, Arbiter("Ada"), ("it is for a seat or table to claim",)),
        (COMPETITIVE, TABLE, ("it is for a seat to claim",)),
    ],
)
def test_a_policy_says_who_may_claim(policy: DisputePolicy, by: Actor, against: tuple[str, ...]) -> None:
    assert propose(policy, disputed("decision-refused", by), 0).against == against
