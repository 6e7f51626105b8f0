"""Rulesets of other distributions: found by their entry points, named in records, and a faulty one is nobody else's."""

import importlib
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.errors import EditionTaken, UnknownEdition
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets import registry
from oathbook.domain.rulesets.kit.setups import origin_of
from oathbook.domain.rulesets.registry import load_registry, own_origin
from oathbook.domain.rulesets.ruleset_plugins import load_ruleset_plugins
from oathbook.replays.verification import verify
from tests.support.checkout import ROOT
from tests.support.playing import Json, sources
from tests.support.serving import HOST, await_read_models, digest_of, key_of, problem_of, served
from tests.unit.api.running import oathbook

GAME = """
from msgspec.structs import replace

from oathbook.domain.rulesets.kit.setups import origin_of
from tests.minigame.ruleset import MINIGAME


RULESET = replace(MINIGAME, edition=replace(MINIGAME.edition, key="{key}", origin={origin}))
BOTH = (RULESET, RULESET.edition)
"""
SEATS: Json = {"seats": [{"seat": "red"}, {"seat": "blue"}, {"seat": "green"}], "components": "mixed"}

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Install]:
    """Puts a distribution where Python finds it, as an installer would; in the end it is gone."""

    def installing(
        name: str, module: str, *, key: str = "river/1", origin: str = "", names: str = "RULESET", code: str = GAME
    ) -> None:
        info = tmp_path / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[oathbook.rulesets]\n{module} = {module}:{names}\n")
        origin = repr(origin) if origin else f'origin_of("{name}")'
        (tmp_path / f"{module}.py").write_text(code.replace("{key}", key).replace("{origin}", origin))
        importlib.invalidate_caches()
        load_ruleset_plugins.cache_clear()

    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield installing
    monkeypatch.undo()
    load_ruleset_plugins.cache_clear()


def test_a_ruleset_of_another_distribution_is_installed_beside_ours(install: Install) -> None:
    install("oathbook-river", "river_one")

    assert {"river/1", "knights_duty/1"} <= load_registry().by_key.keys()
    assert load_registry().faults == {}
    assert load_registry().ruleset("river/1").edition.origin == origin_of("oathbook-river") == "oathbook-river 1.0"


def test_it_is_listed_with_where_it_is_from(install: Install) -> None:
    install("oathbook-river", "river_two")

    rows = {row.split()[0]: row for row in oathbook("rulesets").text.splitlines()}
    listed = {each["key"]: each["origin"] for each in oathbook("rulesets", "--json").json}

    assert rows["river/1"].endswith("  oathbook-river 1.0")
    assert rows["heirless/e1"].endswith(f"  {own_origin()}")
    assert (listed["river/1"], listed["heirless/e1"]) == ("oathbook-river 1.0", own_origin())


def test_a_record_says_who_decided_it_and_verify_says_it_as_well(install: Install, tmp_path: Path) -> None:
    """Our own records say nothing of it, and have the bytes that they always had."""
    install("oathbook-river", "river_three")
    ruleset = load_registry().ruleset("river/1")
    setup = resolve_setup(ruleset, parse_setup(SEATS, where="setup"), where="setup")
    record = MemoryWriter.open(ruleset, setup, sources("river")).record
    path = tmp_path / "river.jsonl"
    path.write_bytes(record_text(record))

    assert b'"origin":"oathbook-river 1.0"' in record_text(record)
    read = whole_record_from(path.read_bytes(), load_registry().ruleset, where="river")
    assert read.opened.origin == "oathbook-river 1.0"
    assert verify(record).status == "sound"
    assert "  decided by oathbook-river 1.0\n" in oathbook("verify", path).text
    told = oathbook("verify", path, "--json").json[0]
    assert (told["decided_by"], told["checked_with"]) == ("oathbook-river 1.0", "oathbook-river 1.0")


def test_verify_says_when_other_rules_check_than_decided(install: Install, tmp_path: Path) -> None:
    install("oathbook-river", "river_four")
    ruleset = load_registry().ruleset("river/1")
    setup = resolve_setup(ruleset, parse_setup(SEATS, where="setup"), where="setup")
    path = tmp_path / "river.jsonl"
    path.write_bytes(record_text(MemoryWriter.open(ruleset, setup, sources("river")).record))
    info = next(tmp_path.glob("*.dist-info"))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: oathbook-river\nVersion: 1.1\n")
    (tmp_path / "river_five.py").write_text((tmp_path / "river_four.py").read_text())
    (info / "entry_points.txt").write_text("[oathbook.rulesets]\nriver = river_five:RULESET\n")
    load_ruleset_plugins.cache_clear()

    assert "  decided by oathbook-river 1.0, checked with oathbook-river 1.1\n" in oathbook("verify", path).text


def test_two_distributions_with_one_edition_are_refused_by_their_names(install: Install) -> None:
    install("oathbook-river", "river_six")
    install("oathbook-brook", "brook_six")

    with pytest.raises(EditionTaken, match="edition 'river/1' is brought by two distributions: oathbook-"):
        load_registry()
    refused = oathbook("rulesets")
    assert (refused.code, refused.complaint.count("1.0")) == (2, 2)


