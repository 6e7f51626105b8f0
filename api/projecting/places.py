"""Where the read models of a service are made: in a process of their own, in a thread of this one, or not at all."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from weakref import finalize

from api.projecting.process import ProjectorProcess
from domain.recording.database.archive import Archive
from domain.rulesets.protocol import AnyRuleset
from projections.projector import Projector
from projections.readers import ViewsReader, views_path
from projections.views_file.reader import FileReader
from projections.views_file.views import FileViews

Place = Literal["own", "inline", "off"]


def projecting(
    place: Place, archive: Archive, ruleset_of: Callable[[str], AnyRuleset], report: Callable[[str], None]
) -> tuple[ViewsReader, Projector | ProjectorProcess]:
    """The read models of a database, and what makes them once it is started; ``BadRecord``, ``StoreFull``.

    Of a database of PostgreSQL each process makes its own, whatever ``place`` says, in a file that ends with it.
    Their file is there afterwards, whoever makes the rows. Every page of it is looked at only when it is followed.
    """
    if not isinstance(archive.address, Path):
        views = _of_this_process()
        return views, Projector(archive, views, ruleset_of, report=report)
    path = views_path(archive.address)
    views = FileViews(path, deep=False)
    projector = Projector(archive, views, ruleset_of, report=report)
    if place != "own":
        return views, projector
    projector.close()
    views.close()
    reader = FileReader(path)
    return reader, ProjectorProcess(archive, reader, ruleset_of, report=report)


def _of_this_process() -> FileViews:
    """Read models in a folder that is removed with them."""
    folder = TemporaryDirectory(prefix="oathbook-views-")
    views = FileViews(Path(folder.name) / "views", deep=False)
    finalize(views, folder.cleanup)
    return views
