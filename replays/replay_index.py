"""What takes a whole game to work out: found once for a replay, and gone on with when the game has gone on."""

from threading import Lock

from msgspec.structs import replace

from oathbook.domain.games.corrections import corrections_in
from oathbook.domain.games.takebacks import takebacks_in
from oathbook.domain.kernel import HOLDER
from oathbook.replays.frames import Replay
from oathbook.replays.last_changes import ChangeTracker, LastChanges
from oathbook.replays.outline import EMPTY_OUTLINE, Outline, extend_outline, outline_after


class ReplayIndex:
    """A replay with its outline and the dates of everything drawn.

    Each is worked out when it is first asked for, and once, however many ask at the same time.
    """

    def __init__(self, replay: Replay, *, earlier: "ReplayIndex | None" = None) -> None:
        """Begin with what the index of the same game for the same viewer knew when the game was shorter.

        The holder's begins anew, for whom a reveal changes the past, and so does one after a ruling that costs points.
        """
        goes_on = earlier is not None and replay.viewer != HOLDER and replay.ruled == earlier.replay.ruled
        known = earlier if goes_on else None
        self.replay: Replay = replay
        self._outline: Outline = EMPTY_OUTLINE if known is None else known._outline  # noqa: SLF001  # another of this class
        self._changes: ChangeTracker = ChangeTracker() if known is None else known._changes  # noqa: SLF001  # another of this class
        self._lock = Lock()

    def outline(self, *, after: int = 0) -> Outline:
        """The outline of what the viewer saw after a position; nothing in it where nothing comes after it."""
        with self._lock:
            whole = self._outline = extend_outline(self._outline, self.replay)
        turnings, entries = self.replay.promises.turnings(), self.replay.entries
        corrections, takebacks = corrections_in(entries), takebacks_in(entries)
        return outline_after(replace(whole, promises=turnings, corrections=corrections, takebacks=takebacks), after)

    def last_changes(self, position: int) -> LastChanges:
        """Since when everything is so that the viewer sees at a position, from 1 to the length."""
        return self._changes.at(self.replay, position)
