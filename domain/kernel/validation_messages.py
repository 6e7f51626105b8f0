"""What does not fit in a value, in words: no regular expressions, no marks of a program."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from oathbook.domain.kernel.limits import ON_ONE_LINE, ON_ONE_LINE_MESSAGE

MOST_LETTERS: Final = 60  # of a value that is quoted

_KINDS: Final[Mapping[str, str]] = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "object": "fields with values",
    "array": "a list",
    "float": "a number",
    "null": "nothing",
}
_MEMBERS: Final[Mapping[str, str]] = {"str": " characters", "array": " items", "object": " fields"}
_SIGNS: Final = (("<=", "at most"), (">=", "at least"), ("<", "less than"), (">", "more than"))

_MESSAGES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(r"Object contains unknown field `(.*)`"), lambda found: f"“{_short(found[1])}” has no place here"),
    (re.compile(r"Object missing required field `(.*)`"), lambda found: f"“{found[1]}” is missing"),
    (
        re.compile(r"Invalid (?:enum )?value '?(.*?)'?", re.DOTALL),
        lambda found: f"“{_short(found[1])}” cannot stand here",
    ),
    (re.compile(r"Expected `(.*)`, got `(.*)`"), lambda found: f"expected {_kind(found[1])}, got {_kind(found[2])}"),
    (
        re.compile(rf"Expected `(.*)` matching regex {re.escape(repr(ON_ONE_LINE))}"),
        lambda found: f"expected {_kind(found[1])} {ON_ONE_LINE_MESSAGE}",
    ),
    (re.compile(r"Expected `(.*)` matching regex .*"), lambda found: f"expected {_kind(found[1])} of another form"),
    (
        re.compile(r"Expected `(.*)` of length (.*)"),
        lambda found: f"expected {_kind(found[1])} of {_bound(found[2])}{_MEMBERS.get(found[1], '')}",
    ),
    (re.compile(r"Expected `(.*)` (.*)"), lambda found: f"expected {_kind(found[1])}, {_bound(found[2])}"),
)
_PLACE: Final = re.compile(r" - at (?:the key in )?`\$([^`]*)`")  # of a value in a hidden one, a second one


def validation_message(problem: Exception) -> str:
    """Return a refusal of msgspec in words: ``slots 2: “lance” cannot stand here``, with places counted from 1.

    Whatever msgspec says in another form is returned as it is, behind its place.
    """
    text = _PLACE.sub("", str(problem))
    says = next((words(found) for form, words in _MESSAGES if (found := form.fullmatch(text))), text)
    steps = re.findall(r"[\w-]+", " ".join(reversed(_PLACE.findall(str(problem)))))
    path = [str(int(each) + 1) if each.isdecimal() else each for each in steps]
    return f"{' '.join(path)}: {says}" if path else says


def _short(value: str) -> str:
    return value if len(value) <= MOST_LETTERS else f"{value[:MOST_LETTERS]}…"


def _kind(name: str) -> str:
    return " or ".join(_KINDS.get(each.strip(), each.strip()) for each in name.split("|"))


def _bound(text: str) -> str:
    return next((f"{words} {text.removeprefix(sign).strip()}" for sign, words in _SIGNS if text.startswith(sign)), text)
