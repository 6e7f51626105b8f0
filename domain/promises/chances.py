"""What a seat could have done in a state, asked of the rules: how, and whether only its turn was missing.

Chance is never looked at: a decision that depends on a draw is a chance.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from domain.chance.recorded import Recorded
from domain.errors import NotCovered
from domain.games.recompute import answer
from domain.kernel.draws import Draw
from domain.kernel.hidden import Concealed
from domain.kernel.seats import Seat
from domain.promises.causes import Code
from domain.promises.commands import Played
from domain.promises.kernel import AnyOf, Constraint, Exactly, Named, Pat, Tally
from domain.promises.letter.phrases import PLAYER, blanks_of
from domain.promises.matching import Reader, holds
from domain.rulesets.protocol import Options
from domain.rulesets.vocabulary import Args, Fact, Verb

NO_DRAWS: Final[tuple[Draw, ...]] = ()
AT_ONCE: Final = 12
"""Acts that are tried one after another at one point of the game."""

OTHER_POINTS: Final = 60
"""Points of the game at which it is asked whether something can be decided out of turn."""

OPTIONS: Final = 400
"""Options that are looked through for an alternative."""

May = Literal["legal", "out-of-turn", "no", "untold"]
"""What the rules say to a decision; ``untold`` where this reader's record does not show enough."""


BEST_FIRST: Final[tuple[May, ...]] = ("legal", "out-of-turn", "untold")


class Supply(Struct, frozen=True):
    """What a seat could have done towards a total at one point: decisions one after another, and what they come to.

    ``able``: but for whose turn it was it could have been done. ``untold``: this reader cannot tell.
    """

    decisions: tuple[Any, ...] = ()
    amount: int = 0
    able: bool = False
    untold: bool = False


class After(Struct, frozen=True):
    """What follows from a decision: facts, and the states before and after it."""

    before: Any
    facts: tuple[Fact, ...]
    state: Any


