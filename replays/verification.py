"""A record's cross-examination: everything in it that can be checked is checked, and what cannot is said.

A record is sound when
  1. every link of the chain of hashes holds;
  2. its events come in steps: an opening, then decisions with their draws, one outcome, and the end if it is reached,
     and between and after them what was done with promises, each a step of its own;
  3. whatever is revealed was hidden before, under the same digest;
  4. every decision, decided again, is allowed and has the recorded consequences;
  5. every recorded draw was asked for and possible, and follows from the seed where the seed is known;
  6. it is closed exactly when the rules say that the game is over, for the reason they say;
  7. each act with a promise, or about taking back, was allowed to its seat, and is recorded with what followed from it;
     and the proof of every verdict holds, by a checker that knows neither the monitor nor the evaluator;
  8. a correction comes, worked out again, to the same, and a fork carries over what it says that it does.
Strict reading (known topics and keys, canonical bytes, openings that fit their digests) has happened before.
"""

from typing import Any, Literal

from msgspec import Struct

from oathbook.domain.disputes.case import Case
from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game as games
from oathbook.domain.games import game_events
from oathbook.domain.games.counterfactual import decide_again
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.discrepancies import Discrepancy, DiscrepancyKind, compare_outcomes
from oathbook.domain.games.draw_checks import check_draws, unverifiable_part
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.games.table_checks import check_table_act, state_after
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.kernel import TABLE, Concealed
from oathbook.domain.kernel.limits import DRAWS_PER_STEP
from oathbook.domain.recording.format.record import Record, chain_break, unproved_reveals
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays import ruling_checks
from oathbook.replays.promise_checks import PromiseVerifier
from oathbook.replays.step_shapes import allowed_writers, shape_problem
from oathbook.replays.takeback_checks import check_takeback


class Unchecked(Struct, frozen=True):
    """Something this reader could not check, and why."""

    position: int
    why: str


class Verification(Struct, frozen=True):
    """What verifying found: a break of the chain first, the other discrepancies in the order of their positions.

    ``reasons`` is where under another edition the same follows for other reasons. Under the record's own edition wrong
    reasons are discrepancies like any other: the record says something that is not so. ``corrected`` is what was wrong
    and has been put right by a correction that is sound. ``proofs`` is how many proofs of verdicts were checked.
    """

    game: str
    edition: str
    events: int
    head: str
    reached: int
    discrepancies: tuple[Discrepancy, ...]
    unchecked: tuple[Unchecked, ...]
    decisions: int
    draws: int
    reasons: tuple[Discrepancy, ...] = ()
    corrected: tuple[Discrepancy, ...] = ()
    proofs: int = 0

    @property
    def status(self) -> Literal["sound", "discrepancy", "partial"]:
        """The answer in a word; ``partial`` is sound as far as this reader can see."""
        if self.discrepancies:
            return "discrepancy"
        return "partial" if self.unchecked else "sound"


def verify(record: Record, ruleset: AnyRuleset | None = None, *, parent: Record | None = None) -> Verification:
    """Check everything in a record, under its own edition or another one that reads the same events.

    ``parent`` is the record of the game that a fork goes on from: what is carried over is compared with it, and what
    was drawn there recomputed from its seed.
    """
    examination = _Verifier(record, ruleset or record.ruleset, parent)
    examination.run()
    every = sorted(examination.discrepancies, key=lambda each: (each.kind != "chain", each.position))
    found = [each for each in every if not examination.is_corrected(each)]
    other = examination.ruleset.edition.key != record.ruleset.edition.key
    return Verification(
        record.game,
        examination.ruleset.edition.key,
        len(record.events),
        record.head,
        examination.reached,
        tuple(each for each in found if not (other and each.kind == "reasons")),
        tuple(examination.unchecked),
        examination.decisions,
        examination.draws,
        tuple(each for each in found if other and each.kind == "reasons"),
        tuple(filter(examination.is_corrected, every)),
        examination.proofs,
    )


