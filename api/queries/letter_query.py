"""A letter to be looked at before anybody signs it; queries and what is found can be sent to another process."""

from msgspec import Struct

from oathbook.api.replay_cache import ReplayCache
from oathbook.api.schemas import letter_review
from oathbook.api.schemas.letter_review import LetterChecked, LetterChoices, LetterContext
from oathbook.domain.application.questions import RulesetOf
from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel import PUBLIC, Viewer
from oathbook.domain.promises.drafting.completions import Suggestion
from oathbook.domain.promises.letter.phrase_parts import PLAYER
from oathbook.replays.frames import Replay


class LetterQuery(Struct, frozen=True):
    """A letter in the words of a game as its viewer sees it, of an edition (with these seats), or of the examples."""

    letter: str
    edition: str | None = None
    seats: tuple[str, ...] = ()
    game: str | None = None
    viewer: Viewer = PUBLIC


class LetterUnread(Struct, frozen=True):
    """Why a letter cannot be read, whole letters to take in its place or what to ask, and how it could go on."""

    why: BadLetter
    suggestions: tuple[str, ...]
    asks: str
    next: tuple[Suggestion, ...]


def review(query: LetterQuery, ruleset_of: RulesetOf, replays: ReplayCache) -> LetterChecked | LetterUnread:
    """Returns what is to be said of the letter; refuses as ``ruleset_of``, ``sample_context`` and ``replays`` do."""
    replay = None if query.game is None else replays.replay(query.game, query.viewer)
    world = _context(query, ruleset_of, replay)
    writer = _writer(query, world)
    try:
        return letter_review.review_letter(query.letter, world, replay, writer)
    except BadLetter as why:
        instead = letter_review.suggestions(query.letter, world, replay, writer)
        asks = letter_review.question_text(instead.asks)
        return LetterUnread(why, instead.letters, asks, letter_review.continuations(query.letter, world))


def choices(query: LetterQuery, ruleset_of: RulesetOf, replays: ReplayCache) -> LetterChoices:
    """Returns what letters can be put together from; refuses as ``review`` does, but for the letter."""
    replay = None if query.game is None else replays.replay(query.game, query.viewer)
    world = _context(query, ruleset_of, replay)
    return letter_review.letter_choices(world, _writer(query, world))


def _writer(query: LetterQuery, world: LetterContext) -> str:
    """Returns who says *I* in a letter, if a player looks at it."""
    return query.viewer if query.viewer in world.names[PLAYER] else ""


def _context(query: LetterQuery, ruleset_of: RulesetOf, replay: Replay | None) -> LetterContext:
    if replay is not None:
        return letter_review.game_context(replay.record.ruleset, replay.record.opened.setup())
    if query.edition is not None:
        return letter_review.sample_context(ruleset_of(query.edition), query.seats)
    return letter_review.EXAMPLE_CONTEXT
