"""A grammar is read as lark reads it."""

from collections import defaultdict
from typing import Any, Final, NamedTuple, cast

import pytest
from lark import Lark, load_grammar
from lark.exceptions import GrammarError
from lark.grammar import Symbol

from oathbook.domain.promises.letter.grammar import grammar_of
from oathbook.domain.promises.letter.lalr.grammar_reader import CompiledGrammar
from oathbook.domain.promises.letter.phrase_parts import with_promises
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from tests.support.promises.lettering import parsed

SMALL: Final = """
start: first last* | _A (_B | name _B)? (name _C)+ -> many
?first: name NUMBER* | NUMBER -> number | NUMBER -> number
last: _D (name _C)+
name: NAME
unused: _E
NAME.2: /[a-z]+/i
NUMBER: /[0-9]+/
_A.3: /a\\/b/i
_B: /!/
_C: /,/
_D: /;/
_E: /[.]/
%ignore /\\s+/
"""


class Told(NamedTuple):
    """All that is in a grammar."""

    terminals: list[object]
    rules: set[object]
    skipped: list[str]


def told(grammar: object) -> Told:
    """What a grammar is compiled to; what may stand several times is named by what that is."""
    terminals, rules, skipped = cast("Any", grammar).compile(["start"], set())
    several = defaultdict[str, list[str]](list)
    for each in rules:
        if each.origin.name.startswith("__") and each.origin not in each.expansion:
            several[each.origin.name].append(" ".join(symbol.name for symbol in each.expansion))

    def name_of(symbol: Symbol) -> tuple[str, object]:
        return " or ".join(several.get(symbol.name, [symbol.name])), getattr(symbol, "filter_out", None)

    return Told(
        [
            (
                str(each.name),
                each.pattern.value.replace(r"\r", "\r").replace(r"\n", "\n"),
                each.pattern.flags,
                each.priority,
            )
            for each in terminals
        ],
        {
            (name_of(each.origin), *map(name_of, each.expansion), each.order, each.alias, each.options.expand1)
            for each in rules
        },
        skipped,
    )


def as_lark_reads(text: str) -> object:
    """The grammar that lark reads in a text."""
    grammar, _ = cast("Any", load_grammar).load_grammar(text, "", [], global_keep_all_tokens=False)
    return cast("object", grammar)


@pytest.mark.parametrize("edition", ["", *load_registry().by_key])
def test_the_grammar_of_letters_is_read_as_lark_reads_it(edition: str) -> None:
    vocabulary = load_registry().ruleset(edition).vocabulary if edition else SAMPLE
    text = grammar_of(with_promises(vocabulary)).text

    assert told(CompiledGrammar(text)) == told(as_lark_reads(text))


def test_so_is_one_with_groups_that_may_be_left_out_or_stand_several_times() -> None:
    assert told(CompiledGrammar(SMALL)) == told(as_lark_reads(SMALL))


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("last*", "last+"), ("NUMBER*", "NUMBER"), ("?first", "first"), ("-> many", ""), ("NAME.2", "NAME.1")],
)
def test_another_grammar_is_read_as_another(was: str, becomes: str) -> None:
    assert told(CompiledGrammar(SMALL.replace(was, becomes))) != told(as_lark_reads(SMALL))


def test_a_text_is_parsed_by_it() -> None:
    ours, larks = (Lark(each, parser="lalr") for each in (cast("Any", CompiledGrammar(SMALL)), SMALL))

    for text in ("one 2 3", "a/b ! one, two,", "7; one, two,; three,", "a/b one ! two,", "A/B one,", "one"):
        assert parsed(ours, text) == parsed(larks, text)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("start: name", "a rule is there twice"),
        ("first: NUMBER", "a rule is there twice"),
        ("%declare _E", "this is in another notation: %declare _E"),
        ('_E: ";"', 'this is in another notation: _E: ";"'),
    ],
)
def test_what_cannot_be_read_is_refused(line: str, says: str) -> None:
    with pytest.raises(GrammarError, match=says):
        CompiledGrammar(f"start: name\n{SMALL}{line}")
