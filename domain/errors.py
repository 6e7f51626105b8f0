"""Every refusal and fault. Refusals are answers: they name the clause or the field. Faults are ours."""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from oathbook.domain.kernel import DrawRequest, Refusal


class Refused(Exception):  # noqa: N818  # a refusal is an answer, not an error
    """Base of all refusals: a client can mend each by asking differently."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pass to another process as it is: with what it keeps, and not made anew out of its message."""
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: type[Refused], args: tuple[object, ...]) -> Refused:
    return kind.__new__(kind, *args)


class IllegalDecision(Refused):
    """The rules do not allow this decision here."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal; the message is its sentence and clause."""
        super().__init__(f"{refusal.says} ({refusal.clause})")
        self.refusal = refusal


class DrawMissing(Refused):
    """A decision needs a draw that was not reported."""

    def __init__(self, request: DrawRequest) -> None:
        """Keep the request: what to draw from what; the message tells no pile that not everybody may see."""
        pile = _display_pile(request)
        super().__init__(f"the draw “{request.label}” is missing: take {request.count} from {pile}")
        self.request = request


class ImpossibleDraw(Refused):
    """A draw that cannot have come from that pile."""

    def __init__(self, request: DrawRequest, drawn: tuple[str, ...]) -> None:
        """Keep what was asked and what was claimed; the message tells nothing of it that not everybody may see."""
        claimed = (", ".join(drawn) or "nothing") if request.to is UNSET else "what was drawn"
        pile = _display_pile(request)
        super().__init__(f"the draw “{request.label}” is impossible: {claimed} cannot be {request.count} of {pile}")
        self.request, self.drawn = request, drawn


def _display_pile(request: DrawRequest) -> str:
    if request.pile is UNSET or request.pile_to is not UNSET:
        return "a hidden pile"
    return ", ".join(request.pile) or "an empty pile"


class NotCovered(Refused):
    """A step whose text is missing; the rules do not guess."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{clause} is not covered: {reason}")
        self.clause = clause


class UnknownEdition(Refused):
    """No ruleset is installed under that key."""


class EditionTaken(Refused):
    """Two distributions bring a ruleset for one edition: nothing would say which of them decides a game."""

    def __init__(self, key: str, one: str, other: str) -> None:
        super().__init__(f"edition {key!r} is brought by two distributions: {one} and {other}; uninstall one of them")


class GameClosed(Refused):
    """The game is over; nothing can be decided in it any more."""


class PromiseRefused(Refused):
    """The promise is not in a state that allows this; the message names the field, and the clauses if some do."""

    def __init__(self, field: str, says: str, cites: tuple[str, ...] = ()) -> None:
        """Keep the field of what was asked, such as ``promise``, ``path`` or ``blamed``, and the clauses."""
        by = f" ({', '.join(cites)})" if cites else ""
        super().__init__(f"{field}: {says}{by}")
        self.field = field
        self.cites = cites


class TakebackRefused(Refused):
    """What was decided does not go back; the message names the field, and what is in the way."""

    def __init__(self, field: str, says: str) -> None:
        """Keep the field of what was asked: ``from``, ``asked`` or ``takebacks``."""
        super().__init__(f"{field}: {says}")
        self.field = field


class DisputeRefused(Refused):
    """The dispute is not in a state that allows this; the message names the field."""

    def __init__(self, field: str, says: str) -> None:
        """Keep the field of what was asked, such as ``claim``, ``against`` or ``remedy``."""
        super().__init__(f"{field}: {says}")
        self.field = field


class AlreadyRuled(Refused):
    """There is a ruling on this dispute; it can be appealed once, and then stands."""


class RemedyRefused(Refused):
    """A ruling cannot be carried out in this game: the remedy, the event that stops it, the clause if one does."""

    def __init__(self, remedy: str, says: str, position: int, clause: str = "", *, hidden: bool = False) -> None:
        """Keep all of it; the message says it. ``hidden``: this reader's record does not tell whether it is open."""
        super().__init__(f"{remedy}: position {position}: {says}{f' ({clause})' if clause else ''}")
        self.remedy = remedy
        self.says = says
        self.position = position
        self.clause = clause
        self.hidden = hidden


class RecordDiffers(Refused):
    """Another record is already stored under the same id."""


class RecordRedacted(Refused):
    """Openings were removed from this record: it can be read, but not played on."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game}: a redacted record is for reading; nobody can play on in it")


class RecordImported(Refused):
    """The record was brought from elsewhere: who brought it may know its seed, so it is read, and not played on."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game}: an imported record is for reading; only a fork of it can be played on")


class NotFound(Refused):
    """There is no such game, position or clause."""


class NotYourSeat(Refused):
    """The caller acts, or looks, as a seat that is not theirs."""


class PositionMissing(Refused):
    """A change that does not say on which position it was decided."""


