"""Setups as people write them: components by name or in full, switches by reading, a start position in the clear."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import Reveal
from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.recording.format.cleartext import value_from
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup


class SetupDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host writes to set up a game; ``components`` is the name of an installed set or the whole of one."""

    seats: Annotated[tuple[SeatSetup, ...], Meta(max_length=SEATS)]
    components: str | dict[str, Any]
    switches: Mapping[str, str] = {}
    start: dict[str, Any] | None = None
    reveal: Reveal = "all"


def parse_setup(value: object, *, where: str) -> SetupDocument:
    """Read the outer form; ``BadRecord`` names ``where`` and the field."""
    setup: SetupDocument = _convert(SetupDocument, value, where)
    return setup


def resolve_setup(ruleset: AnyRuleset, written: SetupDocument, *, where: str) -> Setup:
    """The setup for this ruleset; ``BadRecord`` names ``where`` and the field."""
    components = _components(ruleset, written.components, where)
    switches = _convert(ruleset.wire.switches, dict(written.switches), f"{where}: switches")
    start = None
    if written.start is not None:
        start = value_from(ruleset.wire.start, written.start, where=f"{where}: start")
    return Setup(written.seats, components, switches, start)


def default_components(ruleset: AnyRuleset) -> str | None:
    """The installed set that a game is played with if nobody says otherwise: the one shown to a newcomer, if any is."""
    installed, shown = ruleset.edition.components, ruleset.samples()[0].components
    return next((name for name, components in installed.items() if components == shown), None)


def _components(ruleset: AnyRuleset, named: str | dict[str, Any], where: str) -> object:
    if isinstance(named, dict):
        return _convert(ruleset.wire.components, named, f"{where}: components")
    if named not in ruleset.edition.components:
        sets = ruleset.edition.components
        raise BadRecord(f"{where}: components: there is no set “{named}”{did_you_mean(named, sets)}")
    return ruleset.edition.components[named]


def did_you_mean(named: str, known: Iterable[str]) -> str:
    """The name that was meant, if one is like it, and all there are."""
    names = sorted(known)
    near = get_close_matches(named, names, 1)
    return f"; did you mean {near[0]}? Installed: {', '.join(names)}" if near else f"; installed: {', '.join(names)}"


def _convert(kind: Any, value: object, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        raise BadRecord(f"{where}: {validation_message(problem)}") from None
