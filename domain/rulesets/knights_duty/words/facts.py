"""Events in words: for timelines, promises and disputes."""

from typing import Final

from oathbook.domain.rulesets.kit.wording import format_count, format_list
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.words import letters
from oathbook.domain.rulesets.knights_duty.words.deeds import deed
from oathbook.domain.rulesets.knights_duty.words.letters import most_done
from oathbook.domain.rulesets.knights_duty.words.notation import NOTATION
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

VOCABULARY: Final = Vocabulary(
    (
        FactKind("clan_chosen", ("clan",)),
        FactKind("placed", ("space",)),
        FactKind("turn_begins", ("turn",), marker=True, begins="turn"),
        FactKind("plan", ("tokens",)),
        FactKind("slot_begins", ("slot",), marker=True, begins="phase"),
        FactKind("token", ("slot", "token", "action")),
        FactKind("sits_out", ("slot",)),
        FactKind("step", ("step",)),
        FactKind("move_chosen"),
        FactKind("wants", ("space",)),
        FactKind("clash", ("space",)),
        FactKind("names", ("named",)),
        FactKind("clash_settled", ("space", "mover")),
        FactKind("moves", ("origin", "to")),
        FactKind("stays", ("wanted", "because")),
        FactKind("equips", ("weapon",)),
        FactKind("defends"),
        FactKind("parries"),
        FactKind("attack_lost"),
        FactKind("targets", ("target",)),
        FactKind("order_asked"),
        FactKind("goes_next", ("how",)),
        FactKind("combat_begins", ("target", "weapon"), marker=True),
        FactKind("inspiration_chosen"),
        FactKind("inspiration_shown", ("use",)),
        FactKind("inspiration_spent"),
        FactKind("inspiration_regained", ("through",)),
        FactKind("pile", ("hearts", "shields")),
        FactKind("picks", ("target", "card")),
        FactKind("misses", ("target",)),
        FactKind("fumbles", ("weapon",)),
        FactKind("breaks_heart", ("target",)),
        FactKind("defeats", ("target",)),
        FactKind("hits_in_vain", ("target",)),
        FactKind("combat_ends", ("target",), marker=True),
        FactKind("may_point_again"),
        FactKind("leaves_board", ("space",)),
        FactKind("slot_ends", ("slot",), marker=True),
        FactKind("turn_ends", ("turn",), marker=True),
        FactKind("stall", ("turns",)),
        FactKind("agrees_to_end"),
        FactKind("match_ends", ("outcome",), marker=True),
    ),
    verbs=letters.VERBS,
    states=letters.STATES,
    units=letters.UNITS,
    names=letters.names,
    beyond=letters.BEYOND,
    most_done=most_done,
    deed=deed,
    notation=NOTATION,
)


def facts_of(event: e.Event) -> tuple[Fact, ...]:
    """The event as facts; one for each seat where it speaks of several."""
    match event:
        case e.StepBegan() | e.MovesShown() | e.ClashFound() | e.KnightsMoved() | c.OrderAsked() | c.TargetsReopened():
            return _plural_facts(event)
        case c.CombatBegan() | c.PileBuilt() | c.CardPicked() | c.AttackMissed() | c.CombatEnded():
            return (_combat_fact(event),)
        case e.TurnBegan() | e.SlotBegan() | e.SlotEnded() | e.TurnEnded() | e.StallNoticed() | e.MatchEnded():
            return (_clock_fact(event),)
        case c.HeartBroken() | c.KnightDefeated() | c.HitWithoutEffect():
            return (_hit_fact(event),)
        case _:
            return (_seat_fact(event),)


