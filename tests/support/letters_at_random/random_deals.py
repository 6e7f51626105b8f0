"""Random letters by which two players exchange or lend something, and random games in which much is given."""

from tests.support.letters_at_random.random_debts import RandomDebts


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
