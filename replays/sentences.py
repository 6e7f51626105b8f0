"""A game in sentences, a step at a time: what a log of it shows."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from oathbook.domain.games.game_events import DecisionMade, DrawMade, Entry
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.takebacks import takebacks_in
from oathbook.domain.kernel import Roster
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.frames import Replay


class StepSaid(Struct, frozen=True):
    """A step in sentences: its positions from ``first`` to ``position``, when and by whom, and what came of it.

    Of a decision that something came of, only that is said: the decision and its draws stand in the frames.
    ``taken_back`` is the position at which its decision was taken back, if it was; ``takes_back`` are the positions of
    the decisions that this step takes back, if it does.
    """

    step: int
    first: int
    position: int
    at: str
    by: str
    says: tuple[str, ...]
    taken_back: int | UnsetType = UNSET
    takes_back: tuple[int, ...] | UnsetType = UNSET


def steps_in_sentences(replay: Replay, *, first: int, last: int) -> Iterator[StepSaid]:
    """The steps whose last position is between these two, in order, as the viewer of a replay saw them."""
    entries = replay.entries
    takebacks = takebacks_in(entries)
    since = {at: each.position for each in takebacks for at in each.at}
    made = {each.position: each.at for each in takebacks}
    begin = min(first, len(entries) + 1)
    while 1 < begin <= len(entries) and entries[begin - 2].step == entries[begin - 1].step:
        begin -= 1  # the step is told whole, wherever a page cuts it
    step: list[Entry] = []
    for number, entry in enumerate(entries[begin - 1 : last], begin):
        step.append(entry)
        if number == len(entries) or entries[number].step != entry.step:
            said = step_in_sentences(replay.record.ruleset, step, replay.roster)
            yield replace(said, taken_back=since.get(said.first, UNSET), takes_back=made.get(said.position, UNSET))
            step = []


def step_in_sentences(ruleset: AnyRuleset, step: Sequence[Entry], roster: Roster) -> StepSaid:
    """A step in sentences, as far as these events of it go; there is at least one."""
    results = [each for each in step if not isinstance(each.body, DecisionMade | DrawMade)]
    derived = [each.sentence for entry in results for each in happenings_of(ruleset, entry, roster)]
    decided = [each.sentence for entry in step[:1] for each in happenings_of(ruleset, entry, roster)]
    return StepSaid(
        step[0].step, step[0].position, step[-1].position, step[0].at, step[0].by, tuple(derived or decided)
    )
