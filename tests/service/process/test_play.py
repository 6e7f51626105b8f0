"""``oathbook play`` as a process: what is saved is served if it can be, and otherwise the version before goes on."""

import re
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx2 import TimeoutException, TransportError

from tests.support.checkout import ROOT
from tests.support.processes import PATIENCE, ran, until
from tests.support.serving import PROGRAM, Client, Process, Response, environment_with, problem_of, process_of
from tests.unit.api.running import oathbook

NOUGHTS = (ROOT / "examples" / "noughts_and_crosses.py").read_text()
ANY_CELL = '    yield t.must(cell in CELLS, "no-cell", f"{cell} is no cell")\n'
NOT_THE_MIDDLE = (
    ANY_CELL,
    f'{ANY_CELL}    yield t.must(len(t.marks) != 1 or cell != "b2", "no-cell", "the middle is closed")\n',
)
NO_END = ("    if any(all(", "    if False and any(all("), ("elif len(t.marks) == len(CELLS)", "elif False")
OTHER_EVENT = ('g.event("Marked", "{seat} marks', 'g.event("Crossed", "{seat} marks')


class Players:
    """The command that serves a file, the game that is open, and the keys of those who play it."""

    def __init__(self, process: Process, client: Client, file: Path, log: Path) -> None:
        self.process, self.file, self._client, self._log = process, file, client, log
        self.game = ""
        self.keys: dict[str, str] = {}
        self.said = self._read_game()

    def _read_game(self) -> str:
        """What is said of the game that is open now, and the keys if it is a new one."""
        says = self.process.line()
        if says.endswith("another begins."):
            return f"{says} {self._read_game()}"
        if says.endswith("with its key."):
            lines = [re.fullmatch(r"  (\w+) +(\S+)/games/(.+)/play#key=(.{43})", self.process.line()) for _ in range(2)]
            found = [each.groups() for each in lines if each is not None]
            assert {address for _, address, _, _ in found} == {self.process.address}
            ((self.game),) = {game for _, _, game, _ in found}
            self.keys = {seat: key for seat, _, _, key in found}
        return says

    def save(self, *changes: tuple[str, str]) -> None:
        """Save the game with these changes."""
        text = NOUGHTS
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        self.file.write_text(text)

    def await_version(self) -> None:
        """Wait until a version is served."""
        assert self.process.line() == self.process.address
        self.said = self._read_game()

    def await_complaint(self, says: str) -> None:
        """Wait until this is said on stderr, and that the version before goes on."""
        expected = f"oathbook: {self.file}: {says}; the version before goes on\n"
        until(lambda: expected in self._log.read_text("utf-8"), within=20)

    def mark(self, seat: str, cell: str, within: float = PATIENCE) -> Response:
        """The answer to a seat that marks a cell."""
        return self._client.post(
            f"/v1/games/{self.game}/decisions",
            headers={"Authorization": f"Bearer {self.keys[seat]}", "If-Match": "*"},
            json={"decision": {"kind": "mark", "cell": cell}},
            timeout=within,
        )

    def is_silent(self, seat: str, cell: str) -> bool:
        """Whether that is not answered. A version that is just being replaced cuts the connection: ask again."""
        try:
            self.mark(seat, cell, within=1.0)
        except TimeoutException:
            return True
        except TransportError:
            return False
        return False


@contextmanager
def playing(folder: Path, *options: str) -> Generator[Players]:
    """The command with noughts and crosses, at a free port."""
    file, log = folder / "noughts.py", folder / "play.log"
    file.write_text(NOUGHTS)
    begin = ("play", str(file), "--port", "0", *options)
    with process_of(log, *begin, PYTHONPATH=str(ROOT), TMPDIR=str(folder)) as process, process.client() as client:
        yield Players(process, client, file, log)
        process.told(signal.SIGTERM)
        assert process.ended() == 0


def listed(folder: Path, command: str, *options: str | Path, file: Path) -> tuple[int, str]:
    """What another command says that has the file."""
    said = ran(
        [PROGRAM, command, *options], cwd=folder, env=environment_with(PYTHONPATH=str(ROOT), OATHBOOK_FILES=str(file))
    )
    return said.returncode, said.stdout + said.stderr


def test_a_save_with_another_rule_goes_on_with_the_same_game_keys_and_database(tmp_path: Path) -> None:
    with playing(tmp_path, "--db", str(tmp_path / "games.db")) as players:
        assert players.mark("ann", "a1").status_code == 201

        players.save(NOT_THE_MIDDLE)
        players.await_version()

        assert players.said.endswith(": the game goes on at position 3.")
        closed = players.mark("bram", "b2")
        assert problem_of(closed) == (422, "illegal-decision")
        assert "the middle is closed" in closed.text
        assert players.mark("bram", "c3").status_code == 201
    code, text = listed(tmp_path, "verify", players.game, "--db", "games.db", file=players.file)
    assert code == 0, text
    assert re.search(r"decided by noughts\.py [0-9a-f]{12}, checked with noughts\.py [0-9a-f]{12}\n", text)


