"""Who pays for a vote and for an offer, over HTTP, in Heirless from its sample box: who could have kept the promise.

Everybody has 3 Knights, 3 Influence and 2 of each first Resource; ash acts first, then birch, then cedar. A vote goes
round the other way, and whoever proposed the Law votes last, for it, with at least 1 Influence (HT-8). Once all are
Idle the Season is over. A broken promise costs each who answers for it 20 Prestige (HT-10.4).
"""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Decision,
    Decline,
    Deploy,
    Enact,
    Idle,
    Thing,
    Vote,
)
from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, opened, owed
from tests.service.who_pays.test_promises_outvoted import AGAINST, NOTHING, Ballot, answers
from tests.service.who_pays.test_promises_paid import ALL_IDLE, NOBODY
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import bearer
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, offer

Answer = tuple[str, str, bool, str | None]
"""Who, by which step, whether they pay, and who else decided it."""


def played(client: TestClient, letter: str, *decisions: Decision) -> Promises:
    """A table at which its maker and its addressee signed a letter, and these decisions were taken."""
    promises = opened(client)
    maker, _, addressee = letter.split()[:3]
    promises.bound(letter, maker, addressee)
    for each in decisions:
        promises.table.decide(each.by, msgspec.to_builtins(each))
    return promises


def who_answers(promises: Promises) -> list[Answer]:
    """Every answer to who pays."""
    return [(each["seat"], each["step"], each["pays"], each["other"]) for each in answers(promises)]


def put_in(promises: Promises) -> list[Json]:
    """What would have been decided on the line of the only answer."""
    (answer,) = answers(promises)
    return [decision for each in answer["line"]["puts_in"] for decision in each["decisions"]]


# A vote -----------------------------------------------------------------------------------------------------------

NEXT: Final = {ASH: BIRCH, BIRCH: CEDAR, CEDAR: ASH}
NONE: Final = "not to spend any Influence in favour of law"
AT_MOST_ONE: Final = "to spend at most 1 Influence in favour of law"
TIMES: Final = ["", " by the end of season 1", " until the end of season 1"]


def about(seat: Seat, duty: str, time: str = " by the end of season 1") -> str:
    """What a seat promises the next one about a Law."""
    return f'{seat} promises {NEXT[seat]} {duty} "Tithe"{time}.'


def voted_on(by: Seat, ballots: dict[Seat, Ballot], law: str = "Tithe") -> tuple[Decision, ...]:
    """A Season in which those before idle, this seat proposes a Law, and all idle after the vote."""
    turn = THREE.index(by)
    votes = [THREE[(turn - back) % 3] for back in (1, 2, 3)]
    later = [THREE[(turn + on) % 3] for on in (1, 2, 3)]
    first, last = ({seat: Idle(seat) for seat in seats} for seats in (THREE[:turn], later))
    cast = (Vote(each, *ballots.get(each, NOTHING)) for each in votes)
    return (*first.values(), Enact(by, law), *cast, *(idle for seat, idle in last.items() if seat not in first))


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("spent", [1, 2, 3])
@pytest.mark.parametrize("seat", THREE)
def test_who_proposed_the_law_for_which_they_were_not_to_spend_pays(
    client: TestClient, seat: Seat, spent: int, time: str
) -> None:
    """The rules ask for 1; but nobody has to propose this Law."""
    promises = played(client, about(seat, NONE, time), *voted_on(seat, {seat: ("for", spent)}))

    assert (audit(promises)["status"], owed(promises)) == ("broken", {seat: 20})
    assert who_answers(promises) == [(seat, "could", True, None)]
    (instead,) = put_in(promises)
    assert (instead["by"], instead["kind"] == "vote", instead.get("law") == "Tithe") == (seat, False, False)


@pytest.mark.parametrize("others", [NOTHING, AGAINST, ("for", 2)])
@pytest.mark.parametrize("proposes", ["the seat", "the addressee", "the third"])
@pytest.mark.parametrize("seat", THREE)
def test_who_spent_more_than_they_were_to_spend_pays(
    client: TestClient, seat: Seat, proposes: str, others: Ballot
) -> None:
    """2 where 1 was the most, whoever proposed it and whatever the others spend."""
    by = {"the seat": seat, "the addressee": NEXT[seat], "the third": NEXT[NEXT[seat]]}[proposes]
    ballots: dict[Seat, Ballot] = {**dict.fromkeys(THREE, others), by: ("for", 1), seat: ("for", 2)}

    promises = played(client, about(seat, AT_MOST_ONE), *voted_on(by, ballots))

    assert (audit(promises)["status"], owed(promises)) == ("broken", {seat: 20})
    assert who_answers(promises) == [(seat, "could", True, None)]
    (instead,) = put_in(promises)
    assert (instead["by"], instead["kind"], instead["influence"] <= 1) == (seat, "vote", True)


@pytest.mark.parametrize("spent", [1, 2, 3])
@pytest.mark.parametrize(("seat", "by"), [(ASH, BIRCH), (ASH, CEDAR), (CEDAR, BIRCH), (BIRCH, CEDAR)])
def test_who_spent_freely_for_the_law_of_another_pays(client: TestClient, seat: Seat, by: Seat, spent: int) -> None:
    promises = played(client, about(seat, NONE), *voted_on(by, {by: ("for", 1), seat: ("for", spent)}))

    assert (audit(promises)["status"], owed(promises)) == ("broken", {seat: 20})
    assert who_answers(promises) == [(seat, "could", True, None)]
    (instead,) = put_in(promises)
    assert (instead["by"], instead["kind"], instead["influence"] and instead["side"]) in {
        (seat, "vote", 0),
        (seat, "vote", "against"),
    }


