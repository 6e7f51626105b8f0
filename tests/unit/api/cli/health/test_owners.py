"""What the doctor says of the users who own a database, its files and its folder."""

import os
import sys
from pathlib import Path

import pytest

from oathbook.api.cli.health.owners import OwnedFile, check_owners, compare_owners, user_name
from tests.support.checkout import ROOT as CHECKOUT
from tests.support.processes import ran
from tests.unit.api.databases import stored
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook

ROOT, HOST, ADA = 0, 64_201, 64_202
"""Root, the user of the service, and somebody else; this machine has names for neither of the last two."""

FOLDER = Path("/var/lib/oathbook")
root_only = pytest.mark.skipif(os.geteuid() != ROOT, reason="only root gives files to others")

AS_ADA = """
import os, sys
from pathlib import Path
from oathbook.api.cli.health.owners import check_owners
os.setuid(int(sys.argv[2]))
print(*(f"{each.state} {each.says}" for each in check_owners(Path(sys.argv[1]))))
"""


def files(*users: int, names: tuple[str, ...] = ("games.db", "games.db-wal", "games.db.lock")) -> tuple[OwnedFile, ...]:
    return tuple(OwnedFile(FOLDER / name, user) for name, user in zip(names, users, strict=False))


@pytest.mark.parametrize("process", [ROOT, HOST])
def test_one_user_for_all_is_well(process: int) -> None:
    found = compare_owners(OwnedFile(FOLDER, HOST), files(HOST, HOST, HOST), process)

    assert (found.state, found.says) == ("good", "user 64201 owns 3 files and their folder")


@pytest.mark.parametrize("process", [ROOT, HOST])
def test_what_root_has_restored_is_to_be_given_to_the_user_of_the_folder(process: int) -> None:
    found = compare_owners(OwnedFile(FOLDER, HOST), files(ROOT), process)

    assert found.state == "wrong"
    assert found.says == (
        "games.db belongs to root, so a service of user 64201 cannot open it; "
        "stop the service and run: chown 64201 /var/lib/oathbook/games.db"
    )


def test_only_what_belongs_to_others_is_named() -> None:
    found = compare_owners(OwnedFile(FOLDER, HOST), files(HOST, ROOT, ADA), ROOT)

    assert found.says.startswith("games.db-wal, games.db.lock belong to root, user 64202, so a service of user 64201")
    assert found.says.endswith("chown 64201 /var/lib/oathbook/games.db-wal /var/lib/oathbook/games.db.lock")


def test_a_name_with_a_space_can_be_pasted() -> None:
    assert compare_owners(OwnedFile(FOLDER, HOST), files(ROOT, names=("my games.db",)), ROOT).says.endswith(
        "chown 64201 '/var/lib/oathbook/my games.db'"
    )


def test_who_is_not_the_user_of_the_service_is_told_to_run_as_that_user() -> None:
    found = compare_owners(OwnedFile(FOLDER, HOST), files(HOST, HOST), ADA)

    assert found.state == "wrong"
    assert found.says == (
        "games.db, games.db-wal belong to user 64201, as the folder does, and this is user 64202: "
        "run doctor and the service as user 64201"
    )


@pytest.mark.parametrize("process", [ROOT, ADA])
def test_a_folder_that_root_owns_is_worth_a_note(process: int) -> None:
    """As in /tmp, where the files of one user work."""
    found = compare_owners(OwnedFile(Path("/tmp"), ROOT), files(ADA, ADA), process)  # noqa: S108  # an example

    assert (found.state, found.says) == (
        "note",
        "user 64202 owns 2 files, root their folder /tmp: user 64202 must be able to write to it",
    )


def test_in_a_folder_that_root_owns_the_user_of_the_database_counts() -> None:
    found = compare_owners(OwnedFile(FOLDER, ROOT), files(ADA, ROOT), ROOT)

    assert (found.state, "chown 64202 /var/lib/oathbook/games.db-wal" in found.says) == ("wrong", True)


def test_every_file_of_a_database_is_looked_at_and_no_other(tmp_path: Path) -> None:
    beside = ("-wal", "-shm", ".lock", ".views", ".views-wal", ".log-key", ".checkpoints", ".checkpoints.2", ".part")
    for name in ("games.db", *(f"games.db{each}" for each in beside), "games.dbx", "other.db-wal"):
        (tmp_path / name).touch()
    (tmp_path / "link.db").symlink_to("games.db")

    for name in ("games.db", "link.db"):
        (found,) = check_owners(tmp_path / name)
        assert found.says == f"{user_name(os.geteuid())} owns {1 + len(beside)} files and their folder"


@pytest.mark.parametrize("name", ["games.db", "nowhere/games.db"])
def test_where_there_is_no_database_nothing_is_said(tmp_path: Path, name: str) -> None:
    assert list(check_owners(tmp_path / name)) == []


@root_only
def test_doctor_finds_what_root_restored_and_the_chown_that_it_prints_mends_it(tmp_path: Path) -> None:
    """SQLite makes the files beside a database for its owner; the ``chown`` includes those that doctor's look left."""
    games = stored(tmp_path / "games.db", duel())
    tmp_path.chmod(0o700)
    for each in (tmp_path, *tmp_path.iterdir()):
        os.chown(each, HOST, HOST)
    assert "good  owners: user 64201 owns" in oathbook("doctor", "--db", games).text

    os.chown(games, ROOT, ROOT)
    printed = oathbook("doctor", "--db", games)

    assert printed.code == 1
    assert "wrong owners: games.db, games.db-shm, games.db-wal belong to root" in printed.text
    (chown,) = (each.partition("run: ")[2] for each in printed.text.splitlines() if " owners: " in each)
    assert ran(["sh", "-c", chown]).returncode == 0
    assert "good  owners: user 64201 owns" in oathbook("doctor", "--db", games).text


@root_only
def test_who_may_not_enter_the_folder_is_told_whose_it_is_to_look(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    done = ran([sys.executable, "-c", AS_ADA, tmp_path / "games.db", str(ADA)], cwd=CHECKOUT)

    assert done.stdout == f"wrong {tmp_path}: Permission denied; run doctor as the user of the service\n", done.stderr
