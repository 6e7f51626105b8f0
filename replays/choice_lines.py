"""The lines that choices lead to, composed as a program composes them that knows the JSON of forms and choices only."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

Json = Any
_WORD_START: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(?:^|(?<= ))(?=\S)')


class ChoiceLine(Struct, frozen=True):
    """A line that the choices lead to, and between how many ways one had to choose at each node on the way to it."""

    line: str
    ways: tuple[int, ...]


def as_json(value: object) -> Json:
    """The JSON of a value, decoded: what a program gets that asks the service for it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def choice_lines(decision: Json, choices: Json) -> list[ChoiceLine] | None:
    """The lines of all listed options by the place of decisions among the forms; nothing where slots are open."""
    nodes, root = choices["nodes"], choices["root"]
    if any("verb" in edge and "to" not in edge for edge in nodes[root]):
        return None
    return list(_walk(nodes, root, _forms(decision)))


def _forms(place: Json) -> Mapping[str, tuple[Json, Json]]:
    """The forms of decisions by the names that verbs have, each with the place that it is a form of."""
    return {
        f"{''.join(map(str, each['tag'].values()))}/{number}": (each, form)
        for each in place["of"]
        if each["takes"] == "form"
        for number, form in enumerate(each["forms"])
    }


def word_starts(line: str) -> Iterator[int]:
    """Where the words of a line start; what is in quotation marks is one word."""
    yield from (found.start() for found in _WORD_START.finditer(line))


def _walk(nodes: Json, root: int, forms: Mapping[str, tuple[Json, Json]]) -> Iterator[ChoiceLine]:
    ways: list[tuple[int, tuple[Json, ...], tuple[int, ...]]] = [(root, (), ())]
    while ways:
        at, path, chosen = ways.pop()
        for edge in nodes[at]:
            taken = (*chosen, len(nodes[at]))
            if "end" in edge:
                yield ChoiceLine(_line(path, forms), taken)
            else:
                ways.append((edge["to"], (*path, edge), taken))


def _line(path: tuple[Json, ...], forms: Mapping[str, tuple[Json, Json]]) -> str:
    verb, *rest = path
    place, form = forms[verb["verb"]]
    words, lists, values = dict[str, str](), defaultdict[str, list[Json]](list), dict[str, Json]()
    for edge in rest:
        if "slot" in edge:
            words[edge["slot"]], values[edge["slot"]] = edge["words"], edge["value"]
        elif "item" in edge:
            lists[edge["item"]].append(edge)
        else:
            field = edge["done"]
            words[field] = ", ".join(each["words"] for each in lists[field]) or "nothing"
            values[field] = [each["value"] for each in lists[field]]
    parts: list[str] = []
    for item in form["row"]:
        inner = item.get("may")
        if inner is None:
            parts.append(words[item["slot"]] if "slot" in item else item["word"])
        elif any(
            each.get("slot") in values and values[each["slot"]] != place["usual"].get(each["slot"]) for each in inner
        ):
            parts += [words[each["slot"]] if "slot" in each else each["word"] for each in inner]
    return re.sub(r" ([,:;])", r"\1", " ".join(parts))
