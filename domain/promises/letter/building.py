"""From the parser's tree to the letter as values."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from lark import Token, Tree

from domain.promises.letter import clauses as c
from domain.promises.letter import syntax as s
from domain.promises.letter.grammar import INT, MEASURE, MORE, abouts_in
from domain.promises.letter.language import Language
from domain.promises.letter.names import Names, bare, known
from domain.promises.letter.phrases import blanks_of

Leaf = Tree[Token]


class Builder:
    """Reads trees of one language with the names of one game."""

    def __init__(self, language: Language, names: Names) -> None:
        """Keep what names are resolved against."""
        self._rows = language.vocabulary
        self._names = names

    # The letter --------------------------------------------------------------------------------------------------

    def header(self, tree: Leaf) -> c.Header:
        """Who promises what way, and to whom."""
        obligors, *more = (each for each in _trees(tree) if each.data == "players")
        mode = next((each.data for each in _trees(tree) if each.data in {"jointly", "each"}), "")
        addressees = self.players(more[0]) if more else ()
        return c.Header(self.players(obligors), cast("Any", str(mode)), addressees, span=_span(tree))

    def players(self, tree: Leaf) -> tuple[s.Name, ...]:
        """A list of players."""
        return tuple(map(self.name, _trees(tree)))

    def term(self, tree: Leaf) -> c.Term:
        """A sentence after the clauses."""
        span = _span(tree)
        match str(tree.data):
            case "ends":
                return c.EndsIf("ends", self.condition(_only(tree)), span=span)
            case "is_void":
                return c.EndsIf("is void", self.condition(_only(tree)), span=span)
            case "may_release":
                by, whom = _trees(tree)
                return c.MayRelease(self.players(by), self.players(whom), span=span)
            case _:
                return c.Strict(span=span)

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, tree: Leaf) -> c.Clause:
        """A clause; its core comes last."""
        *guards, core = _trees(tree)
        return c.Clause(self.guard(guards[0]) if guards else None, self.core(core), span=_span(tree))

    def guard(self, tree: Leaf) -> c.Guard:
        """What the clause waits for."""
        condition, *until = _trees(tree)
        word = cast("Any", str(tree.data))
        return c.Guard(word, self.condition(condition), self._until(until[0]) if until else None, span=_span(tree))

    def core(self, tree: Leaf) -> c.Core:
        """A duty, whose it is, and when."""
        *subjects, body = (tree,) if tree.data == "body" else _trees(tree)
        duty, *rest = _trees(body)
        by_kind: dict[str, list[Leaf]] = {}
        for each in rest:
            by_kind.setdefault(_SECTION.get(_kind(each)[0], "timing"), []).append(each)
        return c.Core(
            self._subject(subjects[0]) if subjects else None,
            self._duty(duty),
            tuple(map(self._timing, by_kind.get("timing", ()))),
            next(map(self._exception, by_kind.get("exception", ())), None),
            next(map(self._reparation, by_kind.get("reparation", ())), None),
            span=_span(tree),
        )

    def _subject(self, tree: Leaf) -> c.Subject:
        return c.Subject(next(map(self.name, _trees(tree)), None), span=_span(tree))

    def _exception(self, tree: Leaf) -> c.Unless:
        return c.Unless(self.condition(_only(tree)), span=_span(tree))

    def _reparation(self, tree: Leaf) -> c.Reparation:
        return c.Reparation(self.clause(_only(tree)), span=_span(tree))

    def _duty(self, tree: Leaf) -> c.Do | c.That | c.Plain | c.Choice:
        span = _span(tree)
        match str(tree.data):
            case "choice":
                return c.Choice(tuple(map(self.core, _trees(tree))), span=span)
            case "that":
                return c.That(self.state(_only(tree)), span=span)
            case "plain":
                judges = _trees(tree)
                return c.Plain(bare(_tokens(tree)[0]), self._judge(judges[0]) if judges else c.TABLE, span=span)
            case word:
                return self._do(cast("Any", word.replace("_", " ")), tree)

    def _judge(self, tree: Leaf) -> s.Name | c.Office:
        return _OFFICES[str(tree.data)] if tree.data in _OFFICES else self.name(_only(tree))

    def _do(self, word: Literal["to", "not to", "never to"], tree: Leaf) -> c.Do:
        first, *times = _trees(tree)
        join: Literal["", "and", "or"] = _JOINS.get(str(first.data), "")
        acts = tuple(map(self.act, _trees(first) if join else (first,)))
        return c.Do(word, join, acts, _times(times[0]) if times else None, span=_span(tree))

    # When --------------------------------------------------------------------------------------------------------

    def _until(self, tree: Leaf) -> c.Until:
        to = _only(tree)
        found = self.point(to) if _kind(to)[0] in _POINTS else self.event(to)
        return c.Until(cast("Any", str(tree.data)), found, span=_span(tree))

    def _timing(self, tree: Leaf) -> c.Timing:
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "within":
                unit = _only(tree)
                whose = next(map(self.name, _trees(unit)), None)
                return c.Within(_int(tree), self._rows.units[_kind(unit)[1]].word, whose, span=span)
            case "during":
                return c.During(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "in_that" | "in_every" | "in_next" | "in_every_about" | "in_next_about":
                about = next(map(self.name, _trees(tree)), None)
                which = cast("Any", kind.split("_")[1])
                return c.In(which, self._rows.episodes[number].word, about, span=span)
            case _:
                return self._until(tree)

    def point(self, tree: Leaf) -> s.Point:
        """A point of time."""
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "end" | "start":
                node = s.End if kind == "end" else s.Start
                return node(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "this" | "that" | "next":
                return s.NearEnd(self._rows.units[number].word, kind, span=span)
            case "own_end":
                return s.OwnEnd(self._rows.units[number].word, self.name(_only(tree)), span=span)
            case "phase":
                return s.AtPhase(self._rows.phases[number].phrase, _int(_only(tree)), span=span)
            case _:
                return s.GameEnd(span=span)

    # What happens and what is so ---------------------------------------------------------------------------------

    def condition(self, tree: Leaf) -> s.Condition:
        """A condition of events and states."""
        match str(tree.data):
            case "every":
                return s.Every(tuple(map(self.condition, _trees(tree))), span=_span(tree))
            case "some":
                return s.Some(tuple(map(self.condition, _trees(tree))), span=_span(tree))
            case "not_so":
                return s.Not(self.condition(_only(tree)), span=_span(tree))
            case data:
                return self.state(tree) if data.startswith("state_") else self.event(tree)

    def state(self, tree: Leaf) -> s.State:
        """A state phrase; a bare number in it means *at least*."""
        fill = (
            s.Amount("at least", each.n, span=each.span) if isinstance(each, s.Amount) and not each.measure else each
            for each in self._fill(tree)
        )
        return s.State(self._rows.states[_kind(tree)[1]].name, tuple(fill), span=_span(tree))

    def act(self, tree: Leaf) -> s.Act:
        """A verb with its places; *it* stands for all of what an episode is about."""
        kind, number = _kind(tree)
        verb = self._rows.verbs[number]
        fill = iter(self._fill(tree))
        its = abouts_in(verb.base, self._rows.episodes) if kind.endswith("_it") else ()
        about = {blank for each in its for blank in blanks_of(each)}
        places = (s.It(span=_span(tree)) if each in about else next(fill) for each in blanks_of(verb.base))
        return s.Act(verb.name, tuple(places), span=_span(tree))

    def event(self, tree: Leaf) -> s.Event:
        """Something that happens."""
        kind, number = _kind(tree)
        span = _span(tree)
        match kind:
            case "did":
                who, act = _trees(tree)
                return s.Did(self._who(who), self.act(act), span=span)
            case "did_not":
                who, act, by = _trees(tree)
                return s.DidNot(self._who(who), self.act(act), self.point(by), span=span)
            case "ended":
                return s.Ended(self._rows.units[number].word, _int(_only(tree)), span=span)
            case "happened":
                return s.Happened(self._rows.occasions[number].name, self._fill(tree), span=span)
            case "opened" | "opened_any":
                about = next(map(self.name, _trees(tree)), None)
                return s.Opened(self._rows.episodes[number].word, about, span=span)
            case _:
                return s.GameEnds(span=span)

    # Places ------------------------------------------------------------------------------------------------------

    def _fill(self, tree: Leaf) -> tuple[s.Place, ...]:
        return tuple(map(self._place, _trees(tree)))

    def _place(self, tree: Leaf) -> s.Place:
        match str(tree.data):
            case "amount" | "any":
                return _amount(tree)
            case "number":
                return s.Number(_int(tree), span=_span(tree))
            case data:
                return self.name(tree) if data.startswith("name_") else self._who(tree)

    def _who(self, tree: Leaf) -> s.Who:
        match str(tree.data):
            case "any_player":
                return s.AnyPlayer(span=_span(tree))
            case "that_player":
                return s.ThatPlayer(span=_span(tree))
            case _:
                return self._named(_only(tree))

    def _named(self, tree: Leaf) -> s.Who:
        kind, number = _kind(tree)
        if kind == "designated":
            return s.Designated(self._rows.designators[number].name, self._fill(tree), span=_span(tree))
        return self.name(tree)

    def name(self, tree: Leaf) -> s.Name:
        """A name as the game has it."""
        sort = str(tree.data).removeprefix("name_")
        name = known(bare(_tokens(tree)[0]), sort, self._names)
        assert name is not None, "names are looked up as they are parsed"
        return s.Name(sort, name, span=_span(tree))


# Trees -----------------------------------------------------------------------------------------------------------

_POINTS: Final = frozenset({"end", "start", "this", "that", "next", "own_end", "phase", "game_end"})
_SECTION: Final[Mapping[str, str]] = {"exception": "exception", "reparation": "reparation"}
_JOINS: Final[Mapping[str, Literal["and", "or"]]] = {"all_acts": "and", "any_acts": "or"}
_OFFICES: Final[Mapping[str, c.Office]] = {"the_table": "the table", "the_arbiter": "the arbiter"}
_TIMES: Final = {"once": 1, "twice": 2}
_ROW: Final = re.compile(r"([a-z_]+?)(?:_(\d+))?")


def _trees(tree: Leaf) -> tuple[Leaf, ...]:
    return tuple(each for each in tree.children if isinstance(each, Tree))


def _tokens(tree: Leaf) -> tuple[Token, ...]:
    return tuple(each for each in tree.children if isinstance(each, Token))


def _only(tree: Leaf) -> Leaf:
    return _trees(tree)[0]


def _span(tree: Leaf) -> s.Span:
    return tree.meta.start_pos, tree.meta.end_pos


def _kind(tree: Leaf) -> tuple[str, int]:
    """The kind of a rule and the number of its row in the vocabulary, if it has one."""
    found = _ROW.fullmatch(str(tree.data))
    assert found is not None, "rules are called by small letters"
    return found[1], int(found[2] or 0)


def _int(tree: Leaf) -> int:
    return next(int(each) for each in _tokens(tree) if each.type == INT)


def _measure(tree: Leaf) -> s.Measure:
    said = next((each for each in _tokens(tree) if each.type in {MEASURE, MORE}), "")
    return cast("s.Measure", " ".join(said.casefold().split()))


def _amount(tree: Leaf) -> s.Amount:
    if tree.data == "any":
        return s.Amount("any", 1, span=_span(tree))
    return s.Amount(_measure(tree), _int(tree), span=_span(tree))


def _times(tree: Leaf) -> s.Amount:
    """How often: *once* is *at least once*."""
    n = _TIMES[str(tree.data)] if tree.data in _TIMES else _int(tree)
    return s.Amount(_measure(tree) or "at least", n, span=_span(tree))
