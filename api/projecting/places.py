"""Where the read models of a service are made: in a process of their own, in a thread of this one, or not at all."""

from collections.abc import Callable
from typing import Literal

from oathbook.api.projecting.process import ProjectorProcess
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.opening import reader_of, views_of
from oathbook.projections.projector import Projector
from oathbook.projections.readers import ViewsReader

Place = Literal["own", "inline", "off"]


def projecting(
    place: Place, archive: Archive, ruleset_of: Callable[[str], AnyRuleset], report: Callable[[str], None]
) -> tuple[ViewsReader, Projector | ProjectorProcess]:
    """The read models of a database, and what makes them once it is started.

    They are there afterwards, whoever makes the rows. Every page of a file is looked at only when it is followed.
    ``BadRecord``, ``StoreFull``, ``StoreUnavailable``.
    """
    views = views_of(archive.address, deep=False)
    projector = Projector(archive, views, ruleset_of, report=report)
    if place != "own":
        return views, projector
    projector.close()
    views.close()
    reader = reader_of(archive.address)
    return reader, ProjectorProcess(archive, reader, ruleset_of, report=report)
