"""The containers of ``deploy/compose.yaml``: their secrets, what reaches which port, and what stays when they go."""

import ipaddress
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from oathbook.api.server import GRACE_SECONDS
from oathbook.api.settings.address_lists import networks_in
from oathbook.api.settings.options import Settings
from tests.docs.deployment.images import COMPOSE, SERVING, given, stages, variables
from tests.support.checkout import ROOT

Json = Any

DEPLOY: Final = ROOT / "deploy"
CADDYFILE: Final = (DEPLOY / "Caddyfile").read_text("utf-8")
IMAGE: Final = stages()[-1]
DATA: Final = given(IMAGE, "VOLUME")[0]
HARDENED: Final = {
    "read_only": True,
    "tmpfs": ["/tmp"],  # noqa: S108  # of the container
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
}


def settings_in(told: Json) -> Settings:
    """What a container is told, over what its image says."""
    every = {**variables(IMAGE), **told["services"][SERVING[0]]["environment"]}
    ours = {name.removeprefix("OATHBOOK_").lower(): value for name, value in every.items() if "OATHBOOK_" in name}
    assert {*ours} <= {*Settings.model_fields}
    return Settings.model_validate(ours)


def faults(told: Json) -> Iterator[str]:
    """What is wrong with the containers, a word each."""
    services = told["services"]
    yield from _undeclared(told)
    for name, secret in told["secrets"].items():
        path = Path(secret["file"])
        if not path.is_absolute() or path.is_relative_to(ROOT):
            yield f"secret {name} beside the sources"
    for name, service in services.items():
        if service.get("ports") and name != "proxy":
            yield f"port of {name} published"
        if not service.get("restart") or not service.get("stop_grace_period"):
            yield f"{name} not started again, or ended in the midst"
        if any(re.search(r"PASSWORD=|=.*:[^/@]+@", f"{key}={value}") for key, value in service["environment"].items()):
            yield f"password of {name} shown"
    yield from _of_ours(told)


def _undeclared(told: Json) -> Iterator[str]:
    for name, service in told["services"].items():
        service.setdefault("environment", {})
        volumes = [each.partition(":")[0] for each in service.get("volumes", ())]
        for kind, used in (
            ("services", service.get("depends_on", ())),
            ("secrets", service.get("secrets", ())),
            ("networks", service["networks"]),
            ("volumes", [each for each in volumes if each[0] not in "./"]),
        ):
            yield from (f"{each} of {name} undeclared" for each in used if each not in told[kind])


def _of_ours(told: Json) -> Iterator[str]:
    services, networks, settings = told["services"], told["networks"], settings_in(told)
    ours, at_the_database = services[SERVING[0]], services["postgres"]["networks"]
    (subnet,) = networks["oathbook"]["ipam"]["config"]
    (check,) = (line.words for line in IMAGE if line.name == "HEALTHCHECK")
    wrong = {
        "two that differ": services[SERVING[1]] != ours,
        "operations out of reach": (settings.operations_host, settings.operations_port) != ("0.0.0.0", 8001),  # noqa: S104  # so that others reach it
        "proxy out of reach": not {*ours["networks"]} & {*services["proxy"]["networks"]},
        "database within reach of the proxy": bool({*at_the_database} & {*services["proxy"]["networks"]}),
        "database with a way out": not all(
            networks[each] and networks[each].get("internal") for each in at_the_database
        ),
        "proxy not believed": networks_in(settings.proxies) != (ipaddress.ip_network(subnet["subnet"]),),
        "another question than in the image": ours["healthcheck"]["test"] != ["CMD", *check],
        "privileges left": {name: ours.get(name) for name in HARDENED} != HARDENED,
        "data lost with the container": f"log:{DATA}" not in ours["volumes"] or not _within(settings.log_key),
        "ended before it has stopped": int(ours["stop_grace_period"].removesuffix("s")) <= GRACE_SECONDS,
        "built without the driver": ours["build"] != {"context": "..", "args": {"LOCK": "postgres"}},
    }
    yield from (what for what, is_so in wrong.items() if is_so)


