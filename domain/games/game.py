"""The aggregate: a game as replaying its events gives it."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.games import game_events
from oathbook.domain.games.promises import Promises, evolve_promises
from oathbook.domain.games.table_events import TableActed, evolve_table_act
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.games.takebacks import NOTHING_KEPT, TakebackMemory, evolve_takebacks
from oathbook.domain.kernel import Seat, is_seat_name
from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.rulesets.protocol import AnyRuleset

ALLOWED_AFTER_END: Final[frozenset[type]] = frozenset(
    {
        game_events.PromiseAnswered,
        game_events.PromiseRuled,
        game_events.GameCorrected,
        game_events.GameForked,
        game_events.GameUnsealed,
    }
)
"""What may come after the end of a game: answers to earlier claims, and rulings."""


class Game(Struct, frozen=True):
    """A game at a position: how it was opened, the ruleset's state, the last step, whether it is over, its promises.

    ``fork`` is the game as which a closed one is played on, and ``sealed`` says that what this one hides waits for the
    end of that: it had not come to an end of its own. ``takebacks`` is what it takes to take something back.
    """

    id: str
    opened: game_events.GameOpened[Any, Any, Any]
    state: Any
    position: int
    step: int
    closed: bool = False
    promises: Promises = {}
    fork: str = ""
    sealed: bool = False
    takebacks: TakebackMemory = NOTHING_KEPT

    @property
    def secrets_are_out(self) -> bool:
        """Whether everything hidden may be opened to everybody."""
        return self.closed and self.opened.reveal == "all" and not self.sealed

    def after_act(self, position: int) -> TakebackMemory:
        """What is kept for taking back after a decision, or something that the table did, at a position."""
        if self.opened.takebacks == "never":
            return self.takebacks.without_request()
        return self.takebacks.after_decision(position, self.state)

    @property
    def parent_position(self) -> int:
        """Up to which position its events are those of the game it goes on from; 0 where it is no fork."""
        return self.opened.parent_position


def begin(ruleset: AnyRuleset, game_id: str, entry: game_events.Entry) -> Game:
    """The game after its first event; ``Misfit`` or ``BadRecord`` if it is no opening that can be played."""
    if entry.position != 1 or not isinstance(entry.body, game_events.GameOpened):
        raise Misfit("a game begins with its opening, at position 1")
    check_seats(entry.body)
    return Game(game_id, entry.body, ruleset.initial(entry.body.setup()), entry.position, entry.step)


def check_seats(opened: game_events.GameOpened[Any, Any, Any]) -> None:
    """Seats are few, differ, and have names that mean nothing else; ``Misfit`` names the one that does not fit."""
    names = [each.seat for each in opened.seats]
    if len(names) > SEATS:
        raise Misfit(f"seats: a game has at most {SEATS}, not {len(names)}")
    for name in names:
        if not is_seat_name(name) or names.count(name) > 1:
            shown = f"{name!r}"[1:-1]  # without control characters
            raise Misfit(f"seats: “{shown}” is named twice, or is not a short lower-case word that means nothing else")


def evolve(ruleset: AnyRuleset, game: Game, entry: game_events.Entry) -> Game:
    """The game after one more event; ``Misfit`` if the event does not fit."""
    body = entry.body
    _must_come_next(game, entry)
    state, closed, promises, takebacks = game.state, game.closed, game.promises, game.takebacks.without_request()
    match body:
        case game_events.RulingEventBase():
            return _apply_ruling(replace(game, position=entry.position, step=entry.step, takebacks=NOTHING_KEPT), body)
        case TakebackEventBase():
            state, takebacks = evolve_takebacks(
                game.opened, state, game.takebacks, entry.position, Seat(entry.by), body
            )
        case game_events.OutcomeFollowed(_, consequences):
            state = evolve_state(ruleset, state, consequences)
        case TableActed():
            state = evolve_table_act(ruleset, state, body)
            takebacks = game.after_act(entry.position)
        case game_events.PromiseEventBase():
            promises = evolve_promises(promises, entry.position, Seat(entry.by), body)
        case _:
            closed, takebacks = _apply_course(game, entry.position, body)
    return replace(
        game,
        state=state,
        position=entry.position,
        step=entry.step,
        closed=closed,
        promises=promises,
        takebacks=takebacks,
    )


def _apply_course(
    game: Game,
    position: int,
    body: game_events.GameOpened[Any, Any, Any]
    | game_events.DecisionMade[Any]
    | game_events.DrawMade
    | game_events.SeedRevealed
    | game_events.GameEnded,
) -> tuple[bool, TakebackMemory]:
    """Whether the game is closed, and what is kept for taking back, after what changes no state."""
    match body:
        case game_events.GameOpened():
            raise Misfit("a game is opened once")
        case game_events.GameEnded():
            return True, NOTHING_KEPT
        case game_events.DecisionMade():
            return game.closed, game.after_act(position)
        case game_events.DrawMade() | game_events.SeedRevealed():
            return game.closed, game.takebacks.without_request()


def fold(ruleset: AnyRuleset, game_id: str, entries: Iterable[game_events.Entry]) -> Game:
    """The game after these events, the opening first; ``Misfit`` or ``BadRecord`` if one does not fit."""
    first, *rest = entries
    game = begin(ruleset, game_id, first)
    for entry in rest:
        game = evolve(ruleset, game, entry)
    return game


def evolve_state(ruleset: AnyRuleset, state: Any, consequences: game_events.Consequences) -> Any:
    """The state after what followed; ``Misfit`` where one of the events does not fit."""
    for each in consequences:
        state = ruleset.evolve(state, each.event)
    return state


def _must_come_next(game: Game, entry: game_events.Entry) -> None:
    if entry.position != game.position + 1 or (game.closed and type(entry.body) not in ALLOWED_AFTER_END):
        raise Misfit(
            f"position {entry.position} cannot come after {game.position}{' and the end' if game.closed else ''}"
        )


def _apply_ruling(game: Game, body: game_events.RulingEvent) -> Game:
    """The game after what a ruling did to it; a correction that has been read in its place changes nothing more."""
    match body:
        case game_events.GameCorrected(state=state):
            return game if state is None else replace(game, state=state)
        case game_events.GameForked(fork):
            if game.fork:
                raise Misfit(f"position {game.position}: the game is played on already as {game.fork}")
            return replace(game, closed=True, fork=fork, sealed=not game.closed)
        case game_events.GameUnsealed():
            return replace(game, sealed=False)
