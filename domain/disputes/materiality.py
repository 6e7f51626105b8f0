"""Whether it mattered: the event put right, everything after it played as it was, and the two games side by side."""

from collections.abc import Iterable

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import DecisionIllegal, DecisionRefused, EventClaim
from oathbook.domain.disputes.findings import Impact, Materiality, TaintedChances
from oathbook.domain.disputes.promise_check import promise_effects
from oathbook.domain.disputes.state_differences import state_differences
from oathbook.domain.errors import DrawMissing, ImpossibleDraw
from oathbook.domain.games.counterfactual import LineComparison, Stop, evolve_step, replay_lines, stop_from
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.fillers import Fillers, try_fillers
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.tainted_draws import TaintedDraw, find_tainted_draw, outcome_chances
from oathbook.domain.kernel import Draw, DrawRequest
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending, Standing


def assess_materiality(case: Case, claim: EventClaim) -> Materiality:
    """What comes of the game when the event that an upheld claim is about is put right.

    An illegal decision is left out, a refused one taken; a wrong outcome is replaced by what follows, a wrong draw by
    what follows from the seed. What the table did beside the rules is left out, or is replaced by what follows from
    what was meant. A draw that nothing tells ends the line at once. What has been corrected since counts as it was
    corrected.
    """
    case = case.with_corrections()
    first, more = _corrected_start(case, claim)
    line = first if first.stop is not None else replay_lines(case.ruleset, first, more)
    return replace(
        _summarise(case, claim, line),
        fillers=_fillers(case, line),
        tainted=None if line.tainted is None else _tainted(case, line.tainted),
        differs_after=state_differences(case.ruleset, first.recorded, first.corrected),
        differs_at_end=state_differences(case.ruleset, line.recorded, line.corrected),
    )


def _fillers(case: Case, line: LineComparison) -> Fillers | None:
    """How the line can go on that ends because something recorded is not allowed on it."""
    if line.stop is None or line.stop.why not in {"illegal", "table"}:
        return None
    return try_fillers(case.ruleset, line.recorded, line.corrected, tuple(case.steps_after(line.stop.position - 1)))


def _tainted(case: Case, draw: TaintedDraw) -> TaintedChances:
    return TaintedChances(draw.at, outcome_chances(case.ruleset, draw))


def _corrected_start(case: Case, claim: EventClaim) -> tuple[LineComparison, Iterable[PlayedStep]]:
    """Both lines after the event that is put right, and the steps still to play."""
    if isinstance(claim, DecisionRefused):
        state = case.game_after(claim.at).state
        given = try_decision(case.ruleset, state, claim.decision, RecordedChance(()))
        return _correct_line(case.ruleset, LineComparison(state, state, claim.at), claim.at, given), case.steps_after(
            claim.at
        )
    step = case.step_at(claim.at)
    before = case.game_after(step.at - 1).state
    recorded = evolve_step(case.ruleset, before, step)
    later = case.steps_after(step.last)
    act = step.table_act
    if act is not None and act.meant is not None:
        meant = try_decision(case.ruleset, before, act.meant, RecordedChance(step.draws))
        if meant.kind == "follows":
            return _correct_line(case.ruleset, LineComparison(recorded, before, step.last), step.at, meant), later
    if act is not None or isinstance(claim, DecisionIllegal):
        return LineComparison(recorded, before, step.last), later
    given = try_decision(case.ruleset, before, step.decision, chance_for(case, step, claim.at))
    if given.kind != "follows":
        return LineComparison(before, before, step.at - 1, stop=stop_from(given, step)), later
    line = _correct_line(case.ruleset, LineComparison(recorded, before, step.last), step.at, given)
    tainted = find_tainted_draw(step, given, before, before) if line.stop is None else None
    return replace(line, tainted=tainted), later


def _correct_line(ruleset: AnyRuleset, line: LineComparison, at: int, given: DecisionResult) -> LineComparison:
    if given.kind != "follows":
        return replace(line, stop=Stop(line.until, "draw-missing", given.says))
    corrected = evolve_state(ruleset, line.corrected, given.consequences)
    return replace(line, corrected=corrected, outcomes=((at, given.consequences),))


def chance_for(case: Case, step: PlayedStep, at: int) -> Chance:
    """What chance answers in a step in which the event at a position is put right: its draws are, if that is one."""
    is_draw = isinstance(case.entries[at - 1].body, DrawMade)
    return CorrectedChance(case, step) if is_draw else RecordedChance(step.draws)


class CorrectedChance:
    """The draws of a step as they should have been: by the seed where it is known, else as recorded if possible."""

    def __init__(self, case: Case, step: PlayedStep) -> None:
        """Take the seed of the game, where this reader has it, and what was recorded."""
        self._seeded = case.seeded_chance_at(step.at)
        self._recorded = RecordedChance(step.draws)

    def draw(self, request: DrawRequest) -> Draw:
        """The draw; ``DrawMissing`` where nothing tells what should have come.

        One that was right is the recorded one: what it hides keeps its digests.
        """
        if self._seeded is not None:
            right = self._seeded.draw(request)
            return next((each for each in self._recorded.draws if each == right), right)
        try:
            return self._recorded.draw(request)
        except ImpossibleDraw:
            raise DrawMissing(request) from None


def _summarise(case: Case, claim: EventClaim, line: LineComparison) -> Materiality:
    ruleset, end = case.ruleset, len(case.entries)
    recorded, corrected = ruleset.standing(line.recorded), ruleset.standing(line.corrected)
    standing, winner = _effects(case, line, recorded, corrected)
    since = claim.at if isinstance(claim, DecisionRefused) else case.step_at(claim.at).at - 1
    open_from = None
    if line.tainted is not None:
        open_from = line.tainted.at
    elif "open" in {standing, winner}:
        open_from = end if line.stop is None else line.stop.position
    return Materiality(
        corrected_at=claim.at,
        parts=line.parts,
        rejoins=line.rejoins,
        stop=line.stop,
        until=line.until,
        recorded=recorded,
        corrected=corrected,
        standing=standing,
        winner=winner,
        promises=promise_effects(case, since, line),
        open_from=open_from,
    )


def _effects(case: Case, line: LineComparison, recorded: Standing, corrected: Standing) -> tuple[Impact, Impact]:
    """What became of the standings, and of who won; open where a draw came from a wrong pile."""
    if line.tainted is not None:
        return "open", "open"
    if line.rejoins is not None:
        return "unchanged", "unchanged"
    if line.stop is None:
        return _standing_impact(recorded, corrected), _winner_impact(recorded.ending, corrected.ending)
    if line.stop.why != "over":
        return "open", "open"
    final = case.ruleset.standing(case.game_after(len(case.entries)).state)
    return _standing_impact(final, corrected), _winner_impact(final.ending, corrected.ending)


def _standing_impact(one: Standing, other: Standing) -> Impact:
    return "unchanged" if (one.scores, one.out) == (other.scores, other.out) else "changed"


def _winner_impact(recorded: Ending | None, corrected: Ending | None) -> Impact:
    """Open where the corrected line has not come to its end."""
    if corrected is None:
        return "open"
    return "unchanged" if recorded == corrected else "changed"
