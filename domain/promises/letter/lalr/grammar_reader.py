"""Reads a grammar in the notation of lark, as far as letters need it, ten times as fast as lark does.

Each line is a rule with all its ways, a terminal with its regular expression, or what is skipped. Lark parses the lines
by a grammar of its own, and takes each of the trees through a dozen passes.
"""

import re
from collections.abc import Iterable
from typing import Final

from lark.exceptions import GrammarError
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import PatternRE, TerminalDef
from lark.load_grammar import Grammar

SKIPPED: Final = "__IGNORE_0"  # the terminal of what is skipped

_TERMINAL: Final = re.compile(r"(?:%ignore|([A-Z_]+\d*)(?:\.(\d+))?:) /(.*)/(i?)")
_RULE: Final = re.compile(r"(\??)([a-z_0-9]+): ([\w ()|?*+>-]+)")
_MARK: Final = re.compile(r"->|\w+|\S")

_Way = tuple[Symbol, ...]  # one way to write something: its symbols in their order


class CompiledGrammar(Grammar):
    """A grammar of which nothing is left for lark to compile."""

    def __init__(self, text: str) -> None:
        """Read a text; ``GrammarError`` for a line in another notation, or a rule that is there twice."""
        self._terminals: list[TerminalDef] = []
        self._rules: list[Rule] = []
        self._repeated: dict[tuple[_Way, ...], NonTerminal] = {}  # what may stand several times, with its symbol
        for line in filter(None, text.splitlines()):
            if found := _TERMINAL.fullmatch(line):
                pattern = PatternRE(found[3], tuple(found[4]))
                self._terminals.append(TerminalDef(found[1] or SKIPPED, pattern, int(found[2] or 0)))
            elif found := _RULE.fullmatch(line):
                ways = self._ways(_MARK.findall(found[3])[::-1])
                self._add(NonTerminal(found[2]), ways, RuleOptions(expand1=bool(found[1])))
            else:
                raise GrammarError(f"this is in another notation: {line}")
        if len({*self._rules}) < len(self._rules):
            raise GrammarError("a rule is there twice")

    def compile(
        self, start: Iterable[str], terminals_to_keep: object
    ) -> tuple[list[TerminalDef], list[Rule], list[str]]:
        """The terminals and the rules to which the start leads, and what is skipped."""
        del terminals_to_keep
        rules: list[Rule] = []
        found, more = set[Symbol](), set[Symbol](map(NonTerminal, start))
        while found != more:
            found = more
            rules = [each for each in self._rules if each.origin in found]
            more = found.union(*(each.expansion for each in rules))
        names = {SKIPPED, *(each.name for each in found)}
        return [each for each in self._terminals if each.name in names], rules, [SKIPPED]

    def _add(
        self, origin: NonTerminal, ways: Iterable[tuple[_Way, str | None]], options: RuleOptions | None = None
    ) -> None:
        self._rules += [
            Rule(origin, [*way], order, alias, options) for order, (way, alias) in enumerate(dict.fromkeys(ways))
        ]

    def _ways(self, marks: list[str]) -> list[tuple[_Way, str | None]]:
        """The ways up to the end of a rule or a group, each with its alias; the marks are there in reverse."""
        found: list[tuple[_Way, str | None]] = []
        ways: list[_Way] = [()]
        alias: str | None = None
        while marks and (mark := marks.pop()) != ")":
            if mark == "|":
                found += [(way, alias) for way in ways]
                ways, alias = [()], None
            elif mark == "->":
                alias = marks.pop()
            else:
                parts = self._parts(mark, marks)
                ways = [(*way, *part) for way in ways for part in parts]
        return [*found, *((way, alias) for way in ways)]

    def _parts(self, mark: str, marks: list[str]) -> tuple[_Way, ...]:
        """The ways to write a symbol or a group, which may be left out or stand several times."""
        parts = tuple(way for way, _ in self._ways(marks)) if mark == "(" else ((_symbol(mark),),)
        times = marks.pop() if marks and marks[-1] in {"?", "*", "+"} else ""
        if times in {"*", "+"}:
            parts = ((self._several(parts),),)
        return (*parts, ()) if times in {"?", "*"} else parts

    def _several(self, parts: tuple[_Way, ...]) -> NonTerminal:
        """The symbol for one or more of something."""
        if parts not in self._repeated:
            several = self._repeated[parts] = NonTerminal(f"__several_{len(self._repeated)}")
            self._add(several, ((way, None) for way in (*parts, *((several, *part) for part in parts))))
        return self._repeated[parts]


def _symbol(mark: str) -> Symbol:
    return Terminal(mark, filter_out=mark.startswith("_")) if mark.isupper() else NonTerminal(mark)
