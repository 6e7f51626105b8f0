"""Reads a letter: from typed text to a letter as a value, or to the place of the first error."""

from collections.abc import Iterator
from typing import Final

from lark import Token, Tree

from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel.limits import LETTER_BYTES, LETTER_CLAUSES, LETTER_DEPTH
from oathbook.domain.promises.letter.builder import Builder
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.language import Language
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.parser_states import parser_states_of
from oathbook.domain.promises.letter.printer import Printer
from oathbook.domain.promises.letter.trees import first_subtree
from oathbook.domain.promises.letter.word_parser import WordParser
from oathbook.domain.rulesets.vocabulary import Vocabulary


def parse_letter(text: str, vocabulary: Vocabulary, names: Names) -> ParsedLetter:
    """The letter, with its read-back; ``BadLetter`` says where it cannot be read and what could come there."""
    states = parser_states_of(vocabulary)
    must_be_readable(text)
    tree = WordParser(states, names, text).parse()
    _must_not_nest_deeply(tree, text)
    return _build(tree, text, states.language, names)


def must_be_readable(text: str) -> None:
    """``BadLetter`` where a text is longer than a letter may be, or has unprintable characters."""
    for offset, character in enumerate(text):
        if not (character.isprintable() or character.isspace()):
            raise BadLetter(f"the character U+{ord(character):04X} cannot be read", text, offset)
    _must_be_short(text, text, "the letter")


def _must_be_short(read: str, text: str, what: str) -> None:
    if len(read.encode()) > LETTER_BYTES:
        offset = len(read.encode()[:LETTER_BYTES].decode(errors="ignore")) if read is text else 0
        raise BadLetter(f"{what} is longer than {LETTER_BYTES:,} bytes", text, offset)


_NESTING: Final = frozenset({"some", "every", "not_so", "choice", "reparation"})


def _must_not_nest_deeply(tree: Tree[Token], text: str) -> None:
    """``BadLetter`` where a tree is too deep. This check is not recursive, so that later steps may be."""
    waiting = [(tree, 0)]
    while waiting:
        here, depth = waiting.pop()
        depth += here.data in _NESTING
        if depth > LETTER_DEPTH:
            says = f"conditions, choices and reparations stand at most {LETTER_DEPTH} deep in one another"
            raise BadLetter(says, text, here.meta.start_pos)
        waiting += [(each, depth) for each in here.children if isinstance(each, Tree)]


def _build(tree: Tree[Token], text: str, language: Language, names: Names) -> ParsedLetter:
    builder = Builder(language, names)
    header, *rest = _header_first(each for each in tree.children if isinstance(each, Tree))
    items = [each for each in rest if each.data in {"item", "clause_alone"}]
    numbered = items[0].data == "item"
    for number, item in enumerate(items, 1):
        _must_be_numbered(item, number, text)
    head = builder.header(header)
    clauses = tuple(builder.clause(first_subtree(each) if numbered else each) for each in items)
    terms = tuple(map(builder.term, rest[len(items) :]))
    canonical = Printer(language).letter(head, clauses, terms, numbered=numbered)
    _must_be_short(canonical, text, "the read-back of the letter")
    return ParsedLetter(text, canonical, head, clauses, numbered, terms)


def _header_first(trees: Iterator[Tree[Token]]) -> Iterator[Tree[Token]]:
    """The parts of a letter; a condition that stands before the header belongs to its clause."""
    first, *rest = trees
    if first.data != "front":
        return iter((first, *rest))
    guard, header, body = (each for each in first.children if isinstance(each, Tree))
    children: list[Tree[Token] | Token] = [guard, body]
    return iter((header, Tree("clause_alone", children, first.meta), *rest))


def _must_be_numbered(item: Tree[Token], number: int, text: str) -> None:
    if number > LETTER_CLAUSES:
        raise BadLetter(f"a letter has at most {LETTER_CLAUSES} clauses", text, item.meta.start_pos)
    if item.data == "item" and int(str(item.children[0])) != number:
        raise BadLetter("clauses are numbered one after another", text, item.meta.start_pos, (f"({number})",))
