"""Law 5 where a game cannot be corrected while it runs: an arbiter is told why as far as arbiters may see it."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.application import rulings as ruling
from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.remedies import correction_event
from oathbook.domain.errors import BadRecord, RemedyRefused
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.domain.rulesets.heirless.model.decisions import PlaceCard
from oathbook.domain.rulesets.registry import load_registry
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import CORRECT, UPHELD, keyed
from tests.support.disputing import Mistaken, mistaken_game
from tests.support.playing import RULESET, ruleset_of
from tests.support.serving import HOST, Response, Table, problem_of, served
from tests.support.tampering import chained, digest, events_in, file_of

DIGEST: Final = re.compile(r"[0-9a-f]{12}…")


def refused_in(record: Record, at: int) -> str:
    """Why it cannot be corrected, by the whole record; nothing where it can."""
    try:
        correction_event(case_of(record), at, "dispute-1")
    except RemedyRefused as refused:
        return str(refused)
    return ""


def otherwise(record: Record) -> Iterator[Record]:
    """The same game but for one token that still lies face down."""
    text = record_text(record).decode()
    hidden = {salt: value for event in events_in(text.encode()) for salt, value in event.openings}
    for salt in (salt for salt, value in hidden.items() if value == "movement" and f'"salt":"{salt}"' not in text):
        other = text.replace(digest(salt, "movement"), digest(salt, "shield"))
        events = events_in(other.encode())
        for event in events:
            event.openings = [[one, "shield" if one == salt else value] for one, value in event.openings]
        yield record_from(file_of(chained(events)), ruleset_of, where="the other world")


@cache
def worlds() -> tuple[Record, Record, int]:
    """Two worlds that differ in a hidden token, and an outcome that is not corrected for another reason in each."""
    for game in filter(None, (mistaken_game(RULESET, "outcome", number) for number in range(100))):
        for other in () if fold_record(game.record).closed else otherwise(game.record):
            try:
                whys = {refused_in(each, game.at) for each in (game.record, other)}
            except BadRecord:
                continue
            if "" not in whys and len(whys) > 1:
                return keyed(game.record), keyed(other), game.at
    raise LookupError


def asked(client: TestClient, record: Record, at: int) -> tuple[Disputes, Response]:
    """A dispute about an outcome, and the answer to the ruling that would correct it."""
    dispute = Disputes.filed(Table.imported(client, record), HOST, {"claim": "outcome-wrong", "at": at})
    dispute.does(HOST, "finding")
    return dispute, dispute.send("Ada", "ruling", {**UPHELD, "remedy": CORRECT})


def told_in(folder: Path, record: Record, at: int) -> str:
    """What an arbiter is told who would correct it."""
    folder.mkdir()
    with served(folder / "games.db") as client:
        _, refused = asked(client, record, at)
        assert problem_of(refused) == (409, "remedy-refused")
        return DIGEST.sub("<a digest>", refused.text)


def test_what_stops_a_correction_is_told_alike_in_two_worlds_that_differ_in_a_secret(tmp_path: Path) -> None:
    one, other, at = worlds()

    assert told_in(tmp_path / "one", one, at) == told_in(tmp_path / "other", other, at)


def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the arbiter is told what stops it by the whole record."""

    def whole(record: Record, _: object) -> Record:
        return record

    monkeypatch.setattr(ruling, "with_fields_open", whole)
    one, other, at = worlds()

    assert told_in(tmp_path / "one", one, at) != told_in(tmp_path / "other", other, at)


@cache
def with_a_hand() -> Mistaken:
    """A running game, and an outcome in it that hides something besides the card that was decided on."""
    ruleset = load_registry().ruleset("heirless/e1")
    for game in filter(None, (mistaken_game(ruleset, "outcome", number) for number in range(100))):
        events = () if fold_record(game.record).closed else game.record.events[: game.at - 1]
        for decided, event in pairwise(events):
            body = decided.entry.body
            placed = isinstance(body, DecisionMade) and isinstance(body.decision, PlaceCard)
            if placed and event.topic == "game.outcome/1" and len(event.hides) > len(decided.hides):
                return Mistaken(keyed(game.record), event.entry.position)
    raise LookupError


def test_an_outcome_that_differs_at_most_in_what_is_hidden_names_what_would_have_to_be_unsealed(
    client: TestClient,
) -> None:
    """What is computed anew has no digest that could be held against the one that is recorded."""
    game = with_a_hand()

    dispute, hidden = asked(client, game.record, game.at)
    event = game.record.events[game.at - 1]
    for at in (game.at - 1, game.at):
        fields = [*game.record.events[at - 1].hides]
        dispute.does("Ada", "unsealing", {"at": at, "fields": fields, "reason": "It hangs on the hand."})
    told = dispute.send("Ada", "ruling", {**UPHELD, "remedy": CORRECT})

    assert (problem_of(hidden), hidden.json()["position"]) == ((409, "remedy-refused"), game.at)
    assert any(each[:12] in hidden.json()["detail"] for each in event.hides)
    assert "what is recorded there is what follows" not in hidden.json()["detail"]
    assert problem_of(told) == (409, "remedy-refused")