def test_an_edition_of_ours_cannot_be_brought_by_others(install: Install) -> None:
    install("oathbook-heirs", "heirs", key="heirless/e1")

    with pytest.raises(EditionTaken, match=f"'heirless/e1' is brought by two distributions: {own_origin()} and "):
        load_registry()


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"code": "raise RuntimeError('no river today')"}, "RuntimeError: no river today"),
        ({"names": "BRIDGE"}, "AttributeError: module 'faulty' has no attribute 'BRIDGE'"),
        ({"code": "RULESET = 7"}, "it has no edition: an entry point names a ruleset, or a tuple of them"),
        (
            {"origin": "somebody 1.0"},
            "river/1 says that it is from “somebody 1.0”, and it is from “oathbook-river 1.0”",
        ),
        (
            {"code": GAME + "class Bare:\n    edition = RULESET.edition\nRULESET = Bare()"},
            "river/1 does not answer samples, ",
        ),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named_and_leaves_the_others(
    how: dict[str, str], says: str, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "faulty", raising=False)
    install("oathbook-river", "faulty", **how)

    found = load_registry()

    assert "river/1" not in found.by_key
    assert found.faults["faulty of oathbook-river 1.0"].startswith(says)
    with pytest.raises(UnknownEdition, match=r"installed: .*; faulty of oathbook-river 1\.0 could not be loaded: "):
        found.ruleset("river/1")
    assert f"faulty of oathbook-river 1.0 could not be loaded: {says}" in oathbook("rulesets").err
    assert oathbook("rulesets").code == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("knights_duty", "knights_duty/1"),
        ("knights-duty/1", "knights_duty/1"),
        ("Knights Duty", "knights_duty/1"),
        ("knigths_duty/1", "knights_duty/1"),
        ("heirless", "heirless/e1 or heirless/e2"),
        ("heirles/e2", "heirless/e2"),
        ("heirless/e3", "heirless/e1 or heirless/e2"),
        ("gloomhaven", "gloomhaven_attack/fh or gloomhaven_attack/gh1"),
    ],
)
def test_an_edition_that_is_spelled_like_another_is_suggested_and_is_there(typed: str, meant: str) -> None:
    with pytest.raises(
        UnknownEdition, match=f"edition “{typed}”; did you mean (.*)\\? Installed: cube_bag/g1"
    ) as refused:
        load_registry().ruleset(typed)

    assert f"did you mean {meant}? " in str(refused.value)
    assert [oathbook("rulesets", each).code for each in meant.split(" or ")] == [0] * len(meant.split(" or "))


@pytest.mark.parametrize("typed", ["solitaire/1", "kni", "", "/1", "x" * 200_000])
def test_an_edition_like_none_suggests_none(typed: str) -> None:
    with pytest.raises(UnknownEdition, match="; installed: cube_bag/g1, "):
        load_registry().ruleset(typed)


def test_a_checkout_that_was_never_installed_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "OWN_DISTRIBUTION", "no-such-distribution")

    assert own_origin() == "no-such-distribution"


def test_a_tuple_brings_several(install: Install) -> None:
    code = GAME + "ALL = (RULESET, replace(RULESET, edition=replace(RULESET.edition, key='river/2')))\n"
    install("oathbook-river", "rivers", names="ALL", code=code)

    assert {"river/1", "river/2"} <= load_registry().by_key.keys()


def test_a_service_plays_it_and_names_it_when_it_is_gone(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of a ruleset that was uninstalled is answered with what is missing; other games go on, and are listed."""
    install("oathbook-river", "river_served")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    db = tmp_path / "games.db"
    with served(db, sources("brought")) as client:
        river = client.post("/v1/games", json={"edition": "river/1", **with_keys(SEATS)}).json()["game"]
        ours = client.post("/v1/games", json={"edition": "knights_duty/1", **with_keys(OURS)}).json()["game"]
        assert client.get(f"/v1/games/{river}/frames").status_code == 200
        assert client.get(f"/games/{river}").status_code == 200
        assert [each["origin"] for each in listed(client) if each["key"] == "river/1"] == ["oathbook-river 1.0"]
        assert catalogue(client) == {river, ours}

    with monkeypatch.context() as gone:
        gone.setattr(sys, "path", [each for each in sys.path if each != str(tmp_path)])
        gone.setenv("PYTHONPATH", str(ROOT))
        load_ruleset_plugins.cache_clear()
        with served(db, sources("gone")) as client:
            asked = client.get(f"/v1/games/{river}")
            assert problem_of(asked) == (404, "unknown-edition")
            assert "no ruleset is installed for edition “river/1”" in asked.json()["detail"]
            assert client.get(f"/v1/games/{ours}").status_code == 200
            assert catalogue(client) == {ours}

    load_ruleset_plugins.cache_clear()
    with served(db, sources("again")) as client:
        assert client.get(f"/v1/games/{river}").status_code == 200
        assert catalogue(client) == {river, ours}


def catalogue(client: TestClient) -> set[str]:
    """The games that the read models list."""
    await_read_models(client)
    return {each["game"] for each in client.get("/v1/games").json()["games"]}


OURS: Json = {"seats": [{"seat": "ash"}, {"seat": "birch"}], "components": "knights-duty-sample-1"}


def with_keys(setup: Json) -> Json:
    """A setup with the digests of keys that the tests know."""
    seats = [{**each, "key": digest_of(key_of(each["seat"]))} for each in setup["seats"]]
    return {**setup, "seats": seats, "host_key": digest_of(key_of(HOST))}


def listed(client: TestClient) -> list[dict[str, str]]:
    found: list[dict[str, str]] = client.get("/v1/rulesets").json()["rulesets"]
    return found
