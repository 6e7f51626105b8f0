"""What rulings do to games over HTTP: they are corrected, or played on from an earlier position, in one commit."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import OutcomeWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.errors import BadRecord, RemedyRefused
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.replays.verification import verify
from tests.golden.heirless_promises import SCRIPTS
from tests.golden.scripting import recorded
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.support.disputing import Mistaken, mistaken_game
from tests.support.playing import RULESET, Json, read
from tests.support.ruling import after_correction
from tests.support.serving import HOST, Table, await_read_models, digest_of, key_of, problem_of
from tests.support.tampering import Event, forged

CORRECT: Final[Json] = {"remedy": "correct"}
UPHELD: Final[Json] = {"answer": "upheld", "reasons": "So it follows."}


def keyed(record: Record) -> Record:
    """The same game with the keys that everybody has here."""

    def with_keys(events: list[Event]) -> None:
        opening = events[0].data
        opening["host_key"] = digest_of(key_of(HOST))
        for each in opening["seats"]:
            each["key"] = digest_of(key_of(each["seat"]))

    return forged(record, with_keys)


def mistaken_games() -> Iterator[Mistaken]:
    """Games in which one outcome is wrong, as everybody can see, with keys."""
    for number in range(200):
        game = mistaken_game(RULESET, "outcome", number)
        if game is not None and "ash" in {each.seat for each in game.record.opened.seats}:
            with suppress(BadRecord):
                keys = Mistaken(keyed(game.record), game.at)
                if is_plainly_wrong(keys):
                    yield keys


def is_plainly_wrong(game: Mistaken) -> bool:
    """Whether everybody can see that it is wrong."""
    case = case_of(record_for(game.record, PUBLIC))
    return examine(case, OutcomeWrong(game.at)).answer == "upheld"


@cache
def correctable() -> Mistaken:
    """One that can be corrected."""
    for game in mistaken_games():
        with suppress(RemedyRefused):
            after_correction(game.record, game.at)
            return game
    raise LookupError


@cache
def stuck() -> Mistaken:
    """One that cannot: on the corrected line something that was recorded is not allowed any more."""
    for game in mistaken_games():
        try:
            after_correction(game.record, game.at)
        except RemedyRefused as refused:
            if refused.clause:
                return game
    raise LookupError


def found_wrong(client: TestClient, game: Mistaken) -> Disputes:
    """A dispute about the wrong outcome, with its finding."""
    dispute = Disputes.filed(Table.imported(client, game.record), claim={"claim": "outcome-wrong", "at": game.at})
    dispute.does("ash", "finding")
    return dispute


def test_a_game_is_corrected_with_the_ruling(client: TestClient) -> None:
    dispute = found_wrong(client, correctable())
    length = len(correctable().record.events)

    told = dispute.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})
    record = read(dispute.table.ask("/record", HOST).content)

    assert dispute.get()["findings"][0]["answer"] == "upheld"
    assert told["rulings"][0]["remedy"] == {"remedy": "correct", "position": length + 1}
    assert record.events[length].topic == "game.corrected/1"
    assert dispute.path.rpartition("/")[2] in record.events[length].line.decode()
    assert dispute.table.position == len(record.events)


def test_why_and_a_second_finding_say_that_an_outcome_was_corrected(client: TestClient) -> None:
    game = correctable()
    dispute = found_wrong(client, game)
    before = dispute.table.get(f"/events/{game.at}/why")["corrected"]
    position = dispute.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})["rulings"][0]["remedy"]["position"]

    again = Disputes.filed(dispute.table, claim={"claim": "outcome-wrong", "at": game.at}).does("ash", "finding")

    assert before is None
    assert dispute.table.get(f"/events/{game.at}/why")["corrected"] == position
    assert again["findings"][0]["finding"]["says"].endswith(f"; the correction at {position} has taken its place")
    assert "correction" not in dispute.get()["findings"][0]["finding"]["says"]


def test_frames_and_the_outline_say_which_outcomes_were_corrected_where_and_in_which_dispute(
    client: TestClient,
) -> None:
    game = correctable()
    dispute = found_wrong(client, game)
    before = dispute.table.get("/frames")["frames"]
    position = dispute.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})["rulings"][0]["remedy"]["position"]
    correction = {"position": position, "dispute": dispute.path.rpartition("/")[2]}

    frames = dispute.table.get("/frames")["frames"]
    (told,) = dispute.table.get(f"/outline?after={position - 1}")["corrections"]

    assert {each["corrected"] for each in before} == {None}
    assert {key: told[key] for key in correction} == correction
    assert told["at"][0] == game.at
    assert {each["position"]: each["corrected"] for each in frames if each["corrected"]} == dict.fromkeys(
        told["at"], told
    )
    assert {"position": position, "kinds": ["corrected"]} in dispute.table.get("/outline")["marks"]
    assert dispute.table.get(f"/outline?after={position}")["corrections"] == []


def test_a_game_that_cannot_be_corrected_names_what_stops_it_and_nothing_is_ruled(client: TestClient) -> None:
    dispute = found_wrong(client, stuck())
    before = dispute.table.ask("/record", HOST).content

    refused = dispute.send("Ada", "ruling", {**UPHELD, "remedy": CORRECT})

    assert refused.status_code == 409
    assert problem_of(refused)[1] == "remedy-refused"
    assert dispute.get()["state"] == "open"
    assert dispute.table.ask("/record", HOST).content == before


def test_a_game_is_played_on_from_an_earlier_position(client: TestClient) -> None:
    """Everybody goes on with the key that they have; nobody plays on in the old game."""
    table = duelling(client, 3)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 6})
    dispute.does("ash", "finding")
    body = {**UPHELD, "remedy": {"remedy": "play-on-from", "position": 5}, "against": "It was agreed otherwise."}

    told = dispute.does("Ada", "ruling", body)
    fork = Table(client, told["rulings"][0]["remedy"]["fork"])

    assert (fork.position, table.get()["closed"]) == (5, True)
    assert told["rulings"][0]["remedy"]["position"] == 5
    fork.decide("birch", {"kind": "declare_target", "target": None})
    again = table.client.post(
        f"{table.path}/decisions",
        json={"decision": {"kind": "inspire", "use": False}},
        headers={"Authorization": f"Bearer {key_of('birch')}", "If-Match": "*"},
    )
    assert problem_of(again) == (409, "game-closed")
    assert verify(read(fork.ask("/record", HOST).content)).status in {"sound", "partial"}


def test_secrets_of_a_game_played_on_are_not_unsealed_through_the_old_one(client: TestClient) -> None:
    """Birch's plan at 2 is in force in the new game, and is unsealed in disputes about that one alone."""
    table = duelling(client, 3)
    earlier, dispute = (Disputes.filed(table, claim={"claim": "decision-illegal", "at": at}) for at in (2, 6))
    dispute.does("ash", "finding")
    remedy = {"remedy": "play-on-from", "position": 5}
    told = dispute.does("Ada", "ruling", {**UPHELD, "remedy": remedy, "against": "It was agreed otherwise."})
    fork = Table(client, told["rulings"][0]["remedy"]["fork"])
    later, there = Disputes.filed(table, claim=ILLEGAL), Disputes.filed(fork, claim=ILLEGAL)
    body = {"at": 2, "fields": earlier.hidden(2), "reason": "The claim is about this plan."}

    refused = [each.send("Cy", "unsealing", body) for each in (earlier, later)]
    unsealed = there.send("Cy", "unsealing", {**body, "fields": there.hidden(2)})

    assert [problem_of(each) for each in refused] == [(409, "dispute-refused")] * 2
    assert "file it about that one" in refused[0].json()["detail"]
    assert unsealed.status_code == 201


