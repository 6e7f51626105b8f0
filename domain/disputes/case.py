"""What a claim is held against: a game as one reader has it, folded up to any position, under any settings."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry, GameOpened
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.games.switch_settings import with_switch
from oathbook.domain.games.takebacks import standing_entries
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.protocol import AnyRuleset


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

    def with_corrections(self, by: int | None = None) -> "Case":
        """The same events as corrections and takebacks among them have it, all of them or those up to a position."""
        return replace(self, entries=standing_entries(self.ruleset, self.entries, by=by))

    def seeded_chance_at(self, position: int) -> SeededChance | None:
        """What its draws for a decision follow from; nothing where that is no seed, or none that this reader has.

        What a fork carries over was drawn by the seed of the game it goes on from.
        """
        seed, carried = self.opened.open_seed, self.opened.parent_position
        return SeededChance(seed, self.game, position) if seed and position > carried else None

    def game_after(self, position: int) -> Game:
        """The game after that many events; ``BadRecord`` where one of them does not fit."""
        return games.fold(self.ruleset, self.game, (self.entries[0], *self.entries[1:position]))

    def with_switch(self, reading: str, setting: str) -> "Case":
        """The same events in a game that was opened with one switch set otherwise."""
        opening, opened = self.entries[0], self.opened
        switches = with_switch(self.ruleset, opened.setup(), reading, setting).switches
        return replace(self, entries=(replace(opening, body=replace(opened, switches=switches)), *self.entries[1:]))

    def step_at(self, position: int) -> PlayedStep:
        """The step that an event stands in."""
        number = self.entries[position - 1].step
        return PlayedStep(tuple(entry for entry in self.entries if entry.step == number))

    def steps_after(self, position: int) -> Iterator[PlayedStep]:
        """The steps after a position in which something was decided, or done beside the rules, in order."""
        steps = steps_of(self.entries[position:])
        return (step for step in steps if step.is_decided or step.table_act is not None)
