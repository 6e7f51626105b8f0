"""Random games in which a table is mistaken twice; what is drawn follows from a seed, but for a draw that is wrong."""

from typing import Any, NamedTuple

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import Draw, DrawRequest
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.disputing import Mistake, Table
from tests.support.playing import ChanceName, die, drawn


class Twice(NamedTuple):
    """A record with two mistakes in it, and the positions of the events that are wrong."""

    record: Record
    places: tuple[int, int]


class SeededTable(Table):
    """A random game under way whose draws follow from a seed."""

    chance: ChanceName = "seeded"
    tells = "rules"

    @property
    def seeded(self) -> SeededChance:
        """Chance for the next decision."""
        game = self.scribe.game
        assert isinstance(game.opened.chance, BySeed)
        return SeededChance(game.opened.chance.seed.look(), game.id, game.position + 1)

    def followed(self, decision: Any) -> DecisionResult:
        """What follows from a decision by the seed."""
        return try_decision(self.ruleset, self.state, decision, self.seeded)

    def another_draw(self, decision: Any, given: DecisionResult) -> int | None:
        """One draw that the pile could have given and the seed did not; the rest of the step follows from it."""
        if not given.draws:
            return None
        label = self.picks.choice(given.draws).label

        def draw(request: DrawRequest) -> Draw:
            cards = drawn(request, self.picks)
            return (
                Draw(label, request.known_pile(), cards, "seeded")
                if request.label == label
                else self.seeded.draw(request)
            )

        other = try_decision(self.ruleset, self.state, decision, _Chance(draw))
        labels = [each.label for each in other.draws]
        if other.kind != "follows" or other.consequences == given.consequences:
            return None
        return self.written(decision, other, other.draws, 2 + labels.index(label))


class _Chance(NamedTuple):
    """Chance that is a function."""

    draw: Any


def twice_mistaken(ruleset: AnyRuleset, kinds: tuple[Mistake, Mistake], number: int) -> Twice | None:
    """A random game with a mistake of each kind, one behind the other; nothing where they do not both fit."""
    name = f"{ruleset.edition.key} {' and '.join(kinds)} {number}"
    table = SeededTable(ruleset, die(name), name)
    table.go_on(table.picks.randrange(6))
    places: list[int] = []
    for kind in kinds:
        at = table.mistake(kind)
        if at is None:
            return None
        places.append(at)
        table.go_on(table.picks.randrange(4))
    return Twice(table.scribe.record, (places[0], places[1]))
