"""Who pays, over HTTP, when the game has gone on: the same as right after the breach."""

import json
from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.rulesets.heirless.model.decisions import Ally, Decision, Flee, Idle, Resolve
from tests.service.who_pays.test_promises_outvoted import answers
from tests.support.playing import ruleset_of
from tests.support.promises.pledging import Promises
from tests.support.serving import Table, digest_of, key_of
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE

HEIRLESS: Final = ruleset_of("heirless/e1")
LAST_TURN: Final = 74
"""A sample in which it is cedar's turn, the last before the Battles; ash and birch are in one of them."""


@pytest.mark.parametrize(
    ("duty", "breach"),
    [('not to flee from tile "Valley"', Flee(CEDAR, "Valley")), ("never to idle", Idle(CEDAR))],
    ids=["flees", "idles"],
)
def test_it_does_not_matter_what_is_decided_after_the_breach(client: TestClient, duty: str, breach: Decision) -> None:
    """Only once ash is asked in a Battle does the record itself show that nobody can flee or idle out of turn."""
    setup = HEIRLESS.samples()[LAST_TURN]
    body = {
        "edition": HEIRLESS.edition.key,
        "seats": [{"seat": each, "player": each.title(), "key": digest_of(key_of(each))} for each in THREE],
        "components": msgspec.to_builtins(setup.components),
        "start": json.loads(value_text(setup.start)),
        "switches": {"HA-73": "nobody"},
        "chance": "seeded",
        "reveal": "all",
        "host_key": digest_of(key_of("host")),
    }
    opened = client.post("/v1/games", json=body)
    assert opened.status_code == 201, opened.text
    promises = Promises(Table(client, opened.json()["game"]))
    promises.bound(f"cedar promises ash {duty}.", CEDAR, ASH)

    def decide(*decisions: Decision) -> None:
        for each in decisions:
            promises.table.decide(each.by, msgspec.to_builtins(each))

    decide(breach)
    at_once = answers(promises)
    decide(*(each for each in (Idle(CEDAR), Resolve(ASH, "Valley"), Ally(ASH, BIRCH)) if each != breach))

    assert answers(promises) == at_once
    assert [(each["seat"], each["step"], each["pays"]) for each in at_once] == [(CEDAR, "could", True)]
