"""What is usual about a claim by each policy: remedies in order, whether it comes in time, what warnings lead to."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from msgspec import Struct, convert

from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import Arbiter
from oathbook.domain.kernel import TABLE

PACKAGE: Final = "oathbook.domain.disputes.policies"
NAMES: Final = ("casual", "competitive")

RemedyName = Literal[
    "let-stand", "penalise", "award", "loss", "assign-result", "correct", "redraw", "edit-state", "play-on-from"
]
ClaimantKind = Literal["seat", "table", "arbiter"]

REMEDY_WORDS: Final[Mapping[RemedyName, str]] = {
    "let-stand": "the game stays as it is",
    "penalise": "a warning or a penalty",
    "award": "points for the other side",
    "loss": "the loss of the game",
    "assign-result": "another result",
    "correct": "the outcome is corrected",
    "redraw": "the draws are made again",
    "edit-state": "the game is put as it should be",
    "play-on-from": "the game is played on from earlier",
}
"""What a person calls each remedy: in a proposal, in the form of a ruling, and in the list of disputes."""


class Offence(Struct, frozen=True, forbid_unknown_fields=True):
    """A class of offences: which claims are about it, who files them, and the usual remedies in order.

    A claim lapses after so many decisions, or never. ``may_accept`` says that the other side may let it stand.
    """

    name: str
    claims: tuple[str, ...]
    who: tuple[ClaimantKind, ...]
    remedies: tuple[RemedyName, ...]
    may_accept: bool = False
    lapse: int | None = None


class Escalation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's warnings lead to once there are so many."""

    warnings: int
    remedy: RemedyName


class DisputePolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """What is usual, by classes of offences."""

    title: str
    offence: tuple[Offence, ...]
    escalation: tuple[Escalation, ...]


class Proposal(Struct, frozen=True):
    """What a policy proposes for a dispute, in words; the arbiter decides.

    ``against`` says why the claim would not be taken by this policy, if so: it has lapsed, or others may file it.
    """

    policy: str
    offence: str
    remedies: tuple[str, ...]
    may_accept: bool
    against: tuple[str, ...]
    escalation: tuple[str, ...]


@cache
def policies() -> tuple[DisputePolicy, ...]:
    """The policies that come with the program."""
    texts = (files(PACKAGE).joinpath(f"{name}.toml").read_text("utf-8") for name in NAMES)
    return tuple(convert(tomllib.loads(each), DisputePolicy) for each in texts)


def propose(policy: DisputePolicy, dispute: Dispute, decisions_since: int) -> Proposal:
    """What a policy proposes, with so many decisions between the event and the claim."""
    kind = str(dispute.filed.claim["claim"])
    offence = next(each for each in policy.offence if kind in each.claims)
    claimant: ClaimantKind = (
        "arbiter" if isinstance(dispute.by, Arbiter) else "table" if dispute.by == TABLE else "seat"
    )
    against = list[str]()
    if offence.lapse is not None and decisions_since > offence.lapse:
        against.append(f"it lapsed after {offence.lapse} decisions, and {decisions_since} were made")
    if claimant not in offence.who:
        against.append(f"it is for a {' or '.join(offence.who)} to claim")
    return Proposal(
        policy.title,
        offence.name,
        tuple(REMEDY_WORDS[each] for each in offence.remedies),
        offence.may_accept,
        tuple(against),
        tuple(f"at {each.warnings} warnings: {REMEDY_WORDS[each.remedy]}" for each in policy.escalation),
    )
