"""The setups that come with a ruleset, as JSON files, its samples, and the distribution it is from."""

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct, convert, json, to_builtins

from oathbook.domain.kernel import hidden_from_json
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup

PlainSetup = dict[str, Any]


class SampleList(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``samples.json`` says: what each setup shows, changes by name, and the samples in order.

    A sample is the name of a setup and those of the changes to it; ``only`` has more samples for one edition.
    """

    setups: Mapping[str, str]
    changes: Mapping[str, PlainSetup]
    samples: tuple[tuple[str, ...], ...]
    only: Mapping[str, tuple[tuple[str, ...], ...]] = {}


@cache
def load_samples(ruleset: AnyRuleset, package: str) -> tuple[Setup, ...]:
    """Return the samples that ``setup/samples.json`` in this package lists for the ruleset's edition."""
    folder = files(package) / "setup"
    listed = json.decode((folder / "samples.json").read_bytes(), type=SampleList)
    named = (*listed.samples, *listed.only.get(ruleset.edition.key, ()))
    return tuple(load_setup(ruleset, folder, name, map(listed.changes.__getitem__, each)) for name, *each in named)


def load_setup(ruleset: AnyRuleset, folder: Traversable, name: str, changes: Iterable[PlainSetup] = ()) -> Setup:
    """Return the setup of that name in ``setups/``, with these changes written over it one after another.

    Its file names the first edition it is for; others read it with their own components and switches.
    """
    file: PlainSetup = json.decode((folder / "setups" / f"{name}.json").read_bytes())
    components = to_builtins(ruleset.edition.components[file["components"]])
    written = reduce(_merge, changes, {"switches": {}, "start": None, **file, "components": components})
    return Setup(
        convert(written["seats"], tuple[SeatSetup, ...]),
        convert(written["components"], ruleset.wire.components),
        convert(written["switches"], ruleset.wire.switches),
        convert(written["start"], ruleset.wire.start | None, dec_hook=hidden_from_json),
    )


def _merge(written: PlainSetup, change: PlainSetup) -> PlainSetup:
    """Return what is written with the change over it: objects key by key, everything else as a whole."""
    objects: PlainSetup = {key: value for key, value in change.items() if isinstance(value, dict)}
    return {**written, **change, **{key: _merge(written[key], value) for key, value in objects.items()}}


def origin_of(distribution: str) -> str:
    """A distribution with its version, as an edition names it and as records say who decided them."""
    return f"{distribution} {version(distribution)}"
