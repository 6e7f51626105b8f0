"""Policies (c2sp.org/tlog-policy): which logs and witnesses are trusted, and how many of these have to agree."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from oathbook.domain.evidence.cosignatures import Cosignature, WitnessKey, open_cosignatures
from oathbook.domain.evidence.note_keys import NoteKey

NOBODY: Final = "none"  # the quorum that asks for no witness


class PolicyLog(Struct, frozen=True):
    """A log that is trusted to be what its key signs, and where it can be asked, if that is said."""

    key: NoteKey
    url: str


class PolicyWitness(Struct, frozen=True):
    """A witness, by the name that the policy gives it, and where it can be asked, if that is said."""

    name: str
    key: WitnessKey
    url: str


class PolicyGroup(Struct, frozen=True):
    """Witnesses and groups, of which at least so many have to have cosigned."""

    name: str
    least: int
    members: tuple[str, ...]


class TrustPolicy(Struct, frozen=True):
    """What a policy says; a group names only what stands before it, and the quorum a witness, a group or nobody."""

    logs: tuple[PolicyLog, ...]
    witnesses: tuple[PolicyWitness, ...]
    groups: tuple[PolicyGroup, ...]
    quorum: str

    @property
    def log_keys(self) -> tuple[NoteKey, ...]:
        """The keys of the logs."""
        return tuple(each.key for each in self.logs)

    @property
    def witness_keys(self) -> tuple[WitnessKey, ...]:
        """The keys of the witnesses."""
        return tuple(each.key for each in self.witnesses)

    def is_met_by(self, keys: Collection[WitnessKey]) -> bool:
        """Whether cosignatures by these keys are enough."""
        agreed = {NOBODY, *(each.name for each in self.witnesses if each.key in keys)}
        for group in self.groups:
            if sum(each in agreed for each in group.members) >= group.least:
                agreed.add(group.name)
        return self.quorum in agreed

    def check_note(self, note: bytes) -> "QuorumResult":
        """Who has cosigned a note, and whether that is enough; ``BadRecord`` where a witness's line is not right.

        Whether its log has signed it is looked at elsewhere.
        """
        return self.check_cosignatures(open_cosignatures(note, self.witness_keys))

    def check_cosignatures(self, cosigned: Collection[Cosignature]) -> "QuorumResult":
        """The same of cosignatures that are known to be right."""
        names = {each.key: each.name for each in self.witnesses}
        keys = {each.key for each in cosigned}
        return QuorumResult(tuple(sorted(names[each] for each in keys)), self.is_met_by(keys))


class QuorumResult(Struct, frozen=True):
    """Which witnesses have cosigned, by their names in the policy, and whether that is enough."""

    witnesses: tuple[str, ...]
    is_met: bool
