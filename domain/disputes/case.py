"""What a claim is held against: a game as one reader has it, folded up to any position, under any settings."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.chance.seeded import Seeded
from domain.games import game as games
from domain.games.corrections import Replaced, as_corrected
from domain.games.events import BySeed, DecisionMade, DrawMade, Entry, GameOpened, OutcomeFollowed
from domain.games.game import Game
from domain.games.switching import turned
from domain.kernel.draws import Draw
from domain.kernel.seats import TABLE, Seat
from domain.rulesets.protocol import AnyRuleset, Consequence


class Case(Struct, frozen=True):
    """A game: its id, the hash of its last event, the rules it is decided again by, and its events.

    The events are as one reader has them, with everything open in them that this reader's record opens anywhere.
    """

    game: str
    head: str
    ruleset: AnyRuleset
    entries: tuple[Entry, ...]

    @property
    def opened(self) -> GameOpened[Any, Any, Any]:
        """The opening."""
        opened = self.entries[0].body
        assert isinstance(opened, GameOpened), "a game that can be folded begins with its opening"
        return opened

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who decides in it, the table last."""
        return (*(each.seat for each in self.opened.seats), TABLE)

    @property
    def seed(self) -> str:
        """The seed, or nothing where there is none or this reader does not have it."""
        chance = self.opened.chance
        return chance.seed.look() if isinstance(chance, BySeed) and chance.seed.is_open else ""

    def corrected(self, by: int | None = None) -> "Case":
        """The same events as the corrections among them have it, all of them or those up to a position."""
        return replace(self, entries=as_corrected(self.ruleset, self.entries, by=by))

    @property
    def carried(self) -> int:
        """Up to which position its events are those of the game that it goes on from; 0 where it is no fork."""
        return 0 if self.opened.parent is None else self.opened.parent.position

    def seeded_at(self, position: int) -> Seeded | None:
        """What its draws for a decision follow from; nothing where that is no seed, or none that this reader has.

        What a fork carries over was drawn by the seed of the game it goes on from.
        """
        return Seeded(self.seed, self.game, position) if self.seed and position > self.carried else None

    def after(self, position: int) -> Game:
        """The game after that many events; ``BadRecord`` where one of them does not fit."""
        game = games.begun(self.ruleset, self.game, self.entries[0])
        for entry in self.entries[1:position]:
            game = games.evolved(self.ruleset, game, entry)
        return game

    def under(self, reading: str, setting: str) -> "Case":
        """The same events in a game that was opened with one switch set otherwise."""
        opening, opened = self.entries[0], self.opened
        switches = turned(self.ruleset, opened.setup(), reading, setting).switches
        return replace(self, entries=(replace(opening, body=replace(opened, switches=switches)), *self.entries[1:]))

    def step_at(self, position: int) -> tuple[Entry, ...]:
        """All events of the step that an event stands in."""
        number = self.entries[position - 1].step
        return tuple(entry for entry in self.entries if entry.step == number)

    def steps_after(self, position: int) -> tuple["Step", ...]:
        """The steps behind a position in which something was decided, in order."""
        steps: dict[int, list[Entry]] = {}
        for entry in self.entries[position:]:
            steps.setdefault(entry.step, []).append(entry)
        return tuple(Step(tuple(step)) for step in steps.values() if isinstance(step[0].body, DecisionMade))


class Step(Struct, frozen=True):
    """A step in which something was decided, taken apart."""

    entries: tuple[Entry, ...]

    @property
    def at(self) -> int:
        """Where its decision stands."""
        return self.entries[0].position

    @property
    def last(self) -> int:
        """Where it ends."""
        return self.entries[-1].position

    @property
    def outcome(self) -> int | None:
        """Where it is recorded what followed; nothing in a record that does not say it."""
        return next((each.position for each in self.entries if isinstance(each.body, OutcomeFollowed)), None)

    @property
    def decision(self) -> Any:
        """What was decided."""
        made = self.entries[0].body
        assert isinstance(made, DecisionMade), "only steps in which something was decided are taken apart"
        return made.decision

    @property
    def made(self) -> list[tuple[int, Draw]]:
        """Its draws, each with its position: where it was recorded or, if only a correction has it, the last."""
        recorded = [(each.position, each.body.draw) for each in self.entries if isinstance(each.body, DrawMade)]
        replaced = self._replaced
        if replaced is None or replaced.draws is None:
            return recorded
        places = {draw.label: position for position, draw in recorded}
        return [(places.get(draw.label, self.last), draw) for draw in replaced.draws]

    @property
    def struck(self) -> bool:
        """Whether a correction has left its decision out."""
        return self._replaced is not None and self._replaced.struck

    @property
    def _replaced(self) -> Replaced | None:
        return next((each.body for each in self.entries if isinstance(each.body, Replaced)), None)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Its draws, as they have been put right."""
        return tuple(draw for _, draw in self.made)

    @property
    def consequences(self) -> tuple[Consequence[Any], ...]:
        """What is recorded to have followed."""
        bodies = (each.body for each in self.entries)
        return tuple(one for body in bodies if isinstance(body, OutcomeFollowed) for one in body.consequences)


def evolved_through(ruleset: AnyRuleset, state: Any, consequences: tuple[Consequence[Any], ...]) -> Any:
    """The state after what followed; ``Misfit`` where one of the events does not fit."""
    for each in consequences:
        state = ruleset.evolve(state, each.event)
    return state
