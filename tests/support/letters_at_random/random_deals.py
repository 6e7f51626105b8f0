"""Random letters of exchanges and loans in games in which much is given, and of what is done only so."""

from tests.support.letters_at_random.random_debts import RandomDebts
from tests.support.letters_at_random.random_sentences import Sentences


class RandomDeals(RandomDebts):
    """Exchanges and loans of few things, between players who give each other much."""

    def letter(self) -> str:
        first, second = self.dice.sample(("Red", "Blue", "Green"), 2)
        n = self.dice.randint(1, 3)
        due = self.one(f" by {self.point()}", f" before {self.point()}", f" before {self.event()}", "")
        exchange = f"{first} and {second} exchange {self.lot()} for {self.lot()}{due or f' within {n} seasons'}"
        until = self.one(f"the end of season {n}", f"the end of {second}'s next turn", "the end of next season")
        said = self.one(exchange, f"{first} lends {self.lot()} to {second} until {until}")
        return f"{said}.{self.maybe(15, f' This promise ends if {self.event()}.')}"

    def lot(self) -> str:
        things = f"{self.dice.randint(1, 2)} {self.one('wood', 'stone')}"
        return self.one(things, things, things, 'marker "Bond"', "any wood and 1 stone")


class Only(Sentences):
    """Letters of what is done only with somebody, after something, or while something is so."""

    def clause(self, depth: int = 2) -> str:
        if self.dice.randrange(100) < 70:
            return super().clause(depth)
        return f"to {self.act(caps=True)} only {self.one('if', 'while')} {self.state()}{self.timing()}"

    def duty(self, to: str = "") -> str:
        roll, who = self.dice.randrange(100), to or self.one("Blue", "Green", 'the holder of marker "Bond"')
        if roll < 30:
            return super().duty(to)
        if roll < 50:
            return f"to {self.act(to=to, caps=True)} only {self.one('after', 'if')} {self.event()}"
        gives = self.one('give marker "Bond" only to', "attack only", "ally only with")
        return f"to {gives} {who}{self.timing()}"
