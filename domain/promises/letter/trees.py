"""Reads the parser's trees: their parts, words, numbers and amounts."""

import re
from typing import Final, cast

from lark import Token, Tree

from oathbook.domain.promises.letter import syntax
from oathbook.domain.promises.letter.grammar import INT, MEASURE, MORE
from oathbook.domain.promises.letter.phrase_parts import AMOUNT, Blank

ParseTree = Tree[Token]

_TIMES: Final = {"once": 1, "twice": 2}
_ROW: Final = re.compile(r"([a-z_]+?)(?:_(\d+))?")


def subtrees(tree: ParseTree) -> tuple[ParseTree, ...]:
    """The parts of a tree."""
    return tuple(each for each in tree.children if isinstance(each, Tree))


def tokens(tree: ParseTree) -> tuple[Token, ...]:
    """The words in a tree that have no rule of their own."""
    return tuple(each for each in tree.children if isinstance(each, Token))


def first_subtree(tree: ParseTree) -> ParseTree:
    """The first part of a tree."""
    return subtrees(tree)[0]


def span_of(tree: ParseTree) -> syntax.TextSpan:
    """The characters of a tree."""
    return tree.meta.start_pos, tree.meta.end_pos


def kind_of(tree: ParseTree) -> tuple[str, int]:
    """The kind of a rule and the number of its row in the vocabulary, if it has one."""
    found = _ROW.fullmatch(str(tree.data))
    assert found is not None, "rules are called by small letters"
    return found[1], int(found[2] or 0)


def number_in(tree: ParseTree) -> int:
    """The first number in a tree."""
    return next(int(each) for each in tokens(tree) if each.type == INT)


def measure_in(tree: ParseTree) -> syntax.Measure:
    """The words before a number, such as *at least*."""
    said = next((each for each in tokens(tree) if each.type in {MEASURE, MORE}), "")
    return cast("syntax.Measure", " ".join(said.casefold().split()))


def amount_in(tree: ParseTree) -> syntax.Quantity:
    """How much; *no* is *at most 0*."""
    kind, number = kind_of(tree)
    if kind == "any":
        return syntax.Quantity("any", 1, span=span_of(tree))
    if kind == "none":
        return syntax.Quantity("at most", 0, span=span_of(tree))
    if kind == "said":
        return syntax.Quantity("", number, span=span_of(tree))
    return syntax.Quantity(measure_in(tree), number_in(tree), span=span_of(tree))


def with_at_least(place: syntax.Filler) -> syntax.Filler:
    """A place of a state: a bare number in it means *at least*."""
    if isinstance(place, syntax.Quantity) and not place.measure:
        return syntax.Quantity("at least", place.n, span=place.span)
    return place


def default_filler(blank: Blank, span: syntax.TextSpan) -> syntax.Quantity | syntax.AnyThing:
    """What a place is filled with that is not said."""
    return syntax.Quantity("any", 1, span=span) if blank.sort == AMOUNT else syntax.AnyThing(blank.sort, span=span)


def times_in(tree: ParseTree) -> syntax.Quantity:
    """How often: *once* is *at least once*."""
    n = _TIMES[str(tree.data)] if tree.data in _TIMES else number_in(tree)
    return syntax.Quantity(measure_in(tree) or "at least", n, span=span_of(tree))
