"""The witnesses that an operator names: addresses, a policy, and what makes no sense."""

from pathlib import Path

import pytest

from oathbook.api.signing.witness_client import is_witness_url
from oathbook.api.signing.witnesses import witnesses_of
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.cosignatures import Cosigner
from tests.unit.api.running import oathbook

FIRST = Cosigner("first.example", bytes(32)).key.text
SECOND = Cosigner("second.example", bytes(range(32))).key.text


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """Two witnesses, of which one has an address."""
    path = tmp_path / "policy"
    path.write_text(f"witness a {FIRST} https://first.example/w\nwitness b {SECOND}\ngroup g all a b\nquorum g\n")
    return path


def test_witnesses_are_asked_where_the_policy_and_the_options_say(policy: Path) -> None:
    named = witnesses_of("http://127.0.0.1:8001, https://first.example/w", policy)

    assert named is not None
    assert named.urls == ("https://first.example/w", "http://127.0.0.1:8001")
    assert [each.name for each in named.policy.witnesses] == ["a", "b"]
    assert witnesses_of("", None) is None


def test_what_makes_no_sense_is_refused_by_name(policy: Path) -> None:
    nowhere = policy.with_name("nowhere")
    nowhere.write_text(f"witness a {FIRST}\nquorum a\n")
    wrong = policy.with_name("wrong")
    wrong.write_text("quorum a\n")
    many = ",".join(f"http://w{each}.example" for each in range(40))

    for listed, named, says in (
        ("http://127.0.0.1:8001", None, "OATHBOOK_WITNESS: name the file with the keys"),
        ("ftp://w.example", policy, "OATHBOOK_WITNESS: “ftp://w.example” is no address"),
        ("", nowhere, "OATHBOOK_WITNESS_POLICY: 0 witnesses have an address"),
        (many, policy, "OATHBOOK_WITNESS_POLICY: 41 witnesses have an address"),
        ("", wrong, "wrong: policy: line 1, column 8: no witness and no group above is called a"),
    ):
        with pytest.raises(BadRecord, match=says):
            witnesses_of(listed, named)


@pytest.mark.parametrize(
    ("url", "fits"),
    [
        ("http://127.0.0.1:8001", True),
        ("https://w.example", True),
        ("https://w.example/a/b-c/", True),
        ("http://[::1]:80", True),
        ("http://w.example:0", False),
        ("http://w.example:70000", False),
        ("http://user:secret@w.example", False),
        ("http://w.example/?q", False),
        ("http://w.example/#f", False),
        ("http://w.example/a\r\nb", False),
        ("w.example", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_an_address_is_a_host_and_a_path(url: str, fits: bool) -> None:  # noqa: FBT001  # a row of the table
    assert is_witness_url(url) == fits


def test_a_service_does_not_begin_with_witnesses_that_make_no_sense(tmp_path: Path, policy: Path) -> None:
    """And makes no database."""
    for typed, says in (
        (("--witness", "http://127.0.0.1:1"), "--witness-policy"),
        (("--witness-policy", tmp_path / "missing"), "missing"),
        (("--witness-policy", policy, "--witness", "nowhere"), "“nowhere” is no address"),
    ):
        printed = oathbook("serve", "--port", "0", "--db", tmp_path / "games.db", *typed)
        assert (printed.code, says in printed.complaint) == (2, True), printed.err
    assert not (tmp_path / "games.db").exists()