@pytest.mark.parametrize(
    ("position", "due"),
    [
        (2, (409, "remedy-refused")),
        (8, (409, "dispute-refused")),
        (99, (409, "dispute-refused")),
        (0, (422, "invalid-request")),
    ],
)
def test_where_a_game_cannot_be_played_on_nothing_is_ruled(
    position: int, due: tuple[int, str], client: TestClient
) -> None:
    table = duelling(client, 3)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 6})
    dispute.does("ash", "finding")
    remedy = {"remedy": "play-on-from", "position": position}

    refused = dispute.send("Ada", "ruling", {**UPHELD, "remedy": remedy, "against": "It was agreed otherwise."})

    assert problem_of(refused) == due
    assert (dispute.get()["state"], table.get()["closed"]) == ("open", False)


def test_a_game_is_not_played_on_from_behind_what_was_wrong(client: TestClient) -> None:
    """The new game would carry it, and the old one be closed for nothing."""
    dispute = found_wrong(client, correctable())
    end = len(correctable().record.events)

    refused = dispute.send("Ada", "ruling", {**UPHELD, "remedy": {"remedy": "play-on-from", "position": end}})

    assert problem_of(refused) == (409, "dispute-refused")
    assert f"remedy: position: {end} lies after what the claim is about" in refused.json()["detail"]
    assert (dispute.get()["state"], dispute.table.get()["closed"]) == ("open", False)


