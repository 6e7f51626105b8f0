"""``oathbook fuzz``: plays random games and checks every law."""

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import Progress

from oathbook.api.cli import output
from oathbook.api.cli.arguments import Force, Json, Quiet, argument
from oathbook.api.cli.output_files import OutputFile, put
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.coverage import Coverage, coverage_of, names_to_reach
from oathbook.replays.laws import LawBroken
from oathbook.replays.playouts import PlayOut, play_out

FAILED: Final = 1
MOST_GAMES: Final = 1_000_000

Goal = tuple[str, str]  # group and name, as in a ``Tally``


def fuzz(  # noqa: PLR0913  # one parameter an option
    ruleset: Annotated[str, argument(metavar="RULESET", help="The key of an edition.")],
    *,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="How many games to play.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="The seed of the first game; the next game has S + 1.")
    ] = 0,
    to: Annotated[
        str, typer.Option("--to", metavar="FOLDER", help="The folder for the record of a failing game.")
    ] = ".",
    goal: Annotated[
        str, typer.Option("--goal", metavar="GOAL", help='Play until it is reached: "ending NAME", "event NAME", …')
    ] = "",
    force: Force = False,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Play random games and check every law of a ruleset.

    It stops at the first law that is broken, and reports how often each event type, refusal, clause, switch and ending
    was reached. The same seed plays the same game: to repeat one that failed, give its seed and --games 1.

    A goal is "ending NAME", "event NAME", "clause ID", "refusal CODE", "switch ID=SETTING" or "disclosure EVENT.FIELD".
    Then it stops with the first game that reaches it, and names its seed.

    \b
    Exit codes
      0  all laws held, and the goal was reached
      1  a law was broken, and the game so far is in FOLDER; or no game reached the goal
      2  there is no such edition, folder or goal

    \b
    --json  {"edition", "games", "seed", "decisions", "counts": {group: {name: times}}, "missing": {group: [name]},
            "broken": null or {"seed", "law", "says", "record"}, "reached": null or the seed that reached GOAL}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    rules = load_registry().ruleset(ruleset)
    if not Path(to).is_dir():
        raise typer.BadParameter(f"“{to}” is not a folder", param_hint="'--to'")
    run = _Run(rules, games, seed, _goal(rules, goal) if goal else None)
    coverage, broken = run.play()
    record = (
        None
        if broken is None
        else _save_record(broken, Path(to), f"{ruleset.replace('/', '-')}-seed-{run.seed}.jsonl", force=force)
    )
    if as_json:
        found = None if broken is None else {"seed": run.seed, "law": broken.law, "says": str(broken), "record": record}
        about = {"edition": ruleset, "games": run.ended, "seed": seed, "decisions": run.decisions}
        reached = {"broken": found, "reached": run.reached}
        output.say_json({**about, "counts": coverage.counts, "missing": coverage.missing, **reached})
    else:
        _print(run, coverage)
        _print_outcome(run, broken, record, goal)
    raise typer.Exit(0 if broken is None and run.is_goal_reached else FAILED)


def _goal(rules: AnyRuleset, goal: str) -> Goal:
    """The group and the name of a goal; ``BadParameter`` names what there is."""
    there = {(group, name) for group, names in names_to_reach(rules).items() for name in names}
    goals = {f"{group.removesuffix('s').replace('switche', 'switch')} {name}": (group, name) for group, name in there}
    if goal not in goals:
        similar = get_close_matches(goal, goals, 3, cutoff=0)
        raise typer.BadParameter(f"“{goal}” cannot be reached; there is {', '.join(similar)}", param_hint="'--goal'")
    return goals[goal]


class _Run:
    """Plays games one after the other and counts them."""

    def __init__(self, rules: AnyRuleset, games: int, first: int, goal: Goal | None) -> None:
        self.rules = rules
        self.goal = goal
        self.reached: int | None = None
        self.seeds = range(first, first + games)
        self.seed = first
        self.ended = 0
        self.decisions = 0

    @property
    def is_goal_reached(self) -> bool:
        """Whether a game reached the goal, if there is one."""
        return self.goal is None or self.reached is not None

    def play(self) -> tuple[Coverage, LawBroken | None]:
        """What was reached, and the broken law if there is one; the games before it count."""
        done: list[LawBroken] = []
        coverage = coverage_of(self.rules, (game.tally for game in self._games(done)))
        return coverage, done[0] if done else None

    def _games(self, broken: list[LawBroken]) -> Iterator[PlayOut]:
        console = output.console_on(sys.stderr)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            for seed in progress.track(self.seeds, description="games"):
                self.seed = seed
                try:
                    game = play_out(self.rules, seed)
                except LawBroken as law:
                    broken.append(law)
                    return
                self.ended += 1
                self.decisions += game.decisions
                yield game
                if self.goal is not None and game.tally[self.goal]:
                    self.reached = seed
                    return


def _save_record(broken: LawBroken, folder: Path, name: str, *, force: bool) -> str | None:
    if broken.record is None:
        return None
    target = OutputFile(folder / name, record_text(broken.record), broken.record.game)
    put([target], force=force)
    return output.encodable(str(target.path))


def _print(run: _Run, coverage: Coverage) -> None:
    decisions = f", {output.counted(run.decisions, 'decision')}, from seed {run.seeds.start}"
    output.say([output.line((output.counted(run.ended, "game"), "bold"), decisions)])
    rows = (
        (group, str(sum(counts.values())), f"{sum(map(bool, counts.values()))} of {len(counts)}")
        for group, counts in coverage.counts.items()
    )
    output.say_table(("group", "times", "reached"), rows)
    each = (
        (f"{group} {name}", str(times)) for group, found in coverage.counts.items() for name, times in found.items()
    )
    output.say_table(("reached", "times"), each)
    for group, names in coverage.missing.items():
        output.say([output.line((f"{group} never reached: ", "yellow"), ", ".join(names))])


def _print_outcome(run: _Run, broken: LawBroken | None, record: str | None, goal: str) -> None:
    if broken is not None:
        where = f"its record is {record}" if record else "there is no record of it"
        output.say([output.line((f"seed {run.seed}: ", "bold red"), f"{broken}; {where}")])
    elif goal:
        seed = "no game" if run.reached is None else f"seed {run.reached}"
        output.say([output.line((f"{goal}: ", "bold"), f"reached by {seed}")])
