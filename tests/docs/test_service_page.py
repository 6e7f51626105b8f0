"""Every example of ``docs/service.md`` is sent, in the order of the page, and answered as the page says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.service import Service
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.support.checkout import ROOT

PAGE = (ROOT / "docs" / "service.md").read_text("utf-8")
EXAMPLE = re.compile(r"^```http\n(.*?)^```", re.MULTILINE | re.DOTALL)
MORE = "…"
Json = Any


def examples() -> Iterator[tuple[str, dict[str, str], str, int, str]]:
    """Request line, headers and body of each example, and the status and answer that stand there."""
    for block in EXAMPLE.findall(PAGE):
        *request, answer = re.split(r"\n\n", block.strip())
        head, *body = request
        line, *headers = head.splitlines()
        status, _, told = answer.partition("\n")
        yield line, dict(each.split(": ", 1) for each in headers), "".join(body), int(status), told


def filled(text: str, known: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), text)


def learned(told: Json, answered: Json, known: dict[str, str]) -> None:
    """Take over what a name in braces stands for."""
    if isinstance(told, str) and (found := re.fullmatch(r"\{(\w+)\}", told)):
        known.setdefault(found[1], answered)
    elif isinstance(told, dict):
        for key, inner in cast("dict[str, Any]", told).items():
            learned(inner, answered.get(key), known)


def fits(told: Json, answered: Json) -> bool:
    """Whether an answer is what the page says; where the page has ``…`` it may hold more."""
    if isinstance(told, dict):
        fields = cast("dict[str, Any]", told)
        wanted = {key: inner for key, inner in fields.items() if key != MORE}
        enough = MORE in fields or wanted.keys() == answered.keys()
        return enough and all(key in answered and fits(inner, answered[key]) for key, inner in wanted.items())
    if isinstance(told, list):
        items = cast("list[Any]", told)
        wanted_items = [each for each in items if each != MORE]
        enough = MORE in items or len(wanted_items) == len(answered)
        return enough and all(map(fits, wanted_items, answered))
    return bool(told == answered)


def as_json(text: str) -> Json:
    """The page's short way as JSON: a lone ``…`` stands for a member or an item of that name."""
    whole = re.sub(r"([\[{,]\s*)…(?=\s*[\]}])", rf'\1"{MORE}"', text)
    return json.loads(re.sub(rf'"{MORE}"(?=\s*}})', rf'"{MORE}":0', whole))


def test_every_example_is_answered_as_the_page_says(tmp_path: Path) -> None:
    service = Service(tmp_path / "games.db", load_registry(), system_sources(), address="http://test")
    known: dict[str, str] = {}
    sent = 0
    with TestClient(create_app(service)) as client:
        for line, headers, body, status, told in examples():
            method, path = filled(line, known).split(" ")
            kind = {"Content-Type": "application/json"} if body else {}
            filled_headers = {name: filled(value, known) for name, value in headers.items()}

            content = filled(body, known) or None
            response = client.request(method, path, headers={**kind, **filled_headers}, content=content)

            assert response.status_code == status, f"{line}: {response.text}"
            learned(as_json(told), response.json(), known)
            assert fits(as_json(filled(told, known)), response.json()), f"{line}: {response.text}"
            sent += 1
    assert sent == len(EXAMPLE.findall(PAGE)) > 0


@pytest.mark.parametrize(
    ("told", "answered", "expected"),
    [
        ('{"a": 1}', {"a": 1}, True),
        ('{"a": 1}', {"a": 1, "b": 2}, False),
        ('{"a": 1, …}', {"a": 1, "b": 2}, True),
        ('{"a": 1, …}', {"b": 2}, False),
        ('{"a": [{"b": 1, …}, …]}', {"a": [{"b": 1, "c": 2}, 3]}, True),
        ('{"a": [1]}', {"a": [1, 2]}, False),
        ('{"a": [1, …]}', {"a": [2]}, False),
    ],
)
def test_an_answer_that_is_not_what_the_page_says_is_noticed(told: str, answered: Json, *, expected: bool) -> None:
    assert fits(as_json(told), answered) is expected
