"""Games played on from a state, to see what may become of a letter that is signed there.

Some seats do all that the rules let them do for it; the others do the least, some of them after one act of their own.
Nothing is drawn: a game ends before a decision that depends on a draw, and where its reader cannot see enough.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import astuple

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import conceal_unknown_piles, try_decision
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.forecast import step_entries
from oathbook.domain.promises.chances.opportunities import NO_DRAWS, Opportunities
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.chances.supplies import possible_supply
from oathbook.domain.promises.letter.phrase_parts import blanks_of
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.matching import StateReader, holds
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.monitor import follow, start
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.monitor.timeline import PromiseTimeline
from oathbook.domain.promises.trace.segmentation import Segmentation
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

MOST_DECISIONS: Final = 80  # decisions in one game
MOST_FIRST: Final = 12  # decisions of a game among which the others look for a first act
MOST_OF_A_KIND: Final = 12  # options of one kind that are looked at for one decision
MOST_STATES: Final = 2  # times in a game that all options are tried for a state that is owed

BEGINNING: Final = game_events.Entry(0, 0, "", "rules", game_events.OutcomeFollowed(0, ()))


class AheadStep(Struct, frozen=True):
    """A decision of a game ahead; ``helps``: it is one by which a seat does what the letter asks of it."""

    by: Seat
    decision: Any
    helps: bool


class GameAhead(Struct, frozen=True):
    """A game that was played on: the promise in it, and its decisions in order. Its first moment is the signing."""

    game: PlayedGame
    promise: MonitorState
    steps: tuple[AheadStep, ...] = ()

    @property
    def state(self) -> Any:
        """The state that it has come to."""
        return self.game.end.segmentation.state


def play_ahead(
    ruleset: AnyRuleset,
    setup: Setup,
    state: Any,
    agreement: formulas.Agreement,
    signers: tuple[Seat, ...],
    first_act: "FirstAct",
) -> GameAhead:
    """A game from a state on, until the promise is decided, in which these signers do all that they can for it."""
    reader = StateReader.of(ruleset.vocabulary)
    signing = Moment(0, 0, (), state, state)
    end = PromiseTimeline(Segmentation((), state, count=1))
    begun = PlayedGame(ruleset, (), Trace.of((signing,), reader), {}, setup, end)
    return _Players(GameAhead(begun, start("", agreement, signing, reader)), signers, first_act).play()


FirstAct = Callable[[Opportunities, GameAhead, Seat], Iterable[Any]]
"""Candidate decisions. A seat takes the first legal one once; after that it does as little as it can."""


class _Players:
    def __init__(self, begun: GameAhead, signers: tuple[Seat, ...], first_act: FirstAct) -> None:
        self._ahead, self._signers, self._first_act = begun, signers, first_act
        self._chances = Opportunities(begun.game)
        self._acted: set[Seat] = set()
        self._states_asked = 0
        self._helped: list[Any] = []  # for what is left of the letter, as it is

    def play(self) -> GameAhead:
        """The game, as far as it comes."""
        while len(self._ahead.steps) < MOST_DECISIONS and self._ahead.promise.status == "pending":
            residual, following = self._ahead.promise.residual, next(self._next(), None)
            if following is None:
                break
            self._ahead = following
            if following.promise.residual is not residual:
                self._helped = []
            if len(following.steps) == MOST_FIRST and not self._acted and self._first_act is not _do_nothing:
                break  # the game without a first act goes on like this
        return self._ahead

    def _next(self) -> Iterator[GameAhead]:
        """The game after one more decision, each that the rules allow, the likeliest first."""
        to_act = self._ahead.game.ruleset.to_act(self._ahead.state)
        for seat in self._signers:
            if seat in to_act or not self._ahead.steps:
                for decision in self._helpful(seat):
                    self._helped.append(decision)
                    yield from self._after(seat, decision, helps=True)
        for seat in to_act[:1]:
            signs, options = seat in self._signers, self._least_of_each_kind(seat)
            yield from self._act_first(seat, signs=signs)
            if signs and any(each.mode in {"le", "G"} for each in _due(self._ahead.promise.residual)):
                after = (each for option in options for each in self._after(seat, option))
                yield from (each for each in after if each.promise.status != "broken")
            for option in options:
                yield from self._after(seat, option)

    def _act_first(self, seat: Seat, *, signs: bool) -> Iterator[GameAhead]:
        """The game after the first act of a seat; a signer only joins an episode, and not to break the promise."""
        late = seat in self._acted or len(self._ahead.steps) >= MOST_FIRST
        if not late and (not signs or self._first_act is _join):
            for decision in self._first_act(self._chances, self._ahead, seat):
                for each in self._after(seat, decision):
                    if not signs or each.promise.status != "broken":
                        self._acted.add(seat)
                        yield each

    def _least_of_each_kind(self, seat: Seat) -> list[Any]:
        """The least option of each kind, without what the seat has decided since another did: that could go on."""
        since = takewhile(lambda each: each.by == seat, reversed(self._ahead.steps))
        done, options = {each.decision.__class__ for each in since}, _listed(self._chances, self._ahead.state, seat)
        least = {each.__class__: each for each in reversed(options)}
        return sorted((each for kind, each in least.items() if kind not in done), key=_size) or options

    def _helpful(self, seat: Seat) -> Iterator[Any]:
        """Decisions by which a seat does what is due by the letter, and has not tried since the last that counted."""
        for leaf in _due(self._ahead.promise.residual):
            if seat in leaf.owners and leaf.mode not in {"le", "G"} and self._is_missing(leaf):
                need = leaf.n - leaf.lo if isinstance(leaf, formulas.Total) else 1
                decisions = possible_supply(self._chances, self._ahead.state, seat, leaf, need).decisions[:1]
                yield from (each for each in decisions if each not in self._helped)

    def _is_missing(self, leaf: formulas.Atom) -> bool:
        """Whether something is to be done for it; for a state all options are tried, so only a few times."""
        if isinstance(leaf, formulas.Total):
            return True
        self._states_asked += 1
        is_so = holds(leaf.state, self._ahead.state, self._chances.ways.reader)
        return is_so is False and self._states_asked <= MOST_STATES

    def _after(self, seat: Seat, decision: Any, *, helps: bool = False) -> Iterator[GameAhead]:
        """The game after a decision, if the rules allow it and it does not depend on a draw."""
        game, promise, ruleset = self._ahead.game, self._ahead.promise, self._ahead.game.ruleset
        given = conceal_unknown_piles(try_decision(ruleset, self._ahead.state, decision, RecordedChance(NO_DRAWS)))
        if given.kind != "follows":
            return
        last = game.steps[-1].entries[-1] if game.steps else BEGINNING
        further = game.extend(step_entries(ruleset, self._ahead.state, last, decision, given))
        promise = follow(promise, further.trace.moments[len(game.trace.moments) :], further.trace.reader)
        yield GameAhead(further, promise, (*self._ahead.steps, AheadStep(seat, decision, helps)))


def _due(residual: formulas.Formula) -> Iterator[formulas.Atom]:
    """What is due of a letter by now: not what waits for a condition, nor what a judge decides."""
    match residual:
        case formulas.Total() | formulas.StateWithin():
            yield residual
        case formulas.And(parts) | formulas.Or(parts) | formulas.Whenever(open=parts):
            yield from (each for part in parts for each in _due(part))
        case formulas.Unless(body=body) | formulas.OrElse(body=body):
            yield from _due(body)
        case _:
            return


def _size(part: object) -> int:
    """How much a decision says: who does the least names the fewest things, and says no."""
    if isinstance(part, Struct):
        part = astuple(part)
    if isinstance(part, tuple):
        return sum(map(_size, cast("tuple[object, ...]", part)))
    return 0 if part is None or (isinstance(part, int) and not part) else 1


def _listed(chances: Opportunities, state: Any, seat: Seat) -> list[Any]:
    """What a seat can decide, no more than so many decisions of a kind; what says least comes first."""
    kinds: dict[type, list[Any]] = {}
    for each in chances.listed(state, seat):
        kinds.setdefault(each.__class__, []).append(each)
    return sorted((each for kind in kinds.values() for each in kind[:MOST_OF_A_KIND]), key=_size)


# What the others do first ------------------------------------------------------------------------------------------


def _do_nothing(_chances: Opportunities, _ahead: GameAhead, _seat: Seat) -> tuple[Any, ...]:
    return ()


def _join(chances: Opportunities, ahead: GameAhead, seat: Seat) -> Iterator[Any]:
    """The options that name what an episode is about, where not every seat takes part; named ones come first.

    Where there is none: options of other kinds than the least.
    """
    options = _listed(chances, ahead.state, seat)
    joined = (each for each in chances.ruleset.vocabulary.episodes if each.joined)
    slots = {blank.slot for each in joined for blank in blanks_of(each.about)}
    if slots:
        before = [_values_of(each.decision, slots) for each in ahead.steps]
        joining = (each for each in options if _values_of(each, slots))
        return iter(sorted(joining, key=lambda each: _values_of(each, slots) not in before))
    return (each for each in options if type(each) is not type(options[0]))


def _values_of(decision: Any, slots: set[str]) -> list[object]:
    """What a decision names in these slots; nothing where it lacks one."""
    return [getattr(decision, each) for each in slots if hasattr(decision, each)]


def _do_what_the_letter_says(chances: Opportunities, ahead: GameAhead, seat: Seat) -> Iterator[Any]:
    """What the letter speaks of, in its conditions and its duties, done by a seat that owes none of it."""
    agreement = ahead.promise.agreement
    for part in formulas.parts_within((agreement.formula, agreement.void_if, agreement.ends_if)):
        if isinstance(part, formulas.Total | formulas.Whenever):
            tally = part if isinstance(part, formulas.Total) else formulas.Total("", (), "ge", 1, part.pattern)
            yield from chances.ways.decisions_for(ahead.state, seat, tally, tally.n)


def _open_an_episode(chances: Opportunities, ahead: GameAhead, seat: Seat) -> Iterator[Any]:
    """An option after which something opens in which players decide, such as a vote or a battle."""
    opens = {each.opens for each in chances.ruleset.vocabulary.episodes}
    for option in chances.option_of_each_kind(ahead.state, seat):
        if any(each.kind in opens for each in chances.facts(ahead.state, option)):
            yield option


FIRST_ACTS: Final[tuple[FirstAct, ...]] = (_do_nothing, _join, _do_what_the_letter_says, _open_an_episode)
"""One game is played for each: the others do the least from the start, or after such an act."""
