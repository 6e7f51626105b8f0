"""CB-9: who has won, what it earns, and where the cubes go; what is counted, and what no event may change."""

from collections import Counter
from collections.abc import Iterator, Mapping

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.chapters.forces import INVOLVEMENT_READINGS, objects_of
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings
from oathbook.domain.rulesets.cube_bag.model import events
from oathbook.domain.rulesets.cube_bag.model.components import Outcome
from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL, add_cubes
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, card_figures, player_of
from oathbook.domain.rulesets.cube_bag.model.state import Battle, Field, Fighter, Player, State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB
from oathbook.domain.rulesets.protocol import Score, Standing


def end_battle(play: Play, *, readings: tuple[CA, ...] = ()) -> None:
    """The outcome, its rewards, and an empty bag (CB-9); ``readings`` are those that end the battle before its time."""
    play.emit(events.StageBegan("outcome"), CB.STAGES, CB.OUTCOMES, readings=readings)
    outcome, winners = outcome_of(play.state)
    play.emit(
        events.BattleDecided(outcome, winners),
        *(CB.VICTORY, CB.OUTCOMES),
        readings=(CA.OUTCOMES, CA.AFTER_RECOVERY, *decisive_readings(play.state, outcome_of, *INVOLVEMENT_READINGS)),
    )
    if len(winners) == 1:
        earn_experience(play, winners[0])
    kept = cubes_kept(play.state)
    play.emit(
        events.BattleEnded(kept),
        *(CB.FILLING, CB.ADDING),
        readings=decisive_readings(play.state, cubes_kept, CA.ADDED_CUBES),
    )


def outcome_of(state: State) -> tuple[Outcome, tuple[Seat, ...]]:
    """Who has destroyed all units and structures of the other in the battle (CB-9.1, CA-9)."""
    battle = battle_in(state.field)
    attacker, defender = battle.attacker.seat, battle.defender.seat
    match bool(objects_of(state, attacker)), bool(objects_of(state, defender)):
        case True, False:
            return "attacker", (attacker,)
        case False, True:
            return "defender", (defender,)
        case False, False:
            return "both", (attacker, defender)
        case _:
            return "undecided", ()


def earn_experience(play: Play, winner: Seat) -> None:
    """Cards that reward a victory, as far as the supply goes (CB-9.3)."""
    for card in player_of(play.field, winner).cards:
        figures = card_figures(play.state.rules.components, card.name)
        cubes = min(figures.experience_for_victory, player_of(play.field, winner).supply)
        if cubes:
            play.emit(events.ExperienceEarned(winner, card.name, cubes), CB.EXPERIENCE, readings=(CA.CUBES_SHORT,))


def cubes_kept(state: State) -> tuple[events.Kept, ...]:
    """Added cubes that go back to where they came from, as far as cubes of the colour are left (CA-23)."""
    if state.rules.switches.added_cubes == "spent":
        return ()
    battle = battle_in(state.field)
    kept = (_kept_of(state, fighter) for fighter in (battle.attacker, battle.defender))
    return tuple(each for each in kept if each.actions or each.experience)


def _kept_of(state: State, fighter: Fighter) -> events.Kept:
    battle = battle_in(state.field)
    cubes = add_cubes(battle.bag, battle.drawn)
    left = cubes.get(player_of(state.field, fighter.seat).colour, 0)
    actions = min(fighter.actions, left)
    left -= actions
    experience: list[Spent] = []
    for spent in fighter.experience:
        back = min(spent.cubes, left)
        left -= back
        if back:
            experience.append(Spent(spent.card, back))
    return events.Kept(fighter.seat, actions, tuple(experience))


def standing_of(state: State) -> Standing:
    """Victories; nobody is ever out."""
    won = Counter(seat for fought in state.field.fought for seat in fought.winners)
    scores = tuple(Score(seat, won[seat], "victories") for seat in state.seats)
    return Standing(scores, (), state.field.ending)


def conserved_in(state: State) -> Mapping[str, int]:
    """Cubes of each colour, units of each player and type, and structures of each player, wherever they are."""
    field = state.field
    found: Counter[str] = Counter()
    for what, number in _all_of(field):
        found[what] += number
    return {what: number for what, number in sorted(found.items()) if number}


def _all_of(field: Field) -> Iterator[tuple[str, int]]:
    fallen = () if field.battle is None else field.battle.fallen
    yield f"{NEUTRAL} cubes", field.neutral + sum(army.depleted for army in field.armies)
    yield f"{BLACK} cubes", field.black + sum(each.black for each in field.structures)
    for player in field.players:
        yield from _of_player(player)
    for army in field.armies:
        yield from ((f"{unit} units of {army.seat}", 1) for unit in army.units)
    for structure in (*field.structures, *fallen):
        yield f"structures of {structure.seat}", 1
    if field.battle is not None:
        yield from _in_battle(field, field.battle)


def _of_player(player: Player) -> Iterator[tuple[str, int]]:
    experience = sum(card.experience for card in player.cards)
    yield f"{player.colour} cubes", player.supply + player.actions + experience
    yield from ((f"{unit} units of {player.seat}", number) for unit, number in player.units.items())
    yield f"structures of {player.seat}", sum(player.mat.values())


def _in_battle(field: Field, battle: Battle) -> Iterator[tuple[str, int]]:
    for cubes in (battle.bag, battle.drawn, battle.discarded):
        yield from ((f"{colour} cubes", number) for colour, number in cubes.items())
    for fighter in (battle.attacker, battle.defender):
        yield from ((f"{each.colour} cubes", fighter.own) for each in field.players if each.seat == fighter.seat)
        yield f"{NEUTRAL} cubes", fighter.neutral
