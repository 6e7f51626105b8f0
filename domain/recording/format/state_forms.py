"""The forms in which a state is stored: each has a number, and what is stored in an older one is read as today's."""

from typing import Any, Union

import msgspec

from oathbook.domain.rulesets.protocol import WireTypes


class StateForms:
    """The forms of a ruleset's states: the newest, in which they are written, and the older ones."""

    def __init__(self, wire: WireTypes) -> None:
        """Make a type for each form, ``{"form": its number, "value": the state}``."""
        kinds = {**{each.form: each.kind for each in wire.older_states}, wire.state_form: wire.state}
        made = {form: _form(form, kind) for form, kind in kinds.items()}
        self._newest = made[wire.state_form]
        self._upcasts = {made[each.form]: each.upcast for each in wire.older_states}
        self.kind: Any = Union[tuple(made.values())]  # noqa: UP007  # of as many as there are
        """The type of what is stored."""

    def to_stored(self, state: Any) -> Any:
        """A state in the newest form."""
        return self._newest(state)

    def from_stored(self, stored: Any) -> Any:
        """The state that is stored, as today's."""
        upcast = self._upcasts.get(type(stored))
        return stored.value if upcast is None else upcast(stored.value)


def _form(number: int, kind: Any) -> Any:
    return msgspec.defstruct(
        f"StateForm{number}", [("value", kind)], tag_field="form", tag=number, frozen=True, forbid_unknown_fields=True
    )
