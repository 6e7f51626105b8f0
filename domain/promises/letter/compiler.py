"""Lowers a letter to the formula that is monitored: one rule for each construct."""

from collections.abc import Callable, Iterable
from typing import Literal, cast

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.conditions import ConditionCompiler, Scope, add_guards, join_formulas
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.patterns import BY, THAT_PLAYER, PatternCompiler, bind_episode
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.bindings import substitute
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.rulesets.vocabulary import Vocabulary

_Body = Callable[[Scope], logic.Formula]
"""Lowers what is said of a vote, a battle or a season, in the scope of that."""


def compile_letter(
    letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, *, by_consent: bool = True
) -> tuple[logic.Agreement, ...]:
    """The agreements of a letter: one, or one for each obligor where each promises alone.

    The letter has been read from its read-back and is not rejected. Where it does not say who may release its obligors,
    all signers can together if ``by_consent``, or else nobody can.
    """
    assert letter.text == letter.canonical, "citations are of the words that were signed"
    obligors = _seats(letter.header.obligors)
    groups = [(each,) for each in obligors] if letter.header.mode == "each" else [obligors]
    return tuple(_LetterCompiler(letter, vocabulary, names, group).agreement(by_consent=by_consent) for group in groups)


def _seats(players: Iterable[syntax.NameRef]) -> tuple[Seat, ...]:
    return tuple(Seat(each.text) for each in players)


def any_of_seats(seats: tuple[Seat, ...]) -> logic.Term:
    """Any of these seats."""
    return logic.Exactly(seats[0]) if len(seats) == 1 else logic.AnyOf(seats)