def test_a_ruling_that_is_sent_again_does_nothing_again(client: TestClient) -> None:
    table = duelling(client, 3)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 6})
    dispute.does("ash", "finding")
    body = {**UPHELD, "remedy": {"remedy": "play-on-from", "position": 5}, "against": "It was agreed otherwise."}

    first = dispute.send("Ada", "ruling", body, key="once")
    again = dispute.send("Ada", "ruling", body, key="once")

    assert first.status_code == 201
    assert again.content == first.content
    assert table.position == 8


def test_on_appeal_a_fork_is_not_made_a_second_time(client: TestClient) -> None:
    table = duelling(client, 3)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 6})
    dispute.does("ash", "finding")
    body = {**UPHELD, "remedy": {"remedy": "play-on-from", "position": 5}, "against": "It was agreed otherwise."}
    dispute.does("Ada", "ruling", body)
    dispute.does("birch", "appeal", {"grounds": "It was not."})

    refused = dispute.send("Cy", "ruling", body)

    assert problem_of(refused) == (409, "game-closed")
    assert dispute.ruled("Cy", answer="rejected")["state"] == "settled"


def test_while_the_game_runs_what_stops_a_correction_is_told_only_where_it_may_be_seen(client: TestClient) -> None:
    """What was recorded is what follows: to tell so would tell birch's plan to the arbiter."""
    table = duelling(client, 3)
    dispute = Disputes.filed(table, claim={"claim": "outcome-wrong", "at": 3})
    dispute.does("ash", "finding")

    hidden = dispute.send("Ada", "ruling", {**UPHELD, "remedy": CORRECT})
    dispute.does("Ada", "unsealing", {"at": 2, "fields": dispute.hidden(2), "reason": "It hangs on the plan."})
    told = dispute.send("Ada", "ruling", {**UPHELD, "remedy": CORRECT})

    assert (problem_of(hidden), hidden.json()["position"]) == ((409, "remedy-refused"), 2)
    assert hidden.json()["detail"].startswith("correct: position 2: the value behind ")
    assert problem_of(told) == (409, "remedy-refused")
    assert "what is recorded there is what follows" in told.json()["detail"]


def test_a_penalty_is_taken_off_the_score_until_a_ruling_on_appeal_takes_its_place(client: TestClient) -> None:
    """In Heirless, beside the 20 for the promise that ash has broken; the promise itself is as it was."""
    (script,) = (each for each in SCRIPTS if each.name == "promise-broken-by-an-act")
    table = Table.imported(client, keyed(recorded(script, 501)))
    dispute = Disputes.filed(table, claim={"claim": "promise", "promise": "p1"})
    dispute.does("ash", "finding")

    dispute.does("Ada", "ruling", {**UPHELD, "remedy": {"remedy": "penalise", "seat": "ash", "points": 5}})
    await_read_models(client)
    ash, *others = table.get("/standing")["scores"]
    at = table.get(f"/standing?at={table.position}")["scores"]
    dispute.does("ash", "appeal", {"grounds": "Once is enough."})
    dispute.does("Cy", "ruling", {**UPHELD, "remedy": {"remedy": "let-stand"}})
    await_read_models(client)
    after = table.get("/standing")["scores"][0]

    assert (ash["seat"], ash["penalty"], ash["ruled"], ash["points"] - ash["after"]) == ("ash", 20, 5, 25)
    assert {each["ruled"] for each in others} == {0}
    assert at == [ash, *others]
    assert (after["ruled"], after["points"] - after["after"]) == (0, 20)


def test_games_with_mistakes_are_played_by_those_who_have_keys(client: TestClient) -> None:
    """The control of the records above: their seats are known by these keys."""
    table = Table.imported(client, correctable().record)

    assert [table.get("", each["seat"])["as"] for each in table.get()["seats"]] == [
        each["seat"] for each in table.get()["seats"]
    ]
    assert table.get("", HOST)["as"] == "table"
