"""Behind a proxy, and with a port for the operator: whose address counts, and what is answered where."""

from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from tests.support.processes import PATIENCE
from tests.support.sampling import some
from tests.support.serving import Process, Response, Table, bearer, problem_of, process_on

FEW = 3
LIMIT = ("--limit-wrong-keys", f"{FEW}/hour")
ANSWERED = {200, 503}
"""The second until the read models are ready."""

OPERATIONS = ("/healthz", "/readyz", "/metrics")


def guess(process: Process, *forwarded: str) -> int:
    """The status of a wrong key that came for these."""
    with process.client() as client:
        headers = [*bearer("nobody").items(), *(("X-Forwarded-For", each) for each in forwarded)]
        return client.get(f"{Table.opened(client).path}/options", headers=headers).status_code


@pytest.mark.parametrize("proxies", some(["10.0.0.0/8, 127.0.0.1", "127.0.0.1", "127.0.0.9/8"], 1))
def test_a_proxy_says_whose_wrong_keys_they_are(proxies: str, tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db", *LIMIT, "--proxies", proxies) as process:
        said = [guess(process, "203.0.113.1") for _ in range(FEW + 1)]

        assert said == [401] * FEW + [429]
        assert guess(process, "203.0.113.2") == 401
        assert guess(process, "203.0.113.2, 203.0.113.1") == 429, "who wrote the first of them is not known"
        assert guess(process, "203.0.113.2", "203.0.113.1") == 429


@pytest.mark.parametrize("options", [("--proxies", "10.0.0.0/8"), pytest.param((), marks=pytest.mark.gate)])
def test_nobody_else_is_believed(options: tuple[str, ...], tmp_path: Path) -> None:
    """The control: wrong keys count for whoever sent them, whatever they say."""
    with process_on(tmp_path / "games.db", *LIMIT, *options) as process:
        said = [guess(process, f"203.0.113.{number}") for number in range(FEW + 1)]

    assert said == [401] * FEW + [429]


def test_a_proxy_has_as_many_connections_as_it_needs(tmp_path: Path) -> None:
    options = ("--limit-connections", "2", "--proxies", "127.0.0.1")
    with process_on(tmp_path / "games.db", *options) as process, process.client() as first:
        first.get("/healthz")
        with process.client() as second, process.client() as third:
            assert [each.get("/healthz").status_code for each in (second, third, first)] == [200] * 3


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Process, str]]:
    """A process with a port for operations, and the address of that."""
    options = ("--operations-port", "0", "--operations-host", "127.0.0.7")
    with process_on(tmp_path_factory.mktemp("apart") / "games.db", *options) as process:
        yield process, process.line().removeprefix("operations: ")


def asked(address: str, path: str) -> Response:
    """The response to a look at an address."""
    with httpx2.Client(base_url=address, timeout=PATIENCE, trust_env=False) as client:
        return client.get(path)


@pytest.mark.parametrize("path", OPERATIONS)
def test_what_is_for_the_operator_is_at_that_port_alone(path: str, apart: tuple[Process, str]) -> None:
    process, operations = apart

    assert asked(operations, path).status_code in ANSWERED
    assert problem_of(asked(process.address, path)) == (404, "not-found")


def test_an_address_with_a_line_feed_behind_it_leads_nowhere(apart: tuple[Process, str]) -> None:
    """A route is found there, too, but not what keeps its address from others."""
    process, operations = apart

    for address in (process.address, operations):
        for path in (*OPERATIONS, "/v1/problems", "/v1/records", "/"):
            answered = asked(address, f"{path}%0A")
            assert problem_of(answered) == (404, "not-found"), path
            assert "x-request-id" in answered.headers


def test_the_operators_have_an_address_of_their_own(apart: tuple[Process, str]) -> None:
    _, operations = apart

    assert operations.startswith("http://127.0.0.7:")
    with pytest.raises(httpx2.ConnectError):
        asked(operations.replace("127.0.0.7", "127.0.0.1"), "/healthz")


@pytest.mark.gate
def test_by_default_that_is_loopback_wherever_the_service_is(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.7", "--operations-port", "0")
    with process_on(tmp_path / "games.db", *options) as process:
        assert process.address.startswith("http://127.0.0.7:")
        assert process.line().startswith("operations: http://127.0.0.1:")


@pytest.mark.parametrize("path", ["/", "/v1/games", "/openapi.json"])
def test_nothing_else_is_there(path: str, apart: tuple[Process, str]) -> None:
    process, operations = apart

    assert asked(process.address, path).status_code == 200
    assert problem_of(asked(operations, path)) == (404, "not-found")


@pytest.mark.gate
def test_without_the_option_they_are_with_the_rest(tmp_path: Path) -> None:
    """The control."""
    with process_on(tmp_path / "games.db") as process:
        assert {asked(process.address, path).status_code for path in OPERATIONS} <= ANSWERED
