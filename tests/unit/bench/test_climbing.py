"""The climber finds what is dear; what it finds stays within bounds that are counted, and not measured."""

import json
import random
import re
from pathlib import Path

import pytest

from bench import climbing
from bench.climbing import LETTERS, Target, climb, in_process, targets
from oathbook.api.http import middleware
from oathbook.domain.promises.drafting.everyday_english import EverydayEnglish
from oathbook.domain.promises.letter.parser_states import ParserStates
from tests.service.door import Call, opened
from tests.support.playing import small_game

PATTERNS, PLACES = 16_000, 6_000
"""The most patterns that are tried for one letter, and the most places of the parser that are looked at."""


def test_it_climbs_to_a_dearer_text_and_to_the_same_with_the_same_seed() -> None:
    def vowels(call: Call) -> float:
        return call.body.count(b"e")

    target = next(each for each in targets("game") if each.route == "POST /v1/letters/check")
    target = Target(target.route, target.call, ("e", "Red"))
    first, again = (climb(target, random.Random(7), vowels, 60) for _ in range(2))  # noqa: S311  # it picks texts

    assert first == again
    assert first.cost > 100
    assert first.tried == 62


def test_every_target_is_a_route_and_is_there(tmp_path: Path) -> None:
    with opened(tmp_path / "games.db") as door:
        door.service.writer.add((small_game(),))
        door.service.log.sign()
        for each in targets(small_game().game):
            if not re.search(r"\{promise|\{name|draws$", each.route):
                assert door.send(each.call(each.seeds[0])).status != 404, each.route


class Counted:
    """How often something has been asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        self.times = 0
        asked = getattr(owner, name)

        def counting(*given: object) -> object:
            self.times += 1
            return asked(*given)

        monkeypatch.setattr(owner, name, counting)


def test_no_letter_that_is_found_is_looked_at_more_often_than_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patterns = Counted(monkeypatch, EverydayEnglish, "pattern")
    places = Counted(monkeypatch, ParserStates, "after")
    most = {"patterns": 0, "places": 0}
    with opened(tmp_path / "games.db") as door:

        def looks(call: Call) -> float:
            patterns.times = places.times = 0
            assert door.send(call).status in {200, 422}
            most.update(patterns=max(most["patterns"], patterns.times), places=max(most["places"], places.times))
            return patterns.times + places.times

        for each in targets("game"):
            if each.route == "POST /v1/letters/check":
                climb(each, random.Random(1), looks, 8)  # noqa: S311  # it picks texts

    assert 0 < most["patterns"] < PATTERNS
    assert 0 < most["places"] < PLACES


def test_words_of_an_address_that_are_no_keys_are_not_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = Counted(monkeypatch, middleware, "key_digest")
    with opened(tmp_path / "games.db") as door:
        for word, times in (("%E2%80%9C", 0), ("e" * 43 + "-", 0), ("e" * 43 + ".", 1)):
            decoded.times = 0
            assert door.send(Call("GET", "/v1/games", query=f"player={word * 4}".encode())).status in {200, 422}
            assert decoded.times == times


def test_a_tiny_run_prints_each_route_with_its_budget(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    climbing.main(["--tries", "1", "--route", "/healthz", "--folder", str(tmp_path)])

    printed = capsys.readouterr().out
    assert "| GET /healthz | 5 ms" in " ".join(printed.split())
    assert "seed 1" in printed


def test_a_cost_is_the_time_of_the_whole_process(tmp_path: Path) -> None:
    with opened(tmp_path / "games.db") as door:
        assert in_process(door)(Call("POST", "/v1/letters/check", json.dumps({"letter": LETTERS[0]}).encode())) > 0
