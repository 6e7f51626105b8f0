"""Random letters of debts that begin again and again, and random games in which much is given."""

from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.letters_at_random.random_sentences import Sentences
from tests.support.promises.toy_world import BLUE, GREEN, RED, fact


class RandomDebts(Sentences):
    """Letters of what is given whenever something is given, and games of gifts of few things."""

    def clause(self, depth: int = 2) -> str:
        if depth < 2:
            return super().clause(depth)
        who, thing = self.one("Blue", "Green", "any player"), self.one("wood", "stone")
        return f"whenever {who} gives {self.dice.randint(1, 2)} {thing} to Red, {self.core(depth)}"

    def act(self, s: str = "", to: str = "", *, caps: bool = False) -> str:
        if s or caps or self.dice.randrange(100) < 20:
            return super().act(s, to, caps=caps)
        thing, whom = self.one("wood", "stone"), to or self.one("Blue", "Blue", "Green")
        return f"give {self.dice.randint(1, 3)} {thing} to {whom}{self.maybe(15, ' at once')}"

    def duty(self, to: str = "") -> str:
        if self.dice.randrange(100) < 30:
            return super().duty(to)
        return f"to {self.act(to=to)}{self.maybe(20, ' in all')}{self.timing()}"

    def deed(self, vote: tuple[str, str] | None) -> Fact:
        if self.dice.randrange(100) < 20:
            return super().deed(vote)
        by, to = self.dice.choice(((RED, BLUE), (RED, BLUE), (RED, GREEN), (BLUE, RED), (BLUE, RED), (GREEN, RED)))
        return fact("transfer", by, item=self.one("wood", "stone"), count=self.dice.randint(1, 4), to=to, gift=0)