@pytest.mark.parametrize(
    ("duty", "decisions"),
    [
        (NONE, voted_on(BIRCH, {BIRCH: ("for", 1)})),
        (NONE, voted_on(CEDAR, {CEDAR: ("for", 3), BIRCH: ("for", 3)})),
        (NONE, voted_on(BIRCH, {BIRCH: ("for", 1), ASH: AGAINST})),
        (NONE, voted_on(ASH, {ASH: ("for", 3)}, "Muster")),
        (NONE, ALL_IDLE),
        (AT_MOST_ONE, voted_on(ASH, {ASH: ("for", 1)})),
        (AT_MOST_ONE, voted_on(BIRCH, {BIRCH: ("for", 1), ASH: ("for", 1)})),
        (AT_MOST_ONE, voted_on(BIRCH, {BIRCH: ("for", 1), ASH: AGAINST})),
    ],
    ids=["none", "the others spend", "against", "another law", "no vote", "one, own law", "one", "three against"],
)
def test_who_spent_no_more_than_they_were_to_spend_keeps_it(
    client: TestClient, duty: str, decisions: tuple[Decision, ...]
) -> None:
    promises = played(client, about(ASH, duty), *decisions)

    assert (audit(promises)["status"], owed(promises), who_answers(promises)) == ("kept", NOBODY, [])


# An offer ---------------------------------------------------------------------------------------------------------

DECLINED: Final = "declined"
ACCEPTED: Final = "accepted"
LAST: Final = (Deploy(ASH, "Meadow"), Idle(BIRCH), Idle(CEDAR))
"""Only ash is to act, and ends the Season by idling."""

Story = tuple[Decision | int | str, ...]
"""Decisions; so many things that ash offers for nothing; and what their receiver answers to the last offer."""


def tendered(client: TestClient, addressee: Seat, to: Seat, item: str, story: Story) -> Promises:
    """A table at which ash owed 2 of something by the end of the first Season."""
    decisions: list[Decision] = []
    offers = 0
    for each in story:
        if isinstance(each, int):
            offers += 1
            decisions.append(offer(ASH, (ASH, to, Thing("resource", item, each))))
        elif isinstance(each, str):
            decisions.append(Decline(to, offers) if each == DECLINED else Accept(to, offers))
        else:
            decisions.append(each)
    return played(client, f"ash promises {addressee} to give 2 {item} to {to} by the end of season 1.", *decisions)


TO_WHOM: Final = [(BIRCH, BIRCH, "wolf0"), (BIRCH, BIRCH, "cat0"), (CEDAR, CEDAR, "wolf0"), (BIRCH, CEDAR, "cat0")]


@pytest.mark.parametrize(
    "story",
    [
        (*LAST, 2, Idle(ASH)),
        (*LAST, 1, ACCEPTED, 1, Idle(ASH)),
        (1, DECLINED, *ALL_IDLE),
        (1, DECLINED, 1, DECLINED, *ALL_IDLE),
        (1, ACCEPTED, *ALL_IDLE),
        ALL_IDLE,
    ],
    ids=[
        "at the last moment",
        "the rest at the last moment",
        "half declined",
        "half declined twice",
        "half given",
        "nothing",
    ],
)
@pytest.mark.parametrize(("addressee", "to", "item"), TO_WHOM)
def test_who_offered_too_late_or_too_little_pays(
    client: TestClient, addressee: Seat, to: Seat, item: str, story: Story
) -> None:
    """After the last offer nobody but ash decides anything; of a half, the other half was never offered with it."""
    promises = tendered(client, addressee, to, item, story)

    assert (audit(promises)["status"], owed(promises)) == ("broken", {ASH: 20})
    assert who_answers(promises) == [(ASH, "could", True, None)]


@pytest.mark.parametrize(
    "story",
    [
        (2, *ALL_IDLE),
        (Idle(ASH), 2, *ALL_IDLE[1:]),
        (2, DECLINED, *ALL_IDLE),
        (*LAST, 2, DECLINED, Idle(ASH)),
        (1, ACCEPTED, 1, DECLINED, *ALL_IDLE),
    ],
    ids=["passed over", "passed over while idle", "declined", "declined at the last moment", "the rest declined"],
)
@pytest.mark.parametrize(("addressee", "to", "item"), TO_WHOM)
def test_who_offered_all_of_it_in_time_does_not_pay(
    client: TestClient, addressee: Seat, to: Seat, item: str, story: Story
) -> None:
    """Whoever was to receive it could have accepted it."""
    promises = tendered(client, addressee, to, item, story)

    assert (audit(promises)["status"], owed(promises)) == ("broken", NOBODY)
    assert who_answers(promises) == [(ASH, "part", False, to)]


# Before the signing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ASH, BIRCH, CEDAR, None])
@pytest.mark.parametrize(("other_than", "codes"), [("ash idles", ["own-exit"]), ("birch idles", [])])
def test_whoever_reads_a_letter_is_told_that_its_maker_can_end_it_alone(
    client: TestClient, other_than: str, codes: list[str], seat: Seat | None
) -> None:
    game = Game.opened(client)
    letter = f"ash promises birch never to attack birch, unless {other_than}."

    asked = {"letter": letter, "game": game.table.game}
    checked = game.table.client.post("/v1/letters/check", json=asked, headers=bearer(seat)).json()

    assert [each["code"] for each in checked["remarks"]] == codes
    assert [letter[slice(*each["span"])] for each in checked["remarks"]] == [other_than] * len(codes)