def _plural_facts(
    event: e.StepBegan | e.MovesShown | e.ClashFound | e.KnightsMoved | c.OrderAsked | c.TargetsReopened,
) -> tuple[Fact, ...]:
    match event:
        case e.StepBegan():
            doing = ("move" if event.step == "movement" else "attack") + ("" if len(event.seats) > 1 else "s")
            return (Fact("step", None, {"step": event.step}, f"{format_list(event.seats) or 'nobody'} {doing}"),)
        case e.MovesShown():
            return tuple(
                Fact("wants", move.seat, {"space": move.to.value}, f"{move.seat} wants to go to {move.to.value}")
                for move in event.moves
            )
        case e.ClashFound():
            says = f"{format_list(event.seats)} want {event.space}"
            return tuple(Fact("clash", seat, {"space": event.space}, says) for seat in event.seats)
        case e.KnightsMoved():
            return tuple(
                Fact("moves", each.seat, {"origin": each.origin, "to": each.to}, f"{each.seat} moves to {each.to}")
                for each in event.moves
            )
        case c.OrderAsked():
            return tuple(Fact("order_asked", seat, {}, f"{seat} is asked who goes first") for seat in event.seats)
        case c.TargetsReopened():
            return tuple(Fact("may_point_again", seat, {}, f"{seat} may point again") for seat in event.seats)


def _combat_fact(event: c.CombatBegan | c.PileBuilt | c.CardPicked | c.AttackMissed | c.CombatEnded) -> Fact:
    match event:
        case c.CombatBegan(attacker, target, weapon):
            says = f"{attacker} attacks {target} with the {weapon}"
            return Fact("combat_begins", attacker, {"target": target, "weapon": weapon}, says)
        case c.PileBuilt(seat, hearts, shields):
            slots: dict[str, str | int] = {"hearts": hearts, "shields": shields}
            return Fact("pile", seat, slots, f"{seat} builds a pile: hearts {hearts}, shields {shields}")
        case c.CardPicked(attacker, target, card):
            return Fact("picks", attacker, {"target": target, "card": card}, f"{attacker} picks a {card}")
        case c.AttackMissed(attacker, target):
            return Fact("misses", attacker, {"target": target}, f"{attacker} misses {target}")
        case c.CombatEnded(attacker, target):
            says = f"the combat of {attacker} against {target} is over"
            return Fact("combat_ends", attacker, {"target": target}, says)


def _clock_fact(event: e.TurnBegan | e.SlotBegan | e.SlotEnded | e.TurnEnded | e.StallNoticed | e.MatchEnded) -> Fact:
    match event:
        case e.TurnBegan(turn):
            return Fact("turn_begins", None, {"turn": turn}, f"turn {turn} begins")
        case e.SlotBegan(slot):
            return Fact("slot_begins", None, {"slot": slot}, f"slot {slot} is revealed")
        case e.SlotEnded(slot):
            return Fact("slot_ends", None, {"slot": slot}, f"slot {slot} is resolved")
        case e.TurnEnded(turn):
            return Fact("turn_ends", None, {"turn": turn}, f"turn {turn} ends")
        case e.StallNoticed(turns):
            return Fact("stall", None, {"turns": turns}, f"{turns} turns in a row without a combat")
        case e.MatchEnded(outcome, winners):
            won = f"{format_list(winners)} wins" if winners else f"the match ends: {outcome}"
            return Fact("match_ends", winners[0] if winners else None, {"outcome": outcome}, won)


def _hit_fact(event: c.HeartBroken | c.KnightDefeated | c.HitWithoutEffect) -> Fact:
    hurt: dict[str, str | int] = {"target": event.seat}
    match event:
        case c.HeartBroken(seat, by):
            return Fact("breaks_heart", by, hurt, f"{by} breaks the heart of {seat}")
        case c.KnightDefeated(seat, by):
            return Fact("defeats", by, hurt, f"{by} defeats {seat}")
        case c.HitWithoutEffect(seat, by):
            return Fact("hits_in_vain", by, hurt, f"{by} hits {seat}, who is defeated already")


_OfPlan = e.ClanChosen | e.KnightPlaced | e.PlanLaid | e.TokenRevealed | e.SatOut | e.KnightRemoved | e.EndAgreed
_OfMove = e.MoveChosen | e.MoverNamed | e.ClashSettled | e.KnightStayed | e.EquipmentChanged | e.StanceTaken
_OfAttack = c.AttackLost | c.TargetDeclared | c.AttackerNamed | c.AttackerChosen | c.AttackerFumbled
_OfInspiration = c.InspirationChosen | c.InspirationShown | c.InspirationSpent | c.InspirationRegained