class PositionConflict(Refused):
    """The game has moved on since, or is not that far yet: a step is saved at the position its caller saw."""

    def __init__(self, game: str, expected: int, position: int) -> None:
        """Keep where the caller thought the game to be, and where it is."""
        super().__init__(f"game {game} is at position {position}, not {expected}")
        self.game = game
        self.expected = expected
        self.position = position


class DecisionHeld(Refused):
    """A seat that has learned what its decision leads to may not decide otherwise."""


class KeyReused(Refused):
    """The idempotency key was used for another request."""


class KeyReplaced(Refused):
    """The key of a caller was replaced before what they sent was stored; ``digest`` is the key's."""

    def __init__(self, digest: str) -> None:
        super().__init__("this key was replaced")
        self.digest = digest


class TooLarge(Refused):
    """More than a limit allows; the message names the limit."""


class WriterBusy(Refused):
    """Another process writes into this database; the message says where it can be asked."""


class BadRecord(Refused):
    """A file, line or body that cannot be read; the message names the place."""


class SheetUnreadable(BadRecord):
    """Everything that is wrong with a sheet, line by line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Keep what is wrong, in the order of the lines."""
        super().__init__("\n".join(faults))
        self.faults = faults


class BadLetter(Refused):
    """A letter that cannot be read, or cannot be signed as it stands: the place, and what could be there."""

    def __init__(self, says: str, text: str, offset: int, expected: tuple[str, ...] = ()) -> None:
        """Keep the place: ``offset`` counts characters from 0, ``line`` and ``column`` from 1."""
        before = text[:offset]
        self.says = says
        self.offset = offset
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        self.expected = expected
        hint = f"; here could stand: {' | '.join(expected)}" if expected else ""
        super().__init__(f"line {self.line}, column {self.column}: {says}{hint}")
        self.excerpt = _excerpt(text.split("\n")[self.line - 1], self.column - 1)
        """The words around the place, and below them a caret that points at it."""


class LineUnreadable(Refused):
    """A line of notation that says no decision and no draw: the place, and what could stand there."""

    def __init__(self, field: str, says: str, column: int, could: tuple[str, ...] = ()) -> None:
        """Keep the place: ``column`` counts characters from 0; the message names the ``field``."""
        hint = f"; what can: {', '.join(could)}" if could else ""
        super().__init__(f"{field}: {says}{hint}")
        self.column, self.could = column, could


class LineRefused(Refused):
    """A step of a sheet that is not followed, so that nothing of the sheet is written: which one, and why."""

    def __init__(self, number: int, says: str, clause: str = "") -> None:
        """Keep the number of the step, counted from 0, and the clause, if one refuses it."""
        super().__init__(f"lines[{number}]: {says}{f' ({clause})' if clause else ''}")
        self.number, self.clause = number, clause


class UnknownVersion(BadLetter):
    """A promise names a version that this program does not have; what it comes to cannot be told here."""

    def __init__(self, what: str, version: str, known: Iterable[str]) -> None:
        """Keep the version; the message says what it is a version of, and which ones are known."""
        super().__init__(f"{version} is no {what} that this program knows; it knows {', '.join(known)}", "", 0)
        self.version = version

    def __str__(self) -> str:
        """Without a place: it is the whole letter."""
        return self.says


MOST_EXPECTED: Final = 5  # phrases that a refusal lists, the likeliest first
MOST_BESIDE: Final = 40  # characters on either side of the place in an excerpt


def _excerpt(line: str, at: int) -> tuple[str, str]:
    start, end = max(at - MOST_BESIDE, 0), at + MOST_BESIDE
    before, after = "…" if start else "", "…" if end < len(line) else ""
    shown = "".join(each if each.isprintable() else " " for each in line[start:end])
    return f"{before}{shown}{after}", " " * (len(before) + at - start) + "^"


class Misfit(BadRecord):
    """An event that does not fit the state it is applied to."""


class CorruptRecord(BadRecord):
    """An event whose bytes are not what the record says they are.

    Read from a client's file it is the client's to mend, read from our own store it is a fault.
    """

    def __init__(self, game: str, position: int, what: str) -> None:
        super().__init__(f"game {game or '?'}, position {position}: {what}")
        self.game = game
        self.position = position


class ClosedForWriting(Exception):  # noqa: N818  # named as the other answers are
    """A game takes no more steps: its record is damaged. It can be read as far as it is sound."""

    def __init__(self, game: str, damage: str) -> None:
        """Name the game, and say what is wrong."""
        super().__init__(f"game {game} takes no more steps, as its record is damaged: {damage}")
        self.game = game


class StoreUnavailable(Exception):  # noqa: N818  # named as the other answers are
    """The database cannot be read now; the message names it. What was acknowledged is safe."""


class StoreReadOnly(Exception):  # noqa: N818  # named as the other answers are
    """The database is not what was signed: it is shown and takes nothing more. The message says how it differs."""


class StoreFull(Exception):  # noqa: N818  # named as the other answers are
    """The disk takes nothing more. What was acknowledged is safe, and this request may be sent again."""
