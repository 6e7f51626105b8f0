"""What ``regress`` does with each record, in any process: under which edition, and compared with what."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final

from msgspec import Struct

import domain
import replays
from api.cli.input_files import refusal_line
from api.cli.records import record_of
from domain.errors import BadRecord, Refused
from domain.games.switching import switches_of
from domain.kernel.canonical import written
from domain.recording.format.record_file import record_text
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed
from replays.regress import Regressed, regress

CODE: Final = {".py", ".toml", ".lark"}


class RegressPlan(Struct, frozen=True):
    """The edition to decide under, with changed readings, and the edition of the records.

    ``program`` identifies this program to the byte: answers of another one do not count.
    """

    edition: str
    against: str
    switches: Mapping[str, str]
    program: str

    def key(self, record: bytes) -> str:
        """The key of this plan's answer for a record."""
        asked = [self.program, self.edition, self.against, sorted(self.switches.items())]
        return hashlib.sha256(written(asked) + b"\0" + record).hexdigest()


class RegressedFile(Struct, frozen=True):
    """The answer for one record with its key, or why there is none.

    ``key`` alone means that the answer is known already. ``edition`` is the record's, if it is another one.
    """

    name: str
    key: str = ""
    answer: Regressed | None = None
    edition: str = ""
    problem: str = ""
    says: str = ""


class RegressWork(Struct, frozen=True):
    """What a worker process needs: the plan, the database, and the keys of known answers."""

    plan: RegressPlan
    database: str
    known: frozenset[str]

    def __call__(self, name: str) -> RegressedFile:
        """Read a record, and decide it again unless the answer is known."""
        try:
            record = record_of(name, self.database)
            edition = record.opened.edition
            if edition != self.plan.against:
                return RegressedFile(name, edition=edition)
            key = self.plan.key(record_text(record))
            if key in self.known:
                return RegressedFile(name, key)
            return RegressedFile(name, key, regress(record, installed().ruleset(self.plan.edition), self.plan.switches))
        except Refused as refused:
            return RegressedFile(name, problem=type(refused).__name__, says=refusal_line(refused))


def plan_of(edition: str, against: str, switches: Iterable[str]) -> RegressPlan:
    """The plan of the typed options.

    ``UnknownEdition``, or ``BadRecord`` if the edition does not read those records or has no such switch or setting.
    """
    ruleset, own = installed().ruleset(edition), installed().ruleset(against)
    if edition.partition("/")[0] != own.edition.key.partition("/")[0]:
        msg = f"--edition {edition}: it cannot read a record of {against}"
        raise BadRecord(msg)
    return RegressPlan(edition, against, dict(_turned(ruleset, each) for each in switches), program())


def _turned(ruleset: AnyRuleset, text: str) -> tuple[str, str]:
    reading, _, setting = text.partition("=")
    known = switches_of(ruleset)
    if reading not in known:
        msg = f"--switch {text}: {ruleset.edition.key} has no switch {reading!r}; it has {', '.join(known)}"
        raise BadRecord(msg)
    if setting not in known[reading]:
        msg = f"--switch {text}: {reading} is one of {', '.join(known[reading])}"
        raise BadRecord(msg)
    return reading, setting


def program() -> str:
    """The version of this program with a hash of all code that decides."""
    hashed = hashlib.sha256()
    for path in sorted(_code()):
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"{version('oathbook')} {hashed.hexdigest()}"


def _code() -> Iterator[Path]:
    for package in (domain, replays):
        for folder in package.__path__:
            yield from (path for path in Path(folder).rglob("*") if path.suffix in CODE)
