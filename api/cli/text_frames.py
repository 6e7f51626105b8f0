"""A game in the terminal: one line per event, or one position with its board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET
from rich.text import Text

from oathbook.api.cli.output import line
from oathbook.api.schemas.editions import clause_texts, reading_settings
from oathbook.api.schemas.replays import decision_at
from oathbook.domain.games.game_sentences import scene_with_names
from oathbook.domain.kernel import HOLDER, Line, Roster, format_line
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.promises.audit.standing import GameStanding, ResultByRuling
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack
from oathbook.replays.frames import Changed, Frame, Replay


def title_line(replay: Replay) -> Text:
    """The game and the viewer, in one line."""
    edition = replay.record.ruleset.edition
    seen = "everything this record opens" if replay.viewer == HOLDER else f"as {replay.viewer} saw it"
    return line((edition.title, "bold"), f" ({edition.key}), game {replay.record.game}, {seen}")


def title_lines(replay: Replay) -> Iterator[Text]:
    """The game, the viewer and the players."""
    yield title_line(replay)
    players = ", ".join(f"{each.seat}: {each.player}" for each in replay.record.opened.seats if each.player)
    if players:
        yield line(players)


def listing(replay: Replay, *, first: int = 1) -> Iterator[Text]:
    """Every position from ``first`` on, one line per event."""
    for frame in replay.frames(first=first):
        number = f"{frame.position:>6} {frame.step:>5}  "
        for happening in frame.happenings:
            yield line(number, happening.sentence, citation_part(happening.cites, happening.readings))
            number = " " * len(number)
        yield from (line(number, (each.says, "bold")) for each in frame.became)


def frame_lines(frame: Frame, replay: Replay) -> Iterator[Text]:
    """One position: what happened and why, the board, the standing, what changed, who must act."""
    yield line(
        (f"position {frame.position} of {len(replay)}", "bold"), f", step {frame.step}, by {frame.by}, {frame.at}"
    )
    for happening in frame.happenings:
        yield line("  ", happening.sentence, citation_part(happening.cites, happening.readings))
        yield from working_lines(happening.working, "    ", replay.roster)
    yield from (line("  ", (each.says, "bold")) for each in frame.became)
    decision = decision_at(frame.position, replay)
    if decision is not None:
        yield line("  ", decision.decode())
    if frame.corrected is not None:
        where, dispute = frame.corrected.position, frame.corrected.dispute
        yield line("  ", (f"corrected at position {where} by the ruling in dispute {dispute}", "bold"))
    yield line()
    yield from board(scene_with_names(replay.record.ruleset.scene(frame.view), replay.roster))
    yield line()
    yield from standing_lines(frame.standing, replay.roster)
    yield from (_change_line(each) for each in frame.changed)
    yield line(("to act: ", "bold"), ", ".join(map(replay.roster.call, frame.to_act)) or "nobody")


def reason_lines(frame: Frame, replay: Replay) -> Iterator[Text]:
    """The clauses and readings of a position, in full."""
    ruleset, happenings = replay.record.ruleset, frame.happenings
    clauses = clause_texts(ruleset, (each for happening in happenings for each in happening.cites))
    named = (each for happening in happenings for each in happening.readings)
    readings = reading_settings(ruleset, named, replay.record.opened.switches)
    if clauses or readings:
        yield line()
        yield line(("because", "bold"))
    yield from clause_lines(clauses)
    yield from reading_lines(readings)


def standing_lines(standing: GameStanding, roster: Roster) -> Iterator[Text]:
    """The standing: what everybody has, and from what it follows."""
    scores = ", ".join(f"{roster.call(each.seat)} {each.says}" for each in standing.scores)
    out = f"; out: {', '.join(map(roster.call, standing.out))}" if standing.out else ""
    yield line(("standing: ", "bold"), f"{scores or 'nothing yet'}{out}")
    if standing.fault:
        yield line(("promises not judged: ", "bold"), standing.fault)
    if standing.stall:
        yield line(("held up: ", "bold"), standing.stall)
    if standing.ending is not None:
        ending = standing.ending
        won = f", won by {', '.join(map(roster.call, ending.winners))}" if ending.winners else ""
        yield line(("over: ", "bold"), f"{ending.outcome}{won}", citation_part((ending.clause,), ()))
    if standing.ruled is not UNSET:
        yield line(("by ruling: ", "bold"), result_by_ruling(standing.ruled, roster))


def result_by_ruling(ruled: ResultByRuling, roster: Roster) -> str:
    """How a game ends by rulings, in words: who wins, with which share, and who loses."""
    won = (
        f"{', '.join(map(roster.call, each.winners)) or 'nobody'} win{'' if len(each.winners) > 1 else 's'}"
        f"{'' if each.share == '1' else f' {each.share}'}"
        for each in ruled.outcomes
    )
    return ", ".join((*won, *(f"{roster.call(seat)} loses" for seat in ruled.lost)))


def _change_line(changed: Changed) -> Text:
    before, after = (canonical_bytes(side).decode() for side in (changed.before, changed.after))
    return line(("changed: ", "bold"), f"{changed.path} {before} → {after}")


SHORT: Final = 2  # characters of what is written in a space
TOGETHER: Final = 3  # pieces that are shown in a space
STYLES: Final = {"black": "bold", "white": "bold"}  # colours that a terminal's background could hide


def board(scene: Scene) -> Iterator[Text]:
    """The board row by row, then its pieces, marks and trays in words."""
    tags = tags_of(scene.pieces)
    yield from _rows(scene, tags)
    nowhere = " off the board" if scene.cells else ""
    names = {cell.id: cell.name for cell in scene.cells}
    for piece in scene.pieces:
        where = f" {names.get(piece.cell, piece.cell)}" if piece.cell else nowhere
        colour = f" ({piece.colour})" if piece.colour else ""
        notes = f": {', '.join(piece.notes)}" if piece.notes else ""
        yield line("  ", (tags[piece.id], _style(piece.colour)), f"  {piece.label}{colour}{where}{notes}")
    marked = ", ".join(f"{cell.name} {cell.mark}" for cell in scene.cells if cell.mark)
    if marked:
        yield line(f"  +  {marked}")
    for tray in scene.trays:
        yield line(f"  {tray.label}: {', '.join(map(_stack, tray.stacks)) or 'nothing'}")


def tags_of(pieces: tuple[Piece, ...]) -> Mapping[str, str]:
    """The mark of each piece, after a letter for its player where two players share marks; without marks, a letter."""
    seats = tuple(dict.fromkeys(piece.seat for piece in pieces if piece.seat is not None))
    marks = {(piece.mark, piece.seat) for piece in pieces}
    if not all(piece.mark for piece in pieces):
        tags = _letters([piece.label for piece in pieces])
    elif len({mark for mark, _ in marks}) < len(marks):
        letters = dict(zip(seats, _letters(seats), strict=True))
        tags = [f"{letters[piece.seat] if piece.seat else ''}{piece.mark}" for piece in pieces]
    else:
        tags = [piece.mark for piece in pieces]
    return {piece.id: tag for piece, tag in zip(pieces, tags, strict=True)}


def _letters(names: Sequence[str]) -> list[str]:
    """Their initials if all differ, else A, B, C and so on."""
    initials = [name[:1].upper() for name in names]
    if len(set(initials)) < len(initials) or not all(map(str.isalpha, initials)):
        return [chr(ord("A") + number) for number in range(len(names))]
    return initials


def _rows(scene: Scene, tags: Mapping[str, str]) -> Iterator[Text]:
    if not scene.cells:
        return
    left = min(cell.x for cell in scene.cells)
    shown = {cell.id: _cell(cell, scene, tags) for cell in scene.cells}
    step = 2 * (max(3, *map(len, shown.values())) // 2 + 1)  # even: rows of hexagons are half a step apart
    for height in sorted({cell.y for cell in scene.cells}):
        row = Text("  ")
        for cell in sorted((cell for cell in scene.cells if cell.y == height), key=lambda cell: cell.x):
            row.append(" " * ((cell.x - left) * step // 1000 + 2 - len(row)))
            row.append(shown[cell.id])
        yield row


def _cell(cell: Cell, scene: Scene, tags: Mapping[str, str]) -> Text:
    """Its pieces; without any, its mark or its label, or a sign where neither is short."""
    standing = [piece for piece in scene.pieces if piece.cell == cell.id][:TOGETHER]
    if standing:
        apart = "" if all(len(tags[piece.id]) == 1 for piece in standing) else ","
        return Text(apart).join(Text(tags[piece.id], _style(piece.colour)) for piece in standing)
    short = (each for each in (cell.mark, cell.label) if each and len(each) <= SHORT)
    return Text(next(short, "+" if cell.mark else "·"), "dim")


def _stack(stack: Stack) -> str:
    return stack.label if stack.count == 1 else f"{stack.count} {stack.label}"


def _style(colour: str) -> str:
    return STYLES.get(colour, f"bold {colour}" if colour in {"red", "blue", "green", "yellow"} else "bold")


def citation_part(cites: Iterable[str], readings: Iterable[str]) -> tuple[str, str]:
    """The ids that a sentence rests on, in brackets, as a part of a line."""
    named = [*cites, *readings]
    return (f"  [{', '.join(named)}]" if named else "", "dim")


def working_lines(working: Iterable[Line], indent: str, roster: Roster) -> Iterator[Text]:
    """The arithmetic, one line each; a rule that did not apply is marked."""
    for each in working:
        text = (
            f"{indent}{roster.name_ids(format_line(each))} ({each.clause}{'' if each.applied else ', does not apply'})"
        )
        yield line((text, "" if each.applied else "dim"))


def clause_lines(clauses: Mapping[str, Mapping[str, str]], what: str = "words") -> Iterator[Text]:
    """Each clause with its words or title."""
    for name, found in clauses.items():
        yield line("  ", (name, "bold"), f" {found.get(what, 'is no clause of this rulebook')}")


def reading_lines(readings: Mapping[str, Mapping[str, str]]) -> Iterator[Text]:
    """Each reading with its setting."""
    for name, found in readings.items():
        how = found.get("setting") or found.get("default")
        says = f" {found['title']}: {how}" if how else " is no reading of this rulebook"
        yield line("  ", (name, "bold"), says)
