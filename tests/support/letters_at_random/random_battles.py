"""Random letters about battles, and random games in which some fight them and some stay out."""

from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.letters_at_random.random_sentences import Sentences
from tests.support.promises.toy_world import PLAYERS, fact


class Battles(Sentences):
    """Letters of what is done in every battle, and games with one battle after another."""

    def act(self, s: str = "", to: str = "", *, caps: bool = False) -> str:
        if self.dice.randrange(100) < 30:
            return super().act(s, to, caps=caps)
        whom = to or self.one("Blue", "Blue", "Green", 'the holder of marker "Bond"', *([] if s else ["any player"]))
        return self.one(f"ally{s} with {whom}".replace("allys", "allies"), f"attack{s} {whom}")

    def timing(self) -> str:
        if self.dice.randrange(100) < 30:
            return super().timing()
        by = self.maybe(50, f" {self.one('by', 'until')} {self.point()}")
        there, whoever = self.maybe(30, ' on tile "Mill"'), self.maybe(30, " whoever is in it")
        return f"{by} in every battle{there}{whoever}"

    def blow(self, battle: str) -> Fact:
        """Something done in a battle, mostly in this one."""
        by, other = self.dice.choice(PLAYERS), self.dice.choice(PLAYERS)
        where = battle if self.dice.randrange(100) < 90 else ""
        return self.dice.choice((fact("attack", by, target=other, battle=where), _allies(by, other, where)))

    def game(self, length: int) -> tuple[tuple[Fact, ...], ...]:
        moments: list[tuple[Fact, ...]] = []
        battles = 0
        for each in super().game(length):
            moments.append(each)
            if each[0].kind in {"transfer", "idle"} and self.dice.randrange(100) < 40:
                battles += 1
                moments += self._battle(f"b{battles}", self.one("Mill", "Peak"))
        return tuple(moments)

    def _battle(self, battle: str, tile: str) -> list[tuple[Fact, ...]]:
        """All who are in it join it in one moment."""
        sides = self.dice.sample(PLAYERS, self.dice.randint(1, 3))
        joins = [fact("battle_joined", each, battle=battle, tile=tile) for each in sides]
        opens = (*self.beside(), *joins, *self.dice.choice(((), (self.blow(battle),))))
        blows = [(self.blow(battle), *self.beside()) for _ in range(self.dice.randrange(4))]
        return [(fact("battle_open", battle=battle, tile=tile),), opens, *blows, (fact("battle_close", battle=battle),)]


class Filters(Battles):
    """Letters of votes and battles of which somebody else is a part, and of those that a condition began."""

    def clause(self, depth: int = 2) -> str:
        roll, who = self.dice.randrange(100), self.one("Blue", "Green", "Red")
        if roll < 15:
            act = self.one("attack Blue", "ally with Green", "give 1 wood to Blue", "idle")
            return f"whenever {who} is in a battle, {self.one('to', 'not to')} {act} in that battle"
        if roll < 30:
            law, guard = self.one('law "Truce"', "any law"), self.one("whenever", "once")
            side = self.one("against", "in favour of")
            return f"{guard} {who} proposes {law}, to spend {self.amount()} influence {side} it in that vote"
        return super().clause(depth)

    def timing(self) -> str:
        if self.dice.randrange(100) < 40:
            return super().timing()
        by, who = self.maybe(50, f" {self.one('by', 'until')} {self.point()}"), self.one("Blue", "Green")
        votes = f"in {self.one('every vote', 'the next vote')} on a law proposed by {who}"
        return f"{by} {self.one(f'in every battle with {who}', votes)}"


def _allies(by: str, other: str, battle: str) -> Fact:
    return fact("ally", by, **{"with": other, "battle": battle})
