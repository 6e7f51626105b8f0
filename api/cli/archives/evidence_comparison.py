"""Holds records against what a person has in hand, and says what of that could be held against none of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from msgspec import Struct
from rich.text import Text

from oathbook.api.cli.archives.bundles import attestation_in, bundle_contradictions, is_receipt_trusted
from oathbook.api.cli.archives.file_reader import read_file
from oathbook.api.cli.archives.quorums import Quorum, quorum_of, quorums_in
from oathbook.api.cli.archives.record_address import RecordAddress, path_of
from oathbook.api.cli.archives.verify_work import VerifiedRecord, VerifyWork
from oathbook.api.cli.archives.work import WorkResult
from oathbook.api.cli.evidence_files import (
    Contradiction,
    HeldEvidence,
    checkpoint_of,
    log_contradictions,
    stored_contradictions,
)
from oathbook.api.cli.output import encodable, line
from oathbook.api.signing.bundles import BUNDLE, Attestation
from oathbook.domain.evidence.convictions import SignedEvidence, find_contradiction
from oathbook.domain.evidence.log_proofs import LogProof
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.policies import TrustPolicy
from oathbook.domain.evidence.receipts import Receipt
from oathbook.domain.recording.format.record import Record

UNBELIEVED: Final = "its receipt is signed with a key that you do not trust, so the game may have been imported"


class UnusedEvidence(Struct, frozen=True):
    """What somebody holds and no record could be held against, and why."""

    by: str
    says: str


class CheckedRecord(Struct, frozen=True):
    """What is found about a record, and where it is not what somebody holds; ``used`` names what it was held against.

    ``not_compared`` has what was held against no record only where this is the one record of a command. ``believed``
    says whether the receipt in a bundle is by a key that is trusted.
    """

    each: WorkResult[VerifiedRecord]
    contradicted: tuple[Contradiction, ...] = ()
    attested: Attestation | None = None
    quorums: tuple[Quorum, ...] = ()
    used: frozenset[str] = frozenset()
    not_compared: tuple[UnusedEvidence, ...] = ()
    believed: bool = True

    @property
    def status(self) -> str:
        """In a word."""
        if self.each.answer is None:
            return "unreadable"
        if self.contradicted:
            return "discrepancy"
        status = self.each.answer.status
        lacking = self.not_compared or not all(each.met for each in self.quorums)
        return "partial" if status == "sound" and lacking else status


class Evidence(Struct, frozen=True):
    """What records are held against: what a person holds, what contradicts the log, and what is asked of witnesses.

    ``apart`` is what a log has signed of which not both can be true, ``checkpoints`` are the names of what the log of a
    database has to go on from.
    """

    known: HeldEvidence
    apart: tuple[Contradiction, ...]
    checkpoints: frozenset[str]
    of_log: tuple[Contradiction, ...]
    trust: TrustPolicy | None
    cosigned: tuple[Quorum, ...]

    def compare(self, work: VerifyWork, place: RecordAddress, each: WorkResult[VerifiedRecord]) -> CheckedRecord:
        """A record that could be read; it is not read again where nothing is held against it."""
        if each.answer is None:
            return CheckedRecord(each)
        signed = attestation_in(read_file(place.address, says=place.name), place.name) if is_bundle(place) else None
        quorums = (*self.cosigned, *quorum_of(self.trust, signed))
        of_log = () if place.address else self.of_log
        if self.known == HeldEvidence() and signed is None:
            return CheckedRecord(each, of_log, signed, quorums)
        _, read = work.text_of(place, whole=False)
        record = read()
        if signed is None:
            against = (*self.apart, *self.known.contradictions(record), *of_log)
            return CheckedRecord(each, against, signed, quorums, self.known.names_of(record) | self._logs(place))
        against = (
            *self.apart,
            *self.known.contradictions(record, signed.receipt),
            *self._against_bundle(signed, record),
        )
        used = self.known.names_of(record, signed.receipt) | self._comparable_checkpoints(signed) | self._logs(place)
        if is_receipt_trusted(signed, self._trusted):
            return CheckedRecord(each, against, signed, quorums, used)
        return CheckedRecord(
            each, against, signed, quorums, used, (UnusedEvidence("bundle", UNBELIEVED),), believed=False
        )

    @property
    def _trusted(self) -> tuple[NoteKey, ...]:
        """The keys of logs that are trusted, in a file or by the policy."""
        return (*self.known.keys, *(() if self.trust is None else self.trust.log_keys))

    def _against_bundle(self, signed: Attestation, record: Record) -> Iterator[Contradiction]:
        """Where what a bundle brings cannot be true, or not together with what is held: the keeper has signed both."""
        yield from bundle_contradictions(signed, record, self._trusted if self.known.keys else ())
        for by, thing in self.known.signed:
            if why := find_contradiction((thing, signed.receipt, signed.proof)):
                yield Contradiction(len(record.events), by, why)

    def _comparable_checkpoints(self, signed: Attestation) -> frozenset[str]:
        """The checkpoints that say the root of the same tree as the bundle, and so are compared with its own."""
        tree = (signed.receipt.origin, signed.proof.checkpoint.size)
        checkpoints = ((by, checkpoint_of(thing)) for by, thing in self.known.signed)
        return frozenset(by for by, each in checkpoints if each is not None and (each.origin, each.size) == tree)

    def _logs(self, place: RecordAddress) -> frozenset[str]:
        """The checkpoints that count as used: the log of the database or a policy was held against them."""
        return frozenset() if place.address and self.trust is None else self.checkpoints

    def not_compared(self, used: Iterable[str]) -> tuple[UnusedEvidence, ...]:
        """What is held besides these, which no record could be held against."""
        names = frozenset(used)
        return tuple(UnusedEvidence(by, _why_not(thing)) for by, thing in self.known.signed if by not in names)


def gather_evidence(
    database: str | None,
    log_key: Path | None,
    known: HeldEvidence,
    checkpoints: Sequence[str],
    trust: TrustPolicy | None,
) -> Evidence:
    """What is held, with what is wrong with the log of a database, if one is asked, and who has cosigned.

    That log is held against these checkpoints, and against those that its service left beside it.
    """
    of_log: tuple[Contradiction, ...] = ()
    if database is not None:
        held = log_contradictions(database, known.signed) if checkpoints else ()
        of_log = (*stored_contradictions(database, log_key), *held)
    named = frozenset(map(encodable, checkpoints))
    of_logs = frozenset(by for by, thing in known.signed if by in named and not isinstance(thing, Receipt))
    apart = tuple(
        Contradiction(1, f"{by} and {other}", why)
        for (by, one), (other, two) in combinations(known.signed, 2)
        if (why := find_contradiction((one, two)))
    )
    return Evidence(known, apart, of_logs, of_log, trust, quorums_in(trust, checkpoints, known.keys))


def is_bundle(place: RecordAddress) -> bool:
    """Whether a record comes with what is signed of it."""
    return path_of(place.address).endswith(BUNDLE)


def unused_lines(found: Iterable[UnusedEvidence], indent: str = "") -> Iterator[Text]:
    """What could not be held against any record, for a person."""
    return (line(f"{indent}{each.by}: ", (each.says, "yellow")) for each in found)


def _why_not(thing: SignedEvidence) -> str:
    match thing:
        case Receipt():
            return f"of position {thing.position} of game {thing.game}, not compared: no record here is of that game"
        case LogProof():
            return "a proof, not compared: only a receipt of the same game would show which game it is about"
        case _:
            return f"a checkpoint of {thing.size} leaves, not compared: no log and no bundle of that size was given"
