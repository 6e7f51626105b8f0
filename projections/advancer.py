"""Takes the log in, a page at a time, for all projections and shares that are equally far."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct

from oathbook.domain.kernel import threads
from oathbook.projections.batch_builder import UNSTORABLE, BatchFailed, build_batch, park_at
from oathbook.projections.definitions import Projection, describe_error
from oathbook.projections.log_reader import LogEvent, LogReader
from oathbook.projections.view_store import Batch, Superseded, Views

Part = tuple[Projection, frozenset[int]]  # a projection in some shares


class ProjectionGroup(Struct, frozen=True):
    """Parts that have all taken the log in up to a position."""

    position: int
    parts: tuple[Part, ...]


class Advancer:
    """Moves the read models on in the log; several threads may ask for it."""

    def __init__(self, pages: LogReader, views: Views, page: int) -> None:
        """``page`` is how many events are taken in at once."""
        self.turn = threads.RLock()
        self._pages, self._views, self._page = pages, views, page

    def groups(self, projections: Iterable[Projection]) -> tuple[ProjectionGroup, ...]:
        """What is equally far, together; what is parked is left out."""
        named = {each.name: each for each in projections}
        found: defaultdict[int, dict[str, frozenset[int]]] = defaultdict(dict)
        for place in self._views.tracked_shares(named):
            parts = found[place.position]
            parts[place.name] = parts.get(place.name, frozenset[int]()) | place.shares
        return tuple(
            ProjectionGroup(position, tuple((each, parts[name]) for name, each in named.items() if name in parts))
            for position, parts in found.items()
        )

    def advance(self, group: ProjectionGroup) -> bool:
        """Take a page in for what is equally far, and say whether there was one."""
        with self.turn:
            if group not in self.groups(projection for projection, _ in group.parts):
                return True  # another process took a page in for some of it, or makes some of it now
            page = self._pages.page(group.position, self._page)
            if not page:
                return False
            with suppress(Superseded):  # another process was faster; it goes on from there
                self._take_in_group(group, page)
            return True

    def _take_in_group(self, group: ProjectionGroup, page: tuple[LogEvent, ...]) -> None:
        """Store what a page makes of all at once, or of each part by itself where one of them cannot take it in."""
        try:
            made = tuple((each, build_batch(each, group.position, page, shares)) for each, shares in group.parts)
            if not any(batch.parked and self._views.split_shares(batch.shares)[1:] for _, batch in made):
                self._views.write(*made)
                return
        except (BatchFailed, *UNSTORABLE):
            pass
        for projection, shares in group.parts:
            for each in self._views.split_shares(shares):
                self._take_in((projection, each), group.position, page)

    def _take_in(self, part: Part, after: int, page: tuple[LogEvent, ...]) -> None:
        """Store what a page makes of a part, or of the events before one whose rows cannot be made or stored."""
        projection, shares = part
        try:
            self._views.write((projection, build_batch(projection, after, page, shares)))
        except (BatchFailed, *UNSTORABLE) as problem:
            half = len(page) // 2
            if half:
                self._take_in(part, after, page[:half])
            else:
                if not isinstance(problem, BatchFailed) and self._views.damage():
                    raise  # no event is to blame
                (only,) = page
                if only.is_damaged:
                    batch = Batch(after, only.number, only.mark, (), shares=shares)
                else:
                    says = problem.says if isinstance(problem, BatchFailed) else describe_error(problem)
                    batch = Batch(after, after, "", (), parked=park_at(only, says), shares=shares)
                self._views.write((projection, batch))
