"""What tests of a ruleset check: its laws, what a viewer can tell apart, and what promises came to."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, fold_record, record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.coverage import Coverage, coverage_of
from oathbook.replays.frames import Replay
from oathbook.replays.laws import without_digests
from oathbook.replays.playouts import play_out
from oathbook.replays.transcript import transcript
from oathbook.replays.verification import verify


def check_ruleset_laws(ruleset: AnyRuleset, games: int, first: int = 0) -> Coverage:
    """Play so many random games, every law asked at every decision, and say what was reached; ``LawBroken``.

    The same ``first`` plays the same games.
    """
    return coverage_of(ruleset, (play_out(ruleset, seed).tally for seed in range(first, first + games)))


def visible_differences(one: Record, other: Record, viewer: Viewer) -> set[str]:
    """By which of the things shown a viewer can tell two games apart; none, where they differ only in its secrets."""
    pairs = zip(visible_outputs(one, viewer), visible_outputs(other, viewer), strict=True)
    return {name for (name, left), (_, right) in pairs if left != right}


def visible_outputs(record: Record, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    """Each thing a viewer can ask for, and what comes back, digests and salts made the same."""
    for name, text in _outputs(record, viewer):
        yield name, without_digests(text, record.events)


def _outputs(record: Record, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    own = record_for(record, viewer)
    yield "export", record_text(own)
    yield "frames", value_text(list(Replay(record, viewer).frames()))
    yield "text", "\n".join(transcript(Replay(record, viewer))).encode()
    yield "verdict", value_text(verify(own))
    game = fold_record(own)
    yield "fold", value_text(record.ruleset.view(game.state, viewer))
    if viewer not in {PUBLIC, HOLDER}:
        options = record.ruleset.options(game.state, viewer)
        yield "options", value_text(options)
        answers = [
            try_decision(record.ruleset, game.state, option, WitnessedChance(())) for option in options.listed[:20]
        ]
        yield "answers", value_text(answers)


class PromiseOutcome(Struct, frozen=True):
    """What became of a promise, and what each player who answers for it pays."""

    status: Status
    pays: Mapping[str, int] = {}


def promise_outcomes(record: Record) -> Mapping[str, PromiseOutcome]:
    """The promises of a game by their names (``p1``); refuses as an audit does."""
    return {
        each.promise: PromiseOutcome(
            each.status, {due.seat: due.amount for part in each.parts for due in part.penalties if due.applies}
        )
        for each in audit(record.ruleset, record.entries()).promises
    }
