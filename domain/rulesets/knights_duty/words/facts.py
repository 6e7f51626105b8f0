"""The table of events: kind of fact, player, slots and sentence of each; and the vocabulary of letters."""

from functools import partial
from typing import Final

from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.kit.wording import format_count, format_list
from oathbook.domain.rulesets.knights_duty.chapters.steps import DECISIONS
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.words import letters
from oathbook.domain.rulesets.knights_duty.words.notation import NOTATION
from oathbook.domain.rulesets.vocabulary import Vocabulary

_BECAUSE: Final = {
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
_THROUGH: Final = {"high_ground": "High Ground", "defeat": "an opponent defeated"}


def _doing(event: e.StepBegan) -> str:
    return ("move" if event.step == "movement" else "attack") + ("" if len(event.seats) > 1 else "s")


def _settled(event: e.ClashSettled) -> str:
    return f"{event.space} is left to {event.mover}" if event.mover else f"nobody gets {event.space}"


def _end(event: e.MatchEnded) -> str:
    return f"{format_list(event.winners)} wins" if event.winners else f"the match ends: {event.outcome}"


_row: Final = partial(
    Row, words={"because": _BECAUSE.__getitem__, "how": _HOW.__getitem__, "through": _THROUGH.__getitem__}
)

ROWS: Final = (
    Row(e.ClanChosen, "clan_chosen", "{seat} takes the {clan} clan", "clan"),
    Row(e.KnightPlaced, "placed", "{seat}'s Knight stands on {space}", "space"),
    Row(e.TurnBegan, "turn_begins", "turn {turn} begins", "turn", by="", marker=True, begins="turn"),
    Row(
        e.PlanLaid,
        "plan",
        "{seat} lays {tokens} face down",
        "tokens",
        words={"tokens": lambda number: format_count(number, "token")},
        computed={"tokens": lambda event: sum(token is not None for token in event.slots)},
    ),
    Row(e.SlotBegan, "slot_begins", "slot {slot} is revealed", "slot", by="", marker=True, begins="phase"),
    Row(e.TokenRevealed, "token", "{seat} shows {token}: {action}", "slot token action"),
    Row(e.SatOut, "sits_out", "{seat} has no action in slot {slot}", "slot"),
    Row(e.StepBegan, "step", "{seats} {do}", "step", by="", computed={"do": _doing}),
    Row(e.MoveChosen, "move_chosen", "{seat} has chosen where to go"),
    Row(e.MovesShown, "wants", "{seat} wants to go to {to}", "space=to", each="moves"),
    Row(e.ClashFound, "clash", "{seats} want {space}", "space", each="seats"),
    Row(e.MoverNamed, "names", "{seat} says: {mover} moves", "named=mover"),
    Row(e.ClashSettled, "clash_settled", _settled, "space mover", by="mover"),
    Row(e.KnightsMoved, "moves", "{seat} moves to {to}", "origin to", each="moves"),
    _row(e.KnightStayed, "stays", "{seat} stays: {because}", "wanted because"),
    Row(e.EquipmentChanged, "equips", "{seat} takes the {new}", "weapon=new"),
    Row(e.StanceTaken, "defends", "{seat} is {stance}", when=lambda event: event.stance == "defending"),
    Row(e.StanceTaken, "parries", "{seat} is {stance}"),
    Row(c.AttackLost, "attack_lost", "{seat} has nobody in range: the attack is lost"),
    Row(c.TargetDeclared, "targets", "{seat} points at {target}", "target"),
    Row(c.OrderAsked, "order_asked", "{seat} is asked who goes first", each="seats"),
    Row(c.AttackerNamed, "names", "{seat} says: {attacker} goes first", "named=attacker"),
    _row(c.AttackerChosen, "goes_next", "{seat} attacks next ({how})", "how"),
    Row(
        c.CombatBegan,
        "combat_begins",
        "{attacker} attacks {target} with the {weapon}",
        "target weapon",
        by="attacker",
        marker=True,
    ),
    Row(c.InspirationChosen, "inspiration_chosen", "{seat} has decided about Inspiration"),
    Row(c.InspirationShown, "inspiration_shown", "{seat} uses Inspiration: {use}", "use"),
    Row(c.InspirationSpent, "inspiration_spent", "{seat}'s Inspiration token lies face down"),
    _row(c.InspirationRegained, "inspiration_regained", "{seat} regains Inspiration: {through}", "through"),
    Row(c.PileBuilt, "pile", "{seat} builds a pile: hearts {hearts}, shields {shields}", "hearts shields"),
    Row(c.CardPicked, "picks", "{attacker} picks a {card}", "target card", by="attacker"),
    Row(c.AttackMissed, "misses", "{attacker} misses {target}", "target", by="attacker"),
    Row(c.AttackerFumbled, "fumbles", "{seat} is parried and loses the {weapon}", "weapon"),
    Row(c.HeartBroken, "breaks_heart", "{by} breaks the heart of {seat}", "target=seat", by="by"),
    Row(c.KnightDefeated, "defeats", "{by} defeats {seat}", "target=seat", by="by"),
    Row(c.HitWithoutEffect, "hits_in_vain", "{by} hits {seat}, who is defeated already", "target=seat", by="by"),
    Row(
        c.CombatEnded,
        "combat_ends",
        "the combat of {attacker} against {target} is over",
        "target",
        by="attacker",
        marker=True,
    ),
    Row(c.TargetsReopened, "may_point_again", "{seat} may point again", each="seats"),
    Row(e.KnightRemoved, "leaves_board", "{seat}'s Knight leaves the board", "space"),
    Row(e.SlotEnded, "slot_ends", "slot {slot} is resolved", "slot", by="", marker=True),
    Row(e.TurnEnded, "turn_ends", "turn {turn} ends", "turn", by="", marker=True),
    Row(e.StallNoticed, "stall", "{turns} turns in a row without a combat", "turns", by=""),
    Row(e.EndAgreed, "agrees_to_end", "{seat} agrees to end the match"),
    Row(e.MatchEnded, "match_ends", _end, "outcome", by="winners", marker=True),
)

VOCABULARY: Final = Vocabulary(
    kinds_of(ROWS),
    verbs=letters.VERBS,
    states=letters.STATES,
    units=letters.UNITS,
    names=letters.names,
    beyond=letters.BEYOND,
    most_done=letters.most_done,
    deed=DECISIONS.deed,
    notation=NOTATION,
)
facts_of: Final = facts_by(ROWS)
