"""The setups that come with the rulesets, by name."""

from importlib.resources import files

from oathbook.domain.rulesets.kit.setups import load_setup
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.registry import load_registry


def setup_named(edition: str, name: str) -> Setup:
    """The setup of that name, for this edition."""
    title, _, _ = edition.partition("/")
    return load_setup(load_registry().ruleset(edition), files(f"oathbook.domain.rulesets.{title}") / "setup", name)
