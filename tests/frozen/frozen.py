"""Frozen records: a folder for each version, with records and what that version answered about them."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import RemedyRefused
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.domain.rulesets.registry import load_registry
from tests.frozen.answers import Claim, answers, differences, sha256
from tests.golden.disputing import disputes, record_of
from tests.support.checkout import GOLDEN, ROOT
from tests.support.disputing import mistaken_game
from tests.support.playing import Json, ruleset_of
from tests.support.ruling import after_correction, forked_game

FROZEN: Final = ROOT / "replays" / "frozen"
DIGESTS: Final = "sha256sums"
"""The file of a version that lists the SHA-256 of all others."""


class Subject(Struct, frozen=True):
    """A record to be frozen: its name, and what is claimed about it."""

    name: str
    record: Record
    claims: tuple[Claim, ...] = ()


def subjects() -> Iterator[Subject]:
    """Every golden record, every record of a golden dispute with its claim, corrected games, and a fork."""
    for path in sorted(GOLDEN.rglob("*.jsonl")):
        name = "-".join(path.relative_to(GOLDEN).with_suffix("").parts)
        yield Subject(name, record_from(path.read_bytes(), ruleset_of, where=path.name))
    for dispute in disputes():
        record = record_of(dispute)
        seat = dispute.get("seen_by", record.opened.seats[0].seat)
        yield Subject(_slug(f"dispute {dispute['name']}"), record, (Claim(seat, dispute["claim"], dispute["why"]),))
    for edition in load_registry().by_key:
        yield from _corrected(edition)
    for name, record in zip(("parent", "fork"), forked_game(), strict=True):
        yield Subject(f"played-on-{name}", record)


def _corrected(edition: str) -> Iterator[Subject]:
    """The first random game of an edition with a wrong outcome that can be corrected."""
    ruleset = load_registry().ruleset(edition)
    for game in filter(None, map(partial(mistaken_game, ruleset, "outcome"), range(60))):
        with suppress(RemedyRefused):
            yield Subject(_slug(f"corrected {edition}"), after_correction(game.record, game.at).record)
            return


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def write(folder: Path, every: Iterable[Subject]) -> int:
    """Write a version's folder and say how many records are in it; ``FileExistsError`` where there is one."""
    folder.mkdir(parents=True)
    names: list[str] = []
    for subject in every:
        assert subject.name not in names, f"{subject.name} stands there twice"
        names.append(subject.name)
        (folder / f"{subject.name}.jsonl").write_bytes(record_text(subject.record))
        told = json.dumps(
            answers(subject.record, subject.claims), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )
        (folder / f"{subject.name}.json").write_text(f"{told}\n", "utf-8")
    (folder / DIGESTS).write_text(digests(folder), "utf-8")
    return len(names)


def digests(folder: Path) -> str:
    """A line for each file of a version but the list itself: its SHA-256, and its name."""
    files = sorted(each for each in folder.iterdir() if each.name != DIGESTS)
    return "".join(f"{sha256(each.read_bytes())}  {each.name}\n" for each in files)


def changed_files(folder: Path) -> list[str]:
    """The lines of the list that are not so, or are missing from it: no byte of a frozen version ever changes."""
    listed = (folder / DIGESTS).read_text("utf-8").splitlines()
    return sorted({*listed} ^ {*digests(folder).splitlines()})


def answered_otherwise(path: Path) -> list[str]:
    """Where the code of today answers otherwise about a frozen record than its version did."""
    told: Json = json.loads(path.with_suffix(".json").read_text("utf-8"))
    record = record_from(path.read_bytes(), ruleset_of, where=path.name)
    claims = [Claim(each["seat"], each["claim"], each["says"]) for each in told["findings"]]
    now = json.loads(json.dumps(answers(record, claims)))
    return [*differences(told, now, path.stem)]


def frozen_records() -> list[Path]:
    """The records of all versions."""
    return sorted(FROZEN.glob("*/*.jsonl"))
