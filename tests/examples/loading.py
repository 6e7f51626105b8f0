"""The games of ``examples/``, each loaded from its one file."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

from tests.support.checkout import ROOT

EXAMPLES: Final = ROOT / "examples"


@cache
def example(name: str) -> Any:  # noqa: ANN401  # the types of a game in one file are made when it is loaded
    """The module of that game; its ruleset is ``RULESET``."""
    return loaded(EXAMPLES / f"{name}.py")


def loaded(path: Path) -> Any:  # noqa: ANN401  # as above
    """A module from a file, anew each time."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
