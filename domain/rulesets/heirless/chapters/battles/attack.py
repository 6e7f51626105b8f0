"""HB-3.7 to HB-3.9 and HB-4: Wounds by cards, attacks, and figures that are sent back."""

from msgspec import Struct

from oathbook.domain.kernel import Line, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns.control import tie_of
from oathbook.domain.rulesets.heirless.model import battle_events, battle_queries
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, FigureName, Participant
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, HT


def wound_by_cards(play: Play) -> None:
    """A Defender's card adds its Wounds to each of their targeted figures, or takes them away (HB-3.7)."""
    targets = {aim.target for aim in battle_queries.hourglass_of(play.field).aims}
    wounded: list[FigureName] = []
    for owner in battle_queries.defenders_in(battle_queries.hourglass_of(play.field)):
        card = battle_queries.card_in_use(play.state, owner)
        for each in battle_queries.figures_of(battle_queries.hourglass_of(play.field), owner):
            if card is not None and card.wound and each.figure in targets:
                _wound_by_card(play, each, card.name, card.wound)
                wounded.append(each.figure)
    if play.state.rules.switches.removal == "after_cards":
        for name in wounded:
            send_back_if_due(play, name, HA.WHEN_REMOVED)


def _wound_by_card(play: Play, figure: Participant, card: str, by: int) -> None:
    readings = list[HA]()
    wounds = Working.start(f"Wounds of {figure.figure}", figure.wounds, clause=HB.DEFENSIVE)
    wounds = wounds.add(by, clause=HB.DEFENSIVE, when=True, named=f"Wound of card {card}")
    if wounds.total < 0:
        readings.append(HA.WOUNDS_BELOW_ZERO)
        wounds = wounds.at_least(0, clause=HB.DEFENSIVE, when=play.state.rules.switches.wounds == "not_below_zero")
    if wounds.total >= battle_queries.board_of(play.state, figure.owner).health:
        readings.append(HA.WHEN_REMOVED)
    play.emit(
        battle_events.WoundsByCard(
            battle_queries.hourglass_of(play.field).tile, figure.owner, figure.figure, card, by, wounds.total
        ),
        HB.DEFENSIVE,
        readings=readings,
        working=wounds.lines,
    )


def attack_in_turn(play: Play) -> None:
    """Each of the Attacker's figures attacks once; figures leave after each attack, or after the last (HA-31)."""
    aims = battle_queries.hourglass_of(play.field).aims
    order = (HA.ATTACK_ORDER,) if len(aims) > 1 else ()
    in_order = play.state.rules.switches.attack_order == "in_order"
    for aim in aims:
        _attack(play, aim, *order)
        if in_order:
            send_back_if_due(play, aim.target, *order)
    if not in_order:
        for target in dict.fromkeys(aim.target for aim in aims):
            send_back_if_due(play, target, *order)


def _attack(play: Play, aim: Aim, *order: HA) -> None:
    hourglass = battle_queries.hourglass_of(play.field)
    figure, target = battle_queries.figure_in(hourglass, aim.figure), battle_queries.figure_in(hourglass, aim.target)
    assert figure is not None, "the Attacker's figures stay through their own turn"
    if target is None:
        lapsed = battle_events.AttackLapsed(hourglass.tile, figure.owner, aim.figure, aim.target)
        play.emit(lapsed, HB.ATTACKS, HB.SENT_BACK, readings=(HA.ATTACK_ORDER,))
        return
    strike = strike_of(play.state, figure, target)
    play.emit(
        battle_events.Attacked(
            tile=hourglass.tile,
            attacker=figure.owner,
            figure=aim.figure,
            defender=target.owner,
            target=aim.target,
            blow=strike.blow,
            added=strike.wounds,
            wounds=target.wounds + strike.wounds,
        ),
        *strike.clauses,
        readings=(*strike.readings, *order),
        working=strike.working,
    )


class Strike(Struct, frozen=True):
    """What an attack comes to, and on what that rests."""

    blow: battle_events.Blow
    wounds: int
    clauses: tuple[HB | HT, ...]
    readings: tuple[HA, ...]
    working: tuple[Line, ...]


BLOWS: dict[battle_events.Blow, HB] = {"miss": HB.MISS, "graze": HB.GRAZE, "hit": HB.HIT, "critical hit": HB.CRITICAL}


