"""What no letter can promise in the rules of a game, over HTTP: refused with the reason, and nothing is stored."""

import json

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.rulesets.registry import load_registry
from tests.support.promises.pledging import Promises
from tests.support.serving import Table, problem_of, to_open

BEYOND = [
    (edition, verb, why)
    for edition, words in {
        "knights_duty/1": {
            "give 1 Sword to": "tokens belong to their player, and nothing changes hands (KD-2.1)",
            "hit": "the one card that the attacker takes decides whether it is a hit (KD-8.6)",
            "look at the plan of": "tokens lie face down, and the record does not show what a player looks at (KD-2.1)",
        },
        "cube_bag/g1": {
            "give a unit to": "nothing is given away; a unit changes sides by a conversion alone (CB-3.4)",
            "draw 3 cubes": "cubes are drawn blindly (CB-4.1)",
        },
        "gloomhaven_attack/gh1": {
            "heal": "hit points are only lost (GH-5.1)",
            "move": "what is played are attacks: nobody moves, and nothing changes hands (GH-8.1)",
            "retaliate": "it follows an attack by itself, and nobody decides it (GH-8.3)",
        },
        "gloomhaven_attack/fh": {"draw a Bless": "which modifier card is drawn is chance (GH-1.3)"},
    }.items()
    for verb, why in words.items()
]


def opened(client: TestClient, edition: str) -> Promises:
    """A game of the first sample of an edition."""
    setup = load_registry().ruleset(edition).samples()[0]
    body = {**to_open(setup), "edition": edition, "components": json.loads(value_text(setup.components))}
    answered = client.post("/v1/games", json=body)
    assert answered.status_code == 201, answered.text
    return Promises(Table(client, answered.json()["game"]))


@pytest.mark.parametrize(("edition", "verb", "why"), BEYOND)
def test_what_cannot_be_promised_is_refused_with_the_reason(
    client: TestClient, edition: str, verb: str, why: str
) -> None:
    promises = opened(client, edition)
    by = promises.table.get()["seats"][0]["seat"]
    before = promises.table.position

    refused = promises.send(by, "", {"letter": f"{by} promises to {verb}."})

    assert problem_of(refused) == (422, "bad-letter")
    assert f"it cannot be promised: {why}" in refused.json()["detail"]
    assert promises.table.position == before
    assert promises.get()["promises"] == []


@pytest.mark.parametrize(
    ("edition", "duty"),
    [("knights_duty/1", "to defend"), ("cube_bag/g1", "to forgo the attack"), ("gloomhaven_attack/gh1", "to attack")],
)
def test_what_can_be_promised_there_is_stored(client: TestClient, edition: str, duty: str) -> None:
    """The control: the same seat of the same game."""
    promises = opened(client, edition)
    by = promises.table.get()["seats"][0]["seat"]

    promises.does(by, "", {"letter": f"{by} promises {duty}."})

    assert [each["promise"] for each in promises.get()["promises"]] == ["p1"]
