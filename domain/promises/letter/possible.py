"""What no legal move could ever do or bring about, as far as a ruleset is certain of it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.promises.letter.patterns import BY
from domain.promises.letter.phrases import PLAYER, blanks_of
from domain.promises.letter.promising import with_promises
from domain.promises.letter.remarks import Circumstances
from domain.promises.logic import formula as k
from domain.rulesets.vocabulary import Args, Most, Verb, Vocabulary


class Hopeless(NamedTuple):
    """A part of a letter that nothing can fulfil, and why; ``is_duty``, or else the condition of one."""

    path: k.Path
    why: str
    is_duty: bool


class Possibilities:
    """A vocabulary, asked what there can be in a game."""

    def __init__(self, vocabulary: Vocabulary, circumstances: Circumstances) -> None:
        """Keep both."""
        self._vocabulary = vocabulary
        self._verbs = with_promises(vocabulary).verbs
        self._known = circumstances

    def hopeless(self, formula: k.Formula, *, is_duty: bool = True) -> Iterator[Hopeless]:  # noqa: C901  # one case a node
        """What in a formula can never be met; a choice is hopeless where all that it offers is."""
        match formula:
            case k.Tally(path) | k.StW(path):
                yield from (Hopeless(path, why, is_duty) for why in self._against(formula))
            case k.And(parts):
                for part in parts:
                    yield from self.hopeless(part, is_duty=is_duty)
            case k.Or(parts):
                found = [tuple(self.hopeless(part, is_duty=is_duty)) for part in parts]
                yield from (each for part in found for each in part) if all(found) else ()
            case k.First(_, cond, body):
                yield from (*self.hopeless(cond, is_duty=False), *self.hopeless(body, is_duty=is_duty))
            case k.Each(path, pat, body):
                yield from (Hopeless(path, why, is_duty=False) for why in self._never(pat))
                yield from self.hopeless(body, is_duty=is_duty)
            case k.Unless(_, _, body):
                yield from self.hopeless(body, is_duty=is_duty)
            case k.OrElse(_, body, reparation):
                yield from (*self.hopeless(body, is_duty=is_duty), *self.hopeless(reparation, is_duty=is_duty))
            case k.Truth() | k.Neg() | k.Text() | k.Hole():
                pass

    def _against(self, leaf: k.Tally | k.StW) -> Iterator[str]:
        if isinstance(leaf, k.StW):
            yield from self._never_so(leaf.st)
        elif leaf.mode != "le" and leaf.n:
            yield from self._never(leaf.pat)
            if not leaf.field:
                yield from (_said(each) for each in self._most(leaf.pat) if self._times(each, leaf) < leaf.n)

    # Facts -----------------------------------------------------------------------------------------------------------

    def _never(self, pat: k.Pat) -> Iterator[str]:
        """Why no fact can ever fit a pattern."""
        doers = next((_values(each.term) for each in pat.constraints if each.slot == BY), ())
        if doers and all(self._is_to_oneself(seat, pat) for seat in doers):
            yield "nobody can do this to themselves"
        yield from (_said(each) for each in self._most(pat) if each.n == 0)
        for guard in pat.guards:
            yield from self._never_so(guard)

    def _most(self, pat: k.Pat) -> Iterable[Most]:
        if self._known.setup is None:
            return ()
        return self._vocabulary.most_done(self._known.setup, pat.kind, _args(pat))

    def _times(self, most: Most, tally: k.Tally) -> int:
        """How often that is inside the window, or at least once more than is asked for where nobody can tell."""
        if not most.per:
            return most.n
        spans = [each for each in (self._until(most.per, tally), self._left(most.per)) if each is not None]
        return most.n * min(spans) if spans else tally.n + 1

    def _until(self, word: str, tally: k.Tally) -> int | None:
        """In how many seasons, or turns of whoever acts, the window can lie; nothing where that is not said."""
        unit, win = next(each for each in self._vocabulary.units if each.word == word), tally.win
        if win is None or win.pat.kind != unit.ends:
            return None
        named = {each.slot: each for each in win.pat.constraints}
        if unit.whose and named.get(BY) not in tally.pat.constraints:
            return None
        number = named[unit.slot].term if unit.slot in named else None
        if isinstance(number, k.Exactly) and isinstance(number.value, int):
            return number.value + 1 - self._known.now.get(word, 1)
        return win.n

    def _left(self, word: str) -> int | None:
        last = self._known.last.get(word)
        return None if last is None else last + 1 - self._known.now.get(word, 1)

    def _is_to_oneself(self, seat: str | int, pat: k.Pat) -> bool:
        """Whether a seat is asked to do to itself what can only be done to others."""
        args = _args(pat)
        verbs = [each for each in self._verbs if each.kind == pat.kind and _is_fixed(each.fixed, args)]
        asked = [(each, args[place]) for each in verbs for place in _players_in(each) if place in args]
        return bool(asked) and all(who == seat and not each.oneself for each, who in asked)

    # States ----------------------------------------------------------------------------------------------------------

    def _never_so(self, formula: k.StateFormula) -> Iterator[str]:
        """Why a state can never be so."""
        match formula:
            case k.St(measure, args, op, n) if op in {">=", "==", ">"} and self._known.setup is not None:
                known = {name: term.value for name, term in args if isinstance(term, k.Exactly)}
                for each in self._vocabulary.most_so(self._known.setup, measure, known):
                    if each.n < n + (op == ">"):
                        yield _said(each)
            case k.AllSt(parts):
                for part in parts:
                    yield from self._never_so(part)
            case k.AnySt(parts):
                found = [next(self._never_so(part), None) for part in parts]
                if None not in found:
                    yield from (each for each in found[:1] if each is not None)
            case _:
                pass


def _args(pat: k.Pat) -> dict[str, str | int]:
    """What is known of the slots; of an amount, that it is at least so much."""
    known: dict[str, str | int] = {}
    for slot, op, term in ((each.slot, each.op, each.term) for each in pat.constraints):
        if isinstance(term, k.Exactly) and op in {"==", ">=", ">"}:
            known[slot] = term.value + 1 if op == ">" and isinstance(term.value, int) else term.value
    return known


def _values(term: k.Term) -> tuple[str | int, ...]:
    """All that a term can stand for; nothing where that depends on the game."""
    match term:
        case k.Exactly(value):
            return (value,)
        case k.AnyOf(values):
            return values
        case _:
            return ()


def _said(most: Most) -> str:
    return f"{most.why} ({most.clause})"


def _players_in(verb: Verb) -> list[str]:
    return [blank.slot for blank in blanks_of(verb.base) if blank.sort == PLAYER]


def _is_fixed(fixed: Args, args: Args) -> bool:
    return all(args.get(slot) == value for slot, value in fixed.items())
