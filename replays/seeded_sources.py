"""Ids, salts and seeds out of a random number generator, so that the same game can be had again."""

from random import Random

from oathbook.domain.recording.format.sources import Sources


def seeded_sources(rng: Random) -> Sources:
    """Time stands still, and the rest comes out of the generator's own seed."""
    return Sources(
        clock=lambda: "2026-01-01T00:00:00.000000Z",
        ids=lambda: f"{rng.getrandbits(128):032x}",
        salts=lambda: f"{rng.getrandbits(128):032x}",
        seeds=lambda: f"{rng.getrandbits(256):064x}",
    )
