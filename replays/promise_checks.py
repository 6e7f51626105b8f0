"""Promises verified: each act decided again at its place, and the proof of every verdict checked."""

from collections.abc import Iterator

from msgspec.structs import replace

from oathbook.domain.errors import BadLetter, Refused, UnknownVersion
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry, PromiseEvent
from oathbook.domain.kernel import PUBLIC, Concealed, Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.line_checks import line_objection
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.audit.public_record import PublicRecord
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.lifecycle.acts import act_of
from oathbook.domain.promises.lifecycle.decider import decide_act
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.ruling_checks import Unverifiable


class PromiseVerifier:
    """The promises of a record, under its own ruleset or another one."""

    def __init__(self, record: Record, ruleset: AnyRuleset) -> None:
        self._record = record
        self._ruleset = ruleset
        self._letters = LetterReader(ruleset, recorded=True)

    def check_act(self, game: Game, entry: Entry, recorded: PromiseEvent) -> Discrepancy | Unverifiable | None:
        """Whether an act was allowed to its seat there, and is recorded with what follows from it."""
        public = PublicRecord(self._ruleset, lambda: self._public_entries_before(entry.position))
        try:
            derived = decide_act(game, Seat(entry.by), act_of(recorded), self._letters, public)
        except UnknownVersion as unknown:
            return Unverifiable(str(unknown))
        except Refused as refused:
            return Discrepancy(entry.position, "promise", str(refused), recorded=recorded, follows=str(refused))
        except Concealed as concealed:
            return Unverifiable(str(concealed))
        if derived == recorded:
            return None
        return Discrepancy(
            entry.position, "promise", "it is not what follows from what was done", recorded=recorded, follows=derived
        )

    def _public_entries_before(self, position: int) -> tuple[Entry, ...]:
        """The events before a position, as everybody could see them then."""
        before = replace(self._record, events=self._record.events[: position - 1])
        return record_for(before, PUBLIC).entries()

    def check_proofs(self, game: Game, entries: tuple[Entry, ...]) -> Iterator[Discrepancy | None]:
        """For the proof of each verdict with its answers nothing, or what is wrong; ``BadRecord`` as ``audit`` does."""
        for found in self._audits(game, entries):
            for promise in found.promises:
                at = game.promises[promise.promise].bound_at
                for part in promise.parts:
                    wrong = _objection(found.game, part)
                    yield Discrepancy(at, "promise", wrong) if wrong else None

    def _audits(self, game: Game, entries: tuple[Entry, ...]) -> Iterator[Audit]:
        """The audit of all promises; one by one where there is one whose letter cannot be read."""
        if not game.promises:
            return
        try:
            yield audit(self._ruleset, entries)
        except BadLetter:
            for name in game.promises:
                try:
                    yield audit(self._ruleset, entries, only=name)
                except BadLetter:
                    continue


def _objection(game: PlayedGame, part: PartAudit) -> str:
    """What is wrong with the proof of a verdict, or with a line that shows who pays; empty if all holds."""
    wrong = objection(part.proof, part.agreement, part.proof.signed, game.trace)
    if wrong:
        return f"the proof does not hold: {wrong}"
    lines = (each for each in part.blame.answers if each.line is not None)
    wrong = next(filter(None, (line_objection(game, part.agreement, part.proof, each) for each in lines)), "")
    return f"the line that shows who pays does not hold: {wrong}" if wrong else ""
