"""Events of cubes in words: prepared, discarded, in the bag, drawn, checked."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, titled
from oathbook.domain.rulesets.cube_bag.model.cubes import said, total
from oathbook.domain.rulesets.kit.wording import many
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

BAG_KINDS: Final = (
    FactKind("prepares", ("own", "neutral", "actions", "experience", "active")),
    FactKind("card_offered", ("card", "use")),
    FactKind("forgoes_use", ("card", "use")),
    FactKind("discards_prepared", ("card", "each")),
    FactKind("bag_filled", ("cubes",)),
    FactKind("check_begins", ("card", "use", "complexity", "actions", "experience")),
    FactKind("check_passed", ("card", "use", "drawn")),
    FactKind("check_failed", ("card", "use", "drawn", "to")),
    FactKind("cubes_withdrawn", ("cubes",)),
    FactKind("courage", ("courage",)),
    FactKind("draws", ("named", "drawn")),
    FactKind("extra_draw", ("allowed",)),
    FactKind("forgoes_extra_draw"),
    FactKind("redraws", ("card", "back", "drawn")),
    FactKind("clash_returned", ("cubes",)),
)
"""The kinds of fact about cubes."""

BagEvent = (
    b.CubesPrepared
    | b.CardOffered
    | b.UseForgone
    | b.PreparedDiscarded
    | b.BagFilled
    | b.CheckBegan
    | b.CheckPassed
    | b.CheckFailed
    | b.CubesWithdrawn
    | b.CourageMeasured
    | b.CubesDrawn
    | b.ExtraDrawMeasured
    | b.ExtraDrawForgone
    | b.CubesRedrawn
    | b.ClashReturned
)


def facts_of_cubes(event: BagEvent) -> tuple[Fact, ...]:
    """The event as a fact."""
    match event:
        case b.CubesPrepared() | b.PreparedDiscarded() | b.BagFilled() | b.CubesWithdrawn() | b.ClashReturned():
            return (_of_bag(event),)
        case b.CheckBegan() | b.CheckPassed() | b.CheckFailed():
            return (_of_check(event),)
        case b.CardOffered() | b.UseForgone() | b.CubesRedrawn():
            return (_of_card(event),)
        case b.CourageMeasured() | b.CubesDrawn() | b.ExtraDrawMeasured() | b.ExtraDrawForgone():
            return (_of_draw(event),)


def _of_bag(event: b.CubesPrepared | b.PreparedDiscarded | b.BagFilled | b.CubesWithdrawn | b.ClashReturned) -> Fact:
    match event:
        case b.CubesPrepared(seat, own, neutral, actions, experience, active, _, colour):
            spent = sum(each.cubes for each in experience)
            slots = {"own": own, "neutral": neutral, "actions": actions, "experience": spent, "active": active}
            cubes = f"{many(own, f'{colour} cube')} and {many(neutral, 'neutral cube')}"
            return Fact("prepares", seat, slots, f"{seat} prepares {cubes}")
        case b.PreparedDiscarded(seat, card, each):
            cubes = f"{many(each, 'cube')} of each fighter's colour {'is' if each == 1 else 'are'} discarded"
            says = f"{seat} uses {titled(card)}: {cubes}"
            return Fact("discards_prepared", seat, {"card": card, "each": each}, says)
        case b.BagFilled(seat, cubes):
            return Fact("bag_filled", seat, {"cubes": said(cubes)}, f"{seat} fills the bag: {said(cubes)}")
        case b.CubesWithdrawn(seat, cubes):
            says = f"{said(cubes)} prepared by {seat} {_do(cubes, 'leaves', 'leave')} the bag"
            return Fact("cubes_withdrawn", seat, {"cubes": said(cubes)}, says)
        case b.ClashReturned(cubes):
            says = f"{said(cubes)} {_do(cubes, 'goes', 'go')} back into the bag"
            return Fact("clash_returned", None, {"cubes": said(cubes)}, says)


def _of_check(event: b.CheckBegan | b.CheckPassed | b.CheckFailed) -> Fact:
    slots: dict[str, str | int] = {"card": event.card, "use": event.use}
    match event:
        case b.CheckBegan(seat, card, use, complexity, actions, experience):
            spent = sum(each.cubes for each in experience)
            more = {"complexity": complexity, "actions": actions, "experience": spent}
            says = f"{seat} checks the {use} of {titled(card)} with complexity {complexity}"
            return Fact("check_begins", seat, {**slots, **more}, says)
        case b.CheckPassed(seat, _, use, drawn):
            says = f"{seat} draws {said(drawn)}: the check of the {use} is passed"
            return Fact("check_passed", seat, {**slots, "drawn": said(drawn)}, says)
        case b.CheckFailed(seat, _, use, drawn, to):
            says = f"{seat} draws {said(drawn)}: the check of the {use} has failed"
            return Fact("check_failed", seat, {**slots, "drawn": said(drawn), "to": to}, says)


def _of_card(event: b.CardOffered | b.UseForgone | b.CubesRedrawn) -> Fact:
    match event:
        case b.CardOffered(seat, card, use):
            says = f"{seat} is asked whether to use {titled(card)}"
            return Fact("card_offered", seat, {"card": card, "use": use}, says)
        case b.UseForgone(seat, card, use):
            return Fact("forgoes_use", seat, {"card": card, "use": use}, f"{seat} does not use {titled(card)}")
        case b.CubesRedrawn(seat, card, back, drawn):
            out = f"{said(drawn)} {_do(drawn, 'comes', 'come')} out"
            says = f"{seat} uses {titled(card)}: {said(back)} {_do(back, 'goes', 'go')} back into the bag, {out}"
            return Fact("redraws", seat, {"card": card, "back": said(back), "drawn": said(drawn)}, says)


def _of_draw(event: b.CourageMeasured | b.CubesDrawn | b.ExtraDrawMeasured | b.ExtraDrawForgone) -> Fact:
    match event:
        case b.CourageMeasured(seat, courage):
            return Fact("courage", seat, {"courage": courage}, f"{seat} has courage {courage}")
        case b.CubesDrawn(seat, named, drawn):
            return Fact("draws", seat, {"named": named, "drawn": said(drawn)}, f"{seat} draws {said(drawn)}")
        case b.ExtraDrawMeasured(seat, allowed):
            says = f"{seat} may draw {allowed} more" if allowed else f"{seat} may not draw any more"
            return Fact("extra_draw", seat, {"allowed": allowed}, says)
        case b.ExtraDrawForgone(seat):
            return Fact("forgoes_extra_draw", seat, {}, f"{seat} draws no more")


def _do(cubes: Cubes, one_does: str, several_do: str) -> str:
    """The verb after so many cubes: ``1 purple goes``, ``2 purple go``."""
    return one_does if total(cubes) == 1 else several_do
