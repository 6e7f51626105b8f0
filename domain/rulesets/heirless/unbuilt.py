"""What no decision of ``heirless/e1`` reaches yet, in one place: the Battles, and with them these switches.

A switch that turns nothing is not offered, so a game has those of ``OFFERED`` until then. Take a name away when its
rule is built, offer ``Switches``, and remove the file when nothing is left in it. Until then a Season with a Battle
stops where its Battles begin, and the edition is no finished one.
"""

from typing import Final

from domain.rulesets.heirless.switches import TrackSwitches

CLAUSES: Final = "HB-"
"""All clauses of this chapter are marked with ``REASON``."""

REASON: Final = "not built yet"

OFFERED: Final = TrackSwitches
"""The switches that a game can have now."""

SWITCHES: Final = frozenset({"HA-19", "HA-24", "HA-27", "HA-31", "HA-32", "HA-33", "HA-34", "HA-37"})
"""The readings without their switch until then: HA-19 is asked by whoever judges promises, the others by Battles."""
