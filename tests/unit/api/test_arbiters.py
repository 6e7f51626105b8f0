"""Who may rule: the file of the arbiters, and the keys they are known by (api/arbiters.py, `oathbook key`)."""

from pathlib import Path

import pytest

from api.settings import MOST_ARBITERS, Arbiters, arbiters_in
from domain.disputes.events import Arbiter
from domain.errors import BadRecord
from domain.recording.format.bearer_keys import digest_in
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
        ("".join(one(f"a{n}", f"{n:064x}") for n in range(MOST_ARBITERS + 1)), "length <= 1000"),
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
    text = "".join(one(f"a{n}", f"{n:064x}") for n in range(MOST_ARBITERS))

    assert len(arbiters_in(written(tmp_path, text)).by_digest) == MOST_ARBITERS


def test_a_key_is_made_with_its_digest() -> None:
    one, other = oathbook("key", "--json").json, oathbook("key", "--json").json

    assert one["digest"] == digest_in(one["key"]) == digest_of(one["key"])
    assert one["key"] != other["key"]
    assert [line.split()[0] for line in oathbook("key").text.splitlines()] == ["key", "digest"]
