"""The game that ``oathbook play`` keeps open: it goes on under another text of its rules, or another is opened."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.cli.input_files import bytes_in
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.recording.format.bearer_keys import key_digest, new_key
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record, fold_playable
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.sheet_faults import read_sheet
from oathbook.domain.recording.notation.sheet_reader import follow_step
from oathbook.domain.recording.notation.sheets import sheet_from
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


class GameRequest(Struct, frozen=True):
    """How the game begins: with so many seats, as few as can be by default, or as it stands on a sheet."""

    seats: int | None
    sheet: str | None


class OpenGame(Struct, frozen=True):
    """The game that is open, and the lines that are printed about it."""

    game: str
    lines: tuple[str, ...]


def continue_game(service: Service, ruleset: AnyRuleset, game: str) -> OpenGame:
    """Go on with a game; ``BadRecord`` where its events do not fit these rules."""
    try:
        position = fold_playable(service.archive.record(game)).position
    except Exception as problem:
        raise BadRecord(f"{type(problem).__name__}: {problem}") from problem  # rules may do anything with old events
    return OpenGame(game, (f"{_edition_and_origin(ruleset)}: the game goes on at position {position}.",))


def open_game(service: Service, ruleset: AnyRuleset, address: str, request: GameRequest) -> OpenGame:
    """Open a game as it is asked for; ``BadRecord`` names the option that does not fit."""
    if request.sheet is None:
        game, keys = _open(service, ruleset, NewGame(_setup_for(ruleset, request.seats)))
        _deal(service, ruleset, game)
    else:
        opened = _read_sheet(service, ruleset, request.sheet).opened
        game, keys = _open(
            service, ruleset, NewGame(opened.setup(), "witnessed", opened.reveal, takebacks=opened.takebacks)
        )
        _write_steps(service, game, request.sheet)
    return OpenGame(game, tuple(_lines(ruleset, address, game, keys)))


def _lines(ruleset: AnyRuleset, address: str, game: str, keys: dict[Seat, str]) -> Iterator[str]:
    """Yield what the terminal shows: the edition, and an address with its key for each seat.

    The key is in the fragment of the address, which browsers do not send to servers (RFC 9110, 4.2.4).
    """
    width = max(map(len, keys))
    yield f"{_edition_and_origin(ruleset)}: a new game. Each address takes a seat with its key."
    yield from (f"  {seat:<{width}}  {address}/games/{game}/play#key={key}" for seat, key in keys.items())


def _edition_and_origin(ruleset: AnyRuleset) -> str:
    return f"{ruleset.edition.key}, {ruleset.edition.origin}"


def _setup_for(ruleset: AnyRuleset, seats: int | None) -> Setup:
    by_seats = {len(each.seats): each for each in reversed(ruleset.samples())}
    if seats is not None and seats not in by_seats:
        numbers = ", ".join(map(str, sorted(by_seats)))
        raise BadRecord(f"--seats {seats}: {ruleset.edition.key} is for {numbers} players")
    return by_seats[seats or min(by_seats)]


def _open(service: Service, ruleset: AnyRuleset, opening: NewGame) -> tuple[str, dict[Seat, str]]:
    keys = {each.seat: new_key() for each in opening.setup.seats}
    seats = tuple(replace(each, key=key_digest(keys[each.seat])) for each in opening.setup.seats)
    step = service.writer.open(ruleset, replace(opening, setup=replace(opening.setup, seats=seats)))
    return step.game, keys


def _deal(service: Service, ruleset: AnyRuleset, game: str) -> None:
    """What the table alone decides before the first turn, as a deal, is decided at once."""
    state: Any = fold_playable(service.archive.record(game)).state
    if tuple(ruleset.to_act(state)) == (TABLE,):
        (deal,) = ruleset.options(state, TABLE).listed
        service.writer.decide(game, parse_json(decision_text(deal), where="deal"), by=TABLE, expected=None)


def _read_sheet(service: Service, ruleset: AnyRuleset, sheet: str) -> Record:
    record = read_sheet(bytes_in(sheet), service.ruleset_of, service.sources, where=sheet)
    if record.opened.edition != ruleset.edition.key:
        raise BadRecord(f"{sheet}: it is a game of {record.opened.edition}, and not of {ruleset.edition.key}")
    return record


def _write_steps(service: Service, game: str, sheet: str) -> None:
    """Record the steps of a sheet, which has been read already, in the game of its setup."""
    steps = sheet_from(bytes_in(sheet), where=sheet).steps

    def work(writer: MemoryWriter) -> None:
        opened = writer.record.opened
        speech = GameNotation(writer.record.ruleset, opened.setup(), takebacks=opened.takebacks != "never")
        for rows in steps:
            follow_step(writer, speech.parse_step(rows, where=sheet))

    if steps:
        service.writer.write_sheet(game, work, expected=None)
