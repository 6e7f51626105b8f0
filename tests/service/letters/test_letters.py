"""A look at letters over HTTP."""

from collections.abc import Generator

import pytest

from tests.service.games.test_asking_over_http import one_inspired
from tests.support.playing import Json, sources
from tests.support.serving import Response, Table, bearer, served

PATH = "/v1/letters/check"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Table]:
    with served(tmp_path_factory.mktemp("letters") / "games.db", sources("letters")) as client:
        yield Table.opened(client, one_inspired())


def test_a_letter_is_read_back_with_what_is_to_be_said_of_it(table: Table) -> None:
    answered = table.client.post(PATH, json={"letter": "red promises blue to idle."})

    assert answered.status_code == 200
    assert answered.json()["read_back"] == "Red promises Blue to idle."
    assert answered.json()["stands"]
    assert [each["code"] for each in answered.json()["remarks"]] == ["no-deadline"]
    assert "this promise ends if" in [each["phrase"]["says"] for each in answered.json()["next"]]


def test_what_cannot_be_read_is_a_problem_with_its_place(table: Table) -> None:
    answered = table.client.post(PATH, json={"letter": "Red promises Blue to gi"})

    assert answered.status_code == 422
    problem: Json = answered.json()
    assert problem["type"].endswith("#bad-letter")
    assert (problem["line"], problem["column"], problem["offset"]) == (1, 22, 21)
    assert problem["excerpt"] == ["Red promises Blue to gi", " " * 21 + "^"]
    assert "give" in problem["expected"]
    given = ["give", "give marker", "give only marker", "give only workplace", "give workplace"]
    assert [each["phrase"]["says"] for each in problem["next"]] == given


def duties_without_sentences(answered: Response) -> Json:
    """Returns an answer without the sentences of its duties, which have names only in a game."""
    found: Json = answered.json()
    return {**found, "duties": [{**each, "says": ""} for each in found["duties"]]}


def test_a_letter_of_a_game_names_its_seats(table: Table) -> None:
    text = 'ash promises birch in plain words "peace" judged by birch.'

    of_game = table.client.post(PATH, json={"letter": text, "game": table.game})
    by_seat = table.client.post(PATH, headers=bearer("ash"), json={"letter": text, "game": table.game})
    of_edition = table.client.post(PATH, json={"letter": text, "edition": "knights_duty/1", "seats": ["ash", "birch"]})

    assert of_game.json() == by_seat.json()
    assert duties_without_sentences(of_game) == duties_without_sentences(of_edition)
    assert of_game.json()["read_back"] == text
    assert table.client.post(PATH, json={"letter": text}).status_code == 422


def test_a_short_letter_of_many_is_answered_whatever_it_shares_out(table: Table) -> None:
    """It came to as many duties as six promisers to the power of its depth."""
    seats = [f"seat{number}" for number in range(6)]
    header = f"{', '.join(seats[:-1])} and {seats[-1]} jointly promise: (1) each of them never to idle"
    repairs = ", otherwise each of them to idle within 1 season" * 6
    asked = {"letter": f"{header}{repairs}.", "edition": "heirless/e1", "seats": seats}

    answered = table.client.post(PATH, json=asked)

    assert answered.status_code == 200
    assert {each["code"] for each in answered.json()["remarks"]} == {"each-again"}
    assert not answered.json()["stands"]


AT_A_TABLE = {"edition": "heirless/e1", "seats": ["red", "blue", "green"]}
AS_TYPED = {
    "Red will give blue 2 wolf0 this season": "red promises to give 2 wolf0 to blue by the end of this season.",
    "Red will not attack blue for 2 seasons": "red promises not to attack blue for 2 seasons.",
    "Red will give green 1 cat0 each season": "red promises to give 1 cat0 to green in every season.",
    "Red promises not to propose any law": "red promises not to propose any law.",
    "Red will vote for law Muster": 'red promises to spend any Influence in favour of law "Muster".',
    "Red will give 2 wolf0 and 1 cat0 to blue": "red promises to give 2 wolf0 to blue and give 1 cat0 to blue.",
    "Red will give 2 wolf0 to blue or green": ("red promises to either give 2 wolf0 to blue or give 2 wolf0 to green."),
    "Red will flee from any tile": "red promises to flee from any tile.",
    "Red will give 2 items to blue": "red promises to give 2 items to blue.",
    "Red will use workplace Mill": 'red promises to assign workers to workplace "Mill".',
    "Red will idle by the end of this turn": "red promises to idle by the end of this turn.",
    "Red will idle unless blue idles": "red promises to idle, unless blue idles.",
}


