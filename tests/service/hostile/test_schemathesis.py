"""Whatever the description of the service lets a program send is answered as it describes."""

# The library leaves the parameters of its generic types open, so pyright cannot know what they are.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownParameterType=false
# pyright: reportUnknownArgumentType=false

from collections import Counter
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CheckFunction, load_all_checks, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.python.asgi import get_client, shutdown_lifespans
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from oathbook.api.app import create_app
from oathbook.api.http import read_your_writes as waiting
from oathbook.api.service import Service
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.domain.rulesets.registry import load_registry
from tests.service.door import LINES
from tests.support.playing import Json, small_game, sources
from tests.support.serving import HOST, key_of, to_open

CHECKS: Final[list[CheckFunction]] = [not_a_server_error, content_type_conformance, status_code_conformance]
"""The schema of an answer is a fourth, but not of a stream, whose text has none."""

STREAM: Final = "/v1/games/{game}/stream"
DECISIONS: Final = "/v1/games/{game}/decisions"
LEAST_QUICK, LEAST_LONG = 200, 4_000
"""Cases of a run."""

FURTHER: Final = 0.1
"""Of them have to be answered with something else than a problem."""

quickly: Final = settings(
    max_examples=6,
    phases=[Phase.generate],
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
thoroughly: Final = settings(quickly, max_examples=150, phases=[Phase.explicit, Phase.generate])
"""With what the schema gives as examples, and with each of its bounds."""


class Place(NamedTuple):
    """A service with a game that is over and one that is running, and how often it has answered with which status."""

    schema: schemathesis.BaseSchema
    over: str
    running: str
    statuses: Counter[int]

    @property
    def cases(self) -> int:
        """How many there were."""
        return sum(self.statuses.values())

    @property
    def good(self) -> int:
        """How many of them were answered as was asked for."""
        return sum(count for status, count in self.statuses.items() if status < 400)

    def meet(self, case: schemathesis.Case[Any]) -> None:
        """Send a case, most of them led further than they would come by themselves, and check the answer."""
        digits = int(sha256(repr((case.path_parameters, case.query, case.body)).encode()).hexdigest(), 16)
        self._lead(case, digits)
        answer = case.call()
        self.statuses[answer.status_code] += 1
        by_schema = [] if case.operation.path == STREAM else [response_schema_conformance]
        case.validate_response(answer, checks=[*CHECKS, *by_schema])

    def _lead(self, case: schemathesis.Case[Any], digits: int) -> None:
        """To a game that is there, with a key, at a position that it has, about rules that are installed."""
        is_decision = case.operation.path == DECISIONS
        is_running = is_decision or (digits % 2 == 1 and case.operation.path != STREAM)
        game = self.running if is_running else self.over
        there = {"game": game, "position": digits % 15, "ruleset": "knights_duty", "edition": "1", "clause": "KD-2.1"}
        there["promise"] = f"p{1 + digits % 3}"
        if digits % 5:
            named = case.path_parameters
            case.path_parameters = {**named, **{name: value for name, value in there.items() if name in named}}
        if digits % 7 and is_running:
            case.headers["Authorization"] = f"Bearer {key_of(('ash', 'birch', HOST)[digits % 3])}"
        if digits % 11 and is_decision:
            case.headers["If-Match"] = "*"
            if digits % 13 < 3:
                case.body = {"decision": {"kind": "lay_plan", "slots": ["bow"]}}
        if digits % 3 and isinstance(case.body, dict) and "game" in case.body:
            cast("Json", case.body)["game"] = game


def lines_from(_: object, value: object) -> bytes:
    """A body of lines: the text that was made up, alone or put somewhere into a record or a transcript."""
    text = str(value).encode("utf-8", "replace")
    kept = [record_text(small_game()), b"".join(line + b"\n" for line in transcript_lines(small_game())), text]
    into = kept[len(text) % 3]
    at = int(sha256(text).hexdigest(), 16) % (len(into) + 1)
    return into[:at] + text + into[at:]


@pytest.fixture
def place(tmp_path: Path) -> Generator[Place]:
    """A service that describes itself, in this process."""
    schemathesis.serializer("application/x-ndjson")(lines_from)
    app = create_app(Service(tmp_path / "games.db", load_registry(), sources("described"), address="http://test"))
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=schemathesis.Config(seed=1))
    with get_client(cast("Any", app)) as client:
        kept = client.post("/v1/records", data=record_text(small_game()), headers=LINES).json()
        begun = client.post("/v1/games", json=to_open()).json()
    yield Place(schema, kept["game"], begun["game"], Counter())
    shutdown_lifespans()


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a position that a game has not reached: thousands of cases would."""
    monkeypatch.setattr(waiting, "WAIT_SECONDS", 0.01)


def met(place: Place, modes: list[HypothesisTestMode], how: settings) -> list[str]:
    """Send cases to every operation that is described, and say what is wrong with which answer."""
    load_all_checks()
    wrong: list[str] = []
    for found in place.schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        config = HypothesisTestConfig(place.schema.config, modes, explicit_settings=how, seed=1)
        try:
            create_test(operation=operation, test_func=place.meet, config=config)()
        except Exception as problem:  # noqa: BLE001  # because the other operations are to be tried as well
            wrong.append(f"{operation.label}: {problem!r} {getattr(problem, 'exceptions', '')!r}")
    return wrong


@pytest.mark.gate
def test_cases_made_up_from_the_description_are_answered_as_described(place: Place) -> None:
    wrong = met(place, [HypothesisTestMode.FUZZING], quickly)

    assert wrong == [], "\n".join(wrong)
    assert place.cases >= LEAST_QUICK
    assert place.good >= FURTHER * place.cases


@pytest.mark.slow
def test_thousands_of_them_are_and_each_bound_of_the_description_is(place: Place) -> None:
    wrong = met(place, [*HypothesisTestMode], thoroughly)

    print(dict(place.statuses))  # noqa: T201  # because the figures are wanted
    assert wrong == [], "\n".join(wrong)
    assert place.cases >= LEAST_LONG
    assert place.good >= FURTHER * place.cases
