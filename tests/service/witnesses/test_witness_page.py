"""docs/verification.md on witnesses: a cosignature is checked with tools that are not ours."""

import re
import subprocess
from pathlib import Path
from typing import Final

from oathbook.domain.evidence.cosignatures import Cosigner
from tests.service.witnesses.small_logs import SmallLog
from tests.support.checkout import ROOT
from tests.support.processes import ran

PAGE: Final = (ROOT / "docs" / "verification.md").read_text("utf-8").partition("### 15. ")[2]
(BLOCK,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
LOG: Final = SmallLog("games.example")
FIRST: Final = Cosigner("club.example/witness", bytes(range(32)))
SECOND: Final = Cosigner("other.example/witness", bytes(range(1, 33)))
NOW: Final = 1_679_315_147
NOTE: Final = LOG.note(9) + "".join(each.cosign(LOG.checkpoint(9).text, NOW).line for each in (FIRST, SECOND)).encode()


def checked(folder: Path, note: bytes, witness: Cosigner) -> subprocess.CompletedProcess[str]:
    """What the page's commands say."""
    (folder / "checkpoint.txt").write_bytes(note)
    (folder / "witness.txt").write_text(f"{witness.key.text}\n")
    return ran(["sh", "-ec", BLOCK], cwd=folder)


def test_openssl_finds_each_cosignature_of_a_note_right(tmp_path: Path) -> None:
    for witness in (FIRST, SECOND):
        said = checked(tmp_path, NOTE, witness)

        assert said.returncode == 0, said.stderr
        assert said.stdout.endswith(f"Signature Verified Successfully\ncosigned at {NOW}\n")


def test_openssl_finds_what_was_not_cosigned(tmp_path: Path) -> None:
    """The control: another size, another time, another witness of that name, and none."""
    other_time = FIRST.cosign(LOG.checkpoint(9).text, NOW + 1).line
    impostor = Cosigner(FIRST.key.name, bytes(range(2, 34)))
    mixed = NOTE.replace(FIRST.cosign(LOG.checkpoint(9).text, NOW).line.encode(), other_time[:-40].encode() + b"\n")

    assert checked(tmp_path, NOTE.replace(b"\n9\n", b"\n8\n"), FIRST).returncode != 0
    assert checked(tmp_path, NOTE, impostor).returncode != 0
    assert checked(tmp_path, LOG.note(9), FIRST).returncode != 0
    assert checked(tmp_path, mixed, FIRST).returncode != 0
