"""A decision in words: those of its ruleset, or else its kind and what it fills in, without the marks of a program."""

from collections.abc import Iterator
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import asdict

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.vocabulary import Vocabulary

_WORDS: Final = {None: "nothing", True: "yes", False: "no"}


def decision_text(decision: Any, vocabulary: Vocabulary) -> str:
    """A decision as what a player could do; what is hidden from this reader stays hidden."""
    return vocabulary.decided(decision) if vocabulary.decided is not None else _plain(decision)


def _plain(decision: Any) -> str:
    said = ", ".join(_fields(decision))
    kind = str(decision.__struct_config__.tag).replace("_", " ")
    return f"{kind}: {said}" if said else kind


def _fields(value: Struct) -> Iterator[str]:
    for name, field in asdict(value).items():
        if name != "by":
            words = name.replace("_", " ")
            yield f"no {words}" if field is None or field == () else f"{words} {_value_text(field)}"


def _value_text(value: object) -> str:
    if isinstance(value, Hidden):
        hidden = cast("Hidden[object]", value)
        return _value_text(hidden.look()) if hidden.is_open else "hidden"
    if isinstance(value, tuple):
        return " and ".join(map(_value_text, cast("tuple[object, ...]", value)))
    if isinstance(value, Struct):
        return " ".join(_fields(value))
    return _WORDS[value] if isinstance(value, bool | None) else str(value)