def _seat_fact(  # noqa: C901, PLR0912, PLR0915  # one case an event: a table, not a tangle
    event: _OfPlan | _OfMove | _OfAttack | _OfInspiration,
) -> Fact:
    match event:
        case e.ClanChosen(seat, clan):
            return Fact("clan_chosen", seat, {"clan": clan}, f"{seat} takes the {clan} clan")
        case e.KnightPlaced(seat, _, space):
            return Fact("placed", seat, {"space": space}, f"{seat}'s Knight stands on {space}")
        case e.PlanLaid(seat, slots):
            tokens = sum(token is not None for token in slots)
            return Fact("plan", seat, {"tokens": tokens}, f"{seat} lays {format_count(tokens, 'token')} face down")
        case e.TokenRevealed(seat, slot, token, action):
            named: dict[str, str | int] = {"slot": slot, "token": token.value, "action": action}
            return Fact("token", seat, named, f"{seat} shows {token.value}: {action}")
        case e.SatOut(seat, slot):
            return Fact("sits_out", seat, {"slot": slot}, f"{seat} has no action in slot {slot}")
        case e.MoveChosen(seat):
            return Fact("move_chosen", seat, {}, f"{seat} has chosen where to go")
        case e.MoverNamed(seat, mover):
            return Fact("names", seat, {"named": mover or "nobody"}, f"{seat} says: {mover or 'nobody'} moves")
        case e.ClashSettled(space, mover):
            won: dict[str, str | int] = {"space": space, "mover": mover or "nobody"}
            says = f"{space} is left to {mover}" if mover else f"nobody gets {space}"
            return Fact("clash_settled", mover, won, says)
        case e.KnightStayed(seat, wanted, because):
            return Fact("stays", seat, {"wanted": wanted, "because": because}, f"{seat} stays: {_WHY[because]}")
        case e.EquipmentChanged(seat, _, new):
            return Fact("equips", seat, {"weapon": new}, f"{seat} takes the {new}")
        case e.StanceTaken(seat, stance):
            return Fact("defends" if stance == "defending" else "parries", seat, {}, f"{seat} is {stance}")
        case c.AttackLost(seat):
            return Fact("attack_lost", seat, {}, f"{seat} has nobody in range: the attack is lost")
        case c.TargetDeclared(seat, target):
            return Fact("targets", seat, {"target": target or "nobody"}, f"{seat} points at {target or 'nobody'}")
        case c.AttackerNamed(seat, attacker):
            named = {"named": attacker or "nobody"}
            return Fact("names", seat, named, f"{seat} says: {attacker or 'nobody'} goes first")
        case c.AttackerChosen(seat, how):
            return Fact("goes_next", seat, {"how": how}, f"{seat} attacks next ({_HOW[how]})")
        case c.InspirationChosen(seat):
            return Fact("inspiration_chosen", seat, {}, f"{seat} has decided about Inspiration")
        case c.InspirationShown(seat, use):
            used = "yes" if use.value else "no"
            return Fact("inspiration_shown", seat, {"use": used}, f"{seat} uses Inspiration: {used}")
        case c.InspirationSpent(seat):
            return Fact("inspiration_spent", seat, {}, f"{seat}'s Inspiration token lies face down")
        case c.InspirationRegained(seat, through):
            return Fact(
                "inspiration_regained", seat, {"through": through}, f"{seat} regains Inspiration: {_BY[through]}"
            )
        case c.AttackerFumbled(seat, weapon):
            return Fact("fumbles", seat, {"weapon": weapon}, f"{seat} is parried and loses the {weapon}")
        case e.KnightRemoved(seat, space):
            return Fact("leaves_board", seat, {"space": space}, f"{seat}'s Knight leaves the board")
        case e.EndAgreed(seat):
            return Fact("agrees_to_end", seat, {}, f"{seat} agrees to end the match")


_WHY: Final = {
    "choice": "by choice",
    "clash": "somebody else wanted the space, too",
    "occupied": "the space is not free",
}
_HOW: Final = {
    "alone": "no other attack waits",
    "agreed": "agreed",
    "drawn": "drawn, for want of an agreement",
    "seat_order": "by the order of seats, for want of an agreement",
}
_BY: Final = {"high_ground": "High Ground", "defeat": "an opponent defeated"}
