"""Cards of letters, over HTTP: what is still to be chosen, what can be put in, and what a change makes of it."""

from typing import Final

import pytest

from oathbook.projections.letter_card.card import MOST_CHARACTERS
from tests.support.playing import SAMPLES
from tests.support.promises.pledging import THREE
from tests.support.serving import Client, Response, Table, bearer

CHECK: Final = "/v1/letters/check"
CHOICES: Final = "/v1/letters/choices"


def checked(client: Client, letter: str, **about: str) -> Response:
    return client.post(CHECK, json={"letter": letter, **about})


def test_a_letter_in_which_names_are_still_to_be_chosen_reads_and_cannot_be_signed(client: Client) -> None:
    found = checked(client, 'Red promises "…" to give 2 "…" to Blue.').json()

    assert not found["stands"]
    assert found["read_back"] == 'Red promises "…" to give 2 "…" to Blue.'
    assert [(each["code"], each["says"], each["span"]) for each in found["remarks"]] == [
        ("unfilled", "which player?", [13, 16]),
        ("unfilled", "which item?", [27, 30]),
    ]
    assert found["duties"] == []
    assert found["suggestions"] == []
    assert '"…"' not in {each["phrase"]["says"] for each in found["next"]}


def test_no_such_letter_can_be_offered(client: Client) -> None:
    table = Table.opened(client, SAMPLES[THREE])

    refused = client.post(
        f"/v1/games/{table.game}/promises",
        json={"letter": 'ash promises birch to attack "…".'},
        headers={**bearer("ash"), "If-Match": "*"},
    )

    assert refused.status_code == 422
    assert "there is no player" in refused.text


def test_what_begins_is_filled_by_changes_of_its_card(client: Client) -> None:
    table = Table.opened(client, SAMPLES[THREE])
    chosen = client.get(CHOICES, params={"game": table.game}, headers=bearer("birch")).json()
    text = chosen["begins"]
    assert text == 'birch promises "…" in plain words "…" judged by the table.'
    for shows, choices, phrase in (
        ('"…"', "name_player", "ash"),
        ("in plain words", "act", "attack {player}"),
        ('"…"', "who", "cedar"),
    ):
        card = checked(client, text, game=table.game).json()["card"]
        edit = next(
            each for each in card["edits"] if text[slice(*each["shows"])] == shows and choices in each["choices"]
        )
        assert phrase in chosen["lists"][choices]
        first, last = edit["span"]
        said = phrase.replace("{player}", '"…"')
        text = f"{text[:first]}{edit['before']}{said}{edit['after']}{text[last:]}"

    found = checked(client, text, game=table.game).json()
    assert found["read_back"] == "birch promises ash to attack cedar."
    assert found["stands"]


@pytest.mark.parametrize(
    ("query", "begins", "act"),
    [
        ({}, 'Red promises "…" in plain words "…" judged by the table.', "give {amount} {item} to {player}"),
        (
            {"edition": "heirless/e1"},
            'ash promises "…" in plain words "…" judged by the table.',
            "let {player} use workplace {workplace}",
        ),
    ],
)
def test_what_can_be_put_in_is_listed(client: Client, query: dict[str, str], begins: str, act: str) -> None:
    chosen = client.get(CHOICES, params=query).json()

    assert chosen["begins"] == begins
    assert act in chosen["lists"]["act"]
    assert "{player} idles" in chosen["lists"]["event"]
    assert not any(each.endswith((" it", " at once")) for each in chosen["lists"]["act"])
    assert "propose it" in chosen["lists"]["act of it"]


def test_two_worlds_are_refused(client: Client) -> None:
    refused = client.get(CHOICES, params={"game": "a", "edition": "heirless/e1"})

    assert refused.status_code == 422
    assert "name a game, or an edition" in refused.text


def test_a_very_long_letter_has_no_card(client: Client) -> None:
    short = "Red promises to idle" + " and idle" * 100 + "."
    long = "Red promises to idle" + " and idle" * 140 + "."

    assert len(short) < MOST_CHARACTERS < len(long)
    assert checked(client, short).json()["card"]["edits"]
    assert checked(client, long).json()["card"] == {"parts": [], "edits": []}
