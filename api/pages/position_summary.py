"""A moment of a game as everybody saw it, for readers and programs that run no script."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from oathbook.api.pages.pictures import picture_address
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import Seat, capitalise, display_name, display_seat
from oathbook.domain.promises.audit.standing import GameStanding
from oathbook.domain.rulesets.protocol import Scene, SeatSetup
from oathbook.replays.frames import Replay
from oathbook.replays.sentences import step_in_sentences

PROMISE_RESULTS: Final = frozenset({"broken", "kept", "void", "released", "undetermined"})
"""What promises may come to; acts on them are steps of their own."""

BEFORE: Final = 40
AFTER: Final = 20  # steps of a phase that are told before a moment, and after it
MOST_SAID: Final = 1_000  # letters of what a picture shows, in words


class PromiseNote(Struct, frozen=True):
    """What a promise came to, in a sentence."""

    kind: str
    says: str


class StepSummary(Struct, frozen=True):
    """A step in sentences: its first and last position, what came of it and of promises; where it was taken back."""

    first: int
    position: int
    says: tuple[str, ...]
    became: tuple[PromiseNote, ...]
    taken_back: int | None


class Links(Struct, frozen=True):
    """The positions to go to from a moment; none where there is nothing, or nothing may be told."""

    first: int | None
    back: int | None
    forward: int | None
    last: int | None


class SeatStanding(Struct, frozen=True):
    """How it stands for a player: the name, and the scores in words."""

    seat: Seat
    player: str
    scores: tuple[str, ...]
    is_to_act: bool
    is_out: bool

    @property
    def line(self) -> str:
        """All of it in one line."""
        name = self.player or display_seat(self.seat)
        seat = f" ({display_seat(self.seat)})" if name.lower() != self.seat else ""
        more = (*self.scores, *(["to act"] if self.is_to_act else []), *(["out"] if self.is_out else []))
        return f"{name}{seat}: {', '.join(more)}" if more else f"{name}{seat}"


class PositionSummary(Struct, frozen=True):
    """A position: what happened in its step up to there, how it stands, the log of its phase, where one can go.

    ``winners`` are the names of the winners. ``board`` is the
    address of its picture, and ``shared`` that of the one for previews.
    """

    position: int
    length: int | None
    step: StepSummary
    log: tuple[StepSummary, ...]
    links: Links
    standing: GameStanding
    seats: tuple[SeatStanding, ...]
    winners: tuple[str, ...]
    board: str
    shared: str
    shows: str

    @property
    def sentence(self) -> str:
        """What happened, in one line."""
        return " ".join(f"{each}." for each in (*(each.says for each in self.step.became), *self.step.says))

    @property
    def stands(self) -> str:
        """How it stands, in one line."""
        seats = "; ".join(each.line for each in self.seats)
        return f"{seats}. {self.ending}." if self.ending else f"{seats}."

    @property
    def ending(self) -> str:
        """How the game ended, if it has."""
        ending = self.standing.ending
        if ending is None:
            return ""
        won = f", won by {', '.join(self.winners)}" if ending.winners else ""
        return f"Over: {display_name(ending.outcome)}{won}"


def summarize_position(replay: Replay, position: int, *, is_end_hidden: bool) -> PositionSummary:
    """A position of a game; while the end is hidden, nothing of what comes after it."""
    length = len(replay)
    first, _ = _step_around(replay, position)
    upto = position if is_end_hidden else length
    log = _phase(replay, first, upto)
    withdrawn = withdrawals_in(replay.entries[:upto])
    game = replay.game_at(position)
    standing = replay.standing(game)
    return PositionSummary(
        position=position,
        length=None if is_end_hidden else length,
        step=_summarize_step(replay, first, position, withdrawn),
        log=tuple(_summarize_step(replay, begin, end, withdrawn) for begin, end in log),
        links=Links(
            first=1 if position > 1 else None,
            back=first - 1 or None,
            forward=_forward(replay, position, is_end_hidden=is_end_hidden),
            last=None if is_end_hidden or position == length else length,
        ),
        standing=standing,
        seats=tuple(seat_standings(replay.record.opened.seats, standing, replay.to_act(game))),
        winners=tuple(map(replay.roster.call, () if standing.ending is None else standing.ending.winners)),
        board=picture_address(replay.record.game, position),
        shared=picture_address(replay.record.game, position, "png"),
        shows=_scene_text(replay.scene(game)),
    )


def _forward(replay: Replay, position: int, *, is_end_hidden: bool) -> int | None:
    """The end of the step, or of the next one; while the end is hidden the next position, as a step has a length."""
    if position == len(replay):
        return None
    return position + 1 if is_end_hidden else _step_around(replay, position + 1)[1]


def _step_around(replay: Replay, position: int) -> tuple[int, int]:
    """The first and last position of the step that a position belongs to."""
    entries, first, last = replay.entries, position, position
    step = entries[position - 1].step
    while first > 1 and entries[first - 2].step == step:
        first -= 1
    while last < len(entries) and entries[last].step == step:
        last += 1
    return first, last


def _phase(replay: Replay, first: int, upto: int) -> list[tuple[int, int]]:
    """The steps of the phase in which one begins, or those nearest to it, up to a position at most."""
    steps = [(first, min(_step_around(replay, first)[1], upto))]
    while len(steps) <= BEFORE and steps[0][0] > 1 and not _begins_phase(replay, *steps[0]):
        steps.insert(0, _step_around(replay, steps[0][0] - 1))
    for _ in range(AFTER):
        if steps[-1][1] >= upto:
            break
        following = _step_around(replay, steps[-1][1] + 1)
        if _begins_phase(replay, *following):
            break
        steps.append(following)
    return steps


def _begins_phase(replay: Replay, first: int, last: int) -> bool:
    ruleset = replay.record.ruleset
    begin = {each.kind for each in ruleset.vocabulary.kinds if each.begins in {"phase", "round"}}
    happened = (happenings_of(ruleset, entry, replay.roster) for entry in replay.entries[first - 1 : last])
    return any(each.kind in begin for happenings in happened for each in happenings)


def _summarize_step(replay: Replay, first: int, last: int, withdrawn: Mapping[int, int]) -> StepSummary:
    said = step_in_sentences(replay.record.ruleset, replay.entries[first - 1 : last], replay.roster)
    turnings = replay.promises.results(after=first - 1, upto=last)
    became = tuple(PromiseNote(each.kind, capitalise(each.says)) for each in turnings if each.kind in PROMISE_RESULTS)
    return StepSummary(first, last, tuple(map(capitalise, said.says)), became, withdrawn.get(said.step))


def seat_standings(
    seats: Sequence[SeatSetup], standing: GameStanding, to_act: Sequence[Seat]
) -> Iterator[SeatStanding]:
    """How it stands for each player."""
    for each in seats:
        scores = tuple(score.says for score in standing.scores if score.seat == each.seat)
        yield SeatStanding(each.seat, each.player, scores, each.seat in to_act, each.seat in standing.out)


def _scene_text(scene: Scene) -> str:
    """What a picture of a scene shows, in words: each piece, and where it stands."""
    where = {cell.id: cell.name for cell in scene.cells}
    lies = (
        f"{each.label} at {display_name(where[each.cell])}" if each.cell in where else each.label
        for each in scene.pieces
    )
    text = "; ".join(lies) or "no pieces"
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}…"
