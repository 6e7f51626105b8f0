"""The switches of an edition, and a game set up with one of them turned."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


def switches_of(ruleset: AnyRuleset) -> Mapping[str, tuple[str, ...]]:
    """The settings of every switch, the default first."""
    return {each.id: each.settings for each in ruleset.edition.rulebook.readings if each.settings}


def switches_asked_elsewhere(ruleset: AnyRuleset) -> frozenset[str]:
    """The switches that no decision of the ruleset turns on: law 9 says nothing of them."""
    return frozenset(each.id for each in ruleset.edition.rulebook.readings if each.asked_by)


def settings_of(ruleset: AnyRuleset, switches: object) -> Mapping[str, str]:
    """The setting of every switch in a game; one that its record does not name has its default."""
    defaults = {name: settings[0] for name, settings in switches_of(ruleset).items()}
    chosen: dict[str, str] = msgspec.to_builtins(switches)
    return {**defaults, **chosen}


def convert_switches(ruleset: AnyRuleset, switches: object, turns: Mapping[str, str]) -> object:
    """The settings of a game, some of them turned, for a ruleset that need not have all of its switches.

    ``BadRecord`` where a setting is none of the ruleset's.
    """
    settings: dict[str, str] = msgspec.to_builtins(switches)
    kept = {name: setting for name, setting in settings.items() if name in switches_of(ruleset)}
    try:
        found: object = msgspec.convert({**kept, **turns}, ruleset.wire.switches)
    except msgspec.ValidationError as problem:
        raise BadRecord(f"switches: {validation_message(problem)}") from None
    return found


def with_switch(ruleset: AnyRuleset, setup: Setup, reading: str, setting: str) -> Setup:
    """The setup with one switch set otherwise."""
    settings = {**msgspec.to_builtins(setup.switches), reading: setting}
    return replace(setup, switches=msgspec.convert(settings, ruleset.wire.switches))