@pytest.mark.parametrize(("letter", "read_back"), AS_TYPED.items())
def test_a_letter_in_the_words_of_players_is_read_back_in_those_that_are_signed(
    table: Table, letter: str, read_back: str
) -> None:
    answered = table.client.post(PATH, json={"letter": letter, **AT_A_TABLE})

    assert answered.status_code == 200
    assert answered.json()["read_back"] == read_back
    assert answered.json()["stands"]


@pytest.mark.parametrize(
    ("promised", "says"),
    [
        ("not to attack blue until the battles of season 2", "until just before the battles of season 2 begin ·"),
        (
            'to agree to end the battle on tile "Meadow" in the next battle on tile "Meadow"',
            "red must agree to end the battle on tile Meadow in that battle, at least once ·",
        ),
        (
            "to agree to end the battle on it in every battle",
            "red must agree to end the battle on that tile in that battle, at least once ·",
        ),
    ],
)
def test_what_it_means_is_said_in_words_of_the_game(table: Table, promised: str, says: str) -> None:
    answered = table.client.post(PATH, json={"letter": f"red promises {promised}.", **AT_A_TABLE}).json()

    (duty,) = answered["duties"]
    assert says in duty["says"]
    assert "phase" not in duty["says"]


def test_a_suggestion_can_be_taken_as_it_is(table: Table) -> None:
    problem = table.client.post(PATH, json={"letter": "I won't attack blue this turn", **AT_A_TABLE}).json()
    first = problem["suggestions"][0]
    taken = table.client.post(PATH, json={"letter": first, **AT_A_TABLE}).json()

    assert problem["says"] == "there is no player “I”"
    assert problem["suggestions"] == [
        "red promises not to attack blue until the end of this turn.",
        "green promises not to attack blue until the end of this turn.",
    ]
    assert (taken["read_back"], taken["stands"], taken["suggestions"]) == (first, True, [])


def test_a_suggestion_that_would_leave_a_word_out_is_clarifying_question_instead(table: Table) -> None:
    """In a letter that cannot be read, and in one that reads and cannot be signed."""
    unread = table.client.post(PATH, json={"letter": "I will deploy to the Valley twice again", **AT_A_TABLE}).json()

    assert (unread["suggestions"], unread["asks"]) == ([], "Clarify “again”: how often?")


def test_whoever_asks_by_the_key_of_a_seat_is_who_says_i(table: Table) -> None:
    asked = {"letter": "I won't attack birch this turn", "game": table.game}
    problem = table.client.post(PATH, headers=bearer("ash"), json=asked).json()

    assert problem["suggestions"] == ["ash promises not to attack birch until the end of this turn."]


def test_what_cannot_be_promised_at_all_is_said_with_its_reason(table: Table) -> None:
    problem = table.client.post(PATH, json={"letter": "I will split the wolf0 with blue", **AT_A_TABLE}).json()

    assert problem["says"].endswith("it cannot be promised: nothing in these rules splits a Resource")
    assert problem["suggestions"] == []


@pytest.mark.parametrize(
    "letter",
    [
        "red promises blue whenever any other player gives 1 wolf0 to green, to give 1 cat0 to that player",
        "red promises blue not to give any wolf0 to any other player",
        "red promises that any other player has 2 wolf0 at the end of season 1",
    ],
)
def test_any_other_player_is_not_taken_for_any_player(table: Table, letter: str) -> None:
    """Red is one of these: by “any player” red would owe it to himself."""
    found = table.client.post(PATH, json={"letter": letter, **AT_A_TABLE}).json()

    (remark,) = found["remarks"]
    assert (remark["code"], found["stands"], found["suggestions"]) == ("any-other", False, [])
    assert letter[slice(*remark["span"])] == "any other player"
    assert "name each of the other players" in remark["says"]


def test_a_letter_that_is_read_but_rejected_has_suggestions(table: Table) -> None:
    found = table.client.post(PATH, json={"letter": "Red and blue will idle this season", **AT_A_TABLE}).json()

    assert not found["stands"]
    assert found["duties"] == []
    assert set(found["suggestions"]) == {
        "red and blue jointly promise to idle by the end of this season.",
        "red and blue each promise to idle by the end of this season.",
    }
