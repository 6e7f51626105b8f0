"""Who pays for an ally who was not named, and for an attack, over HTTP.

In Heirless from its sample box without Bandits everybody has a Knight on the tile that is named, and all Idle; the
Battle comes at the end of the Season (HT-9), and there ash, birch and cedar name an ally in this order. A broken
promise costs each who answers for it 20 Prestige (HT-10.4). In A Knight's Duty it costs nothing; there ash and birch
stand next to each other, each with a bow.
"""

from itertools import permutations
from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_in_battles import BOX, MOST
from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, owed
from tests.service.who_pays.test_promises_paid import NOBODY
from tests.service.who_pays.test_who_pays import put_in, who_answers
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import Table
from tests.unit.rulesets.heirless.table import THREE

# An ally ----------------------------------------------------------------------------------------------------------

PAIRS: Final = [*permutations(THREE, 2)]
ELSEWHERE: Final = "elsewhere"
NAMES_OF_THE_THIRD: Final = [ELSEWHERE, "", "seat", "other"]
"""It fights on another tile, or names nobody, or one of the two."""


def allied(client: TestClient, seat: str, other: str, third: str, named: dict[str, str]) -> Promises:
    """The table once the Battle is over in which one seat was to ally with another, and these named these."""
    (outsider,) = {*THREE} - {seat, other}
    names = {**named, outsider: {"seat": seat, "other": other}.get(third, "")}
    game = Game.opened(client, BOX)
    game.signed(f"{seat} promises {other} to ally with {other} in the next battle.")
    for each in THREE:
        game.decides(each, "deploy", tile="Meadow" if third == ELSEWHERE and each == outsider else "Valley")
    game.idle(*THREE)
    for _ in range(MOST):
        if game.status() != "pending":
            break
        _decide(game, names)
    return game


def _decide(game: Game, names: dict[str, str]) -> None:
    """One more decision of a battle: an ally as named, or an end of it, or else the first that is listed."""
    (asked, *_) = game.table.get()["to_act"]
    listed: list[Json] = [each for each in game.table.get("/options", asked)["listed"] if each["kind"] != "haggle"]
    wanted = [
        each
        for each in listed
        if each["kind"] == "agree_to_end" or (each["kind"] == "ally" and (each["ally"] or "") == names.get(asked, ""))
    ]
    game.table.decide(asked, (wanted or listed)[0])


@pytest.mark.parametrize("third", NAMES_OF_THE_THIRD)
@pytest.mark.parametrize(("seat", "other"), PAIRS)
def test_who_named_the_other_and_was_not_named_does_not_pay(
    client: TestClient, seat: str, other: str, third: str
) -> None:
    promises = allied(client, seat, other, third, {seat: other})

    assert (audit(promises)["status"], owed(promises)) == ("broken", NOBODY)
    assert who_answers(promises) == [(seat, "part", False, other)]


@pytest.mark.parametrize("third", NAMES_OF_THE_THIRD)
@pytest.mark.parametrize(("seat", "other"), PAIRS)
def test_who_did_not_name_the_other_either_did_not_do_their_own_part(
    client: TestClient, seat: str, other: str, third: str
) -> None:
    promises = allied(client, seat, other, third, {})

    assert (audit(promises)["status"], owed(promises)) == ("broken", {seat: 20})
    assert who_answers(promises) == [(seat, "own-part", True, None)]


@pytest.mark.parametrize("third", NAMES_OF_THE_THIRD)
@pytest.mark.parametrize(("seat", "other"), PAIRS)
def test_who_was_named_and_did_not_name_the_other_could_have_kept_it(
    client: TestClient, seat: str, other: str, third: str
) -> None:
    promises = allied(client, seat, other, third, {other: seat})

    assert (audit(promises)["status"], owed(promises)) == ("broken", {seat: 20})
    assert who_answers(promises) == [(seat, "could", True, None)]
    assert put_in(promises) == [{"kind": "ally", "by": seat, "ally": other}]


