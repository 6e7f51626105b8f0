"""Two services of one database of PostgreSQL have one log: both sign it, and have it cosigned by the same witness."""

from pathlib import Path

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from tests.service.witnesses.standing import Cosigned, served_under, served_with, standing
from tests.support.processes import until
from tests.support.serving import Table

pytestmark = pytest.mark.gate


def is_cosigned(cosigned: Cosigned) -> bool:
    """Whether all that is stored is, as this service sees it."""
    ready = cosigned.ready()
    return bool(ready["quorum"]) and ready["cosigned"] == cosigned.service.archive.tree.size()


def told(cosigned: Cosigned) -> tuple[str, bool, bool]:
    """What this service says of its witness: what is wrong, whether that is an alarm, and whether it is proved."""
    (asked,) = cosigned.client.get("/readyz").json()["witnesses"]["asked"]
    return asked["says"], asked["alarm"], asked["proved"]


def test_what_either_has_stored_is_cosigned_for_both_and_alarms_neither(
    postgres_database: PostgresAddress, tmp_path: Path
) -> None:
    """Each finds that the witness has cosigned a larger log than it knew of, which is its own."""
    with (
        standing(tmp_path / "ash", "ash.example") as ash,
        served_with(postgres_database, "quorum ash\n", ash) as one,
        served_under(postgres_database, f"{ash.line}quorum ash\n") as other,
    ):
        for storing in (one, other, one, other):
            Table.opened(storing.client)
            until(lambda: is_cosigned(one) and is_cosigned(other))

        assert one.service.log.newest == other.service.log.newest
        assert told(one) == told(other) == ("", False, False)
