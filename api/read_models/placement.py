"""Where the read models of a service are made: in a process of their own, in a thread of this one, or not at all."""

from collections.abc import Callable
from typing import Literal

from oathbook.api.read_models.supervisor import ProjectorSupervisor
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.projector import Projector
from oathbook.projections.view_openers import open_views, open_views_reader
from oathbook.projections.views_reader import ViewsReader

Placement = Literal["own", "inline", "off"]


def open_read_models(
    place: Placement, archive: Archive, ruleset_of: Callable[[str], AnyRuleset], report: Callable[[str], None]
) -> tuple[ViewsReader, Projector | ProjectorSupervisor]:
    """Returns the read models of a database, and the projector to start.

    The tables are there on return, whoever fills them. Their pages are checked only later. ``BadRecord``,
    ``StoreFull``, ``StoreUnavailable``.
    """
    views = open_views(archive.address, deep=False)
    projector = Projector(archive, views, ruleset_of, report=report)
    if place != "own":
        return views, projector
    projector.close()
    views.close()
    reader = open_views_reader(archive.address)
    return reader, ProjectorSupervisor(archive, reader, ruleset_of, report=report)
