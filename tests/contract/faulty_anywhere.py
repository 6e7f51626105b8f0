"""Any ruleset with a fault planted in it: each must make the check of a law fail, whatever game it is."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import fields, replace

from oathbook.domain.chance import Chance
from oathbook.domain.errors import IllegalDecision, Misfit
from oathbook.domain.kernel import HOLDER, Refusal, Seat, Viewer
from oathbook.domain.rulesets.cube_bag.model import events as battles
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.gloomhaven_attack.model import events as attacks
from oathbook.domain.rulesets.heirless.model import events as turns
from oathbook.domain.rulesets.knights_duty.model import events as combats
from oathbook.domain.rulesets.protocol import (
    AnyRuleset,
    Consequence,
    Edition,
    Options,
    Scene,
    Setup,
    Standing,
    WireTypes,
)
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class Around:
    """A ruleset that passes every question on; each fault answers one of them otherwise."""

    def __init__(self, right: AnyRuleset) -> None:
        self.right = right

    @property
    def edition(self) -> Edition:
        return self.right.edition

    @property
    def wire(self) -> WireTypes:
        return self.right.wire

    @property
    def vocabulary(self) -> Vocabulary:
        return self.right.vocabulary

    def samples(self) -> tuple[Setup, ...]:
        return self.right.samples()

    def initial(self, setup: Setup) -> Any:
        return self.right.initial(setup)

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        return self.right.to_act(state)

    def options(self, state: Any, seat: Seat) -> Options[Any]:
        return self.right.options(state, seat)

    def refusal(self, state: Any, decision: Any) -> Refusal | None:
        return self.right.refusal(state, decision)

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        return self.right.decide(state, decision, chance)

    def evolve(self, state: Any, event: Any) -> Any:
        return self.right.evolve(state, event)

    def facts(self, event: Any) -> tuple[Fact, ...]:
        return self.right.facts(event)

    def standing(self, state: Any) -> Standing:
        return self.right.standing(state)

    def conserved(self, state: Any) -> Mapping[str, int]:
        return self.right.conserved(state)

    def view(self, state: Any, viewer: Viewer) -> Any:
        return self.right.view(state, viewer)

    def scene(self, view: Any) -> Scene:
        return self.right.scene(view)


class ListsTheForbidden(Around):
    """Law 1: an option that is refused: what a seat may decide, for somebody who has no seat."""

    def options(self, state: Any, seat: Seat) -> Options[Any]:
        options = self.right.options(state, seat)
        return replace(options, listed=tuple(replace(each, by=Seat("nobody")) for each in options.listed))


class RefusesInSilence(Around):
    """Law 1: ``refusal`` has nothing against what ``decide`` refuses."""

    def refusal(self, state: Any, decision: Any) -> Refusal | None:
        del state, decision
        return None


class Moody(Around):
    """Law 2: the same question, another answer."""

    asked = 0

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        self.asked += 1
        first, *rest = self.right.decide(state, decision, chance)
        return (replace(first, cites=first.cites * (1 + self.asked % 2)), *rest)


class Breaks(Around):
    """Law 2: an event that does not fit breaks it."""

    def evolve(self, state: Any, event: Any) -> Any:
        try:
            return self.right.evolve(state, event)
        except Misfit:
            raise KeyError(event) from None


class LosesOnTheWire(Around):
    """Law 3: a view that does not come back as it was."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        view = self.right.view(state, viewer)
        named = next(each.name for each in fields(view) if isinstance(getattr(view, each.name), tuple))
        return replace(view, **{named: list(getattr(view, named))})


class CitesNothing(Around):
    """Law 4: a consequence without a clause."""

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        return tuple(replace(each, cites=()) for each in self.right.decide(state, decision, chance))


class CitesNothingKnown(Around):
    """Law 4: a clause that is in no rulebook."""

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        return tuple(replace(each, cites=("XX-99.9",)) for each in self.right.decide(state, decision, chance))


class RefusesByNothingKnown(Around):
    """Law 4: a refusal by a clause that is in no rulebook."""

    def refusal(self, state: Any, decision: Any) -> Refusal | None:
        refusal = self.right.refusal(state, decision)
        return None if refusal is None else replace(refusal, clause="XX-99.9")

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        try:
            return self.right.decide(state, decision, chance)
        except IllegalDecision as illegal:
            raise IllegalDecision(replace(illegal.refusal, clause="XX-99.9")) from None


class SaysTheUndeclared(Around):
    """Law 4: a fact whose slots the vocabulary does not have."""

    def facts(self, event: Any) -> tuple[Fact, ...]:
        return tuple(replace(fact, slots={**fact.slots, "mood": "good"}) for fact in self.right.facts(event))


class ShowsAll(Around):
    """Law 5, a leak in the view: everybody sees what the holder of the record sees, where there is more to see."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        del viewer
        return self.right.view(state, HOLDER)


class Loses(Around):
    """Law 6: after some event something is gone that no event may take."""

    def evolve(self, state: Any, event: Any) -> Any:
        after = self.right.evolve(state, event)
        match event:
            case combats.KnightRemoved():
                left = tuple(knight for knight in after.field.knights if knight.seat != event.seat)
                return replace(after, field=replace(after.field, knights=left))
            case attacks.AttackEnded():
                return replace(after, battle=replace(after.battle, supplies=()))
            case battles.BattleEnded():
                return replace(after, field=replace(after.field, neutral=0))
            case turns.TurnEnded():
                return replace(after, field=replace(after.field, bandits=after.field.bandits[1:], laws=()))
            case _:
                return after


class NeverEnds(Around):
    """Law 7: it is over and does not say so."""

    def standing(self, state: Any) -> Standing:
        return replace(self.right.standing(state), ending=None)


class HidesAReading(Around):
    """Law 9: an answer that rests on a reading without a word about it."""

    def decide(self, state: Any, decision: Any, chance: Chance) -> tuple[Consequence[Any], ...]:
        return tuple(replace(each, readings=()) for each in self.right.decide(state, decision, chance))


class WritesAllAlike(Around):
    """Law 10: every decision is written without a word that says of which kind it is."""

    @property
    def vocabulary(self) -> Vocabulary:
        right = self.right.vocabulary
        forms = tuple(Form(each, _written_bare(each)) for each in get_args(self.right.wire.decision))
        notation = replace(right.notation, forms=(*forms, *right.notation.forms))
        return replace(right, notation=notation)


def _written_bare(kind: Any) -> str:
    needed = [each.encode_name for each in fields(kind) if each.required and each.name != "by"]
    return " ".join(["do", *(f"{{{name}}}" for name in needed)])


ANYWHERE: Final[Mapping[type[Around], int]] = {
    ListsTheForbidden: 1,
    RefusesInSilence: 1,
    Moody: 2,
    Breaks: 2,
    LosesOnTheWire: 3,
    CitesNothing: 4,
    CitesNothingKnown: 4,
    RefusesByNothingKnown: 4,
    SaysTheUndeclared: 4,
    ShowsAll: 5,
    Loses: 6,
    NeverEnds: 7,
    HidesAReading: 9,
    WritesAllAlike: 10,
}
"""Every fault, and the law it breaks. Who writes a ruleset says in ``Loses`` what it could lose."""
