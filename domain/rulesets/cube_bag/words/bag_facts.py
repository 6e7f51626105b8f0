"""Events of cubes in words: prepared, discarded, in the bag, drawn, checked."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model.components import Cubes, card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import describe_cubes, total
from oathbook.domain.rulesets.kit.wording import format_count
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


def cube_facts(event: b.BagEvent) -> tuple[Fact, ...]:
    """The event as a fact."""
    match event:
        case b.CubesPrepared() | b.PreparedDiscarded() | b.BagFilled() | b.CubesWithdrawn() | b.ClashReturned():
            return (_bag_fact(event),)
        case b.CheckBegan() | b.CheckPassed() | b.CheckFailed():
            return (_check_fact(event),)
        case b.CardOffered() | b.UseForgone() | b.CubesRedrawn():
            return (_card_fact(event),)
        case b.CourageMeasured() | b.CubesDrawn() | b.ExtraDrawMeasured() | b.ExtraDrawForgone():
            return (_draw_fact(event),)


def _bag_fact(event: b.CubesPrepared | b.PreparedDiscarded | b.BagFilled | b.CubesWithdrawn | b.ClashReturned) -> Fact:
    match event:
        case b.CubesPrepared(seat, own, neutral, actions, experience, active, _, colour):
            spent = sum(each.cubes for each in experience)
            slots = {"own": own, "neutral": neutral, "actions": actions, "experience": spent, "active": active}
            cubes = f"{format_count(own, f'{colour} cube')} and {format_count(neutral, 'neutral cube')}"
            return Fact("prepares", seat, slots, f"{seat} prepares {cubes}")
        case b.PreparedDiscarded(seat, card, each):
            cubes = f"{format_count(each, 'cube')} of each fighter's colour {'is' if each == 1 else 'are'} discarded"
            says = f"{seat} uses {card_title(card)}: {cubes}"
            return Fact("discards_prepared", seat, {"card": card, "each": each}, says)
        case b.BagFilled(seat, cubes):
            return Fact(
                "bag_filled", seat, {"cubes": describe_cubes(cubes)}, f"{seat} fills the bag: {describe_cubes(cubes)}"
            )
        case b.CubesWithdrawn(seat, cubes):
            says = f"{describe_cubes(cubes)} prepared by {seat} {_with_verb(cubes, 'leaves', 'leave')} the bag"
            return Fact("cubes_withdrawn", seat, {"cubes": describe_cubes(cubes)}, says)
        case b.ClashReturned(cubes):
            says = f"{describe_cubes(cubes)} {_with_verb(cubes, 'goes', 'go')} back into the bag"
            return Fact("clash_returned", None, {"cubes": describe_cubes(cubes)}, says)


def _check_fact(event: b.CheckBegan | b.CheckPassed | b.CheckFailed) -> Fact:
    slots: dict[str, str | int] = {"card": event.card, "use": event.use}
    match event:
        case b.CheckBegan(seat, card, use, complexity, actions, experience):
            spent = sum(each.cubes for each in experience)
            more = {"complexity": complexity, "actions": actions, "experience": spent}
            says = f"{seat} checks the {use} of {card_title(card)} with complexity {complexity}"
            return Fact("check_begins", seat, {**slots, **more}, says)
        case b.CheckPassed(seat, _, use, drawn):
            says = f"{seat} draws {describe_cubes(drawn)}: the check of the {use} is passed"
            return Fact("check_passed", seat, {**slots, "drawn": describe_cubes(drawn)}, says)
        case b.CheckFailed(seat, _, use, drawn, to):
            says = f"{seat} draws {describe_cubes(drawn)}: the check of the {use} has failed"
            return Fact("check_failed", seat, {**slots, "drawn": describe_cubes(drawn), "to": to}, says)


def _card_fact(event: b.CardOffered | b.UseForgone | b.CubesRedrawn) -> Fact:
    match event:
        case b.CardOffered(seat, card, use):
            says = f"{seat} is asked whether to use {card_title(card)}"
            return Fact("card_offered", seat, {"card": card, "use": use}, says)
        case b.UseForgone(seat, card, use):
            return Fact("forgoes_use", seat, {"card": card, "use": use}, f"{seat} does not use {card_title(card)}")
        case b.CubesRedrawn(seat, card, back, drawn):
            out = f"{describe_cubes(drawn)} {_with_verb(drawn, 'comes', 'come')} out"
            returned = f"{describe_cubes(back)} {_with_verb(back, 'goes', 'go')} back into the bag"
            says = f"{seat} uses {card_title(card)}: {returned}, {out}"
            return Fact(
                "redraws", seat, {"card": card, "back": describe_cubes(back), "drawn": describe_cubes(drawn)}, says
            )


def _draw_fact(event: b.CourageMeasured | b.CubesDrawn | b.ExtraDrawMeasured | b.ExtraDrawForgone) -> Fact:
    match event:
        case b.CourageMeasured(seat, courage):
            return Fact("courage", seat, {"courage": courage}, f"{seat} has courage {courage}")
        case b.CubesDrawn(seat, named, drawn):
            return Fact(
                "draws", seat, {"named": named, "drawn": describe_cubes(drawn)}, f"{seat} draws {describe_cubes(drawn)}"
            )
        case b.ExtraDrawMeasured(seat, allowed):
            says = f"{seat} may draw {allowed} more" if allowed else f"{seat} may not draw any more"
            return Fact("extra_draw", seat, {"allowed": allowed}, says)
        case b.ExtraDrawForgone(seat):
            return Fact("forgoes_extra_draw", seat, {}, f"{seat} draws no more")


def _with_verb(cubes: Cubes, one_does: str, several_do: str) -> str:
    """The verb after so many cubes: ``1 purple goes``, ``2 purple go``."""
    return one_does if total(cubes) == 1 else several_do
