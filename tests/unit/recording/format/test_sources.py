"""Time, ids, salts and seeds of this machine (docs/record-format.md: they are handed in)."""

import re
import time
from uuid import RFC_4122, UUID

import msgspec

from oathbook.domain.recording.format.envelope import Digest, Instant, Salt
from oathbook.domain.recording.format.sources import new_id, now, system_sources


def test_an_id_is_a_uuid_of_version_7() -> None:
    """RFC 9562, section 5.7: version and variant in their places."""
    ids = [UUID(new_id()) for _ in range(50)]

    assert {(each.version, each.variant) for each in ids} == {(7, RFC_4122)}
    assert len(set(ids)) == 50
    assert all(str(each) == text for each, text in ((UUID(text), text) for text in [new_id()]))


def test_an_id_begins_with_the_millisecond_it_was_made_in() -> None:
    """So ids sort by when they were made."""
    before = time.time_ns() // 1_000_000

    stamp = UUID(new_id()).int >> 80

    assert before <= stamp <= time.time_ns() // 1_000_000


def test_the_clock_says_the_present_in_utc_with_microseconds() -> None:
    """As it stands in an event, and texts sort as times do."""
    one, other = now(), now()

    assert msgspec.convert(one, Instant) == one
    assert one <= other
    assert one.startswith(time.strftime("%Y-", time.gmtime()))


def test_salts_and_seeds_are_long_enough_and_never_the_same() -> None:
    """16 and 32 random bytes: nobody can guess a hidden value or a seed."""
    sources = system_sources()

    salts, seeds = {sources.salts() for _ in range(50)}, {sources.seeds() for _ in range(50)}

    assert len(salts) == len(seeds) == 50
    assert all(msgspec.convert(salt, Salt) for salt in salts)
    assert all(msgspec.convert(seed, Digest) for seed in seeds)


def test_a_machine_hands_out_all_four() -> None:
    """Each call is a new one."""
    sources = system_sources()

    assert re.fullmatch(r"[0-9a-f-]{36}", sources.ids())
    assert sources.ids() != sources.ids()
    assert msgspec.convert(sources.clock(), Instant)
