"""The switches of a game, carried over to a ruleset that need not have all of them."""

import pytest
from msgspec import to_builtins

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.switch_settings import convert_switches, switches_of
from oathbook.domain.rulesets.registry import load_registry

FIRST, LATER = (load_registry().ruleset(f"heirless/{edition}") for edition in ("e1", "e2"))


def test_a_setting_stays_unless_it_is_turned_and_a_switch_that_is_not_there_is_left_out() -> None:
    own = convert_switches(FIRST, FIRST.samples()[0].switches, {"HA-55": "both_give", "HA-16": "illegal"})

    found = to_builtins(convert_switches(LATER, own, {"HA-16": switches_of(LATER)["HA-16"][0]}))

    assert set(to_builtins(own)) > set(found) == set(switches_of(LATER))
    assert (found["HA-55"], found["HA-16"]) == ("both_give", switches_of(LATER)["HA-16"][0])


def test_a_setting_that_the_ruleset_does_not_know_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"switches: .*HA-16"):
        convert_switches(LATER, FIRST.samples()[0].switches, {"HA-16": "sometimes"})
