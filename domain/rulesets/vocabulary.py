"""What timelines, letters and disputes speak of: kinds of fact with their slots, and the phrases of a letter."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets import defaults
from oathbook.domain.rulesets.forms import Notation


class Unknown(Struct, frozen=True):
    """A slot that is hidden from this reader: a number between ``lo`` and ``hi`` (open above if none), or a name."""

    lo: int = 0
    hi: int | None = None


SlotValue = str | int | Unknown
Slots = Mapping[str, SlotValue]


class FactKind(Struct, frozen=True):
    """A kind of fact: the names of its slots, and whether it is a clock marker that cuts a commit into moments.

    ``begins`` names the unit that begins with it, by which people step through a game; a game without rounds, or
    without phases of a turn, has none.
    """

    kind: str
    slots: tuple[str, ...] = ()
    marker: bool = False
    begins: Literal["", "phase", "turn", "round"] = ""


class Fact(Struct, frozen=True):
    """Something that happened, said once for machines (kind, by, slots) and once for people (sentence)."""

    kind: str
    by: Seat | None
    slots: Slots
    sentence: str


class Span(Struct, frozen=True):
    """What a measure of a state comes to, as far as this reader can tell: from ``lo`` to ``hi``."""

    lo: int
    hi: int | None

    @classmethod
    def of(cls, number: int) -> "Span":
        """A number that is known."""
        return cls(number, number)


Args = Mapping[str, str | int]  # what fills the places of a phrase: names of the game, or whole numbers

Sort = str
"""``player``, ``amount`` (*2*, *at least 3*, *any*), ``number`` (a bare one, as of a season), or one of the lists of
names that ``Vocabulary.names`` gives (``item``, ``tile``, …)."""


class Certainty(Struct, frozen=True):
    """What is certain in every game, in words that say why, with the clause that says so.

    It is so with facts of the kinds ``at``, and while an episode lasts that opens with one; it has been so by those of
    the kinds ``by``.
    """

    why: str
    clause: str
    at: tuple[str, ...]
    by: tuple[str, ...] = ()


class Verb(Struct, frozen=True):
    """Something a letter can say that a player does, and the kind of fact that shows it was done.

    ``base`` and ``third`` are the phrase as a duty and as a condition, with a place ``{slot:sort}`` for each slot of
    the fact that the letter fills: ``give {count:amount} {item:item} to {to:player}`` and ``gives …``. Names of the
    sorts ``player`` and ``item`` stand bare, all others in quotation marks. Slots in ``fixed`` have that value.
    ``total`` is the slot that is added up (a duty of 6 may be done in parts), or nothing where acts are counted.
    ``barred`` are names it cannot be done with: what cannot be given away.
    ``performed`` lists decisions by which a seat could do it in a state, but for whose turn it is: blame asks the rules
    about each. Others may be among them only if it is not their turn that the rules would object to.
    ``oneself``: the player in it can be who does it.
    ``also`` are other ways to write ``base``, as players do: an amount that one leaves out is *any*. They are read back
    as ``base``. ``counts`` says in a few words what counts as this act, where that could be in doubt. ``beforehand`` is
    by when everybody has done it without fail, each time anew. Of a permission, which is given when it is asked for,
    ``refused`` is the kind of fact, with the same slots, that it was not given: to promise it is not to do that.
    """

    name: str
    base: str
    third: str
    kind: str
    fixed: Args = {}
    total: str = ""
    barred: tuple[str, ...] = ()
    performed: Callable[[Any, Seat, Args], Iterable[Any]] | None = None
    oneself: bool = False
    also: tuple[str, ...] = ()
    counts: str = ""
    beforehand: Certainty | None = None
    refused: str = ""


class Occasion(Struct, frozen=True):
    """Something that happens by nobody's doing, for conditions only: ``law {law:law} is enacted``."""

    name: str
    phrase: str
    kind: str
    fixed: Args = {}


class StatePhrase(Struct, frozen=True):
    """Something a letter can say of the table: ``{who:player} has {amount} {item:item}``.

    ``measure`` answers what it comes to in a state; without ``{amount}`` the phrase holds when that is at least 1.
    ``also`` are other ways to write it. ``beforehand`` is when it comes about without fail, and ``never`` when it is
    certain that nobody is in it.
    """

    name: str
    phrase: str
    measure: Callable[[Any, Args], Span]
    also: tuple[str, ...] = ()
    beforehand: Certainty | None = None
    never: Certainty | None = None


class Designator(Struct, frozen=True):
    """A player named by what is theirs: ``the holder of marker {marker:marker}``.

    ``who`` answers the seat, nothing where there is none, or ``Unknown`` where this reader cannot tell.
    """

    name: str
    phrase: str
    who: Callable[[Any, Args], Seat | Unknown | None]


class Unit(Struct, frozen=True):
    """A stretch of time that the game counts: its word, the kinds of fact it begins and ends with, and their slot.

    ``slot`` has its number, if those only go up; of others, letters can speak of ``within 2 slots`` but of no third.
    ``whose`` says that it is a player's own, so that letters can speak of ``2 turns of Red``. ``now`` is the state
    phrase that says which one it is, with a single place, the number: ``during season 2`` is while that holds.
    """

    word: str
    begins: str
    ends: str
    slot: str
    whose: bool = False
    now: str = ""


class Phase(Struct, frozen=True):
    """A point within a unit: ``the battles of season {season:number}`` is when a fact of that kind happens.

    ``slot`` of that fact has the number, ``fixed`` are other slots it has. ``begun`` says of a state whether the
    point has been in the unit that it is; where nothing is said, letters may speak of it until that unit ends.
    """

    phrase: str
    kind: str
    slot: str
    fixed: Args = {}
    begun: Callable[[Any], bool] = defaults.not_tracked


