"""Random letters as people write them, and random games of the toy world in which their words come about."""

from random import Random
from typing import Final

from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.toy_world import BLUE, GREEN, PLAYED_OUT, PLAYERS, RED, fact

ITEMS: Final = ("wood", "stone")
LAWS: Final = ("Truce", "Gates")


class Sentences:
    """Letters of red to blue, and games of red, blue and green: few names, so that things happen to them."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def one(self, *choices: str) -> str:
        return self.dice.choice(choices)

    def maybe(self, percent: int, text: str) -> str:
        return text if self.dice.randrange(100) < percent else ""

    def letter(self) -> str:
        """A letter of one clause or two, with sentences after them."""
        clauses = [self.clause() for _ in range(self.dice.choice((1, 1, 1, 2)))]
        whole = (
            clauses[0] if len(clauses) == 1 else ": " + "; ".join(f"({n}) {each}" for n, each in enumerate(clauses, 1))
        )
        header = self.one(*["Red promises Blue"] * 4, "Red and Green jointly promise Blue")
        ends = self.maybe(12, f" This promise {self.one('ends', 'is void')} if {self.condition()}.")
        strict = self.maybe(15, " It binds even if the game ends early.")
        return f"{header} {whole}.{ends}{strict}".replace(" :", ":")

    def clause(self, depth: int = 2) -> str:
        """A guard, if any, and a duty with what may hang on it."""
        roll = self.dice.randrange(100)
        if roll < 12:
            return f"if {self.dated()}, {self.core(depth)}"
        if roll < 24:
            return f"once {self.condition()}, {self.core(depth)}"
        if roll < 30:
            return f"{self.somebody()}, {self.core(depth, to='that player')}"
        if roll < 38:
            return f"whenever {self.event()}, {self.core(depth)}"
        if roll < 42:
            side = self.one("against", "in favour of")
            return f"whenever a vote on any law opens, to spend {self.amount()} influence {side} it in that vote"
        if roll < 46:
            return f"while {self.state()}, not to {self.act()}{self.timing()}"
        return self.core(depth)

    def somebody(self) -> str:
        """A guard that says who *that player* is."""
        two = " and ".join(self.dice.sample(PLAYERS, 2))
        state = self.one(f"has 2 {self.one(*ITEMS)}", 'holds marker "Bond"', f"has more {self.one(*ITEMS)} than Green")
        return self.one(
            f"if any player {self.act('s')}",
            f"once the first of {two} {self.one('attacks Green', 'idles', 'gives 1 wood to Blue at once')}",
            f"if any player {state} at {self.point()}",
        )

    def core(self, depth: int, to: str = "") -> str:
        said = self.duty(to)
        if depth and self.dice.randrange(100) < 10:
            said = f"either ({self.duty(to)}) or ({self.duty(to)})"
        said += self.maybe(14, f", unless {self.condition()}")
        if depth and self.dice.randrange(100) < 30:
            said += f", otherwise {self.clause(depth - 1)}"
        return said

    def duty(self, to: str = "") -> str:
        roll = self.dice.randrange(100)
        if roll < 20:
            return f"that {self.state()}{self.timing() if roll < 14 else f' at {self.point()}'}"
        if roll < 45:
            return f"{self.one('not to', 'never to')} {self.act(to=to, caps=True)}{self.timing()}"
        if roll < 55:
            joined = (
                f"{self.act(to=to)} and {self.act(to=to)}"
                if roll < 50
                else f"either {self.act(to=to)} or {self.act(to=to)}"
            )
            return f"to {joined}{self.timing()}"
        times = self.maybe(20, self.one(" twice", " at most once", " exactly twice", " at least 3 times"))
        return f"to {self.act(to=to)}{times}{self.timing()}"

    def amount(self, *, caps: bool = False) -> str:
        measures = ("", "", "more than ") if caps else ("", "", "at least ", "exactly ", "at most ", "more than ")
        return self.one(*(f"{self.one(*measures)}{self.dice.randint(1, 3)}" for _ in range(4)), "any")

    def act(self, s: str = "", to: str = "", *, caps: bool = False) -> str:
        """What is done; ``s`` where it is told of somebody."""
        whom = to or self.one("Blue", "Blue", "Green", "Red", 'the holder of marker "Bond"')
        amount = self.amount(caps=caps or bool(s))
        given = f"{self.maybe(15, ' as a gift')}{self.maybe(15, ' at once')}"
        return self.one(
            *[f"give{s} {amount} {self.one(*ITEMS)} to {whom}{given}"] * 3,
            f"attack{s} {whom}",
            f"attack{s} {whom}",
            f"idle{s}",
            f'give{s} marker "Bond" to {whom}',
            f'spend{s} {amount} influence in favour of law "{self.one(*LAWS)}"',
        )

    def event(self) -> str:
        who = self.one("Blue", "Green", "Red", 'the holder of marker "Bond"')
        return self.one(
            *[f"{who} {self.act('s')}"] * 6,
            f"season {self.dice.randint(1, 3)} ends",
            'law "Truce" is enacted',
            'a vote on law "Truce" opens',
            "a vote on any law opens",
        )

    def state(self) -> str:
        who = self.one("Red", "Blue", "any player", "Red")
        amount = self.one("at least 1", "at least 3", "at most 2", "exactly 1", "2", "more than 2")
        return self.one(
            *[f"{who} has {amount} {self.one(*ITEMS)}"] * 4,
            f"{who} has {self.one('more', 'fewer')} {self.one(*ITEMS)} than {self.one('Green', 'any player')}",
            f"{who} has {self.one('at least', 'at most', 'exactly')} as many {self.one(*ITEMS)} as Green",
            f'{who} holds marker "Bond"',
            f"the season is {self.dice.randint(1, 3)}",
            'law "Truce" is in force',
        )

    def condition(self) -> str:
        roll = self.dice.randrange(100)
        if roll < 50:
            return self.event() if roll < 35 else self.state()
        if roll < 65:
            return f"({self.event()}) and ({self.one(self.event(), self.state())})"
        if roll < 80:
            return f"({self.one(self.event(), self.state())}) or ({self.event()})"
        if roll < 90:
            return f"(it is not the case that {self.state()}) and {self.one(self.event(), self.state())}"
        return f"{self.one('Blue', 'Red')} does not {self.act(caps=True)} {self.one(*self.limits())}"

    def limits(self) -> tuple[str, ...]:
        """Times in which something may come about, or not."""
        n = self.dice.randint(1, 2)
        return (
            *[f"by {self.point()}"] * 3,
            f"before {self.point()}",
            f"within {n} season{'s' * (n - 1)}",
            f"within {n} turn{'s' * (n - 1)} of {self.one('Red', 'Blue')}",
            f"during season {self.dice.randint(1, 3)}",
        )

    def dated(self) -> str:
        """A condition with a time of its own."""
        roll = self.dice.randrange(100)
        there = "in the next vote" + self.maybe(50, ' on law "Truce"')
        if roll < 15:
            return f"{self.state()} at {self.point()}"
        if roll < 35:
            undone = f"{self.one('Blue', 'Green')} does not {self.act(caps=True)}"
            return f"{undone} {self.one(there, there, f'before {self.event()}')}"
        return f"{self.condition()} {self.one(*self.limits(), there, there, f'before {self.event()}')}"

    def point(self) -> str:
        n = self.dice.randint(1, 3)
        return self.one(
            *[f"the end of season {n}"] * 4,
            f"the start of season {n + 1}",
            f"the end of {self.one('this', 'next')} season",
            f"the end of {self.one('Red', 'Blue')}'s next turn",
            f"{self.one('Red', 'Blue')}'s next decision",
            f"the battles of season {n}",
            "the end of the game",
        )

    def timing(self) -> str:
        n = self.dice.randint(1, 2)
        when = self.one(
            "",
            "",
            *[f" by {self.point()}"] * 3,
            f" before {self.point()}",
            f" until {self.point()}",
            f" before {self.event()}",
            f" until {self.event()}",
            f" within {n} season{'s' * (n - 1)}",
            f" within {n} turn{'s' * (n - 1)} of {self.one('Red', 'Blue')}",
            f" during season {self.dice.randint(1, 3)}",
        )
        about = self.maybe(50, ' on law "Truce"')
        return when + self.maybe(20, f" in {self.one('the next vote', 'every vote')}{about}")

    # Games -------------------------------------------------------------------------------------------------------

    def deed(self, vote: tuple[str, str] | None) -> Fact:
        roll = self.dice.randrange(100)
        by, other = self.dice.choice(PLAYERS), self.dice.choice(PLAYERS)
        if roll < 45:
            gift, count = self.dice.randrange(2), self.dice.randint(1, 3)
            return fact("transfer", by, item=self.one(*ITEMS), count=count, to=other, gift=gift)
        if roll < 65:
            return fact("attack", by, target=other, battle="")
        if roll < 72:
            return fact("marker_given", by, marker="Bond", to=other)
        if roll < 78:
            return fact("gain", by, item=self.one(*ITEMS), count=1)
        if vote is not None and roll < 96:
            side = self.one("pro", "pro", "con")
            return fact("spend", by, count=self.dice.randint(0, 3), side=side, vote=vote[0], law=vote[1])
        return fact("idle", by)

    def game(self, length: int) -> tuple[tuple[Fact, ...], ...]:
        """Deeds and clock markers, with votes one after another; nearly always the game ends, and nothing follows."""
        moments: list[tuple[Fact, ...]] = [(fact("promise_signed", promise="P"),)]
        season, votes = 1, 0
        vote: tuple[str, str] | None = None
        for _ in range(length):
            roll = self.dice.randrange(100)
            if roll < 10 and vote is None:
                moments += [(fact("phase_start", phase="battles", n=season),)] * self.dice.randrange(2)
                moments += [
                    (fact("season_end", n=season), *self.beside()),
                    (self.deed(None),),
                    (fact("season_start", n=season + 1),),
                ]
                season += 1
            elif roll < 22:
                moments.append((fact("turn_end", self.dice.choice((RED, BLUE, GREEN))), *self.beside()))
            elif roll < 34 and vote is None:
                votes += 1
                vote = f"v{votes}", self.one(*LAWS)
                moments.append(
                    (fact("vote_open", self.dice.choice(PLAYERS), vote=vote[0], law=vote[1]), *self.beside())
                )
            elif roll < 50 and vote is not None:
                enacted = (fact("law_enacted", vote=vote[0], law=vote[1]),) if self.dice.randrange(2) else ()
                moments += [(fact("vote_close", vote=vote[0]), *self.beside(vote)), *((enacted,) if enacted else ())]
                vote = None
            else:
                deeds = tuple(self.deed(vote) for _ in range(self.dice.choice((1, 1, 2, 2, 3))))
                moments.append((*deeds, fact("decided", deeds[0].by)) if self.dice.randrange(3) else deeds)
        if self.dice.randrange(100) < 75:
            outcome = PLAYED_OUT if len(moments) % 2 else "over"
            moments.append((fact("game_closed", outcome=outcome),))
        return tuple(moments)

    def beside(self, vote: tuple[str, str] | None = None) -> tuple[Fact, ...]:
        """What happens in the moment of a marker, now and then."""
        return (self.deed(vote),) if self.dice.randrange(100) < 40 else ()
