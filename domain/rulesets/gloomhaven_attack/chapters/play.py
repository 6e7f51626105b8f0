"""A decision being followed to where somebody has to decide again."""

from collections.abc import Iterable

from domain.kernel.limits import CONSEQUENCES_PER_STEP
from domain.kernel.workings import Line
from domain.rulesets.gloomhaven_attack.evolve.evolve import evolved
from domain.rulesets.gloomhaven_attack.model.events import Event
from domain.rulesets.gloomhaven_attack.model.field import attack_of, figure_of, target_at_hand
from domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Figure, State
from domain.rulesets.gloomhaven_attack.model.switches import Switches
from domain.rulesets.gloomhaven_attack.rules import FA, GH
from domain.rulesets.protocol import Consequence


class Play:
    """The state so far, and the consequences that led to it."""

    def __init__(self, state: State) -> None:
        """Begin where the decision was taken."""
        self.state = state
        self.consequences: list[Consequence[Event]] = []

    @property
    def battle(self) -> Battle:
        """All that changes, as it is now."""
        return self.state.battle

    @property
    def attack(self) -> Attack:
        """The attack at hand."""
        return attack_of(self.battle)

    @property
    def attacker(self) -> Figure:
        """Who attacks."""
        return figure_of(self.battle, self.attack.attacker)

    @property
    def target(self) -> Figure:
        """The enemy the attack is at."""
        return target_at_hand(self.battle)

    @property
    def switches(self) -> Switches:
        """How the table reads the rules."""
        return self.state.rules.switches

    def follow(self, event: Event, *cites: GH, readings: Iterable[FA] = (), working: tuple[Line, ...] = ()) -> None:
        """Let an event happen: note it with its clauses, and change the state."""
        assert cites, "no consequence without a clause"
        assert len(self.consequences) < CONSEQUENCES_PER_STEP, "a step has more consequences than a step may have"
        named = tuple(dict.fromkeys(map(str, readings)))
        self.consequences.append(Consequence(event, tuple(dict.fromkeys(map(str, cites))), named, working))
        self.state = evolved(self.state, event)