def test_half_a_line_and_a_loop_are_survived_and_the_version_before_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path) as players:
        players.file.write_text(f"{NOUGHTS}\ndef half(")
        players.await_complaint("SyntaxError: '(' was never closed (noughts.py, line 46)")

        assert players.mark("ann", "b2").status_code == 201
        players.file.write_text(f"while True:\n    pass\n{NOUGHTS}")
        assert players.mark("bram", "a1").status_code == 201
        players.save(NOT_THE_MIDDLE)
        players.await_version()

        assert players.said.endswith(": the game goes on at position 5.")
    assert list(tmp_path.glob("oathbook-*")) == []


def test_a_law_that_is_broken_is_reported_and_the_version_before_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path) as players:
        players.save(*NO_END)
        players.await_complaint("law 7: the game is not over, and nobody who must act can decide anything")

        for cell in ("a1", "a2", "b1", "b2", "c1"):
            assert players.mark("ann" if cell.endswith("1") else "bram", cell).status_code == 201
        assert problem_of(players.mark("bram", "c3")) == (409, "game-closed")


def test_a_text_under_which_the_game_does_not_fold_opens_another_beside_it(tmp_path: Path) -> None:
    with playing(tmp_path, "--db", str(tmp_path / "games.db")) as players:
        assert players.mark("ann", "a1").status_code == 201
        before, keys = players.game, players.keys

        players.save(OTHER_EVENT)
        players.await_version()

        assert players.said.startswith("The game before does not fit this text (CorruptRecord: ")
        assert players.game != before
        assert players.mark("ann", "a1").status_code == 201
        after, players.game, players.keys = players.game, before, keys
        assert problem_of(players.mark("bram", "c3")) == (503, "closed-for-writing")
    found = {game: listed(tmp_path, "verify", game, "--db", "games.db", file=players.file) for game in (before, after)}
    assert {game: code for game, (code, _) in found.items()} == {before: 2, after: 0}, found


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A game of others than those who play the random games."""
    path = tmp_path / "begun.notation"
    path.write_text(
        "oathbook notation/1\nedition noughts_and_crosses/1\nseats cleo Cleo, dov Dov\n\ncleo: mark a1\ndov: mark a2\n"
    )
    return path


@pytest.mark.parametrize(("where", "asks"), [(ANY_CELL, "dov"), ("    yield Marked(by, cell)\n", "cleo")])
def test_rules_that_go_on_for_ever_at_the_table_are_replaced(
    where: str, asks: str, sheet: Path, tmp_path: Path
) -> None:
    """No random game has found it: as the game is looked at, when dov is not asked, or as cleo decides."""
    with playing(tmp_path, "--import", str(sheet)) as players:
        players.save((where, f'{where}    while by == "cleo":\n        pass\n'))
        if where != ANY_CELL:
            players.await_version()
        until(lambda: players.is_silent(asks, "a3"), within=15)

        players.save()
        players.await_version()

        assert players.said.endswith(": the game goes on at position 5.")
        assert players.mark("cleo", "a3").status_code == 201


def test_a_sheet_is_where_the_game_begins(sheet: Path, tmp_path: Path) -> None:
    with playing(tmp_path, "--import", str(sheet)) as players:
        assert list(players.keys) == ["cleo", "dov"]
        assert problem_of(players.mark("dov", "a3")) == (422, "illegal-decision")
        assert players.mark("cleo", "a3").status_code == 201


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("RULESET = g", (), "FILE: NameError: name 'g' is not defined"),
        (NOUGHTS, ("--seats", "3"), "FILE: --seats 3: noughts_and_crosses/1 is for 2 players"),
        (NOUGHTS, ("--import", "FILE"), "FILE: FILE: line 1, column 1: a sheet of notation begins with "),
        (None, (), "FILE: No such file or directory"),
        (NOUGHTS, ("--import", "nowhere"), "nowhere: No such file or directory"),
        (NOUGHTS, ("--import", "FILE", "--seats", "2"), "--seats and --import: a sheet says who plays"),
    ],
)
def test_what_cannot_be_served_at_all_is_refused_by_its_name(
    text: str | None, options: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    file = tmp_path / "noughts.py"
    if text is not None:
        file.write_text(text)
    typed = [each.replace("FILE", str(file)) for each in options]

    said = ran([PROGRAM, "play", str(file), "--port", "0", *typed], env=environment_with(PYTHONPATH=str(ROOT)))

    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith(f"oathbook: {says.replace('FILE', str(file))}"), said.stderr
    assert said.stderr.count("\n") == 1


def test_its_help_says_that_the_code_of_the_file_is_run() -> None:
    assert "It runs the code of the file, with your rights" in oathbook("play", "--help").text


def test_the_folder_of_a_run_that_was_killed_is_removed_by_the_next_and_that_of_a_running_one_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "noughts.py").write_text(NOUGHTS)
    begin = ("play", str(tmp_path / "noughts.py"), "--port", "0")
    with process_of(tmp_path / "killed.log", *begin, PYTHONPATH=str(ROOT), TMPDIR=str(tmp_path)) as process:
        process.killed()
    (left,) = tmp_path.glob("oathbook-play-*")

    with playing(tmp_path):
        (running,) = tmp_path.glob("oathbook-play-*")
        assert running != left
        with process_of(tmp_path / "beside.log", *begin, PYTHONPATH=str(ROOT), TMPDIR=str(tmp_path)):
            assert len({running, *tmp_path.glob("oathbook-play-*")}) == 2
            assert running.exists()
