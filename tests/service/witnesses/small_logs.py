"""Witnesses as logs meet them, in a process of their own; and small logs, which sign all that a test wants."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from oathbook.api.witness.keys import make_cosigner
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.cosignatures import WitnessKey
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner
from oathbook.domain.evidence.submissions import format_submission
from oathbook.domain.evidence.tree import TreeNode, consistency_proof, leaf_hash, subtree_hash, tree_root
from tests.support.processes import started
from tests.support.serving import PROGRAM, Process, environment_with

LEAVES: Final = 32


class SmallLog:
    """A log with leaves of two histories: up to ``parts`` they are the same."""

    def __init__(self, name: str, *, parts: int = LEAVES) -> None:
        """A log of this name, with a key that follows from it."""
        self.signer = NoteSigner(name, name.encode().rjust(32, b"-")[:32])
        self._leaves = {
            other: [leaf_hash(f"{each}{'other' if other and each >= parts else ''}".encode()) for each in range(LEAVES)]
            for other in (False, True)
        }

    def checkpoint(self, size: int, *, other: bool = False) -> Checkpoint:
        """The tree of that size."""
        return Checkpoint(self.signer.key.name, size, tree_root(self._node(other=other), size))

    def note(self, size: int, *, other: bool = False) -> bytes:
        """The same, signed."""
        return sign_checkpoint(self.checkpoint(size, other=other), self.signer).encode()

    def sent(self, old: int, new: int, *, other: bool = False) -> bytes:
        """What goes to a witness."""
        path = consistency_proof(self._node(other=other), old, new) if old else ()
        return format_submission(old, path, self.note(new, other=other))

    def _node(self, *, other: bool) -> TreeNode:
        leaves = self._leaves[other]
        return lambda level, index: subtree_hash(leaves[index << level : (index + 1) << level])


class WitnessFiles:
    """The files of a witness in a folder of its own."""

    def __init__(self, folder: Path, *logs: NoteKey, name: str = "witness.example/w") -> None:
        """A new key, and the logs that it witnesses."""
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.key: WitnessKey = make_cosigner(folder / "key", name)
        self.know(*logs)

    def know(self, *logs: NoteKey) -> None:
        """Witness these logs from the next start on."""
        (self.folder / "logs").write_text("".join(f"{each.text}\n" for each in logs), "utf-8")

    @property
    def state(self) -> Path:
        """What it remembers."""
        return self.folder / "state"

    @contextmanager
    def running(self, port: int = 0) -> Generator[Process]:
        """The witness in a process; killed in the end, if it has not ended before."""
        files: list[str | Path] = ["--key", self.folder / "key", "--logs", self.folder / "logs", "--state", self.state]
        log = self.folder / "log"
        command = [PROGRAM, "witness", *files, "--port", str(port)]
        with (
            log.open("ab") as told,
            started(command, env=environment_with(), stdout=subprocess.PIPE, stderr=told) as running,
        ):
            process = Process(running, log)
            assert process.line() == self.key.text
            yield process
