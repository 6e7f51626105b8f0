"""Where a database is: what is read as its address, and that no password is ever printed."""

from pathlib import Path

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.address import PostgresAddress, parse_address

SECRET = "s3cr3t"  # noqa: S105  # it stands in no other place


@pytest.mark.parametrize("text", ["games.db", "/srv/oathbook/games.db", "folder with spaces/a:b.db", "C:/games.db"])
def test_a_path_is_a_file_of_sqlite(text: str) -> None:
    assert parse_address(text) == Path(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("postgresql://club@db.example/games", "postgresql://club@db.example/games"),
        (f"postgres://club:{SECRET}@db.example:5433/games", "postgresql://club@db.example:5433/games"),
        (f"postgresql://club:{SECRET}@[::1]:5432/games", "postgresql://club@[::1]:5432/games"),
        (f"postgresql://one:5432,two:5432/games?password={SECRET}", "postgresql://one:5432,two:5432/games"),
        (f"postgresql://:{SECRET}@localhost", "postgresql://localhost/"),
        ("postgresql:///games?host=/var/run/postgresql", "postgresql:///games"),
    ],
)
def test_a_url_is_printed_without_its_password_and_parameters(text: str, printed: str) -> None:
    found = parse_address(text)

    assert isinstance(found, PostgresAddress)
    assert found.url == text
    assert str(found) == f"{found}" == printed
    assert repr(found) == f"PostgresAddress({printed!r})"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"mysql://club:{SECRET}@db.example/games", "mysql:// names no database that is known"),
        ("sqlite:///games.db", "sqlite:// names no database that is known"),
        (f"POSTGRESQL://club:{SECRET}@db.example/games", "POSTGRESQL:// names no database that is known"),
        ("postgresql://", "it names no host"),
        ("postgresql:///games", "it names no host"),
        ("postgresql://club@/games", "it names no host"),
        (f"postgresql://club:{SECRET}@db.example:http/games", "a host and a port up to 65,535"),
        (f"postgresql://club:{SECRET}@db.example:65536/games", "a host and a port up to 65,535"),
        ("postgresql://db.example:0/games", "a host and a port up to 65,535"),
        (f"postgresql://club:{SECRET}#@db.example/games", "write @ : / ? # as %XX"),
        (f"postgresql://club:12/{SECRET}@db.example/games", "write @ : / ? # as %XX"),
        (f"postgresql://club:12?{SECRET}@db.example/games", "write @ : / ? # as %XX"),
        (f"postgresql://club:{SECRET}@more@db.example/games", "write @ : / ? # as %XX"),
        (f"postgresql://club:{SECRET}@db.example/games/more", "write @ : / ? # as %XX"),
    ],
)
def test_what_is_no_address_is_refused_by_its_field_without_repeating_a_password(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as refused:
        parse_address(text, where="OATHBOOK_DB")

    assert str(refused.value).startswith("OATHBOOK_DB: ")
    assert says in str(refused.value)
    assert SECRET not in str(refused.value)
