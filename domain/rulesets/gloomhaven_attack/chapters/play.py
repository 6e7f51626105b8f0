"""A decision, followed to the point where a seat has to decide again."""

from oathbook.domain.rulesets.gloomhaven_attack.model.events import Event
from oathbook.domain.rulesets.gloomhaven_attack.model.field import attack_of, figure_of, target_at_hand
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Battle, Figure, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Switches
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH
from oathbook.domain.rulesets.kit import play as kit


class Play(kit.Play[State, Event, GH, FA]):
    """The play under way, with short names for what the steps look at."""

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
