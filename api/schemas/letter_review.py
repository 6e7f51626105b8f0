"""Reviews letters before they are signed: what they mean, remarks, and how they could go on."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter, BadRecord
from oathbook.domain.kernel import Seat, is_seat_name
from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.promises.audit.signing_remarks import signing_remarks
from oathbook.domain.promises.drafting.completions import Suggestion, next_phrases
from oathbook.domain.promises.drafting.guard import Question
from oathbook.domain.promises.drafting.letter_suggestions import Suggestions, suggest_letters
from oathbook.domain.promises.evaluator.duties import Duty, duties
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language import quote
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.parser_states import parser_states_of
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.rulesets import sample_vocabulary as sample
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup
from oathbook.domain.rulesets.vocabulary import Vocabulary
from oathbook.projections.letter_card.card import card_of
from oathbook.projections.letter_card.choices import (
    HOLE,
    UNFILLED,
    PhraseLists,
    choices_of,
    holes_in,
    unfilled_letter,
    with_holes,
)
from oathbook.projections.letter_card.edits import LetterCard
from oathbook.replays.frames import Replay


class LetterChecked(Struct, frozen=True):
    """A letter that can be read: its read-back, which is what is signed, and whether it could be offered like this.

    A remark whose ``weight`` is ``reject`` keeps it from being signed; ``span`` are characters of the letter as it was
    sent. ``duties`` say what it means, a line each, once nothing is rejected; the span of each is in the read-back.
    ``suggestions`` are letters to take in place of one that has a rejection; where each would leave something out,
    ``asks`` is what to say of it. ``next`` is what could follow. ``card`` has its parts and every change that a click
    can make to the read-back. A letter may have `"…"` in the place of names that are still to be chosen.
    """

    read_back: str
    stands: bool
    remarks: tuple[Remark, ...]
    duties: tuple[Duty, ...]
    suggestions: tuple[str, ...]
    asks: str
    next: tuple[Suggestion, ...]
    card: LetterCard


class LetterChoices(Struct, frozen=True):
    """What a letter is put together from: one in which all is still to be chosen, and the lists that cards name.

    A phrase has places in braces for what goes in: ``give {amount} {item} to {player}``; a name that is still to be
    chosen is `"…"`, in quotation marks.
    """

    begins: str
    lists: PhraseLists


class LetterContext(NamedTuple):
    """What letters can name: a vocabulary, the names of a game, and its setup if it is known."""

    vocabulary: Vocabulary
    names: Names
    setup: Setup | None = None

    @property
    def known(self) -> Circumstances:
        """The circumstances of a game that has not begun."""
        if self.setup is None:
            return Circumstances()
        return Circumstances(last=self.vocabulary.last(self.setup), setup=self.setup)


EXAMPLE_CONTEXT: Final = LetterContext(sample.SAMPLE, sample.NAMES)
"""The context without an edition: the words and names of the examples, with Red, Blue and Green."""


def game_context(ruleset: AnyRuleset, setup: Setup) -> LetterContext:
    """Returns the context of a game."""
    return LetterContext(ruleset.vocabulary, names_in(ruleset.vocabulary, setup), setup)


def sample_context(ruleset: AnyRuleset, seats: tuple[str, ...]) -> LetterContext:
    """Returns the context of a ruleset's first sample, with these seats if any are named; ``BadRecord``."""
    setup = ruleset.samples()[0]
    if not seats:
        return game_context(ruleset, setup)
    for seat in seats:
        if not is_seat_name(seat) or seats.count(seat) > 1 or len(seats) > SEATS:
            raise BadRecord(
                f"seats: “{seat}”: a table has up to {SEATS} seats, each with a short lower-case name of its own"
            )
    world = game_context(ruleset, replace(setup, seats=tuple(SeatSetup(Seat(seat)) for seat in seats)))
    return world if setup.start is None else world._replace(setup=None)  # a position has the seats that it has


