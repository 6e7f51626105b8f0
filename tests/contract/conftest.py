"""Fixtures of several contract tests."""

import sys
from collections.abc import Generator
from importlib import import_module

import pytest

from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.unit.api.new_packages import new_package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Generator[AnyRuleset]:
    """The ruleset of a new package from ``oathbook new-ruleset``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(new_package(tmp_path_factory.mktemp("lit"), "lamplit")), *sys.path])
        yield import_module("lamplit.ruleset").RULESET
    for each in [name for name in sys.modules if name.partition(".")[0] == "lamplit"]:
        del sys.modules[each]
