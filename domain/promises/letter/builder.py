"""Builds a letter as values from the parser's tree."""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from lark import Tree
from msgspec.structs import replace

from oathbook.domain.promises.letter import clauses, syntax, trees
from oathbook.domain.promises.letter.language import Language
from oathbook.domain.promises.letter.names import Names, resolve_name, unquote
from oathbook.domain.promises.letter.phrase_parts import PLAYER, blanks_of, subject_phrases
from oathbook.domain.promises.letter.trees import ParseTree, first_subtree, kind_of, number_in, span_of, subtrees
from oathbook.domain.rulesets.comparisons import THAN

_POINTS: Final = frozenset({"end", "start", "this", "that", "next", "own_end", "phase", "next_decision", "game_end"})
_OFFICES: Final[Mapping[str, clauses.Office]] = {"the_table": "the table", "the_arbiter": "the arbiter"}


class Builder:
    """Reads trees of one language with the names of one game."""

    def __init__(self, language: Language, names: Names) -> None:
        self._rows = language.vocabulary
        self._to_do, self._to_be, self._only_to_do = language.to_do, language.to_be, language.only_to_do
        self._names = names

    # The letter --------------------------------------------------------------------------------------------------

    def header(self, tree: ParseTree) -> clauses.LetterHeader:
        """Who promises, how, and to whom."""
        obligors, *more = (each for each in subtrees(tree) if each.data == "players")
        mode = next((each.data for each in subtrees(tree) if each.data in {"jointly", "each"}), "")
        to = self.players(more[0]) if more else ()
        return clauses.LetterHeader(self.players(obligors), cast("Any", str(mode)), to, span=span_of(tree))

    def players(self, tree: ParseTree) -> tuple[syntax.NameRef, ...]:
        """A list of players."""
        return tuple(map(self.name, subtrees(tree)))

    def term(self, tree: ParseTree) -> clauses.LetterTerm:
        """A sentence after the clauses."""
        span = span_of(tree)
        match str(tree.data):
            case "ends" | "is_void" as word:
                condition = self.condition(first_subtree(tree))
                return clauses.EndingTerm("ends" if word == "ends" else "is void", condition, span=span)
            case "may_release":
                by, whom = subtrees(tree)
                return clauses.ReleaseTerm(self.players(by), self.players(whom), span=span)
            case _:
                return clauses.StrictTerm(span=span)

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, tree: ParseTree) -> clauses.LetterClause:
        """A clause: a guard, if any, and a core."""
        *guards, core = subtrees(tree)
        guard = self.guard(guards[0]) if guards else None
        if core.data == "only_while":  # forbidden while it is not so
            duty, state, *timings = subtrees(core)
            denied = syntax.Negation(self.state(state), span=span_of(state))
            guard = clauses.Guard("while", denied, None, span=span_of(core))
            core = Tree("body", [duty, *timings], core.meta)
        return clauses.LetterClause(guard, self.core(core), span=span_of(tree))

    def guard(self, tree: ParseTree) -> clauses.Guard:
        """The guard of a clause."""
        condition, *until = subtrees(tree)
        word = cast("Any", str(tree.data))
        when = self.timing(until[0], "by") if until else None
        return clauses.Guard(word, self.condition(condition), when, span=span_of(tree))

    def core(self, tree: ParseTree) -> clauses.Core:
        """A duty with its subject and its timings."""
        *subjects, body = (tree,) if tree.data == "body" else subtrees(tree)
        tree_of_duty, *rest = subtrees(body)
        after = {str(each.data): each for each in rest}
        unless, otherwise = after.get("exception"), after.get("reparation")
        duty = self._duty(tree_of_duty)
        whole: Literal["by", "until"] = "by" if isinstance(duty, clauses.ActDuty) and duty.word == "to" else "until"
        return clauses.Core(
            self._subject(subjects[0]) if subjects else None,
            duty,
            tuple(self.timing(each, whole) for each in rest if each.data not in {"exception", "reparation"}),
            clauses.UnlessClause(self.condition(first_subtree(unless)), span=span_of(unless)) if unless else None,
            clauses.Reparation(self.clause(first_subtree(otherwise)), span=span_of(otherwise)) if otherwise else None,
            span=span_of(tree),
        )

    def _subject(self, tree: ParseTree) -> clauses.Subject:
        return clauses.Subject(next(map(self.name, subtrees(tree)), None), span=span_of(tree))

    def _duty(self, tree: ParseTree) -> clauses.LetterDuty:
        span = span_of(tree)
        match str(tree.data):
            case "choice":
                return clauses.ChoiceDuty(tuple(map(self.core, subtrees(tree))), span=span)
            case "that":
                return clauses.StateDuty(self.state(first_subtree(tree)), span=span)
            case "plain":
                judge, *_ = (*map(self._judge, subtrees(tree)), clauses.DEFAULT_JUDGE)
                return clauses.PlainDuty(unquote(trees.tokens(tree)[0]), judge, span=span)
            case "to_in_all":
                return replace(self._do("to", tree), in_all=True)
            case word:
                return self._do(cast("Any", word.replace("_", " ")), tree)

    def _judge(self, tree: ParseTree) -> syntax.NameRef | clauses.Office:
        return _OFFICES[str(tree.data)] if tree.data in _OFFICES else self.name(first_subtree(tree))

    def _do(self, word: Literal["to", "not to", "never to"], tree: ParseTree) -> clauses.ActDuty:
        first, *times = subtrees(tree)
        join, acts = self._join_acts(first)
        return clauses.ActDuty(word, join, acts, trees.times_in(times[0]) if times else None, span=span_of(tree))

    def _join_acts(self, tree: ParseTree) -> tuple[Literal["", "and", "or"], tuple[syntax.FilledVerb, ...]]:
        """Acts, and how they are joined; *2 wood and 1 corn* and *Blue or Green* are two acts."""
        kind, number = kind_of(tree)
        if kind in {"all_acts", "any_acts"}:
            return "and" if kind == "all_acts" else "or", tuple(map(self.act, subtrees(tree)))
        if kind not in {"goods_and", "goods_or", "whom"}:
            return "", (self.act(tree),)
        verb, fill, span = self._rows.verbs[number], self._fill(tree), span_of(tree)
        sorts = [each.sort for each in blanks_of(verb.base)]
        first, several = (sorts.index(PLAYER), 1) if kind == "whom" else (0, 2)
        after = len(fill) - (len(sorts) - first - several)
        starts = range(first, after, several)
        fills = ((*fill[:first], *fill[start : start + several], *fill[after:]) for start in starts)
        acts = (syntax.FilledVerb(verb.name, each, span=span) for each in fills)
        return "and" if kind == "goods_and" else "or", tuple(acts)

    # When --------------------------------------------------------------------------------------------------------

    def _until(self, tree: ParseTree) -> syntax.Until:
        to = first_subtree(tree)
        found = self.point(to) if kind_of(to)[0] in _POINTS else self.event(to)
        return syntax.Until(cast("Any", str(tree.data)), found, span=span_of(tree))

    def timing(self, tree: ParseTree, whole: Literal["by", "until"]) -> syntax.Timing:
        """A timing; ``whole`` is the word for all of a stretch of time: *this season* is *by* or *until* its end."""
        kind, number = kind_of(tree)
        span = span_of(tree)
        match kind:
            case "within" | "for":
                unit = subtrees(tree)[-1]
                whose = next(map(self.name, subtrees(unit)), None)
                n = number_in(tree) if trees.tokens(tree) else number
                word = self._rows.units[kind_of(unit)[1]].word
                return syntax.Within(n, word, whose, cast("Any", kind), span=span)
            case "during":
                return syntax.During(self._rows.units[number].word, number_in(first_subtree(tree)), span=span)
            case "this_time" | "own_time" | "this_game":
                return syntax.Until(whole, self.point(tree), span=span)
            case _ if kind.startswith("in_"):
                return self._in(tree, kind, number)
            case _:
                return self._until(tree)

    def _in(self, tree: ParseTree, kind: str, number: int) -> syntax.In:
        which, span = cast("Any", kind.split("_")[1]), span_of(tree)
        if kind.endswith("_unit"):
            return syntax.In(which, self._rows.units[number].word, None, of_unit=True, span=span)
        word = self._rows.episodes[number].word
        if kind.endswith("_whose"):
            return syntax.In(which, word, None, whose=self._who(first_subtree(tree)), span=span)
        about = next(map(self.name, subtrees(tree)), None)
        return syntax.In(which, word, about, whoever=kind.endswith("_whoever"), span=span)

    def point(self, tree: ParseTree) -> syntax.Point:
        """A point of time, or the end of a stretch of time."""
        kind, number = kind_of(tree)
        span = span_of(tree)
        if kind in {"game_end", "this_game"}:
            return syntax.GameEnd(span=span)
        if kind == "phase":
            return syntax.PhaseStart(self._rows.phases[number].phrase, number_in(first_subtree(tree)), span=span)
        if kind == "next_decision":
            return syntax.NextDecision(self.name(first_subtree(tree)), span=span)
        unit = self._rows.units[number].word
        match kind:
            case "end" | "start":
                point = syntax.UnitEnd if kind == "end" else syntax.UnitStart
                return point(unit, number_in(first_subtree(tree)), span=span)
            case "own_end" | "own_time":
                return syntax.PlayerUnitEnd(unit, self.name(first_subtree(tree)), span=span)
            case _:
                return syntax.RelativeUnitEnd(unit, cast("Any", kind.removesuffix("_time")), span=span)

    # What happens and what is so ---------------------------------------------------------------------------------

    def condition(self, tree: ParseTree) -> syntax.LetterCondition:
        """A condition of events and states."""
        span = span_of(tree)
        match str(tree.data):
            case "every":
                return syntax.Conjunction(tuple(map(self.condition, subtrees(tree))), span=span)
            case "some":
                return syntax.Disjunction(tuple(map(self.condition, subtrees(tree))), span=span)
            case "not_so":
                return syntax.Negation(self.condition(first_subtree(tree)), span=span)
            case data:
                return self.state(tree) if data.startswith("state_") else self.event(tree)

    def state(self, tree: ParseTree) -> syntax.FilledState:
        """A state phrase; a bare number in it means *at least*."""
        kind, number = kind_of(tree)
        is_way = kind == "state_also"
        row = self._rows.states[self._to_be[number].row if is_way else number]
        said = self._to_be[number].phrase if is_way else row.phrase
        fill = dict(zip((each.slot for each in blanks_of(said)), self._fill(tree), strict=True))
        if isinstance(than := fill.get(THAN), syntax.AnyPlayer):
            fill[THAN] = replace(than, other=False)  # whom somebody is compared with is another in any case
        ordered = (fill[each.slot] for each in blanks_of(row.phrase))
        return syntax.FilledState(row.name, tuple(map(trees.with_at_least, ordered)), span=span_of(tree))

    def act(self, tree: ParseTree) -> syntax.FilledVerb:
        """A verb with its places; *it* stands for everything that an episode is about, *any* for what is left out."""
        kind, number = kind_of(tree)
        if kind == "act_only":
            way = self._only_to_do[number]
            return syntax.FilledVerb(way.verb, self._fill(tree), only=way.slot, span=span_of(tree))
        at_once, kind = kind.endswith("_at_once"), kind.removesuffix("_at_once")
        is_it, is_way = kind.endswith("_it"), "_also" in kind
        verb = self._rows.verbs[self._to_do[number].row if is_way else number]
        said = self._to_do[number].phrase if is_way else verb.base
        its = subject_phrases(said, self._rows.episodes) if is_it else ()
        about = {blank for each in its for blank in blanks_of(each)}
        span = span_of(tree)
        fill = dict(zip((each.slot for each in blanks_of(said) if each not in about), self._fill(tree), strict=True))
        fill |= {each.slot: syntax.EpisodeSubject(span=span) for each in about}
        places = (fill.get(each.slot) or trees.default_filler(each, span) for each in blanks_of(verb.base))
        return syntax.FilledVerb(verb.name, tuple(places), at_once, span=span)

    def event(self, tree: ParseTree) -> syntax.LetterEvent:
        """Something that happens."""
        kind, number = kind_of(tree)
        span = span_of(tree)
        match kind:
            case "did":
                who, act = subtrees(tree)
                return syntax.ActDone(self._who(who), self.act(act), span=span)
            case "did_not":
                who, act, when = subtrees(tree)
                return syntax.ActNotDone(self._who(who), self.act(act), self.timing(when, "by"), span=span)
            case "ended":
                return syntax.UnitEnded(self._rows.units[number].word, number_in(first_subtree(tree)), span=span)
            case "happened":
                return syntax.OccasionHappened(self._rows.occasions[number].name, self._fill(tree), span=span)
            case "opened" | "opened_any":
                about = next(map(self.name, subtrees(tree)), None)
                return syntax.EpisodeOpened(self._rows.episodes[number].word, about, span=span)
            case _:
                return syntax.GameEnds(span=span)

    def lot(self, tree: ParseTree, to: syntax.NameRef) -> tuple[syntax.FilledVerb, ...]:
        """One act of giving to player ``to`` for each thing in one side of a deal."""
        things = ((self._rows.verbs[kind_of(each)[1]].name, each) for each in subtrees(tree))
        return tuple(syntax.FilledVerb(verb, (*self._fill(each), to), span=span_of(each)) for verb, each in things)

    # Places ------------------------------------------------------------------------------------------------------

    def _fill(self, tree: ParseTree) -> tuple[syntax.Filler, ...]:
        return tuple(map(self._place, subtrees(tree)))

    def _place(self, tree: ParseTree) -> syntax.Filler:
        match kind_of(tree)[0]:
            case "amount" | "any" | "none" | "said":
                return trees.amount_in(tree)
            case "number":
                return syntax.Number(number_in(tree), span=span_of(tree))
            case data:
                return self.name(tree) if data.startswith("name_") else self._who(tree)

    def _who(self, tree: ParseTree) -> syntax.PlayerRef:
        match str(tree.data):
            case "first_of":
                return syntax.AnyPlayer(among=self.players(tree), span=span_of(tree))
            case "any_player" | "any_other_player" as said:
                return syntax.AnyPlayer(other=said == "any_other_player", span=span_of(tree))
            case "that_player":
                return syntax.ThatPlayer(span=span_of(tree))
            case _:
                kind, number = kind_of(named := first_subtree(tree))
        if kind != "designated":
            return self.name(named)
        return syntax.DesignatedPlayer(self._rows.designators[number].name, self._fill(named), span=span_of(named))

    def name(self, tree: ParseTree) -> syntax.NameRef:
        """A name as the game has it."""
        sort = str(tree.data).removeprefix("name_")
        name = resolve_name(unquote(trees.tokens(tree)[0]), sort, self._names)
        assert name is not None, "names are looked up as they are parsed"
        return syntax.NameRef(sort, name, span=span_of(tree))