class _Verifier:
    """One verification under way."""

    def __init__(self, record: Record, ruleset: AnyRuleset, parent: Record | None) -> None:
        self.record = record
        self.parent = parent
        self.ruleset = ruleset
        self.discrepancies: list[Discrepancy] = []
        self.unchecked: list[Unchecked] = []
        self.reached = 0
        self.decisions = 0
        self.draws = 0
        self.proofs = 0
        self._promises = PromiseVerifier(record, ruleset)
        self._settled: set[tuple[int, DiscrepancyKind]] = set()

    def run(self) -> None:
        """Everything in the order of the module's list; stops where an event does not fit the state."""
        broken = chain_break(self.record.events, self.record.head)
        if broken is not None:
            self._report(broken[0], "chain", broken[1])
        for position, says in unproved_reveals(self.record.events):
            self._report(position, "reveal", says)
        entries = self._entries = self.record.entries()
        first, rest = entries[0], entries[1:]
        try:
            game = games.begin(self.ruleset, self.record.game, first)
            if first.step != 1 or first.by != "host":
                self._report(1, "shape", "a record begins with step 1, by the host")
            self.discrepancies.extend(ruling_checks.check_lineage(self.record, self.parent))
            self._seeds = ruling_checks.Seeds.of(self.record, self.parent)
            self.unchecked.extend(
                Unchecked(*each) for each in self._seeds.unverifiable_draws(game.opened.chance, entries)
            )
            for step in steps_of(rest):
                game = self._check_step(game, step)
            self.reached = game.position
            proofs = [*self._promises.check_proofs(game, entries)]
            self.proofs = len(proofs)
            self.discrepancies.extend(filter(None, proofs))
        except BadRecord as misfit:
            self._report(min(self.reached + 1, len(entries)), "misfit", str(misfit))

    def _report(self, position: int, kind: DiscrepancyKind, says: str, **more: Any) -> None:
        self.discrepancies.append(Discrepancy(position, kind, says, **more))

    def _check_step(self, game: Game, step: PlayedStep) -> Game:
        first, made = step.entries[0], step.entries[0].body
        self._check_shape(game, step.entries)
        self.reached = step.at - 1
        if isinstance(made, game_events.DecisionMade):
            self._check_decision(game, step)
        elif isinstance(made, TableActed):
            self.draws += len(step.draws)
            if first.by != "ruling":  # a person has decided, and nobody says that it follows from the rules
                self.discrepancies.append(check_table_act(self.ruleset, game.state, step))
            state_after(self.ruleset, game, made)  # a misfit ends the run, as of an event
        elif isinstance(made, game_events.PromiseEventBase):
            self._note(step.at, self._promises.check_act(game, first, made))
        elif isinstance(made, game_events.RulingEventBase):
            self._check_ruling(game, first, made)
        elif isinstance(made, TakebackEventBase):
            self._note(step.at, check_takeback(self.record, self.ruleset, game, step, made))
        for entry in step.entries:
            game = games.evolve(self.ruleset, game, entry)
            self.reached = entry.position
        self._check_end(game, step.entries)
        return game

    def _check_shape(self, game: Game, step: tuple[game_events.Entry, ...]) -> None:
        at = step[0].position
        if step[0].step != game.step + 1:
            self._report(at, "shape", f"step {step[0].step} comes after step {game.step}")
        if sum(isinstance(entry.body, game_events.DrawMade) for entry in step) > DRAWS_PER_STEP:
            self._report(at, "shape", f"a step has at most {DRAWS_PER_STEP} draws")
        if wrong := shape_problem(step):
            self._report(at, "shape", wrong)
        for entry in step:
            self._check_names(entry, at)

    def _check_names(self, entry: game_events.Entry, of: int) -> None:
        """Each event is by whom it must be by, and names the decision it belongs to."""
        body = entry.body
        if isinstance(body, game_events.DecisionMade) and (
            entry.by != body.decision.by or not self._has_seat(entry.by)
        ):
            self._report(entry.position, "shape", f"the event is by {entry.by!r}, the decision by {body.decision.by!r}")
        if isinstance(body, game_events.DrawMade | game_events.OutcomeFollowed) and body.of != of:
            self._report(entry.position, "shape", f"it names the decision at {body.of}, not the one at {of}")
        if isinstance(body, game_events.PromiseEventBase | TakebackEventBase) and not self._has_seat(entry.by):
            self._report(entry.position, "shape", f"it is by {entry.by!r}, who has no seat")
        allowed = allowed_writers(body)
        if entry.by == "transcript" and isinstance(self.record.opened.chance, game_events.BySeed):
            self._report(entry.position, "shape", "a game that draws from a seed was not written down by a table")
        if allowed and entry.by not in allowed:
            self._report(entry.position, "shape", f"it is by {entry.by!r}, not by {' or '.join(allowed)}")

    def _has_seat(self, name: str) -> bool:
        return name == TABLE or any(each.seat == name for each in self.record.opened.seats)

    def _check_decision(self, game: Game, step: PlayedStep) -> None:
        derived = decide_again(self.ruleset, game.state, step)
        self.unchecked.extend(
            Unchecked(at, why) for at, draw in step.positioned_draws if (why := unverifiable_part(draw))
        )
        if derived.kind == "concealed":
            self.unchecked.append(Unchecked(step.at, derived.says))
            asked = {request.label for request in derived.requests}
            made = [(at, draw) for at, draw in step.positioned_draws if draw.label in asked]
            self.discrepancies.extend(check_draws(made, derived.requests, game.opened))
            return
        self.decisions += 1
        if derived.kind != "follows":
            self._report_answer(step, derived)
            return
        self._check_draws(game, step, derived)
        for entry in step.entries:
            if isinstance(entry.body, game_events.OutcomeFollowed):
                is_transcript = entry.by == "transcript"
                self._check_outcome(
                    entry.position, entry.body.consequences, derived.consequences, is_transcript=is_transcript
                )

    def _check_outcome(
        self,
        position: int,
        recorded: game_events.Consequences,
        decide: game_events.Consequences,
        *,
        is_transcript: bool,
    ) -> None:
        try:
            found = compare_outcomes(position, recorded, decide, is_transcript=is_transcript)
        except Concealed as concealed:
            self.unchecked.append(Unchecked(position, str(concealed)))
        else:
            self.discrepancies.extend([] if found is None else [found])

    def _report_answer(self, step: PlayedStep, derived: DecisionResult) -> None:
        labels = {draw.label: at for at, draw in reversed(step.positioned_draws)}
        match derived.kind:
            case "refused" if derived.refusal is not None:
                refusal, made = derived.refusal, step.entries[0].body
                self._report(step.at, "decision", refusal.says, clause=refusal.clause, recorded=made, follows=refusal)
            case "depends" | "impossible" if derived.request is not None:
                asked = {request.label for request in derived.requests}
                others = (at for label, at in labels.items() if label not in asked)
                at = labels.get(derived.request.label, next(others, step.at))
                clause = derived.request.clause or ""
                self._report(at, "draw", derived.says, clause=clause, follows=derived.request)
            case _:
                self.unchecked.append(Unchecked(step.at, derived.says))

    def _check_draws(self, game: Game, step: PlayedStep, derived: DecisionResult) -> None:
        made = step.positioned_draws
        self.draws += len(made)
        self.discrepancies.extend(check_draws(made, derived.requests, game.opened))
        if (seeded := self._seeds.at(step.at)) is not None:
            self.discrepancies.extend(ruling_checks.check_seeded_draws(seeded, made, derived.requests))

    def _check_ruling(self, game: Game, entry: game_events.Entry, recorded: game_events.RulingEvent) -> None:
        before = self._entries[: entry.position - 1]
        found = ruling_checks.check_ruling(Case(self.record.game, "", self.ruleset, before), game, entry, recorded)
        self._note(entry.position, found)
        agrees = found is None or (isinstance(found, ruling_checks.Unverifiable) and found.agrees)
        if agrees and isinstance(recorded, game_events.GameCorrected):
            for each in recorded.instead:
                step = before[each.at - 1].step
                self._settled |= {(step, kind) for kind in ruling_checks.corrected_kinds(each)}

    def is_corrected(self, found: Discrepancy) -> bool:
        """Whether it is about a decision, or what followed from it, that a sound correction has put right."""
        return (self._entries[found.position - 1].step, found.kind) in self._settled

    def _note(self, position: int, found: Discrepancy | ruling_checks.Unverifiable | None) -> None:
        """Add a discrepancy to the result, or the reason why the step could not be checked."""
        if isinstance(found, ruling_checks.Unverifiable):
            self.unchecked.append(Unchecked(position, found.why))
        elif found is not None:
            self.discrepancies.append(found)

    def _check_end(self, game: Game, step: tuple[game_events.Entry, ...]) -> None:
        last, ending = step[-1], self.ruleset.standing(game.state).ending
        if ending is not None and not game.closed:
            says = "the game is over, and the record does not close it"
            self._report(last.position, "end", says, clause=ending.clause)
        if isinstance(last.body, game_events.GameEnded) and last.body.ending != ending:
            clause, sides = "" if ending is None else ending.clause, {"recorded": last.body.ending, "follows": ending}
            self._report(last.position, "end", "it does not end so", clause=clause, **sides)
        revealed = any(isinstance(entry.body, game_events.SeedRevealed) for entry in step)
        opens = isinstance(game.opened.chance, game_events.BySeed) and game.opened.reveal == "all"
        if revealed != (isinstance(last.body, game_events.GameEnded) and opens):
            self._report(last.position, "end", "the seed is revealed at the end, and only under reveal policy all")