@pytest.mark.parametrize("third", NAMES_OF_THE_THIRD)
@pytest.mark.parametrize(("seat", "other"), PAIRS)
def test_who_named_each_other_are_allies(client: TestClient, seat: str, other: str, third: str) -> None:
    promises = allied(client, seat, other, third, {seat: other, other: seat})

    assert (audit(promises)["status"], owed(promises), who_answers(promises)) == ("kept", NOBODY, [])


# An attack --------------------------------------------------------------------------------------------------------

EACH_OTHER: Final = [("ash", "birch"), ("birch", "ash")]
FIRST: Final = ["ash", "birch"]

By = tuple[str, Json]


def duel(client: TestClient, seat: str, other: str, *decisions: By) -> Promises:
    """Two Knights with their bows ready, one of whom promised not to attack the other in this turn."""
    promises = Promises(Table.opened(client))
    promises.bound(f"{seat} promises {other} not to attack {other} until the end of this turn.", seat, other)
    for each in ("ash", "birch"):
        promises.table.decide(each, {"kind": "lay_plan", "slots": ["bow"]})
    for by, decision in decisions:
        promises.table.decide(by, decision)
    return promises


def aims(first: str, **targets: str | None) -> list[By]:
    """Whom each attacks, in this order."""
    return _in_order(first, [(seat, {"kind": "declare_target", "target": target}) for seat, target in targets.items()])


def strikes(first: str, attacker: str) -> list[By]:
    """Both say, in this order, who is to strike first."""
    return _in_order(first, [(seat, {"kind": "name_attacker", "attacker": attacker}) for seat in ("ash", "birch")])


def _in_order(first: str, decisions: list[By]) -> list[By]:
    return sorted(decisions, key=lambda each: each[0] != first)


@pytest.mark.parametrize("names_first", FIRST)
@pytest.mark.parametrize("aims_first", FIRST)
@pytest.mark.parametrize(("seat", "other"), EACH_OTHER)
def test_who_pointed_at_whom_they_were_not_to_attack_answers_for_it(
    client: TestClient, seat: str, other: str, aims_first: str, names_first: str
) -> None:
    """Nobody has to point at anybody; that the other agreed to the order of the strikes afterwards excuses nothing."""
    pointed = aims(aims_first, ash="birch", birch="ash")

    promises = duel(client, seat, other, *pointed, *strikes(names_first, seat))

    (part,) = audit(promises)["parts"]
    assert (part["status"], part["blamed"], part["referrals"], owed(promises)) == ("broken", [seat], [], NOBODY)
    assert who_answers(promises) == [(seat, "could", True, None)]
    assert {each["by"] for each in put_in(promises)} == {seat}


@pytest.mark.parametrize("aims_first", FIRST)
@pytest.mark.parametrize(("seat", "other"), EACH_OTHER)
def test_who_alone_pointed_at_the_other_could_have_pointed_at_nobody(
    client: TestClient, seat: str, other: str, aims_first: str
) -> None:
    promises = duel(client, seat, other, *aims(aims_first, **{seat: other, other: None}))

    assert (audit(promises)["status"], who_answers(promises)) == ("broken", [(seat, "could", True, None)])
    assert put_in(promises) == [{"kind": "declare_target", "by": seat, "target": None}]


@pytest.mark.parametrize("attacked", [True, False])
@pytest.mark.parametrize("aims_first", FIRST)
@pytest.mark.parametrize(("seat", "other"), EACH_OTHER)
def test_who_pointed_at_nobody_keeps_it_whether_attacked_or_not(
    client: TestClient, seat: str, other: str, aims_first: str, *, attacked: bool
) -> None:
    targets = {seat: None, other: seat if attacked else None}
    promises = duel(client, seat, other, *aims(aims_first, **targets))
    for _ in range(MOST):
        if promises.get("/p1")["status"] != "pending":
            break
        (asked, *_) = promises.table.get()["to_act"]
        promises.table.decide(asked, promises.table.get("/options", asked)["listed"][0])

    assert (audit(promises)["status"], who_answers(promises)) == ("kept", [])
