"""What does not fit in a value, said in words: no regular expression, no marks of a program."""

import re
from collections.abc import Callable, Mapping
from typing import Final

KINDS: Final[Mapping[str, str]] = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "object": "fields with their values",
    "array": "a list",
    "float": "a number",
    "null": "nothing",
}

Words = Callable[[re.Match[str]], str]

_FORMS: Final[tuple[tuple[re.Pattern[str], Words], ...]] = (
    (re.compile(r"Object contains unknown field `(.*)`"), lambda found: f"“{found[1]}” has no place here"),
    (re.compile(r"Object missing required field `(.*)`"), lambda found: f"“{found[1]}” is missing"),
    (re.compile(r"Invalid (?:enum )?value '?(.*?)'?"), lambda found: f"“{found[1]}” cannot stand here"),
    (
        re.compile(r"Expected `([^`]*)`, got `([^`]*)`"),
        lambda found: f"{_kind(found[1])} is expected, not {_kind(found[2])}",
    ),
    (
        re.compile(r"Expected `([^`]*)` matching regex .*"),
        lambda found: f"{_kind(found[1])} of another form is expected",
    ),
    (re.compile(r"Expected `([^`]*)` of length (.*)"), lambda found: f"{_kind(found[1])} has {_bound(found[2])} here"),
    (re.compile(r"Expected `([^`]*)` (.*)"), lambda found: f"{_kind(found[1])} is {_bound(found[2])} here"),
)
_PLACE: Final = re.compile(r"(?P<says>.*?)(?: - at (?:the key in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)


def validation_words(problem: Exception) -> str:
    """What does not fit, and where; as it is, where it is said in none of the forms that are known."""
    place = _PLACE.fullmatch(str(problem))
    assert place is not None, "whatever is said has a beginning, and perhaps a place"
    says = next((words(found) for form, words in _FORMS if (found := form.fullmatch(place["says"]))), place["says"])
    path = [str(int(each) + 1) if each.isdecimal() else each for each in re.findall(r"[\w-]+", place["path"] or "")]
    return f"{' '.join(path)}: {says}" if path else says


def _kind(name: str) -> str:
    return " or ".join(KINDS.get(each.strip(), each.strip()) for each in name.split("|"))


def _bound(text: str) -> str:
    """A bound as people say it: at most 200."""
    signs = (("<=", "at most"), (">=", "at least"), ("<", "less than"), (">", "more than"))
    return next((f"{words}{text.removeprefix(sign)}" for sign, words in signs if text.startswith(sign)), text)