def _within(path: Path | None) -> bool:
    return path is not None and path.is_relative_to(DATA)


def test_the_containers_keep_what_they_should() -> None:
    assert list(faults(deepcopy(COMPOSE))) == []


def _ours(**changed: Json) -> Callable[[Json], None]:
    def change(told: Json) -> None:
        for name in SERVING:
            told["services"][name] = {**told["services"][name], **changed}

    return change


def _environment(**changed: str) -> Callable[[Json], None]:
    return _ours(environment={**COMPOSE["services"][SERVING[0]]["environment"], **changed})


def _secret_beside(told: Json) -> None:
    told["secrets"]["pgpass"]["file"] = "./secrets/pgpass"


def _undeclared_secret(told: Json) -> None:
    del told["secrets"]["pgpass"]


def _one_differs(told: Json) -> None:
    told["services"]["oathbook-2"] = {**told["services"]["oathbook-2"], "read_only": False}


def _another_subnet(told: Json) -> None:
    told["networks"]["oathbook"]["ipam"]["config"][0]["subnet"] = "172.30.78.0/24"


def _database_for_all(told: Json) -> None:
    told["services"]["postgres"]["networks"].append("oathbook")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_secret_beside, ["secret pgpass beside the sources"]),
        (_undeclared_secret, ["pgpass of oathbook-1 undeclared", "pgpass of oathbook-2 undeclared"]),
        (_one_differs, ["two that differ"]),
        (_another_subnet, ["proxy not believed"]),
        (_database_for_all, ["database within reach of the proxy", "database with a way out"]),
        (_ours(ports=["8001:8001"]), ["port of oathbook-1 published", "port of oathbook-2 published"]),
        (_ours(networks=["database"]), ["proxy out of reach"]),
        (_ours(cap_drop=[]), ["privileges left"]),
        (_ours(healthcheck={"test": ["CMD", "true"]}), ["another question than in the image"]),
        (_ours(volumes=[]), ["data lost with the container"]),
        (_ours(stop_grace_period="5s"), ["ended before it has stopped"]),
        (_ours(build={"context": ".."}), ["built without the driver"]),
        (_environment(OATHBOOK_OPERATIONS_HOST="127.0.0.1"), ["operations out of reach"]),
        (_environment(OATHBOOK_LOG_KEY="/tmp/log-key"), ["data lost with the container"]),  # noqa: S108  # it goes
        (_environment(PGPASSWORD="x"), ["password of oathbook-1 shown", "password of oathbook-2 shown"]),
        (
            _environment(OATHBOOK_DB="postgresql://oathbook:x@postgres/games"),
            ["password of oathbook-1 shown", "password of oathbook-2 shown"],
        ),
    ],
)
def test_each_fault_of_them_is_noticed(change: Callable[[Json], None], said: list[str]) -> None:
    told = deepcopy(COMPOSE)
    change(told)

    assert list(faults(told)) == said


def test_every_variable_is_read_by_somebody() -> None:
    named = {*COMPOSE["services"][SERVING[0]]["environment"]}
    files = [value for service in COMPOSE["services"].values() for value in service.get("environment", {}).values()]

    assert {each for each in named if not each.startswith("OATHBOOK_")} == {"PGPASSFILE"}
    assert {each for each in files if each.startswith("/run/")} == {
        f"/run/secrets/{name}" for name in COMPOSE["secrets"]
    }
    assert str(settings_in(COMPOSE).db) == "postgresql://oathbook@postgres:5432/games"


def test_the_proxy_passes_requests_to_where_the_service_listens() -> None:
    upstreams = re.findall(r"([\w.-]+):(\d+)", CADDYFILE)

    assert upstreams == [(name, str(settings_in(COMPOSE).port)) for name in SERVING]
    assert "flush_interval -1" in CADDYFILE, "event streams must not wait in the proxy"
    assert CADDYFILE.count("{") == CADDYFILE.count("}")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in COMPOSE["services"]["proxy"]["volumes"]
