"""How a leak is planted in a service, and what the sweep must find of it."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from msgspec import Struct

from oathbook.api.service import Service
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.rulesets.registry import Registry
from tests.service.secrecy.pairs import ASH
from tests.service.secrecy.worlds import Parts

Plant = Callable[[pytest.MonkeyPatch], Parts]


class Leak(Struct, frozen=True):
    """How it is planted, which pair of worlds it lets a viewer tell apart, and where exactly."""

    plant: Plant
    places: frozenset[str]
    pair: str
    viewer: Viewer


class Served:
    """Makes a service and keeps it at hand, for a leak in a place that has none."""

    def __init__(self, then: Callable[[Service], None] = lambda _: None) -> None:
        """Take what is done to the service when it has been made."""
        self._then = then
        self.service: Service | None = None

    def __call__(self, db: Path, registry: Registry, sources: Sources, *, address: str) -> Service:
        """Make it."""
        self.service = Service(db, registry, sources, address=address)
        self._then(self.service)
        return self.service

    @property
    def record(self) -> Record:
        """The whole record of the first game."""
        assert self.service is not None
        return self.service.archive.record(next(self.service.archive.games()))


def leak(plant: Plant, *places: str, pair: str = "plan", viewer: Viewer = ASH) -> Leak:
    """A leak that lets a viewer tell a pair of worlds apart in these places, and in no others."""
    return Leak(plant, frozenset(places), pair, viewer)


def changed(module: ModuleType, **names: object) -> SimpleNamespace:
    """A module as one of its users sees it with these names changed, while the others see the module itself."""
    return SimpleNamespace(**{**vars(module), **names})