def strike_of(state: State, figure: Participant, target: Participant) -> Strike:
    """Precision against Dodge says how it hits; Damage against Defense, how many Wounds that makes (HB-4)."""
    comparison = compare(state, figure, target)
    damage, defense = (
        battle_queries.trait(state, figure.owner, "damage"),
        battle_queries.trait(state, target.owner, "defense"),
    )
    wounds = (
        damage.halved_up(clause=HB.GRAZE, when=comparison.blow == "graze")
        .times(2, clause=HB.CRITICAL, when=comparison.blow == "critical hit")
        .becomes(0, clause=HB.MISS, when=comparison.blow == "miss")
    )
    if comparison.blow != "miss":
        wounds = wounds.take(defense.total, clause=HB.WOUNDS, when=True, named=f"Defense of {target.owner}")
        wounds = wounds.at_least(0, clause=HB.WOUNDS, when=True)
    low = (HA.LOW_ATTRIBUTES,) if comparison.low or battle_queries.is_low(damage, defense) else ()
    return Strike(
        comparison.blow,
        wounds.total,
        (HB.ATTACKS, HB.OFFENSIVE, HB.DEFENSIVE, BLOWS[comparison.blow], HB.WOUNDS, *comparison.clauses),
        (HA.CARD_ADDS, HA.WHOSE_ATTRIBUTES, *comparison.readings, *low),
        (*comparison.working, *defense.lines, *wounds.lines),
    )


class Comparison(Struct, frozen=True):
    """How Precision stands to Dodge; clauses and readings are those of a tie, if there was one."""

    blow: battle_events.Blow
    clauses: tuple[HB | HT, ...]
    readings: tuple[HA, ...]
    working: tuple[Line, ...]
    low: bool


def compare(state: State, figure: Participant, target: Participant) -> Comparison:
    """Less than half the Dodge, less than the Dodge, not more than twice the Dodge, or more (HB-4.1 to HB-4.4).

    The winner of ties has the better side of an equality (HB-3.10), so a bound is one lower if that is the Attacker.
    """
    precision, dodge = (
        battle_queries.trait(state, figure.owner, "precision"),
        battle_queries.trait(state, target.owner, "dodge"),
    )
    half = dodge.halved_down(clause=HB.MISS, when=True)
    twice = dodge.times(2, clause=HB.CRITICAL, when=True)
    bounds: tuple[tuple[battle_events.Blow, Working, HB], ...] = (
        ("miss", half, HB.MISS),
        ("graze", dodge, HB.GRAZE),
        ("hit", twice, HB.CRITICAL),
    )
    tie = tie_of(state, (figure.owner, target.owner))
    better = 1 if tie.winner == figure.owner else 0
    asked, lines = list[int](), [*precision.lines, *dodge.lines]
    blow: battle_events.Blow = "critical hit"
    for name, bound, clause in bounds:
        asked.append(bound.total)
        tied = precision.total == bound.total
        compared = precision.within(bound.total - better if tied else bound.total, clause=clause).lines[-1]
        lines += (*bound.lines[len(dodge.lines) :], compared)
        if compared.applied:
            blow = name
            break
    equal = precision.total in asked
    return Comparison(
        blow,
        (HB.EQUALITY, *tie.clauses) if equal else (),
        tie.readings if equal else (),
        tuple(lines),
        battle_queries.is_low(precision, dodge),
    )


def send_back_if_due(play: Play, name: FigureName, *readings: HA) -> None:
    """A figure with as many Wounds as its owner's Health goes back; its owner's cubes with the last one (HB-4.6)."""
    hourglass = battle_queries.hourglass_of(play.field)
    figure = battle_queries.figure_in(hourglass, name)
    if figure is None:
        return
    health = battle_queries.board_of(play.state, figure.owner).health
    if figure.wounds < health:
        return
    bandit = figure.owner == BANDITS
    out = not bandit and play.state.rules.switches.sent_back == "out_for_season"
    wounds = Working.start(f"Wounds of {name}", figure.wounds, clause=HB.SENT_BACK)
    play.emit(
        battle_events.SentBack(hourglass.tile, figure.owner, name, figure.wounds, health, out),
        HB.SENT_BACK,
        readings=(HA.BANDIT_DEFEATED if bandit else HA.KNIGHT_SENT_BACK, *readings),
        working=(*Working.start(f"Health of {figure.owner}", health, clause=HB.SENT_BACK).lines, *wounds.lines),
    )
    if not battle_queries.figures_of(battle_queries.hourglass_of(play.field), figure.owner):
        play.emit(
            battle_events.LeftBattle(hourglass.tile, figure.owner), HB.WHO_COUNTS, readings=(HA.CUBES_OF_THE_GONE,)
        )
