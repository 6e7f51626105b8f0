"""What ``regress`` does with each record, in any process: under which edition, and compared with what."""

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct

from oathbook.api.cli.archives.work import Task, Work, WorkResult, program_id
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.switch_settings import switches_of
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.regression import RecordRegression, regress


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
        return hashlib.sha256(canonical_bytes(asked) + b"\0" + record).hexdigest()


class RegressWork(Work[RecordRegression], frozen=True):
    """Decide each record of an edition again as the plan says."""

    plan: RegressPlan

    def answer(self, task: Task) -> WorkResult[RecordRegression]:
        """The answer; a record of another edition is set aside, and refusals say that it cannot be read."""
        name = task.place.name
        text, read = self.text_of(task.place, whole=True)
        key = self.plan.key(text)
        if key in task.known:
            return WorkResult(task.number, name, key)
        record = read()
        edition = record.opened.edition
        if edition != self.plan.against:
            return WorkResult(task.number, name, aside=edition)
        answer = regress(record, load_registry().ruleset(self.plan.edition), self.plan.switches)
        return WorkResult(task.number, name, key, answer)


def plan_of(edition: str, against: str, switches: Iterable[str]) -> RegressPlan:
    """The plan of the typed options.

    ``UnknownEdition``, or ``BadRecord`` if the edition does not read those records or has no such switch or setting.
    """
    ruleset, own = load_registry().ruleset(edition), load_registry().ruleset(against)
    if edition.partition("/")[0] != own.edition.key.partition("/")[0]:
        raise BadRecord(f"--edition {edition}: it cannot read a record of {against}")
    return RegressPlan(edition, against, dict(_parse_switch(ruleset, each) for each in switches), program_id())


def _parse_switch(ruleset: AnyRuleset, text: str) -> tuple[str, str]:
    reading, _, setting = text.partition("=")
    known = switches_of(ruleset)
    if reading not in known:
        raise BadRecord(f"--switch {text}: {ruleset.edition.key} has no switch “{reading}”; it has {', '.join(known)}")
    if setting not in known[reading]:
        raise BadRecord(f"--switch {text}: {reading} is one of {', '.join(known[reading])}")
    return reading, setting
