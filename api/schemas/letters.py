"""Letters before anybody signs them: what they read as, what is remarked on them, how they could go on."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter, BadRecord
from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.kernel.seats import Seat, is_seat_name
from oathbook.domain.promises.drafting.prompting import Suggestion, next_phrases
from oathbook.domain.promises.drafting.suggesting import suggested
from oathbook.domain.promises.evaluator.duties import Duty, duties
from oathbook.domain.promises.letter.languages import linted
from oathbook.domain.promises.letter.lowering import lowered
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.reading import read
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.promises.lifecycle.reading import Letters
from oathbook.domain.rulesets import sample_vocabulary as sample
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.replays.frames import Replay


class LetterChecked(Struct, frozen=True):
    """A letter that can be read: its read-back, which is what is signed, and whether it could be offered like this.

    A remark whose ``weight`` is ``reject`` keeps it from being signed; ``span`` are characters of the letter as it was
    sent. ``duties`` say what it means, a line each, once nothing is rejected; the span of each is in the read-back.
    ``suggestions`` are letters to take in place of one that has a rejection. ``next`` is what could follow.
    """

    read_back: str
    stands: bool
    remarks: tuple[Remark, ...]
    duties: tuple[Duty, ...]
    suggestions: tuple[str, ...]
    next: tuple[Suggestion, ...]


class World(NamedTuple):
    """What letters can speak of: a vocabulary, and the names of a game; its setup, where that is known."""

    vocabulary: Vocabulary
    names: Names
    setup: Setup | None = None

    @property
    def known(self) -> Circumstances:
        """What is known of a game that has not begun."""
        if self.setup is None:
            return Circumstances()
        return Circumstances(last=self.vocabulary.last(self.setup), setup=self.setup)


EXAMPLES: Final = World(sample.SAMPLE, sample.NAMES)
"""Where no edition is named: the words and names of the examples, with Red, Blue and Green at the table."""


def world_of(ruleset: AnyRuleset, setup: Setup) -> World:
    """The world of a game."""
    return World(ruleset.vocabulary, names_in(ruleset.vocabulary, setup), setup)


def world_without_a_game(ruleset: AnyRuleset, seats: tuple[str, ...]) -> World:
    """The world of the game that the ruleset shows first, with these seats if any are named.

    ``BadRecord`` where a seat cannot be called so.
    """
    setup = ruleset.samples()[0]
    if not seats:
        return world_of(ruleset, setup)
    for seat in seats:
        if not is_seat_name(seat) or seats.count(seat) > 1 or len(seats) > SEATS:
            msg = f"seats: {seat!r}: a table has up to {SEATS} seats, each with a short lower-case name of its own"
            raise BadRecord(msg)
    world = world_of(ruleset, replace(setup, seats=tuple(SeatSetup(Seat(seat)) for seat in seats)))
    return world if setup.start is None else world._replace(setup=None)  # a position has the seats that it has


def checked(text: str, world: World, replay: Replay | None = None, writer: str = "") -> LetterChecked:
    """What a letter reads as and all there is to say of it; ``BadLetter`` where it cannot be read.

    Of a game that is being played there is more to say, as far as the viewer of its ``replay`` may know it.
    """
    letter = read(text, world.vocabulary, world.names)
    remarks = (
        linted(letter, world.vocabulary, world.names, world.known)
        if replay is None
        else warnings(replay, len(replay), text)
    )
    stands = all(each.weight == "warn" for each in remarks)
    meaning = tuple(_meaning(letter.canonical, world, replay)) if stands else ()
    following = next_phrases(text, world.vocabulary, world.names).suggestions
    instead = () if stands else suggestions(text, world, replay, writer)
    return LetterChecked(letter.canonical, stands, remarks, meaning, instead, following)


def _meaning(letter: str, world: World, replay: Replay | None) -> Iterator[Duty]:
    """The duties of a letter as it would be signed now."""
    now = {} if replay is None else Letters(replay.record.ruleset).now(replay.game_at(len(replay)))
    by_consent = world.setup is None or world.vocabulary.releasable(world.setup)
    signed = read(letter, world.vocabulary, world.names)
    for agreement in lowered(signed, world.vocabulary, world.names, by_consent=by_consent):
        yield from duties(agreement, world.vocabulary, now)


def meaning_at(replay: Replay, position: int, letter: str) -> tuple[Duty, ...]:
    """The duties of a letter of a game that binds, or would bind, from a position on."""
    letters, game = Letters(replay.record.ruleset), replay.game_at(position)
    vocabulary, now = replay.record.ruleset.vocabulary, letters.now(game)
    agreements = letters.agreements(game, letter)
    return tuple(each for one in agreements for each in duties(one, vocabulary, now, position))


def warnings(replay: Replay, position: int, text: str) -> tuple[Remark, ...]:
    """What is to be said of a letter at a position of a game, from what the viewer of the replay saw then."""
    return Letters(replay.record.ruleset).warnings(replay.game_at(position), text)


def suggestions(text: str, world: World, replay: Replay | None = None, writer: str = "") -> tuple[str, ...]:
    """Whole letters to take in place of one that cannot be signed, the likeliest first; ``writer`` is who says *I*."""
    known = world.known if replay is None else Letters(replay.record.ruleset).known(replay.game_at(len(replay)))
    return suggested(text, world.vocabulary, world.names, known, writer)


def going_on(text: str, world: World) -> tuple[Suggestion, ...]:
    """How a letter that is not whole could go on; nothing where none goes on like this."""
    try:
        return next_phrases(text, world.vocabulary, world.names).suggestions
    except BadLetter:
        return ()