class Episode(Struct, frozen=True):
    """Something that opens and closes, of which there may be many: a vote on a law, a battle on a tile.

    ``slot`` tells one from another in every fact of it, ``about`` is the place that names what it is about
    (``law {law:law}``) and stands in ``opens_phrase``, by which a condition says that it begins. ``joined`` is the kind
    of fact that says a player takes part, where not everybody does; it has ``slot`` and the slots of ``about``, and all
    who take part from the beginning do so in one moment.
    ``open`` says of a state whether one is open; where that is told, there is one at a time, which a letter that is
    signed in it can call ``this vote``. ``proposed`` names what it is about by who opened it: ``a law proposed by
    {by:player}``. ``acts`` are the kinds of fact that players can bring about in one, if those
    are not all: letters cannot put anything else into it.
    """

    word: str
    opens: str
    closes: str
    slot: str
    about: str
    opens_phrase: str
    joined: str = ""
    open: Callable[[Any], bool] = defaults.not_tracked
    acts: tuple[str, ...] = ()
    proposed: str = ""


class Penalty(Struct, frozen=True):
    """What each blamed player pays for a broken promise: how much of what, and the clauses and readings that say so.

    ``reserve`` is the unit of ``Score`` it is entered under.
    """

    amount: int
    reserve: str
    cites: tuple[str, ...]
    readings: tuple[str, ...] = ()


class BlameReadings(Struct, frozen=True):
    """How a game reads who answers for a broken promise, where its rules leave that open, with the ids of the readings.

    ``beyond_power``: what was never in its maker's power its maker answers for, or a judge settles, or it is nobody's.
    ``pooled_limit``: of several who were together not to do something more than so often, each answers whose act
    counted, or only who acted last.
    """

    beyond_power: Literal["maker", "judge", "nobody"] = "maker"
    pooled_limit: Literal["each", "last"] = "each"
    beyond_power_id: str = ""
    pooled_limit_id: str = ""


class UpperBound(Struct, frozen=True):
    """The most there can ever be of something in a game, in words that say why, with the clause that says so.

    ``per`` is the word of a unit if it is the most in each of these.
    """

    n: int
    why: str
    clause: str
    per: str = ""


def default_blame_readings(_setup: object) -> BlameReadings:
    """A game that says nothing else."""
    return BlameReadings()


class Vocabulary(Struct, frozen=True, eq=False):
    """All kinds of fact of a ruleset, and all that a letter can speak of in it; the same only as itself.

    ``names`` gives the names of a game by their sort, from its setup; ``player`` is its seats and need not be given.
    ``last`` gives the number of the last season and the like, by the word of the unit, where the setup fixes it.
    ``most_done`` says the most facts of a kind that legal play of a setup can bring, and ``most_so`` the most that the
    measure of a state phrase can come to, as far as that is certain, so that letters can be warned of what nobody can
    ever do. Their last argument is what slots or places are known to hold: an amount stands for at least so much.
    ``most_now`` says the same of a state as things stand, no matter whose turn it is; the slot ``by`` has who does it.
    ``beyond`` says of the beginnings of some words why no letter can promise it: nothing in these rules shows it.
    Without a ``penalty`` a broken promise costs nothing. ``releasable`` says whether in a game of this setup all who
    signed a promise can release it, where its letter does not say who may; if not, nobody can. ``overrulable`` says
    whether a ruling may contradict what a letter comes to by the record, and ``letter_decides`` are the clauses and
    readings by which it may not. ``answers`` lists what others have to decide for something to be done that a player
    has decided, in the state after it: a trade takes everybody's word. ``withdrawals`` lists by which decisions a seat
    takes back what waits for others' answers. ``answering`` says how a game of this setup reads who answers for a
    broken promise; ``impossible`` says what a promise is that fails the moment it is signed, be
    it broken, or void. ``decided`` says a decision as what one could do (*idle*), ``deed`` as what one does (*idles*).
    ``notation`` is how decisions are written at the table.
    """

    kinds: tuple[FactKind, ...]
    verbs: tuple[Verb, ...] = ()
    occasions: tuple[Occasion, ...] = ()
    states: tuple[StatePhrase, ...] = ()
    designators: tuple[Designator, ...] = ()
    units: tuple[Unit, ...] = ()
    phases: tuple[Phase, ...] = ()
    episodes: tuple[Episode, ...] = ()
    names: Callable[[Any], Mapping[Sort, tuple[str, ...]]] = defaults.no_entries
    last: Callable[[Any], Mapping[str, int]] = defaults.no_entries
    most_done: Callable[[Any, str, Args], Iterable[UpperBound]] = defaults.no_items
    most_so: Callable[[Any, str, Args], Iterable[UpperBound]] = defaults.no_items
    most_now: Callable[[Any, str, Args], Iterable[UpperBound]] = defaults.no_items
    beyond: tuple[tuple[str, str], ...] = ()
    penalty: Penalty | None = None
    releasable: Callable[[Any], bool] = defaults.always_releasable
    overrulable: Callable[[Any], bool] = defaults.never_overrulable
    letter_decides: tuple[str, ...] = ()
    answers: Callable[[Any, Any], Iterable[Any]] = defaults.no_items
    withdrawals: Callable[[Any, Seat], Iterable[Any]] = defaults.no_items
    answering: Callable[[Any], BlameReadings] = default_blame_readings
    impossible: Literal["broken", "void"] = "broken"
    decided: Callable[[Any], str] | None = None
    deed: Callable[[Any], str] | None = None
    notation: Notation = Notation()
