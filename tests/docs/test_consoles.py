"""What runs the examples of our pages notices what is wrong with them, and sends what a reader would send."""

import shlex
from pathlib import Path

import pytest

from tests.docs.consoles import agrees, console_in
from tests.docs.curls import CURL, UnknownFormError, answered, by_curl, by_translation
from tests.support.serving import process_on


@pytest.mark.parametrize(
    ("shown", "real", "expected"),
    [
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "…", "d"], ["a", "b", "c"], False),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
        (['{"a":…"c":3,…}'], ['{"a":1,"c":3,"d":4}'], True),
        (['{"a":…"c":3,…}'], ['{"a":1,"c":4,"d":4}'], False),
        (["a…c"], ["a", "c"], False),
        (["{name} and {name}"], ["this and this"], True),
        (["{name} and {name}"], ["this and that"], False),
    ],
)
def test_lines_that_differ_are_missing_or_too_many_do_not_agree(
    shown: list[str],
    real: list[str],
    expected: bool,  # noqa: FBT001  # because it is a row of the table
) -> None:
    """``…`` stands for anything in its line or, on a line of its own, for any lines."""
    assert agrees(shown, real) == expected


def test_a_name_in_braces_stands_for_what_it_was_from_then_on(tmp_path: Path) -> None:
    with console_in(tmp_path) as console:
        agreed = agrees(['{"game":"{game}",…}'], ['{"game":"g-1","position":1}'], console.known)

        assert agreed
        assert console.filled("/v1/games/{game}/{seat}") == "/v1/games/g-1/{seat}"


FORMS = {
    "curl {address}/v1/rulesets/knights_duty/1/clauses/KD-1.2": '"title":"Choosing a clan"',
    "curl -s '{address}/v1/games?limit=5'": '"games":[]',
    "curl {address}/v1/games/none/state -H 'Authorization: Bearer none'": '"/v1/problems#',
    "curl {address}/v1/games -d 'no JSON'": '"/v1/problems#unsupported-media-type"',
    "curl {address}/v1/games -H 'Content-Type: application/json' -d '{}'": '"/v1/problems#',
}


@pytest.mark.gate
def test_the_translation_prints_what_curl_prints(tmp_path: Path) -> None:
    """Where there is no curl, the translation alone is held to what is expected."""
    ways = (by_translation, by_curl) if CURL else (by_translation,)
    with process_on(tmp_path / "games.db") as process:
        for form, expected in FORMS.items():
            words = shlex.split(form.replace("{address}", process.address))
            printed = {way(words, tmp_path) for way in ways}

            assert len(printed) == 1
            assert expected in printed.pop()


def test_an_answer_for_a_file_is_in_the_file_and_not_on_the_console(tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db") as process:
        for way in (answered, by_translation):
            printed = way(["curl", "-s", "-o", "answer.json", f"{process.address}/v1/games"], tmp_path)

            assert printed == ""
            assert '"games":[]' in (tmp_path / "answer.json").read_text("utf-8")
            (tmp_path / "answer.json").unlink()


@pytest.mark.parametrize(
    "form",
    ["curl", "curl http://a http://b", "curl -X DELETE http://a", "curl --json {} http://a", "curl -d a -d b http://a"],
)
def test_a_form_of_curl_that_a_machine_without_it_could_not_send_is_refused(form: str, tmp_path: Path) -> None:
    """Also where there is a curl."""
    with pytest.raises(UnknownFormError):
        answered(shlex.split(form), tmp_path)
