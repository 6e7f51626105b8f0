"""Who may rule, and do what not everyone may: the files of keys, and `oathbook key`."""

from pathlib import Path

import pytest

from oathbook.api.settings.key_files import MOST_KEYS, Arbiters, KeyHolder, arbiters_in, keys_in
from oathbook.domain.disputes.dispute_events import Arbiter
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.bearer_keys import key_digest
from tests.support.serving import digest_of, key_of
from tests.unit.api.running import oathbook

KEY, OTHER = digest_of(key_of("Ada")), digest_of(key_of("Bo"))


def one(name: str, key: str) -> str:
    """An arbiter, as they stand in the file."""
    return f'[[arbiter]]\nname = "{name}"\nkey = "{key}"\n'


def written(folder: Path, text: str) -> Path:
    """A file of arbiters."""
    path = folder / "arbiters.toml"
    path.write_text(text, "utf-8")
    return path


def test_an_arbiter_is_known_by_the_digest_of_their_key(tmp_path: Path) -> None:
    found = arbiters_in(written(tmp_path, one("Ada Ł", KEY) + one("Bo", OTHER)))

    assert found.with_key(KEY) == Arbiter("Ada Ł")
    assert found.with_key(OTHER) == Arbiter("Bo")
    assert found.with_key(digest_of(key_of("ash"))) is None
    assert found.with_key("") is None
    assert Arbiters().with_key(KEY) is None


def test_a_file_may_name_nobody(tmp_path: Path) -> None:
    assert arbiters_in(written(tmp_path, "# nobody yet\n")) == Arbiters()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[arbiter]\n", "arbiters.toml: "),
        (one("Ada", "12"), "key"),
        (one("Ada", KEY.upper()), "key"),
        (one("", KEY), "name"),
        (one(" Ada", KEY), "name"),
        (one("x" * 201, KEY), "name"),
        ('[[arbiter]]\nname = "Ada"\n', "missing required field `key`"),
        (one("Ada", KEY) + "role = 1\n", "unknown field `role`"),
        (one("Ada", KEY) + one("ADA", OTHER), "two arbiters have the same name"),
        (one("Bob B", KEY) + one("bob  B", OTHER), "two arbiters have the same name"),
        (one("Ada", KEY) + one("Bo", KEY), "two arbiters have the same key"),
        ("".join(one(f"a{n}", f"{n:064x}") for n in range(MOST_KEYS + 1)), "length <= 1000"),
    ],
)
def test_a_file_that_names_nobody_clearly_is_refused(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=says):
        arbiters_in(written(tmp_path, text))


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")

    assert "bytes.toml" in oathbook("serve", "--db", tmp_path / "a.db", "--port", "0", "--arbiters", "bytes.toml").err
    with pytest.raises(BadRecord, match=r"bytes\.toml"):
        arbiters_in(tmp_path / "bytes.toml")


def test_as_many_arbiters_as_there_may_be_are_read(tmp_path: Path) -> None:
    text = "".join(one(f"a{n}", f"{n:064x}") for n in range(MOST_KEYS))

    assert len(arbiters_in(written(tmp_path, text)).by_digest) == MOST_KEYS


def test_listed_keys_are_known_with_what_they_may_do(tmp_path: Path) -> None:
    said = oathbook("key", "--json", "--name", 'The "Club"', "--may", "open", "--may", "dispute").json
    path = written(tmp_path, said["tables"][0])

    assert keys_in(path).with_key(said["digest"]) == KeyHolder('The "Club"', frozenset({"open", "dispute"}))
    assert keys_in(path).with_key(KEY) is None


@pytest.mark.parametrize(
    ("may", "says"),
    [
        ("", "missing required field `may`"),
        ("may = []", "length >= 1"),
        ('may = ["rule"]', "may"),
        ('may = "open"', "may"),
        ('may = ["open"]\nuntil = 1', "unknown field `until`"),
        (f'may = ["open"]\n[[key]]\nname = "B"\nkey = "{KEY}"\nmay = ["open"]', "two keys have the same key"),
    ],
)
def test_a_file_of_keys_that_makes_no_sense_is_refused(may: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=says):
        keys_in(written(tmp_path, f'[[key]]\nname = "A"\nkey = "{KEY}"\n{may}\n'))


@pytest.mark.parametrize("option", ["--open-to", "--disputes-from"])
def test_keys_are_needed_where_not_everyone_may(option: str, tmp_path: Path) -> None:
    refused = oathbook("serve", "--db", tmp_path / "a.db", "--port", "0", option, "key")

    assert (refused.code, "--keys" in refused.err) == (2, True)


def test_an_arbiter_gets_a_table_of_their_own(tmp_path: Path) -> None:
    said = oathbook("key", "--json", "--name", "Ada", "--may", "rule", "--may", "import").json
    keys, arbiter = said["tables"]

    assert keys_in(written(tmp_path, keys)).with_key(said["digest"]) == KeyHolder("Ada", frozenset({"import"}))
    assert arbiters_in(written(tmp_path, arbiter)).with_key(said["digest"]) == Arbiter("Ada")


@pytest.mark.parametrize("name", ["", " Ada", "A\x7fda"])
def test_a_table_needs_a_name(name: str) -> None:
    assert oathbook("key", "--name", name, "--may", "open").code == 2


def test_a_key_is_made_with_its_digest() -> None:
    one, other = oathbook("key", "--json").json, oathbook("key", "--json").json

    assert one["digest"] == key_digest(one["key"]) == digest_of(one["key"])
    assert one["key"] != other["key"]
    assert [line.split()[0] for line in oathbook("key").text.splitlines()] == ["key", "digest"]
