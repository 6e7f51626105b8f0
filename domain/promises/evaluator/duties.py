"""Says what a letter means: one line a duty, made from its formula and not from its words.

Who reads only these lines knows what breaks the promise.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.evaluator.moment_wording import MomentWording
from oathbook.domain.promises.evaluator.wording import IN_ALL
from oathbook.domain.promises.logic import formulas
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.rulesets.vocabulary import Vocabulary

SIGNING: Final = "the signing"
PART: Final = " · "
"""What stands between the parts of a duty in one line."""
NO_UNIT_NUMBERS: Final[Mapping[str, int]] = {}
_RELEASE: Final = {1: "releases it", 2: "both release it", 3: "all release it"}


class Duty(Struct, frozen=True):
    """One duty of a letter in plain words, and ``says``, all of it in one line.

    ``counts`` is what counts as doing it, ``since`` and ``until`` when, ``often`` how often or how much in all,
    ``ends`` what ends it without a breach, ``breaks`` what breaks it (empty if nothing does), ``decides`` who says so,
    and ``costs`` whom that costs what. ``span`` are the characters of the canonical letter that it comes from.
    """

    path: NodePath
    who: tuple[Seat, ...]
    does: str
    often: str
    counts: str
    since: str
    until: str
    ends: str
    breaks: str
    decides: str
    costs: str
    says: str
    span: tuple[int, int]

    @property
    def rows(self) -> tuple[str, ...]:
        """What it says in rows: the duty, then when it holds, what breaks and ends it, who decides and the price."""
        return tuple(self.says.split(PART))


class _Place(Struct, frozen=True):
    """Where a duty stands: since when, whether that is the signing, what excuses it, and what comes before it costs.

    ``repairs``: it takes the place of a duty that failed.
    """

    since: str
    from_signing: bool = True
    excuses: tuple[str, ...] = ()
    before_it_costs: tuple[str, ...] = ()
    choices: int = 1
    repairs: bool = False


def duties(
    agreement: formulas.Agreement,
    vocabulary: Vocabulary,
    now: Mapping[str, int] = NO_UNIT_NUMBERS,
    bound_at: int | None = None,
) -> tuple[Duty, ...]:
    """The duties of an agreement in the order of the letter.

    ``now`` is the number of each unit when it is signed (it is season 2), ``bound_at`` the position, where known.
    """
    return tuple(_DutyLister(agreement, vocabulary, now).all(bound_at))


class _DutyLister:
    """Goes through one agreement."""

    def __init__(self, agreement: formulas.Agreement, vocabulary: Vocabulary, now: Mapping[str, int]) -> None:
        self._agreement = agreement
        self._moments = MomentWording(vocabulary, now)
        self._wording = self._moments.wording
        self._penalty = vocabulary.penalty
        self._spans = dict(agreement.spans)

    def all(self, bound_at: int | None) -> Iterator[Duty]:
        """Every duty."""
        since = SIGNING if bound_at is None else f"the signing at position {bound_at}"
        yield from self._of(self._agreement.formula, _Place(since))

    def _of(self, formula: formulas.Formula, place: _Place) -> Iterator[Duty]:
        match formula:
            case formulas.Total():
                yield self._total(formula, place)
            case formulas.StateWithin():
                yield self._state(formula, place)
            case formulas.Text():
                yield self._text(formula, place)
            case formulas.Truth() | formulas.Not() | formulas.Hole():  # pragma: no cover  # of no letter
                raise AssertionError(formula)
            case _:
                for part, where in self._inside(formula, place):
                    yield from self._of(part, where)

    def _inside(
        self, formula: formulas.And | formulas.Or | formulas.GuardFormula, place: _Place
    ) -> Iterator[tuple[formulas.Formula, _Place]]:
        """The parts of a formula, each with its place."""
        match formula:
            case formulas.And(parts):
                yield from ((part, place) for part in parts)
            case formulas.Or(parts):
                costs = (*place.before_it_costs, f"all {len(parts)} choices have failed")
                yield from ((part, replace(place, before_it_costs=costs, choices=len(parts))) for part in parts)
            case formulas.Once(path, formulas.Total(pattern=pattern), body) if path.endswith(".joined"):
                yield body, replace(place, since=f"{place.since} if {self._wording.moment(pattern)},")
            case formulas.Once(_, cond, body):
                yield body, self._later(place, self._first(cond, place))
            case formulas.Whenever(_, pattern, body, window):
                each = f"each moment in which {self._wording.moment(pattern)}{self._moments.guards(pattern)}"
                within = "" if window is None else f", until {self._until(window, place)}"
                yield body, self._later(place, f"{each}{within}, for each anew,")
            case formulas.Unless(_, cond, body):
                yield body, replace(place, excuses=(*place.excuses, self._moments.condition(cond)))
            case formulas.OrElse(_, body, reparation):
                costs = (*place.before_it_costs, "what is promised otherwise has failed, too")
                yield body, replace(place, before_it_costs=costs)
                later = self._later(place, "the moment in which the duty before this one fails")
                yield reparation, replace(later, repairs=True)

    def _first(self, cond: formulas.Formula, place: _Place) -> str:
        later = "" if place.from_signing else f", after {place.since.rstrip(',')}"
        return f"the first moment in which {self._moments.condition(cond)}{later},"

    def _later(self, place: _Place, since: str) -> _Place:
        return replace(place, since=since, from_signing=False)

    # The kinds of duty -------------------------------------------------------------------------------------------

    def _total(self, total: formulas.Total, place: _Place) -> Duty:
        act, often = self._wording.act_and_amount(total.pattern, total.mode, total.n, total.field, base=True)
        counts = [self._wording.counts(total.pattern), self._moments.guards(total.pattern).strip()]
        if any(each.op not in {"==", "!="} for each in total.pattern.constraints):
            counts.append("each time at once")
        if total.pays:
            often = "" if often == IN_ALL else often
            counts.append("what is done pays the oldest debt first")
        is_barred = total.mode == "le" and total.n == 0
        modal = "must not" if is_barred else "may" if total.mode == "le" else "must"
        line = _DutyWording(
            f"{modal} {act}",
            "" if is_barred else often,
            "; ".join(each for each in counts if each),
            self._breaks(total, place),
        )
        return self._duty(total, place, line, can_lapse=total.mode != "le")

    def _state(self, state: formulas.StateWithin, place: _Place) -> Duty:
        often, breaks = _state_wording(state.mode, self._end(state.window, place))
        line = _DutyWording(f"must see to it that {self._wording.state(state.state)}", often, "", breaks)
        return self._duty(state, place, line, can_lapse=state.mode != "G")

    def _text(self, text: formulas.Text, place: _Place) -> Duty:
        judge = f"the {text.judge}" if text.judge in {"table", "arbiter"} else text.judge
        line = _DutyWording(f"must do as these words say: “{text.text}”", "", "", f"{judge} rules that it is", judge)
        return self._duty(text, place, line, can_lapse=False)

    def _breaks(self, total: formulas.Total, place: _Place) -> str:
        """What breaks a duty to do, or not to do; empty if nothing does, as it lapses with the game."""
        lapses = total.window is None and not self._agreement.strict
        undone = f"that has not been done when {self._end(total.window, place)}"
        undone = undone if not lapses else "the game ends as it begins" if place.repairs else ""
        match total.mode:
            case "ge":
                return undone
            case "eq":
                return ", or ".join(each for each in ("more of it is done", undone) if each)
            case "le":
                return "it is done" if not total.n else "more of it is done" if total.field else "it is done more often"

    # Their parts -------------------------------------------------------------------------------------------------

    def _duty(
        self,
        leaf: formulas.Total | formulas.StateWithin | formulas.Text,
        place: _Place,
        line: "_DutyWording",
        *,
        can_lapse: bool,
    ) -> Duty:
        window = None if isinstance(leaf, formulas.Text) else leaf.window
        until = self._until(window, place)
        ends = "; or ".join(self._ends(place, lapses=can_lapse and not self._agreement.strict))
        costs = self._costs(leaf.owners, place) if line.breaks else ""
        who = f"{_join_names(leaf.owners)} together" if leaf.owners[1:] else leaf.owners[0]
        choice = f"one of {place.choices} choices: " if place.choices > 1 else ""
        often, counts = f", {line.often}" if line.often else "", f" ({line.counts})" if line.counts else ""
        parts = (
            f"{choice}{who} {line.does}{often}{counts}",
            f"from {place.since} until {until}",
            f"broken if {line.breaks}" if line.breaks else "nothing breaks it",
            *([f"over without a breach if {ends}"] if ends else []),
            f"{line.decides} decides",
            *([costs] if costs else []),
        )
        return Duty(
            leaf.path,
            leaf.owners,
            line.does,
            line.often,
            line.counts,
            place.since,
            until,
            ends,
            line.breaks,
            line.decides,
            costs,
            PART.join(parts),
            self._spans[leaf.path],
        )

    def _until(self, window: formulas.Window | None, place: _Place) -> str:
        end = self._end(window, place)
        return end if window is None or window.inclusive else f"just before {end}"

    def _end(self, window: formulas.Window | None, place: _Place) -> str:
        return "the game ends" if window is None else self._moments.end(window, from_signing=place.from_signing)

    def _ends(self, place: _Place, *, lapses: bool) -> Iterator[str]:
        agreement = self._agreement
        yield from (f"{each} first" for each in place.excuses)
        for ending in (agreement.void_if, agreement.ends_if):
            if ending is not None:
                yield f"{self._moments.condition(ending)} first"
        if agreement.releasers:
            yield f"{_join_names(agreement.releasers)} {_RELEASE[min(len(agreement.releasers), 3)]}"
        if lapses:
            yield "the game ends first"

    def _costs(self, owners: tuple[Seat, ...], place: _Place) -> str:
        if self._penalty is None:
            return "a breach costs nothing"
        several, alone = f"each of {_join_names(owners)} who lets it fail", f"{owners[0]}, if {owners[0]} lets it fail"
        whom = several if owners[1:] else alone
        after = "".join(f", and only once {each}" for each in place.before_it_costs)
        return f"a breach costs {self._penalty.amount} {self._penalty.reserve}: {whom}{after}"


class _DutyWording(Struct, frozen=True):
    """What a kind of duty says for itself."""

    does: str
    often: str
    counts: str
    breaks: str
    decides: str = "the record"


def _state_wording(mode: formulas.StateMode, end: str) -> tuple[str, str]:
    """When a state must hold, and what breaks it."""
    match mode:
        case "G":
            return "all the time", "it is not so, if only for a moment"
        case "F":
            return "at one moment or more", f"it has not been so when {end}"
        case "AT":
            return "in the last moment", f"it is not so when {end}"


def _join_names(seats: tuple[Seat, ...]) -> str:
    *others, last = seats
    return f"{', '.join(others)} and {last}" if others else str(last)
