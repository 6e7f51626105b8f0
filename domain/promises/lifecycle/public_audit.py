"""What the record so far says of promises, as everybody may see it; an act is refused for nothing else."""

from typing import Protocol

from oathbook.domain.games.events import PromiseId
from oathbook.domain.promises.lifecycle.acts import RuleOn


class PublicAudit(Protocol):
    """The record so far, as everybody may see it; it is asked about rulings and consents only, as it takes long."""

    def against(self, rule: RuleOn) -> tuple[str, str] | None:
        """What a ruling contradicts that follows from the letter: its field, and a sentence; nothing if it is open."""
        ...

    def must_know(self, blame: str) -> None:
        """``UnknownVersion`` for a reading of blame that this program does not have."""
        ...

    def is_broken(self, promise: PromiseId) -> bool:
        """Whether a promise is broken, at least for one of its obligors."""
        ...
