"""The modules of the pages' scripts: which imports which, and all that a page needs in one piece.

A module of ours imports by name or as a whole from a relative path, and exports what it declares. Whatever else the
language knows is refused when the service starts.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final

Sources = Mapping[str, str]  # the text of each module by its path

_IMPORT: Final = re.compile(
    r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^{}]+)\}) from "(?P<path>\.\.?/[^"\s]+\.js)";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|const|function) (?P<name>\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export|await)\b|\bimport\s*[.(]", re.MULTILINE)


def entry_scripts(sources: Sources) -> Iterator[str]:
    """The modules that no other imports: those that pages name."""
    imported = {each for name in sources for each in imports(name, sources[name])}
    return (name for name in sources if name not in imported)


def imports(name: str, text: str) -> tuple[str, ...]:
    """The paths of the modules that a module imports."""
    return tuple(_path(name, found) for found in _IMPORT.finditer(text))


def join_modules(name: str, sources: Sources) -> str:
    """A module with everything it imports, each in a function of its own, before those that import it.

    ``ValueError`` for imports in a circle, of a module that is not there, or in another form than ours.
    """
    order: list[str] = []
    _gather(name, sources, (), order)
    return "\n".join(_wrap(each, sources[each]) for each in order)


def _gather(name: str, sources: Sources, way: tuple[str, ...], order: list[str]) -> None:
    """Add a module to the order, behind all that it imports."""
    if name in order:
        return
    if name in way or name not in sources:
        raise ValueError(f"{' imports '.join((*way, name))}, which is {'a circle' if name in way else 'not there'}")
    for each in imports(name, sources[name]):
        _gather(each, sources, (*way, name), order)
    order.append(name)


def _wrap(name: str, text: str) -> str:
    """A module as a function that returns what it exports, and runs once."""
    exports = ", ".join(found["name"] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: _import_line(name, found), text))
    if other := _OTHER.search(body):
        line = body[other.start() :].partition("\n")[0]
        raise ValueError(f"{name}: {line!r} is no import or export of the kinds that are joined")
    return f"const {_constant_name(name)} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"


def _import_line(name: str, found: re.Match[str]) -> str:
    """An import, from the function that the other module has become."""
    names = found["whole"] or f"{{{found['names'].replace(' as ', ': ')}}}"
    return f"const {names} = {_constant_name(_path(name, found))};"


def _path(name: str, found: re.Match[str]) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), found["path"]))


def _constant_name(name: str) -> str:
    """The constant that a module becomes; none of ours begins with this sign."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