class _LetterCompiler:
    """One letter for one set of obligors."""

    def __init__(
        self, letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, obligors: tuple[Seat, ...]
    ) -> None:
        self._letter = letter
        self._obligors = obligors
        self._players = tuple(map(Seat, names[PLAYER]))
        self._impossible: Literal["broken", "void"] = vocabulary.impossible
        self._spans: dict[NodePath, syntax.TextSpan] = {}
        self._patterns = PatternCompiler(vocabulary, names)
        self._conditions = ConditionCompiler(self._patterns, self._spans)

    def agreement(self, *, by_consent: bool) -> logic.Agreement:
        """The agreement of the whole letter."""
        letter = self._letter
        parts = tuple(
            self._clause(each, Scope(f"c{number}", self._obligors)) for number, each in enumerate(letter.clauses, 1)
        )
        void_if, ends_if = self._ending("is void", "void"), self._ending("ends", "ends")
        return logic.Agreement(
            self._obligors,
            self._addressees(),
            letter.header.mode == "jointly",
            join_formulas(logic.And, parts),
            tuple(self._spans.items()),
            void_if,
            ends_if,
            self._named_releasers() or (self._signers() if by_consent else ()),
            any(isinstance(each, clauses.StrictTerm) for each in letter.terms),
            self._impossible,
        )

    def _ending(self, word: Literal["ends", "is void"], path: NodePath) -> logic.Formula | None:
        conditions = [
            each.cond for each in self._letter.terms if isinstance(each, clauses.EndingTerm) and each.word == word
        ]
        if not conditions:
            return None
        formulas = (
            self._conditions.formula(each, Scope(f"{path}.{number}")) for number, each in enumerate(conditions, 1)
        )
        return join_formulas(logic.Or, tuple(formulas))

    def _named_releasers(self) -> tuple[Seat, ...]:
        """The seats that the letter names as those who may release these obligors."""
        named = (each for each in self._letter.terms if isinstance(each, clauses.ReleaseTerm))
        return next((_seats(each.by) for each in named if set(self._obligors) <= set(_seats(each.whom))), ())

    def _signers(self) -> tuple[Seat, ...]:
        """All signers; a promise without addressees is made to everybody."""
        return tuple(dict.fromkeys((*self._obligors, *(self._addressees() or self._players))))

    def _addressees(self) -> tuple[Seat, ...]:
        header = self._letter.header
        return self._obligors if header.mode in clauses.DEALS else _seats(header.addressees)

    # Clauses -----------------------------------------------------------------------------------------------------

    def _clause(self, clause: clauses.LetterClause, scope: Scope) -> logic.Formula:
        self._spans[scope.path] = clause.span
        guard = clause.guard
        if guard is None:
            return self._core(clause.core, scope)
        path = scope.child(guard.word).path
        self._spans[path] = guard.span
        match guard.word:
            case "while":
                state = self._conditions.state(guard.cond)
                return self._core(clause.core, replace(scope, guards=(state,)))
            case "whenever":
                pattern = self._patterns.binding_pattern(cast("syntax.LetterEvent", guard.cond), one=True, first=False)
                body = self._core(clause.core, replace(scope, anew=True))
                debts = any(isinstance(each, logic.Total) and each.pays for each in leaves_of(body))
                return logic.Whenever(path, pattern, body, debts=debts)
            case "if" | "once":

                def begin(within: Scope) -> logic.Formula:
                    inner, body = replace(within, path=f"{path}.cond"), self._core(clause.core, scope)
                    ways = [
                        logic.Once(path, self._conditions.formula(state, inner), owed)
                        for player, state in self._patterns.states_of_whoever(guard)
                        if (player,) != scope.owners
                        if (owed := substitute(body, ((THAT_PLAYER, player),))) != body
                    ]
                    whole = logic.Once(path, self._conditions.formula(guard.cond, inner), body)
                    return join_formulas(logic.And, tuple(ways or [whole]))

                if guard.episode is not None:
                    return self._in(guard.episode, begin, Scope(path))
                return begin(self._conditions.in_time(Scope(path), guard.when))

    def _core(self, core: clauses.Core, scope: Scope) -> logic.Formula:
        if core.subject is None:
            return self._of(core, scope)
        if core.subject.player is not None:
            return self._of(core, replace(scope, owners=_seats((core.subject.player,))))
        each = (self._of(core, replace(scope.child(seat), owners=(seat,))) for seat in self._obligors)
        return join_formulas(logic.And, tuple(each))

    def _of(self, core: clauses.Core, scope: Scope) -> logic.Formula:
        """The core for its owners, with its exception and its reparation."""
        self._spans.setdefault(scope.path, core.span)
        body = self._duty(core, scope)
        if core.exception is not None:
            path = scope.child("unless").path
            self._spans[path] = core.exception.span
            body = logic.Unless(path, self._conditions.formula(core.exception.cond, Scope(f"{path}.cond")), body)
        if core.reparation is not None:
            path = scope.child("or_else").path
            self._spans[path] = core.reparation.span
            clause = core.reparation.clause
            body = logic.OrElse(path, body, self._clause(clause, replace(scope.child("otherwise"), guards=())))
        return body

    def _duty(self, core: clauses.Core, scope: Scope) -> logic.Formula:
        duty = core.duty
        if isinstance(duty, clauses.ChoiceDuty):
            return logic.Or(tuple(self._core(each, scope.child(number)) for number, each in enumerate(duty.cores, 1)))
        if isinstance(duty, clauses.PlainDuty):
            judge = duty.judge if isinstance(duty.judge, str) else duty.judge.text
            return logic.Text(scope.path, scope.owners, duty.text, judge.removeprefix("the "))
        deadline = next((each for each in core.timings if not isinstance(each, syntax.In)), None)
        within = next((each for each in core.timings if isinstance(each, syntax.In)), None)
        scope = self._conditions.in_time(scope, deadline)
        if within is None:
            return self._plain_duty(duty, deadline, scope)
        return self._in(within, lambda inner: self._plain_duty(duty, None, inner), scope)

    # Duties ------------------------------------------------------------------------------------------------------

    def _in(self, within: syntax.In, body: _Body, scope: Scope) -> logic.Formula:
        """What is said of an episode: that of the guard, this one, the next, or each in which an owner takes part."""
        if within.of_unit:
            return self._in_season(within, body, scope)
        episode = self._patterns.episodes[within.episode]
        window, of = self._patterns.closing_window(episode, within.which), None if within.which == "this" else episode
        among = within.which == "every" and bool(episode.joined) and not (within.whoever or within.whose)
        inner = body(replace(scope, window=window, episode=of, among=among))
        if within.which in {"that", "this"}:
            return inner
        path = scope.child("in").path
        self._spans[path] = within.span
        whose = self._patterns.actor_constraint(within.whose)
        opens = bind_episode(self._patterns.opening_pattern(episode, within.about), episode)
        opens = replace(opens, constraints=(*(whose if episode.proposed else ()), *opens.constraints))
        if within.which == "next":
            return _once(path, opens, scope.window, inner)
        if within.whose and not episode.proposed:
            self._spans[f"{path}.joined"] = within.span
            inner = _once(f"{path}.joined", self._patterns.joined_by(whose, episode), window, inner)
        if episode.joined:
            by = logic.Constraint(BY, "==", any_of_seats(scope.owners))
            opens = replace(opens, kind=episode.joined, constraints=(by, *opens.constraints))
        return logic.Whenever(path, opens, inner, scope.window)

    def _in_season(self, within: syntax.In, body: _Body, scope: Scope) -> logic.Formula:
        """What is said of the next season, or of the one running and each after it, until the end of that season."""
        unit, path = self._patterns.units[within.episode], scope.child("in").path
        self._spans[path] = within.span
        ends = logic.Window(logic.Pattern(unit.ends), 1, inclusive=True)
        inner, begins = body(replace(scope, window=ends)), logic.Pattern(unit.begins)
        if within.which == "next":
            return _once(path, begins, scope.window, inner)
        running = scope.child("now")
        self._spans[running.path] = within.span
        return logic.And((body(replace(running, window=ends)), logic.Whenever(path, begins, inner, scope.window)))

    def _plain_duty(
        self, duty: clauses.ActDuty | clauses.StateDuty, deadline: syntax.Timing | None, scope: Scope
    ) -> logic.Formula:
        """The duty itself inside its window; acts that name an episode must name that which is bound."""
        if isinstance(duty, clauses.StateDuty):
            return self._state_duty(duty, deadline, scope)
        if len(duty.acts) == 1:
            return self._act(duty.acts[0], duty, scope)
        scopes = [scope.child(number) for number in range(1, len(duty.acts) + 1)]
        for act, part in zip(duty.acts, scopes, strict=True):
            self._spans[part.path] = act.span
        acts = tuple(self._act(act, duty, part) for act, part in zip(duty.acts, scopes, strict=True))
        return logic.Or(acts) if duty.join == "or" and duty.word == "to" else logic.And(acts)

    def _state_duty(self, duty: clauses.StateDuty, deadline: syntax.Timing | None, scope: Scope) -> logic.StateWithin:
        """A state: throughout, unless the letter says by when or at which point."""
        state = self._patterns.state_formula(duty.state)
        for guard in scope.guards:  # while it is that season
            state = logic.AnyState((logic.NotState(guard), state))
        return logic.StateWithin(scope.path, scope.owners, _mode(deadline), state, scope.window)

    def _act(self, act: syntax.FilledVerb, duty: clauses.ActDuty, scope: Scope) -> logic.Formula:
        """An act; what is done among those in a battle is owed once the other has joined it, too."""
        total = self._total(act, duty, scope)
        pattern = self._patterns.joining_pattern(act, scope.episode) if scope.episode and scope.among else None
        if pattern is None:
            return total
        path = scope.child("joined").path
        self._spans[path] = act.span
        return _once(path, pattern, scope.window, total)

    def _total(self, act: syntax.FilledVerb, duty: clauses.ActDuty, scope: Scope) -> logic.Total:
        mode, n, field = self._patterns.count(act, duty.times)
        pattern = self._patterns.act_pattern(act, any_of_seats(scope.owners), one=duty.times is not None)
        if scope.episode is not None:
            pattern = self._patterns.restrict_to_episode(pattern, scope.episode)
        pattern = add_guards(pattern, scope.guards)
        if duty.word != "to":
            mode, n = "le", n - 1
        elif mode != "le" and self._patterns.is_permission(act):  # every request is answered with yes
            mode, n, pattern = "le", 0, replace(pattern, kind=self._patterns.verbs[act.verb].refused)
        total = logic.Total(scope.path, scope.owners, mode, n, pattern, field, scope.window)
        return replace(total, pays="oldest") if scope.anew and mode == "ge" and not duty.in_all else total


def _once(path: NodePath, begins: logic.Pattern, window: logic.Window | None, body: logic.Formula) -> logic.Once:
    """The formula that owes ``body`` after the first fact that matches ``begins`` within the window."""
    cond = f"{path}.cond" if path.endswith(".joined") else path
    return logic.Once(path, logic.Total(cond, (), "ge", 1, begins, "", window), body)


def _mode(deadline: syntax.Timing | None) -> logic.StateMode:
    match deadline:
        case syntax.Until("at"):
            return "AT"
        case syntax.Until("by" | "before") | syntax.Within(word="within"):
            return "F"
        case _:
            return "G"
