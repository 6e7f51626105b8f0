"""What could have been decided in a state, asked of the rules: whether only the turn was missing, and what instead.

Chance is never looked at: a decision that depends on a draw is a chance.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any, Final, Literal, TypeVar, cast

from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import NotCovered
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game import evolve_state
from oathbook.domain.kernel import Concealed, Draw, Seat
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.letter.actions import ActionFinder
from oathbook.domain.rulesets.protocol import Options
from oathbook.domain.rulesets.vocabulary import Fact

NO_DRAWS: Final[tuple[Draw, ...]] = ()
MOST_OTHER_POINTS: Final = 60  # points of the game at which it is asked whether something can be decided out of turn

_Answer = TypeVar("_Answer")

Permission = Literal["legal", "out-of-turn", "no", "untold"]
"""What the rules say to a decision; ``untold`` where this reader's record does not show enough."""


class Opportunities:
    """A ruleset, asked what could have been; of the record it knows the decisions up to a step, if one is given."""

    def __init__(self, game: PlayedGame, until: int | None = None) -> None:
        ruleset = game.ruleset
        known = (each.state for each in game.commands if until is None or each.number <= until)
        self._points: Final = tuple(islice(known, MOST_OTHER_POINTS))
        self._seats: Final = tuple(each.seat for each in game.setup.seats)
        self._free: Final[dict[type, bool]] = {}
        self.ruleset = ruleset
        self.ways: Final = ActionFinder(ruleset.vocabulary, self._seats)
        self._known: dict[tuple[int, str, object], tuple[Any, Any]] = {}

    def _once(self, ask: Callable[[Any, Any], _Answer], state: Any, about: Any) -> _Answer:
        """What is asked about a state, asked once; kept with the state, or another could come to have its id."""
        key = id(state), ask.__name__, about
        try:
            hash(key)
        except TypeError:  # a ruleset may put a mapping into its decisions
            return ask(state, about)
        if key not in self._known:
            self._known[key] = state, ask(state, about)
        return cast("_Answer", self._known[key][1])

    def may(self, state: Any, decision: Any) -> Permission:
        """Whether the rules allow a decision."""
        return self._once(self._may, state, decision)

    def _may(self, state: Any, decision: Any) -> Permission:
        try:
            refusal = self.ruleset.refusal(state, decision)
        except Concealed:
            return "untold"
        except NotCovered:
            return "no"
        if refusal is None:
            return "legal"
        return "out-of-turn" if refusal.kind == "out-of-turn" else "no"

    def after(self, state: Any, decision: Any) -> Any | None:
        """The state after a decision that is allowed; nothing where it depends on a draw."""
        return self._once(self._after, state, decision)

    def _after(self, state: Any, decision: Any) -> Any | None:
        given = try_decision(self.ruleset, state, decision, RecordedChance(NO_DRAWS))
        return evolve_state(self.ruleset, state, given.consequences) if given.kind == "follows" else None

    def facts(self, state: Any, decision: Any) -> tuple[Fact, ...]:
        """What follows from a decision; nothing from one that is not allowed, or depends on a draw."""
        given = try_decision(self.ruleset, state, decision, RecordedChance(NO_DRAWS))
        return tuple(fact for each in given.consequences for fact in self.ruleset.facts(each.event))

    # Whose turn it takes -----------------------------------------------------------------------------------------

    def takes_turn(self, state: Any, decision: Any) -> bool:
        """Whether it answers what a seat is asked; what is free can be done besides, or left.

        Free is what could be decided at another point of the game too, when the seat was not asked. Where the game
        does not tell, it is free if the seat's turn goes on and something can still be decided that could be before.
        """
        by = decision.by
        if by not in self.ruleset.to_act(state):
            return False
        if type(decision) not in self._free:
            self._find_whether_free(state, decision)
        if type(decision) in self._free:
            return not self._free[type(decision)]
        after = self.after(state, decision)
        if after is None or by not in self.ruleset.to_act(after):
            return True
        return not any(self.may(after, each) == "legal" for each in self.option_of_each_kind(state, by))

    def _find_whether_free(self, state: Any, decision: Any) -> None:
        """Ask about a decision of seats that are not asked, until the rules allow it or say that it is out of turn."""
        for each in (state, *self._points):
            for seat in (seat for seat in self._seats if seat not in self.ruleset.to_act(each)):
                may = self.may(each, replace(decision, by=seat))
                if may in {"legal", "out-of-turn"}:
                    self._free[type(decision)] = may == "legal"
                    return

    def option_of_each_kind(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """An option of each kind that a seat has."""
        kinds: dict[type, Any] = {type(each): each for each in reversed(self.listed(state, seat))}
        return tuple(kinds.values())

    def with_answers(self, state: Any, decision: Any) -> tuple[Any, ...]:
        """A decision, and what others have to decide for it to be done; they are taken to be willing."""
        after = self.after(state, decision)
        return (decision, *(() if after is None else self.ruleset.vocabulary.answers(after, decision)))

    def options(self, state: Any, seat: Seat) -> Options[Any] | None:
        """What a seat could decide; nothing where this reader's record does not show enough."""
        return self._once(self._options, state, seat)

    def _options(self, state: Any, seat: Seat) -> Options[Any] | None:
        try:
            return self.ruleset.options(state, seat)
        except (Concealed, NotCovered):
            return None

    def listed(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """What the rules list of what a seat could decide; nothing where this reader's record does not show enough."""
        options = self.options(state, seat)
        return () if options is None else options.listed