class Chances:
    """A ruleset, asked what could have been."""

    def __init__(self, game: Played) -> None:
        """Keep the ruleset with its words, who plays, and how the game went."""
        ruleset = game.ruleset
        self._game: Final = game
        self._seats: Final = tuple(each.seat for each in game.setup.seats)
        self._free: Final[dict[type, bool]] = {}
        self.ruleset = ruleset
        self.reader: Final = Reader.of(ruleset.vocabulary)
        self._asked: tuple[Any, Seat, tuple[Any, ...]] = (None, Seat(""), ())

    def may(self, state: Any, decision: Any) -> May:
        """Whether the rules allow a decision."""
        try:
            refusal = self.ruleset.refusal(state, decision)
        except Concealed:
            return "untold"
        except NotCovered:
            return "no"
        if refusal is None:
            return "legal"
        return "out-of-turn" if refusal.kind == "out-of-turn" else "no"

    def after(self, state: Any, decision: Any) -> After | None:
        """What follows from a decision that is allowed; nothing where it depends on a draw."""
        given = answer(self.ruleset, state, decision, Recorded(NO_DRAWS))
        if given.kind != "follows":
            return None
        facts: list[Fact] = []
        before = state
        for consequence in given.consequences:
            facts += self.ruleset.facts(consequence.event)
            state = self.ruleset.evolve(state, consequence.event)
        return After(before, tuple(facts), state)

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
            self._look_for(decision)
        if type(decision) in self._free:
            return not self._free[type(decision)]
        after = self.after(state, decision)
        if after is None or by not in self.ruleset.to_act(after.state):
            return True
        return not any(self.may(after.state, each) == "legal" for each in self._of_each_kind(state, by))

    def _look_for(self, decision: Any) -> None:
        """Ask about a decision where its seat is not asked, until the rules allow it or say that it is out of turn."""
        for command in self._game.commands[:OTHER_POINTS]:
            state = self._game.before(command)
            if decision.by not in self.ruleset.to_act(state):
                may = self.may(state, decision)
                if may in {"legal", "out-of-turn"}:
                    self._free[type(decision)] = may == "legal"
                    return

    def _of_each_kind(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """An option of each kind that a seat has; kept for as long as the same is asked."""
        known, whose, found = self._asked
        if known is not state or whose != seat:
            options = self.options(state, seat)
            listed: tuple[Any, ...] = () if options is None else options.listed
            kinds: dict[type, Any] = {type(each): each for each in reversed(listed)}
            found = tuple(kinds.values())
            self._asked = (state, seat, found)
        return found

    def with_answers(self, state: Any, decision: Any) -> tuple[Any, ...]:
        """A decision, and what others have to decide for it to be done; they are taken to be willing."""
        after = self.after(state, decision)
        return (decision, *(() if after is None else self.ruleset.vocabulary.answers(after.state, decision)))

    def options(self, state: Any, seat: Seat) -> Options[Any] | None:
        """What a seat could decide; nothing where this reader's record does not show enough."""
        try:
            return self.ruleset.options(state, seat)
        except (Concealed, NotCovered):
            return None

    def alternative(self, state: Any, decision: Any, avoids: Callable[[After], bool]) -> "Alternative":
        """What could have been decided instead: nothing at all, of what is free; else another way to use the turn."""
        if not self.takes_turn(state, decision):
            return Alternative(found=True)
        options = self.options(state, decision.by)
        if options is None:
            return Alternative(found=False, untold=True)
        by_chance: list[Any] = []
        for option in options.listed[:OPTIONS]:
            if option == decision or not self.takes_turn(state, option):
                continue
            after = self.after(state, option)
            if after is None:
                by_chance.append(option)
            elif avoids(after):
                return Alternative(found=True, decision=option)
        if by_chance:
            return Alternative(found=True, decision=by_chance[0])
        return Alternative(found=False, complete=options.complete and len(options.listed) <= OPTIONS)

    # What it takes to do what a letter says ------------------------------------------------------------------------

    def verbs(self, pat: Pat) -> tuple[Verb, ...]:
        """The words for what a pattern looks for, as far as the rules can be asked how it is done."""
        fixed = {each.slot: each.term.value for each in pat.constraints if isinstance(each.term, Exactly)}
        return tuple(
            verb
            for verb in self.ruleset.vocabulary.verbs
            if verb.kind == pat.kind
            and verb.performed is not None
            and all(fixed.get(slot, value) == value for slot, value in verb.fixed.items())
        )

    def ways(self, state: Any, seat: Seat, tally: Tally, amount: int) -> Iterator[Any]:
        """Decisions by which a seat could do it in a state, allowed or not, so much of it at once."""
        if not all(holds(guard, state, self.reader) for guard in tally.pat.guards):
            return
        for verb in self.verbs(tally.pat):
            assert verb.performed is not None
            for args in self._anybody(verb, self._args(tally.pat.constraints, verb, state)):
                asked = {**args, tally.field: amount} if tally.field else args
                yield from (each for each in verb.performed(state, seat, asked) if each.by == seat)

    def does(self, state: Any, decision: Any, tally: Tally, amount: int) -> bool:
        """Whether a decision is one by which so much of it is done, as far as this reader can tell."""
        try:
            return decision in tuple(self.ways(state, decision.by, tally, amount))
        except Concealed:
            return False

    def _args(self, constraints: Iterable[Constraint], verb: Verb, state: Any) -> list[Args]:
        found: list[Mapping[str, str | int]] = [{}]
        for each in constraints:
            if each.slot == "by" or each.slot in verb.fixed:
                continue
            found = [{**args, each.slot: value} for args in found for value in self._values(each, state)]
        return found

    def _anybody(self, verb: Verb, several: list[Args]) -> list[Args]:
        """With each of the players in a place where any will do."""
        for blank in blanks_of(verb.base):
            if blank.sort == PLAYER:
                seats = self._seats
                several = [
                    filled
                    for args in several
                    for filled in ([args] if blank.slot in args else [{**args, blank.slot: seat} for seat in seats])
                ]
        return several

    def _values(self, constraint: Constraint, state: Any) -> tuple[str | int, ...]:
        match constraint.term:
            case Exactly(value):
                return (value + 1,) if constraint.op == ">" and isinstance(value, int) else (value,)
            case AnyOf(values):
                return values
            case Named(designator, args):
                who = self.reader.designators[designator](state, args)
                return (who,) if isinstance(who, str) else ()
            case _:
                return ()

    def supply(self, state: Any, seat: Seat, tally: Tally, need: int, *, whole: bool = False) -> Supply:
        """How much of what is needed a seat could do in a state, and how.

        Where only the ``whole`` of it counts, nothing is looked for when it cannot be done at once.
        """
        try:
            return self._supply(state, seat, tally, need, whole=whole)
        except Concealed:
            return Supply(untold=True)

    def _supply(self, state: Any, seat: Seat, tally: Tally, need: int, *, whole: bool) -> Supply:
        done: list[Any] = []
        left, untold = need, False
        able = self._best(state, seat, tally, left)
        if whole and (tally.field or need == 1) and able != "legal":
            return Supply(able=able == "out-of-turn", untold=able == "untold")
        while left > 0 and len(done) < AT_ONCE:
            found = self._most(state, seat, tally, left)
            untold = untold or found.untold
            if not found.decisions:
                break
            done += found.decisions
            left -= found.amount
            behind = self._behind(state, found.decisions)
            if behind is None:
                break
            state = behind.state
        amount = need - max(left, 0)
        enough = amount >= need
        return Supply(tuple(done), amount, enough or able in {"legal", "out-of-turn"}, untold or able == "untold")

    def _behind(self, state: Any, decisions: Sequence[Any]) -> After | None:
        """What follows from decisions one after another."""
        first, *others = decisions
        after = self.after(state, first)
        return after if after is None or not others else self._behind(after.state, others)

    def _best(self, state: Any, seat: Seat, tally: Tally, amount: int) -> May:
        answers = {self.may(state, each) for each in self.ways(state, seat, tally, amount)}
        for best in BEST_FIRST:
            if best in answers:
                return best
        return "no"

    def _most(self, state: Any, seat: Seat, tally: Tally, left: int) -> Supply:
        """The most that one decision could do; whoever can do so much can do less."""
        if not tally.field:
            return self._allowed(state, seat, tally, 1)
        best = self._allowed(state, seat, tally, left)
        low, high = 1, 0 if best.decisions else left - 1
        while low <= high:
            middle = (low + high) // 2
            tried = self._allowed(state, seat, tally, middle)
            if tried.decisions:
                best, low = tried, middle + 1
            else:
                high = middle - 1
        return best

    def _allowed(self, state: Any, seat: Seat, tally: Tally, amount: int) -> Supply:
        untold = False
        for decision in self.ways(state, seat, tally, amount):
            may = self.may(state, decision)
            if may == "legal":
                return Supply(self.with_answers(state, decision), amount, able=True)
            untold = untold or may == "untold"
        return Supply(untold=untold)


class Alternative(Struct, frozen=True):
    """What could have been decided instead; without a ``decision`` it could have been left.

    ``complete``: all that was allowed has been looked at. ``untold``: this reader cannot tell.
    """

    found: bool
    decision: Any = None
    complete: bool = True
    untold: bool = False

    @property
    def referral(self) -> Code:
        """What becomes of it that none was found."""
        return "R2" if self.untold else "R3" if self.complete else "R8"
