"""The image: what is sent to its builder, what it is built from, and that what it starts can be reached."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx2
import pytest
import typer

from oathbook.api.cli.commands.all import COMMANDS, app_with
from oathbook.api.settings.options import Settings
from tests.docs.deployment.images import DOCKERFILE, enters, given, stages, variables
from tests.docs.deployment.ordinary import ordinary_folder
from tests.support.checkout import ROOT, files_of_the_project
from tests.support.processes import PATIENCE, ran, started, until
from tests.support.serving import PROGRAM

BEFORE, BUILDER, IMAGE = stages()
LOCKS: Final = ("runtime", "postgres")
SECRETS: Final = re.compile(r"password|secret|token|credential|log_key|pgpass", re.IGNORECASE)
OUTSIDE: Final = [
    *(".git/config", ".venv/bin/python", "secrets/pgpass", "pgpass", ".env", "games.db", "games.db.log-key"),
    *(
        "deploy/compose.yaml",
        "tests/docs/deployment/test_image.py",
        "docs/hosting.md",
        "requirements/secrets/key",
        "new",
        "new/new",
    ),
    *("api/__pycache__/app.pyc", "domain/kernel/__pycache__/seats.pyc", "replays/frozen/0.1.0/sha256sums"),
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_is_sent_to_the_builder_that_the_image_does_not_need(path: str) -> None:
    assert not enters(path)


def test_a_list_of_what_stays_outside_would_let_in_what_is_new() -> None:
    """The control: this is why the file lists what enters."""
    deny = ".git\n.venv\nsecrets\n"

    assert [path for path in (".git/config", "secrets/pgpass") if enters(path, deny)] == []
    assert enters("pgpass", deny)
    assert enters("api/app.py")


def test_secrets_beside_the_sources_are_not_committed_by_mistake() -> None:
    told = {path: ran(["git", "check-ignore", "-q", path], cwd=ROOT).returncode for path in ("secrets/key", "docs/key")}

    assert told == {"secrets/key": 0, "docs/key": 1}


def test_what_is_sent_builds_the_same_wheel_as_the_checkout(tmp_path: Path) -> None:
    sent = copied_to(tmp_path / "sent")

    assert wheel_of(sent, tmp_path / "one") == wheel_of(ROOT, tmp_path / "two")


def copied_to(folder: Path) -> Path:
    """The files that enter, as the builder has them; links stay links."""
    for path in files_of_the_project():
        name = path.relative_to(ROOT)
        if enters(str(name)) and not any(each.is_symlink() for each in list(path.parents)[: len(name.parts) - 1]):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(path.read_bytes())
    for each in (ROOT / "oathbook").iterdir():
        if each.is_symlink():
            (folder / "oathbook" / each.name).symlink_to(each.readlink())
    return folder


def wheel_of(sources: Path, to: Path) -> list[tuple[str, int]]:
    """The names of the files in the wheel, and their sums."""
    built = ran([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", to, sources])
    assert built.returncode == 0, built.stderr
    (wheel,) = to.glob("*.whl")
    return sorted((each.filename, each.CRC) for each in zipfile.ZipFile(wheel).infolist())


def without_hashes(text: str) -> list[str]:
    """What is installed from an index and need not have the hash of a lock."""
    installs = [
        says for stage in stages(text) for says in given(stage, "RUN") if re.search(r"\bpip\b.* install\b", says)
    ]
    assert installs
    return [says for says in installs if "--require-hashes -r requirements/" not in says and "--no-index" not in says]


def test_everything_that_is_installed_has_the_hash_of_a_lock() -> None:
    assert without_hashes(DOCKERFILE) == []
    assert all("--no-build-isolation" in says for says in given(BUILDER, "RUN") if "pip wheel" in says)
    assert given(BEFORE, "ARG") == [f"LOCK={LOCKS[0]}"]
    assert all(
        (ROOT / "requirements" / f"{lock}.txt").exists() and enters(f"requirements/{lock}.txt") for lock in LOCKS
    )


@pytest.mark.parametrize("change", [("--require-hashes ", ""), (" --no-index /wheel/*.whl", " oathbook")])
def test_an_installation_without_hashes_is_noticed(change: tuple[str, str]) -> None:
    assert without_hashes(DOCKERFILE.replace(*change))


def test_the_image_has_the_environment_alone_and_no_secret() -> None:
    assert given(IMAGE, "COPY") == ["--from=builder /opt/oathbook /opt/oathbook"]
    assert given(IMAGE, "ADD") == given(IMAGE, "ARG") == []
    assert [name for name in variables(IMAGE) if SECRETS.search(name)] == []
    assert "-slim" in given(IMAGE, "FROM")[0]


def test_the_image_runs_as_a_user_without_privileges_whose_data_is_in_a_volume() -> None:
    (user,), (volume,) = given(IMAGE, "USER"), given(IMAGE, "VOLUME")
    (made,) = given(IMAGE, "RUN")
    number, _, group = user.partition(":")

    assert int(number) > 0 < int(group)
    assert made == f"install --directory --owner={number} --group={group} --mode=0700 {volume}"
    assert Path(variables(IMAGE)["OATHBOOK_DB"]).parent == Path(volume)


def test_the_image_starts_a_command_that_exists_with_settings_that_exist() -> None:
    (entry,), (command,) = ([line.words for line in IMAGE if line.name == name] for name in ("ENTRYPOINT", "CMD"))
    every = typer.main.get_command(app_with(COMMANDS))
    ours = {name.removeprefix("OATHBOOK_").lower(): value for name, value in variables(IMAGE).items() if name != "PATH"}
    settings = Settings.model_validate(ours)

    assert entry == ["/opt/oathbook/bin/oathbook"]
    assert command[0] in getattr(every, "commands", ())
    assert {*ours} <= {*Settings.model_fields}
    assert given(IMAGE, "EXPOSE") == [f"{settings.port} {settings.operations_port}"]


@contextmanager
def serving(**environment: str) -> Generator[tuple[int, int]]:
    """The service as the image starts it, but for its folder and ports; the ports that it took."""
    (command,) = (line.words for line in IMAGE if line.name == "CMD")
    with ordinary_folder() as (folder, as_its_owner):
        data = given(IMAGE, "VOLUME")[0]
        told = {name: value.replace(data, str(folder)) for name, value in variables(IMAGE).items() if name != "PATH"}
        ports = {"OATHBOOK_PORT": "0", "OATHBOOK_OPERATIONS_PORT": "0", "HOME": "/", "PATH": os.defpath}
        with started(
            [*as_its_owner, PROGRAM, *command],
            cwd=folder,
            env={**told, **ports, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout is not None
            port, operations = (int(process.stdout.readline().rpartition(b":")[2]) for _ in range(2))
            yield port, operations


def asked(port: int, path: str) -> int:
    """What another machine is answered: this address of loopback is not the one that is the default."""
    with httpx2.Client(base_url=f"http://127.0.0.9:{port}", timeout=PATIENCE, trust_env=False) as client:
        return client.get(path).status_code


def healthy(port: int) -> int:
    """How the command ends that asks whether the image is healthy."""
    (line,) = (line for line in IMAGE if line.name == "HEALTHCHECK")
    python, *rest = line.words
    assert python == "/opt/oathbook/bin/python"
    assert rest[1].count("8001") == 1
    return ran([sys.executable, *(each.replace("8001", str(port)) for each in rest)]).returncode


def test_what_is_for_the_operator_is_reached_from_other_containers() -> None:
    with serving() as (port, operations):
        until(lambda: asked(operations, "/readyz") == 200)
        assert asked(operations, "/metrics") == 200
        assert asked(port, "/v1/games") == 200
        assert asked(port, "/metrics") == 404
        assert healthy(operations) == 0


def test_by_its_default_the_port_for_operations_is_closed_to_them() -> None:
    """The control: this is why the image names the host."""
    with serving(OATHBOOK_OPERATIONS_HOST="127.0.0.1") as (port, operations):
        assert asked(port, "/v1/games") == 200
        with pytest.raises(httpx2.ConnectError):
            asked(operations, "/metrics")
    assert healthy(operations) != 0, "nobody listens there any more"


@pytest.mark.gate
@pytest.mark.parametrize("lock", LOCKS)
def test_the_steps_of_the_builder_make_a_program_that_runs(lock: str) -> None:
    """Here, with this Python: no engine of containers is needed, and what one adds is not tried."""
    with ordinary_folder() as (folder, as_its_owner):
        copied_to(folder / "src")
        moved = re.compile(r"(?<![\w.])/(src|build|wheel|opt/oathbook)\b")
        for says in given(BUILDER, "RUN"):
            here = says.replace("${LOCK}", lock).replace("python -m", f"{sys.executable} -m")
            step = moved.sub(rf"{folder}/\1", here)
            done = ran(["sh", "-euc", step], cwd=folder / "src", within=500)
            assert done.returncode == 0, f"{step}\n{done.stderr}"
        installed = f"{folder}/opt/oathbook/bin"
        assert ran([*as_its_owner, f"{installed}/oathbook", "--version"], cwd=folder).stdout.startswith("oathbook ")
        driver = ran([f"{installed}/python", "-c", "import psycopg"], cwd=folder)
        assert (driver.returncode == 0) == (lock == "postgres")
