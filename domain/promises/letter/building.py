"""Builds a letter as values from the parser's tree."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from lark import Token, Tree

from domain.promises.letter import clauses, syntax
from domain.promises.letter.grammar import INT, MEASURE, MORE, abouts_in
from domain.promises.letter.language import Language
from domain.promises.letter.names import Names, bare, known
from domain.promises.letter.phrases import AMOUNT, PLAYER, Blank, blanks_of

ParseTree = Tree[Token]


class Builder:
    """Reads trees of one language with the names of one game."""

    def __init__(self, language: Language, names: Names) -> None:
        """Keep the language and the names."""
        self._rows = language.vocabulary
        self._to_do, self._to_be = language.to_do, language.to_be
        self._names = names

    # The letter --------------------------------------------------------------------------------------------------

    def header(self, tree: ParseTree) -> clauses.LetterHeader:
        """Who promises, how, and to whom."""
        obligors, *more = (each for each in _trees(tree) if each.data == "players")
        mode = next((each.data for each in _trees(tree) if each.data in {"jointly", "each"}), "")
        addressees = self.players(more[0]) if more else ()
        return clauses.LetterHeader(self.players(obligors), cast("Any", str(mode)), addressees, span=_span(tree))

    def players(self, tree: ParseTree) -> tuple[syntax.NameRef, ...]:
        """A list of players."""
        return tuple(map(self.name, _trees(tree)))

    def term(self, tree: ParseTree) -> clauses.LetterTerm:
        """A sentence after the clauses."""
        span = _span(tree)
        match str(tree.data):
            case "ends":
                return clauses.EndsIf("ends", self.condition(_only(tree)), span=span)
            case "is_void":
                return clauses.EndsIf("is void", self.condition(_only(tree)), span=span)
            case "may_release":
                by, whom = _trees(tree)
                return clauses.MayRelease(self.players(by), self.players(whom), span=span)
            case _:
                return clauses.Strict(span=span)

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, tree: ParseTree) -> clauses.LetterClause:
        """A clause: a guard, if any, and a core."""
        *guards, core = _trees(tree)
        return clauses.LetterClause(self.guard(guards[0]) if guards else None, self.core(core), span=_span(tree))

    def guard(self, tree: ParseTree) -> clauses.Guard:
        """The guard of a clause."""
        condition, *until = _trees(tree)
        word = cast("Any", str(tree.data))
        return clauses.Guard(
            word, self.condition(condition), self._so_long(until[0]) if until else None, span=_span(tree)
        )

    def core(self, tree: ParseTree) -> clauses.Core:
        """A duty with its subject and its timings."""
        *subjects, body = (tree,) if tree.data == "body" else _trees(tree)
        tree_of_duty, *rest = _trees(body)
        duty = self._duty(tree_of_duty)
        whole: Literal["by", "until"] = "by" if isinstance(duty, clauses.Do) and duty.word == "to" else "until"
        return clauses.Core(
            self._subject(subjects[0]) if subjects else None,
            duty,
            tuple(self._timing(each, whole) for each in rest if each.data not in {"exception", "reparation"}),
            next((self._exception(each) for each in rest if each.data == "exception"), None),
            next((self._reparation(each) for each in rest if each.data == "reparation"), None),
            span=_span(tree),
        )

    def _subject(self, tree: ParseTree) -> clauses.Subject:
        return clauses.Subject(next(map(self.name, _trees(tree)), None), span=_span(tree))

    def _exception(self, tree: ParseTree) -> clauses.UnlessClause:
        return clauses.UnlessClause(self.condition(_only(tree)), span=_span(tree))

    def _reparation(self, tree: ParseTree) -> clauses.Reparation:
        return clauses.Reparation(self.clause(_only(tree)), span=_span(tree))

    def _duty(self, tree: ParseTree) -> clauses.Do | clauses.That | clauses.Plain | clauses.EitherOr:
        span = _span(tree)
        match str(tree.data):
            case "choice":
                return clauses.EitherOr(tuple(map(self.core, _trees(tree))), span=span)
            case "that":
                return clauses.That(self.state(_only(tree)), span=span)
            case "plain":
                judges = _trees(tree)
                return clauses.Plain(
                    bare(_tokens(tree)[0]), self._judge(judges[0]) if judges else clauses.TABLE, span=span
                )
            case word:
                return self._do(cast("Any", word.replace("_", " ")), tree)

    def _judge(self, tree: ParseTree) -> syntax.NameRef | clauses.Office:
        return _OFFICES[str(tree.data)] if tree.data in _OFFICES else self.name(_only(tree))

    def _do(self, word: Literal["to", "not to", "never to"], tree: ParseTree) -> clauses.Do:
        first, *times = _trees(tree)
        join, acts = self._joined(first)
        return clauses.Do(word, join, acts, _times(times[0]) if times else None, span=_span(tree))

    def _joined(self, tree: ParseTree) -> tuple[Literal["", "and", "or"], tuple[syntax.FilledVerb, ...]]:
        """Acts, and how they are joined; *2 wood and 1 corn* and *Blue or Green* are two acts."""
        kind, number = _kind(tree)
        if kind in {"all_acts", "any_acts"}:
            return "and" if kind == "all_acts" else "or", tuple(map(self.act, _trees(tree)))
        if kind not in {"goods_and", "goods_or", "whom"}:
            return "", (self.act(tree),)
        verb, fill, span = self._rows.verbs[number], self._fill(tree), _span(tree)
        sorts = [each.sort for each in blanks_of(verb.base)]
        first, several = (sorts.index(PLAYER), 1) if kind == "whom" else (0, 2)
        after = len(fill) - (len(sorts) - first - several)
        acts = (
            syntax.FilledVerb(verb.name, (*fill[:first], *fill[each : each + several], *fill[after:]), span=span)
            for each in range(first, after, several)
        )
        return "and" if kind == "goods_and" else "or", tuple(acts)

    # When --------------------------------------------------------------------------------------------------------

    def _so_long(self, tree: ParseTree) -> clauses.Until:
        return cast("clauses.Until", self._timing(tree, "by"))

    def _until(self, tree: ParseTree) -> clauses.Until:
        to = _only(tree)
        found = self.point(to) if _kind(to)[0] in _POINTS else self.event(to)
        return clauses.Until(cast("Any", str(tree.data)), found, span=_span(tree))

    def _timing(self, tree: ParseTree, whole: Literal["by", "until"]) -> clauses.Timing:
        """A timing; ``whole`` is the word for all of a stretch of time: *this season* is *by* or *until* its end."""
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "within" | "for":
                unit = _trees(tree)[-1]
                whose = next(map(self.name, _trees(unit)), None)
                n = _int(tree) if _tokens(tree) else number
                return clauses.Within(n, self._rows.units[_kind(unit)[1]].word, whose, cast("Any", kind), span=span)
            case "during":
                return clauses.During(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "this_time":
                return clauses.Until(whole, syntax.NearEnd(self._rows.units[number].word, "this", span=span), span=span)
            case "own_time":
                own = syntax.OwnEnd(self._rows.units[number].word, self.name(_only(tree)), span=span)
                return clauses.Until(whole, own, span=span)
            case "this_game":
                return clauses.Until(whole, syntax.GameEnd(span=span), span=span)
            case "in_every_unit" | "in_next_unit":
                which = cast("Any", kind.split("_")[1])
                return clauses.In(which, self._rows.units[number].word, None, of_unit=True, span=span)
            case "in_that" | "in_every" | "in_next" | "in_every_about" | "in_next_about":
                about = next(map(self.name, _trees(tree)), None)
                which = cast("Any", kind.split("_")[1])
                return clauses.In(which, self._rows.episodes[number].word, about, span=span)
            case _:
                return self._until(tree)

    def point(self, tree: ParseTree) -> syntax.Point:
        """A point of time."""
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "end" | "start":
                node = syntax.UnitEnd if kind == "end" else syntax.UnitStart
                return node(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "this" | "that" | "next":
                return syntax.NearEnd(self._rows.units[number].word, kind, span=span)
            case "own_end":
                return syntax.OwnEnd(self._rows.units[number].word, self.name(_only(tree)), span=span)
            case "phase":
                return syntax.AtPhase(self._rows.phases[number].phrase, _int(_only(tree)), span=span)
            case _:
                return syntax.GameEnd(span=span)

    # What happens and what is so ---------------------------------------------------------------------------------

    def condition(self, tree: ParseTree) -> syntax.LetterCondition:
        """A condition of events and states."""
        match str(tree.data):
            case "every":
                return syntax.Every(tuple(map(self.condition, _trees(tree))), span=_span(tree))
            case "some":
                return syntax.Some(tuple(map(self.condition, _trees(tree))), span=_span(tree))
            case "not_so":
                return syntax.NotSo(self.condition(_only(tree)), span=_span(tree))
            case data:
                return self.state(tree) if data.startswith("state_") else self.event(tree)

    def state(self, tree: ParseTree) -> syntax.FilledState:
        """A state phrase; a bare number in it means *at least*."""
        kind, number = _kind(tree)
        is_way = kind == "state_also"
        row = self._rows.states[self._to_be[number].row if is_way else number]
        said = self._to_be[number].phrase if is_way else row.phrase
        fill = dict(zip((each.slot for each in blanks_of(said)), self._fill(tree), strict=True))
        ordered = (fill[each.slot] for each in blanks_of(row.phrase))
        return syntax.FilledState(row.name, tuple(map(_at_least, ordered)), span=_span(tree))

    def act(self, tree: ParseTree) -> syntax.FilledVerb:
        """A verb with its places; *it* stands for everything that an episode is about, *any* for what is left out."""
        kind, number = _kind(tree)
        is_it, is_way = kind.endswith("_it"), "_also" in kind
        verb = self._rows.verbs[self._to_do[number].row if is_way else number]
        said = self._to_do[number].phrase if is_way else verb.base
        its = abouts_in(said, self._rows.episodes) if is_it else ()
        about = {blank for each in its for blank in blanks_of(each)}
        span = _span(tree)
        fill = dict(zip((each.slot for each in blanks_of(said) if each not in about), self._fill(tree), strict=True))
        fill |= {each.slot: syntax.It(span=span) for each in about}
        places = (fill.get(each.slot) or _left_out(each, span) for each in blanks_of(verb.base))
        return syntax.FilledVerb(verb.name, tuple(places), span=span)

    def event(self, tree: ParseTree) -> syntax.LetterEvent:
        """Something that happens."""
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "did":
                who, act = _trees(tree)
                return syntax.Did(self._who(who), self.act(act), span=span)
            case "did_not":
                who, act, by = _trees(tree)
                return syntax.DidNot(self._who(who), self.act(act), self.point(by), span=span)
            case "ended":
                return syntax.UnitEnded(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "happened":
                return syntax.OccasionHappened(self._rows.occasions[number].name, self._fill(tree), span=span)
            case "opened" | "opened_any":
                about = next(map(self.name, _trees(tree)), None)
                return syntax.EpisodeOpened(self._rows.episodes[number].word, about, span=span)
            case _:
                return syntax.GameEnds(span=span)

    # Places ------------------------------------------------------------------------------------------------------

    def _fill(self, tree: ParseTree) -> tuple[syntax.Filler, ...]:
        return tuple(map(self._place, _trees(tree)))

    def _place(self, tree: ParseTree) -> syntax.Filler:
        match _kind(tree)[0]:
            case "amount" | "any" | "none" | "said":
                return _amount(tree)
            case "number":
                return syntax.Number(_int(tree), span=_span(tree))
            case data:
                return self.name(tree) if data.startswith("name_") else self._who(tree)

    def _who(self, tree: ParseTree) -> syntax.PlayerRef:
        match str(tree.data):
            case "any_player":
                return syntax.AnyPlayer(span=_span(tree))
            case "that_player":
                return syntax.ThatPlayer(span=_span(tree))
            case _:
                return self._named(_only(tree))

    def _named(self, tree: ParseTree) -> syntax.PlayerRef:
        kind, number = _kind(tree)
        if kind == "designated":
            return syntax.Designated(self._rows.designators[number].name, self._fill(tree), span=_span(tree))
        return self.name(tree)

    def name(self, tree: ParseTree) -> syntax.NameRef:
        """A name as the game has it."""
        sort = str(tree.data).removeprefix("name_")
        name = known(bare(_tokens(tree)[0]), sort, self._names)
        assert name is not None, "names are looked up as they are parsed"
        return syntax.NameRef(sort, name, span=_span(tree))


# Trees -----------------------------------------------------------------------------------------------------------

_POINTS: Final = frozenset({"end", "start", "this", "that", "next", "own_end", "phase", "game_end"})
_OFFICES: Final[Mapping[str, clauses.Office]] = {"the_table": "the table", "the_arbiter": "the arbiter"}
_TIMES: Final = {"once": 1, "twice": 2}
_ROW: Final = re.compile(r"([a-z_]+?)(?:_(\d+))?")


def _trees(tree: ParseTree) -> tuple[ParseTree, ...]:
    return tuple(each for each in tree.children if isinstance(each, Tree))


def _tokens(tree: ParseTree) -> tuple[Token, ...]:
    return tuple(each for each in tree.children if isinstance(each, Token))


def _only(tree: ParseTree) -> ParseTree:
    return _trees(tree)[0]


def _span(tree: ParseTree) -> syntax.TextSpan:
    return tree.meta.start_pos, tree.meta.end_pos


def _kind(tree: ParseTree) -> tuple[str, int]:
    """The kind of a rule and the number of its row in the vocabulary, if it has one."""
    found = _ROW.fullmatch(str(tree.data))
    assert found is not None, "rules are called by small letters"
    return found[1], int(found[2] or 0)


def _int(tree: ParseTree) -> int:
    return next(int(each) for each in _tokens(tree) if each.type == INT)


def _measure(tree: ParseTree) -> syntax.Measure:
    said = next((each for each in _tokens(tree) if each.type in {MEASURE, MORE}), "")
    return cast("syntax.Measure", " ".join(said.casefold().split()))


def _amount(tree: ParseTree) -> syntax.Quantity:
    kind, number = _kind(tree)
    if kind == "any":
        return syntax.Quantity("any", 1, span=_span(tree))
    if kind == "none":
        return syntax.Quantity("at most", 0, span=_span(tree))
    if kind == "said":
        return syntax.Quantity("", number, span=_span(tree))
    return syntax.Quantity(_measure(tree), _int(tree), span=_span(tree))


def _at_least(place: syntax.Filler) -> syntax.Filler:
    if isinstance(place, syntax.Quantity) and not place.measure:
        return syntax.Quantity("at least", place.n, span=place.span)
    return place


def _left_out(blank: Blank, span: syntax.TextSpan) -> syntax.Quantity | syntax.AnyThing:
    """What a place is filled with that is not said."""
    return syntax.Quantity("any", 1, span=span) if blank.sort == AMOUNT else syntax.AnyThing(blank.sort, span=span)


def _times(tree: ParseTree) -> syntax.Quantity:
    """How often: *once* is *at least once*."""
    n = _TIMES[str(tree.data)] if tree.data in _TIMES else _int(tree)
    return syntax.Quantity(_measure(tree) or "at least", n, span=_span(tree))
