"""``oathbook odds``: the chances of a decision, of a record or of a sheet."""

from pathlib import Path

import pytest

from oathbook.api.schemas import odds as schema
from oathbook.domain.games import draw_odds as odds
from tests.unit.api.running import oathbook

STRIKE = """position 10: Ann uses the Inspiration token
what followed had a chance of 1/5 = 20.0 %
strike/1/birch is, by chance:
  4/5 = 80.0 %  shield
  1/5 = 20.0 %  heart
in any case:
"""


def test_the_chances_of_a_strike_are_printed_likeliest_first(match: Path) -> None:
    printed = oathbook("odds", match, "--at", "10")

    assert printed.code == 0
    assert printed.text.startswith(STRIKE)
    assert "by chance, in 2 outcomes:\n  4/5 = 80.0 %  Bo picks a shield\n" in printed.text


def test_any_position_of_the_step_will_do(match: Path) -> None:
    assert oathbook("odds", match, "--at", "12").text.startswith(STRIKE)


def test_a_sheet_has_the_odds_of_its_record(match: Path) -> None:
    assert oathbook("export", match, "--form", "notation", "--to", "match.notation").code == 0

    of_sheet = oathbook("odds", "match.notation", "--at", "10", "--json")

    assert of_sheet.out == oathbook("odds", match, "--at", "10", "--json").out


def test_every_outcome_and_every_sentence_stands_in_the_json(match: Path) -> None:
    told = oathbook("odds", match, "--at", "10", "--json").json

    assert (told["position"], told["samples"], told["left_out"]) == (10, 0, 0)
    assert [(each["chance"], each["share"], each["recorded"]) for each in told["outcomes"]] == [
        ("4/5", 0.8, False),
        ("1/5", 0.2, True),
    ]
    assert {each["says"] for each in told["sentences"]} == {says for each in told["outcomes"] for says in each["says"]}
    assert not {each["says"] for each in told["sentences"]} & {*told["always"]}


def test_a_decision_without_a_draw_is_certain(match: Path) -> None:
    printed = oathbook("odds", match, "--at", "2")

    assert "by chance" not in printed.text
    assert printed.text.endswith("in any case:\n  Bo lays 2 tokens face down\n")


def test_chances_that_are_estimated_say_between_what_they_lie(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_ASKS", 2)
    monkeypatch.setattr(odds, "SAMPLES", 400)

    printed = oathbook("odds", match, "--at", "10").text
    first = oathbook("odds", match, "--at", "10", "--json").json["outcomes"][0]

    assert printed.startswith("position 10: Ann uses the Inspiration token; estimated from 400 samples\n")
    assert "\n  79.2 % (75.0 % to 82.9 %)  shield\n" in printed
    assert first["low"] < 0.8 < first["high"]
    assert first["low"] < first["share"] < first["high"]


def test_the_rows_that_a_list_leaves_out_are_counted(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2 ways to draw, 11 sentences and 2 outcomes one each is shown."""
    monkeypatch.setattr(schema, "MOST_ROWS", 1)

    printed = oathbook("odds", match, "--at", "10").text

    assert printed.endswith(
        "by chance, in 1 outcome:\n  4/5 = 80.0 %  Bo picks a shield\n12 less likely rows left out\n"
    )


def test_a_viewer_who_may_not_see_is_refused(match: Path) -> None:
    for viewer in ("birch", "public"):
        printed = oathbook("odds", match, "--at", "10", "--as", viewer)

        assert printed.code == 2
        assert printed.complaint == "position 10: the odds there depend on something that is hidden from you"


def test_there_are_none_where_nothing_was_decided(match: Path) -> None:
    assert "position 1: nothing was decided there" in oathbook("odds", match, "--at", "1").complaint
    assert "the positions of this record are 1 to 14" in oathbook("odds", match, "--at", "15").complaint