def review_letter(text: str, world: LetterContext, replay: Replay | None = None, writer: str = "") -> LetterChecked:
    """Returns the review of a letter; ``BadLetter`` if it cannot be read.

    With a ``replay`` the remarks also cover the game, as far as its viewer may know it.
    """
    letter = parse_letter(text, world.vocabulary, with_holes(world.names))
    signed = parse_letter(letter.canonical, world.vocabulary, with_holes(world.names))
    remarks = tuple(holes_in(letter)) or _remarks(letter, world, replay)
    stands = all(each.weight == "warn" for each in remarks)
    if stands and replay is not None:
        remarks += signer_remarks(replay, len(replay), text)
    meaning = tuple(_duties(signed, world, replay)) if stands else ()
    coming = next_phrases(text, world.vocabulary, with_holes(world.names)).suggestions
    following = tuple(each for each in coming if each.phrase.says != quote(HOLE))
    is_open = any(each.code == UNFILLED for each in remarks)
    instead = Suggestions() if stands or is_open else suggestions(text, world, replay, writer)
    return LetterChecked(
        letter.canonical,
        stands,
        remarks,
        meaning,
        instead.letters,
        question_text(instead.asks),
        following,
        card_of(signed, world.vocabulary),
    )


def _remarks(letter: ParsedLetter, world: LetterContext, replay: Replay | None) -> tuple[Remark, ...]:
    if replay is None:
        return lint(letter, world.vocabulary, world.names, world.known)
    return warnings(replay, len(replay), letter.text)


def _duties(signed: ParsedLetter, world: LetterContext, replay: Replay | None) -> Iterator[Duty]:
    """Yields the duties of a letter, if it were signed now."""
    now = {} if replay is None else LetterReader(replay.record.ruleset).unit_numbers(replay.game_at(len(replay)))
    by_consent = world.setup is None or world.vocabulary.releasable(world.setup)
    for agreement in compile_letter(signed, world.vocabulary, world.names, by_consent=by_consent):
        for each in duties(agreement, world.vocabulary, now):
            yield each if replay is None else replace(each, says=replay.roster.name_ids(each.says))


def duties_at(replay: Replay, position: int, letter: str) -> tuple[Duty, ...]:
    """Returns the duties of a letter that binds, or would bind, from a position on."""
    letters, game = LetterReader(replay.record.ruleset), replay.game_at(position)
    vocabulary, now = replay.record.ruleset.vocabulary, letters.unit_numbers(game)
    agreements = letters.agreements(game, letter)
    found = (each for one in agreements for each in duties(one, vocabulary, now, position))
    return tuple(replace(each, says=replay.roster.name_ids(each.says)) for each in found)


def warnings(replay: Replay, position: int, text: str) -> tuple[Remark, ...]:
    """Returns remarks on a letter at a position of a game, from what the viewer saw then."""
    found = LetterReader(replay.record.ruleset).warnings(replay.game_at(position), text)
    return tuple(replace(each, says=replay.roster.name_ids(each.says)) for each in found)


def signer_remarks(replay: Replay, position: int, text: str) -> tuple[Remark, ...]:
    """Returns what games that are played on from a position show its viewer, if it has a part in the letter."""
    return tuple(signing_remarks(replay.record.ruleset, replay.game_at(position), text, replay.viewer))


def suggestions(text: str, world: LetterContext, replay: Replay | None = None, writer: str = "") -> Suggestions:
    """Returns letters to take in place of one that cannot be signed, the likeliest first; ``writer`` says *I*."""
    known = (
        world.known
        if replay is None
        else LetterReader(replay.record.ruleset).circumstances(replay.game_at(len(replay)))
    )
    return suggest_letters(text, world.vocabulary, world.names, known, writer)


def question_text(asks: Question | None) -> str:
    """Returns a question as pages and the command line show it, *Clarify “again”: how often?*; nothing without one."""
    if asks is None:
        return ""
    about = f"Clarify “{asks.word}”" if asks.word else "Clarify"
    return f"{about}: {asks.asks[0].lower()}{asks.asks[1:]}"


def continuations(text: str, world: LetterContext) -> tuple[Suggestion, ...]:
    """Returns how an incomplete letter could go on."""
    try:
        return next_phrases(text, world.vocabulary, world.names).suggestions
    except BadLetter:
        return ()


def letter_choices(world: LetterContext, writer: str = "") -> LetterChoices:
    """Returns what a letter by ``writer`` is put together from."""
    begins = unfilled_letter(writer, world.names, world.vocabulary)
    return LetterChoices(begins, choices_of(world.vocabulary, world.names))


def prepare_letters(rulesets: Iterable[AnyRuleset]) -> None:
    """Makes the grammars of these rulesets, and of the examples, before anybody asks for them."""
    for vocabulary in (EXAMPLE_CONTEXT.vocabulary, *(each.vocabulary for each in rulesets)):
        parser_states_of(vocabulary)
