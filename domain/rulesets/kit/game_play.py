"""How a declared game goes on: who has to decide, what a decision needs, what follows, and the state after an event."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import astuple, replace

from oathbook.domain.chance import Chance
from oathbook.domain.errors import IllegalDecision, Misfit
from oathbook.domain.kernel import TABLE, Refusal, Requirement, Seat, Working
from oathbook.domain.rulesets.kit.asked_table import DecisionRun, table_type
from oathbook.domain.rulesets.kit.changes import function_of
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.declarations import Declarations
from oathbook.domain.rulesets.kit.requirements import must_be_asked
from oathbook.domain.rulesets.kit.specs import (
    MOST_TRIED,
    Spec,
    form_to_read,
    without_brackets,
    without_sorts,
    words_for,
)
from oathbook.domain.rulesets.kit.zones import Hand
from oathbook.domain.rulesets.protocol import Options

MOST_LISTED: Final = 60  # options of a seat


class GamePlay:
    """The questions about a declared game that are asked while it is played."""

    def __init__(self, game: Declarations, state: type[Struct]) -> None:
        """Take the declarations, and the type of the state."""
        self._game = game
        derived = (each.__name__ for each in game.derived)
        self._table = table_type((*state.__struct_fields__, *derived), game.zones, game.refusals)
        self._specs = {each.kind: each for each in game.specs}
        self._dealt = None if game.dealing is None else game.dealing.event
        self._hands = tuple(each for each in game.zones if isinstance(each, Hand))
        self._changes = {each.kind: tuple(map(function_of, each.changes)) for each in game.events}
        self._seat_fields = {
            each.kind: tuple(name for name, kind in each.fields.items() if kind == Seat) for each in game.events
        }

    @cached_property
    def decisions(self) -> Decisions:
        """All decisions: what each needs, what follows, and its words."""
        return Decisions(*(self._row(each) for each in self._game.specs))

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        """The table before the deal; then who is next and has cards, where there are hands; at the end nobody."""
        return self._waited_for(state, self._stage(state))

    def _waited_for(self, state: Any, stage: str) -> tuple[Seat, ...]:
        if stage != "play":
            return (TABLE,) if stage == "deal" else ()
        if self._game.to_act is not None:
            return self._game.to_act(state)
        if not self._hands:
            return (state.turn,)
        at = state.seats.index(state.turn)
        around = (*state.seats[at:], *state.seats[:at])
        return tuple(each for each in around if self._has_cards(state, each))[:1]

    def options(self, state: Any, seat: Seat) -> Options[Any]:
        """The decisions that a seat may take: so many are listed, of so many that are looked at."""
        tries = islice(self._tries(state, seat), MOST_TRIED + 1)
        listed: list[Any] = []
        for number, (spec, given, yielded) in enumerate(tries, 1):
            if number > MOST_TRIED:
                return Options(tuple(listed), complete=False)
            if _are_met(yielded):
                if len(listed) == MOST_LISTED:
                    return Options(tuple(listed), complete=False)
                listed.append(spec.kind(seat, *given))
        return Options(tuple(listed), complete=True)

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event; ``Misfit`` where it does not fit."""
        kind = cast("type[Any]", type(event))
        for field in self._seat_fields[kind]:
            if getattr(event, field) not in state.seats:
                raise Misfit(f"there is no seat “{getattr(event, field)}”")
        for change in self._changes[kind]:
            state = change(state, event)
        return replace(state, dealt=True) if kind is self._dealt else state

    def _row(self, spec: Spec) -> Decides:
        phrase = without_sorts(without_brackets(spec.form))
        words = words_for(spec.kind, to_everybody=False)
        return Decides(
            spec.kind, self.needs, self.take, form_to_read(spec.form), without_sorts(spec.deed), words, phrase
        )

    def _tries(self, state: Any, seat: Seat) -> Iterator[tuple[Spec, tuple[Any, ...], Iterator[Any]]]:
        """All decisions that a seat is asked for, each by its arguments, with what its function yields."""
        for spec in self._game.specs:
            if self._must_be_asked(spec, state, seat).holds:
                table = self._table(state, seat, spec.clause)  # as it is for all of them: nothing happens here
                yield from ((spec, given, spec.body(table, seat, *given)) for given in spec.arguments(state, seat, {}))

    def needs(self, state: Any, decision: Any) -> DecisionRun:
        """What has to hold for a decision, in the order in which it is asked."""
        spec = self._specs[type(decision)]
        by = decision.by
        table = self._table(state, by, spec.clause)
        return DecisionRun(self._must_be_asked(spec, state, by), table, spec.body(table, *astuple(decision)))

    def take(self, play: Any, decision: Any, chance: Chance) -> None:
        """Let the events of a decision happen: its function goes on after the requirements."""
        spec, asked = self._specs[type(decision)], play.requirements
        if not isinstance(asked, DecisionRun):  # an author has answered otherwise what a decision needs
            asked = self.needs(play.state, decision)
            tuple(asked)
        table = asked.table
        for each in asked.happens(chance):
            if each is None:
                continue
            if isinstance(each, tuple):
                _emit(play, cast("tuple[Any, ...]", each), spec.clause)
            elif isinstance(each, Requirement):
                raise IllegalDecision(_late(spec, each))
            else:
                play.emit(each, spec.clause)
            table.state = play.state

    def _must_be_asked(self, spec: Spec, state: Any, seat: Seat) -> Requirement:
        stage = self._stage(state)
        waited = state.seats if spec.anytime and stage == "play" else self._waited_for(state, stage)
        return must_be_asked(seat, waited, stage, during=spec.stages, clause=spec.clause)

    def _stage(self, state: Any) -> str:
        if state.ending is not None:
            return "over"
        return "play" if state.dealt or self._dealt is None else "deal"

    def _has_cards(self, state: Any, seat: Seat) -> bool:
        return any(getattr(state, each.name)[seat] for each in self._hands)


def _are_met(yielded: Iterator[Any]) -> bool:
    """Whether all requirements hold that come before something happens."""
    for each in yielded:
        if not isinstance(each, Requirement):
            return True
        if not each.holds:
            return False
    return True


def _emit(play: Any, told: tuple[Any, ...], clause: str) -> None:
    """Let an event happen with the clauses that stand beside it and those that its workings apply."""
    event, *reasons = told
    lines = tuple(line for each in reasons if isinstance(each, Working) for line in each.lines)
    clauses = [each for each in reasons if isinstance(each, str)] or [clause]
    play.emit(event, *clauses, *(line.clause for line in lines if line.applied), working=lines)


def _late(spec: Spec, needed: Requirement) -> Refusal:
    """A requirement that comes when something has happened: no refusal knows of it."""
    says = f"{spec.name}: a requirement after the bare yield, or after an event: {needed.says}"
    return Refusal(needed.code, needed.kind, needed.clause, says, ())
