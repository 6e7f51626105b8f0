"""The names that a service answers to: a page of a strange site can have its own name lead to this machine."""

from pathlib import Path

import httpx2
import pytest

from oathbook.api.server import settings_of
from oathbook.api.settings.policy import Policy, policy_of
from oathbook.domain.errors import BadRecord
from tests.support.serving import Process, problem_of, process_on

REFUSED = (421, "misdirected-request")
ON_LOOPBACK = ("localhost", "LOCALHOST:1", "127.0.0.1", "127.9.8.7:8000", "[::1]", "[::1]:80", "localhost.")
STRANGE = (
    *("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.7"),
    *("notlocalhost", "evil.example@127.0.0.1", "127.0.0.1 evil.example", "[::2]", "::1", "", "[localhost]"),
)


def status_of(process: Process, host: str, path: str = "/v1/games") -> int:
    with process.client() as client:
        return client.get(path, headers={"Host": host}).status_code


def test_on_the_loopback_only_names_of_the_loopback_are_answered(tmp_path: Path) -> None:
    """Not even health, metrics or what has no address here; a page names the refusal too."""
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        for host in ON_LOOPBACK:
            assert client.get("/v1/games", headers={"Host": host}).status_code == 200, host
        for host in STRANGE:
            refused = client.get("/v1/games", headers={"Host": host})
            assert problem_of(refused) == REFUSED, host
        for path in ("/", "/healthz", "/metrics", "/static/site.css", "/nowhere", "/log/keys", "/openapi.json"):
            assert problem_of(client.get(path, headers={"Host": "evil.example"})) == REFUSED, path
        posted = client.post("/v1/games", headers={"Host": "evil.example"}, json={})
        page = client.get("/", headers={"Host": "evil.example", "Accept": "text/html"})

    assert problem_of(posted) == REFUSED
    assert (page.status_code, "evil" in page.text) == (421, False)
    assert not [line for line in process.log if "evil" in str(line)]


def test_names_that_are_given_are_answered_and_addresses_for_probes(tmp_path: Path) -> None:
    options = ("--host-name", "Games.Example.org", "--host-name", "club.example")
    with process_on(tmp_path / "games.db", *options) as process:
        for host in ("games.example.org", "GAMES.example.org.:443", "club.example", "localhost", "10.0.0.7:8000"):
            assert status_of(process, host) == 200, host
        for host in ("example.org", "evil.games.example.org", "games.example.org.evil.example"):
            assert status_of(process, host) == 421, host


def test_the_port_for_operations_has_its_own_names(tmp_path: Path) -> None:
    options = ("--host-name", "games.example.org", "--operations-port", "0")
    with process_on(tmp_path / "games.db", *options) as process:
        operations = process.line().removeprefix("operations: ")
        said = [
            httpx2.get(f"{operations}/healthz", headers={"Host": host}, trust_env=False).status_code
            for host in ("127.0.0.1:8001", "localhost", "games.example.org", "evil.example")
        ]

    assert said == [200, 200, 421, 421]


def policy(**given: str) -> Policy:
    return policy_of(settings_of(given), print)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "box.example"])  # noqa: S104  # nothing listens
def test_elsewhere_any_name_is_answered_until_names_are_given(host: str) -> None:
    """As in a container, whose proxy and probes name it as they like."""
    everywhere = policy(host=host, operations_host=host)
    named = policy(host=host, operations_host=host, host_name="a.example, b.example")

    assert (everywhere.host_names, everywhere.operations_host_names) == (None, None)
    assert named.host_names is not None
    assert [named.host_names.has(name) for name in ("a.example", "b.example:1", "c.example")] == [True, True, False]
    assert named.operations_host_names is None


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "localhost", "::1"])
def test_a_proxy_on_the_same_machine_passes_on_any_name_until_names_are_given(host: str) -> None:
    alone, proxied = policy(host=host), policy(host=host, proxies="127.0.0.1")
    named = policy(host=host, proxies="127.0.0.1", host_name="a.example")

    assert alone.host_names is not None
    assert not alone.host_names.has("a.example")
    assert proxied.host_names is None
    assert named.host_names is not None
    assert (named.host_names.has("a.example"), named.host_names.has("b.example")) == (True, False)


@pytest.mark.parametrize("name", ["https://a.example", "a.example:443", "a.example/b", "*", "*.example", "a..example"])
def test_what_is_no_host_name_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(BadRecord, match=r"OATHBOOK_HOST_NAME: .*is no host name"):
        settings_of({"host_name": f"b.example,{name}"})
