"""The table of the parser is the one that lark builds."""

from typing import Any, NamedTuple, cast

import pytest
from lark import Lark
from lark.exceptions import GrammarError, UnexpectedToken
from lark.parsers.lalr_analysis import LALR_Analyzer

from oathbook.domain.promises.letter.lalr.tables import TableParser, table_of
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from tests.support.promises.lettering import parsed

LOOPS = """
start: first last+
first: second | "a" start ")"
second: first "b" | "c" "(" second ")" | NAME
last: "," NAME? first ";"
NAME: /[d-f]/
"""
DANGLING = """
start: "if" start
     | "if" start "else" start
     | "x"
%ignore " "
"""


class Table(NamedTuple):
    """What to do in each state before each terminal, and where a text begins and ends."""

    states: dict[int, dict[str, tuple[object, object]]]
    start: int
    end: int


def tables_of(lark: Lark) -> tuple[Table, Table]:
    """The table of ours for the rules of a parser, and that of lark."""
    conf = cast("Any", lark).parser.parser_conf
    analysis = cast("Any", LALR_Analyzer(conf))
    analysis.compute_lalr()
    tables: tuple[Any, ...] = table_of(conf.rules, "start"), analysis.parse_table
    ours, larks = (Table(each.states, each.start_states["start"], each.end_states["start"]) for each in tables)
    return ours, larks


def differences(ours: Table, larks: Table) -> list[object]:
    """Where the tables part, whatever numbers they give to their states."""
    same, found = {larks.start: ours.start}, list[object]()
    waiting = [*same]
    for state in waiting:
        there, here = larks.states[state], ours.states[same[state]]
        found += there.keys() ^ here.keys()
        for symbol in there.keys() & here.keys():
            (_, what), (_, it) = there[symbol], here[symbol]
            if isinstance(what, int) and isinstance(it, int) and what not in same:
                same[what] = it
                waiting.append(what)
            if it != (same[what] if isinstance(what, int) and what in same else what):
                found.append((symbol, what, it))
    return [*found, *([] if same[larks.end] == ours.end else ["the end"])]


@pytest.mark.parametrize("edition", ["", *load_registry().by_key])
def test_it_is_the_table_of_lark(edition: str) -> None:
    vocabulary = load_registry().ruleset(edition).vocabulary if edition else SAMPLE

    assert differences(*tables_of(language_of(vocabulary).parser)) == []


@pytest.mark.parametrize("text", [LOOPS, DANGLING])
def test_so_it_is_where_rules_begin_with_themselves_and_where_a_text_may_go_on(text: str) -> None:
    assert differences(*tables_of(Lark(text, parser="lalr"))) == []


def test_another_grammar_has_another_table() -> None:
    ours, _ = tables_of(Lark(LOOPS, parser="lalr"))
    _, other = tables_of(Lark(LOOPS.replace('first ";"', 'second ";"'), parser="lalr"))

    assert differences(ours, other)


def test_a_text_is_parsed_by_it() -> None:
    parser = Lark(DANGLING, parser="lalr", _plugins={"LALR_Parser": TableParser})

    assert parsed(parser, "if if x else x").pretty() == parsed(Lark(DANGLING, parser="lalr"), "if if x else x").pretty()
    with pytest.raises(UnexpectedToken):
        parsed(parser, "if x else else x")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('start: maybe "a"\nmaybe:', "maybe can be nothing at all"),
        ('start: one | two\none: "a"\ntwo: "a"', r"before \$END both .* and .* are complete"),
    ],
)
def test_a_grammar_that_it_cannot_be_built_for_is_refused(text: str, says: str) -> None:
    with pytest.raises(GrammarError, match=says):
        Lark(text, parser="lalr", _plugins={"LALR_Parser": TableParser})
