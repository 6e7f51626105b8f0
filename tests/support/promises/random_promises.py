"""Random letters in kernel form, random games of the toy world, and what is hidden of them: all from one seed."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from msgspec.structs import replace

from oathbook.domain.promises.logic.formulas import (
    Agreement,
    AllStates,
    And,
    AnyOf,
    AnyState,
    Constraint,
    Exactly,
    Formula,
    NamedBy,
    Not,
    NotState,
    Once,
    Or,
    OrElse,
    Pattern,
    StateFormula,
    StateIs,
    StateWithin,
    Term,
    Text,
    Total,
    Unless,
    Variable,
    Whenever,
    Window,
)
from oathbook.domain.rulesets.vocabulary import Fact, SlotValue, Unknown
from tests.support.promises.toy_world import BLUE, PLAYED_OUT, PLAYERS, RED, fact

ITEMS: Final = ("wood", "stone")
Mode = Literal["ge", "le", "eq"]


def leaves_of(cond: Formula) -> list[Total]:
    """The totals of a condition, where they may bind something."""
    if isinstance(cond, And | Or):
        return [leaf for part in cond.parts for leaf in leaves_of(part)]
    return [cond] if isinstance(cond, Total) else []


class Letters:
    """Random formulas; small, over few names, so that things happen to them.

    ``dated``: conditions are also about a state at a moment. Other letters stay what they were before that was said.
    """

    def __init__(self, dice: Random, *, dated: bool = False) -> None:
        self.dice, self.dated = dice, dated
        self.paths = 0

    def path(self) -> str:
        self.paths += 1
        return f"c{self.dice.randint(1, 2)}.{self.paths}"

    def chance(self, percent: int) -> bool:
        return self.dice.randrange(100) < percent

    def term(self, names: Sequence[str], variables: Sequence[str]) -> Term:
        roll = self.dice.randrange(100)
        if variables and roll < 40:
            return Variable(self.dice.choice(variables))
        if roll < 48:
            return NamedBy("holder", {"marker": "Bond"})
        if roll < 56:
            return AnyOf(tuple(self.dice.sample(list(names), 2)))
        return Exactly(self.dice.choice(names))

    def pattern(self, variables: Sequence[str] = (), *, binds: bool = False) -> Pattern:
        constraints = [Constraint("by", "==", self.term(PLAYERS, variables))] if self.chance(70) else []
        kind = self.dice.choice(("transfer", "transfer", "attack"))
        slot = "target" if kind == "attack" else "to"
        if self.chance(35):
            constraints.append(Constraint(slot, self.dice.choice(("==", "==", "!=")), self.term(PLAYERS, variables)))
        if kind == "transfer" and self.chance(40):
            constraints.append(Constraint("item", "==", Exactly(self.dice.choice(ITEMS))))
        if kind == "transfer" and self.chance(20):
            constraints.append(Constraint("count", self.dice.choice((">=", "<", ">", "<=", "==", "!=")), Exactly(2)))
        guards = (self.state(variables),) if self.chance(15) else ()
        bound = ((self.dice.choice(("p", "q")), self.dice.choice(("by", slot))),) if binds else ()
        return Pattern(kind, tuple(constraints), guards, bound)

    def state(self, variables: Sequence[str] = (), depth: int = 1) -> StateFormula:
        roll = self.dice.randrange(100)
        if depth and roll < 10:
            return NotState(self.state(variables, 0))
        if depth and roll < 25:
            return self.dice.choice((AllStates, AnyState))((self.state(variables, 0), self.state(variables, 0)))
        if roll < 50:
            return StateIs("holds", (("who", self.term(PLAYERS, variables)), ("marker", Exactly("Bond"))), ">=", 1)
        args = (("who", self.term(PLAYERS, variables)), ("item", Exactly(self.dice.choice(ITEMS))))
        return StateIs("has", args, self.dice.choice((">=", ">=", "<", "==")), self.dice.randint(0, 3))

    def window(self, variables: Sequence[str] = ()) -> Window | None:
        roll = self.dice.randrange(100)
        if roll < 25:
            return None
        if roll < 55:
            pat = Pattern("season_end", (Constraint("n", ">=", Exactly(self.dice.randint(1, 3))),))
            return Window(pat, 1, inclusive=self.chance(70), at_point=True, dated=self.paths % 3 > 0)
        if roll < 80:
            return Window(
                Pattern("turn_end", (Constraint("by", "==", Exactly(RED)),)),
                self.dice.randint(1, 2),
                self.chance(70),
                at_point=self.paths % 2 == 0,
            )
        pat = self.pattern(variables)
        if pat.kind == "transfer" and self.chance(50):
            return Window(pat, self.dice.randint(1, 4), self.chance(50), "count")
        return Window(pat, 1, inclusive=self.chance(50))

    def tally(self, variables: Sequence[str] = (), *, binds: bool = False) -> Total:
        mode: Mode = self.dice.choice(("ge", "ge", "le", "eq"))
        pat = self.pattern(variables, binds=binds)
        field = "count" if pat.kind == "transfer" and self.chance(60) else ""
        n = self.dice.randint(0, 2) if mode == "le" else self.dice.randint(1, 3)
        return Total(self.path(), (RED,), mode, n, pat, field, self.window(variables))

    def leaf(self, variables: Sequence[str] = ()) -> Formula:
        roll = self.dice.randrange(100)
        if roll < 5:
            return Text(self.path(), (RED,), "we stay friends", "table")
        if roll < 25:
            modes: tuple[Literal["G", "F", "AT"], ...] = ("G", "F", "AT")
            mode = self.dice.choice(modes)
            win = self.window(variables)
            mode = "G" if mode == "AT" and win is None else mode
            return StateWithin(self.path(), (RED,), mode, self.state(variables), win)
        total = self.tally(variables)
        return replace(total, pays="oldest") if total.mode == "ge" and self.paths % 2 else total

    def cond(self, variables: Sequence[str] = (), depth: int = 2, *, binds: bool = False) -> Formula:
        roll = self.dice.randrange(100)
        if depth and roll < 30:
            parts = tuple(self.cond(variables, depth - 1, binds=binds) for _ in range(2))
            return And(parts) if self.chance(50) else Or(parts)
        if depth and roll < 40:
            return Not(self.cond(variables, depth - 1))
        if roll < 55:
            found = StateWithin(self.path(), (), "F", self.state(variables), self.window(variables))
            return replace(found, mode="AT") if self.dated and found.window and self.chance(30) else found
        tally = replace(self.tally(variables, binds=binds and self.chance(60)), owners=())
        return replace(tally, mode="ge", n=tally.n or 1) if self.chance(85) else tally

    def formula(self, depth: int = 3, variables: Sequence[str] = ()) -> Formula:
        roll = self.dice.randrange(100)
        if not depth or roll < 18:
            return self.leaf(variables)
        if roll < 36:
            parts = tuple(self.formula(depth - 1, variables) for _ in range(self.dice.randint(2, 3)))
            return And(parts) if self.chance(60) else Or(parts)
        if roll < 52:
            cond = self.cond(variables, binds=True)
            bound = {name for leaf in leaves_of(cond) for name, _ in leaf.pattern.binds}
            return Once(self.path(), cond, self.formula(depth - 1, tuple(sorted({*variables, *bound}))))
        if roll < 70:
            pat = self.pattern(variables, binds=self.chance(70))
            inner = self.formula(depth - 1, tuple(sorted({*variables, *(name for name, _ in pat.binds)})))
            window = self.window(variables) if self.chance(30) else None
            return Whenever(self.path(), pat, inner, window, debts="oldest" in repr(inner))
        if roll < 86:
            return Unless(self.path(), self.cond(variables), self.formula(depth - 1, variables))
        return OrElse(self.path(), self.formula(depth - 1, variables), self.formula(depth - 1, variables))

    def agreement(self) -> Agreement:
        void_if = self.cond() if self.chance(15) else None
        ends_if = self.cond() if self.chance(15) else None
        return Agreement((RED,), (BLUE,), False, self.formula(), (), void_if, ends_if, (RED, BLUE), self.chance(25))  # noqa: FBT003  # jointly

    # Games -------------------------------------------------------------------------------------------------------

    def act(self) -> Fact:
        roll = self.dice.randrange(100)
        by, other = self.dice.choice(PLAYERS), self.dice.choice(PLAYERS)
        if roll < 40:
            item, count = self.dice.choice(ITEMS), self.dice.randint(1, 3)
            return fact("transfer", by, item=item, count=count, to=other, gift=0)
        if roll < 60:
            return fact("attack", by, target=other)
        if roll < 68:
            return fact("marker_given", by, marker="Bond", to=other)
        if roll < 74:
            return fact("gain", by, item=self.dice.choice(ITEMS), count=1)
        if roll < 76:
            return fact("promise_consented", by, promise=self.dice.choice(("P", "Q")))
        if roll < 78:
            return fact("promise_claimed", by, promise=self.dice.choice("PQ"), path=f"c{self.dice.randint(1, 9)}")
        if roll < 82:
            path = self.dice.choice(("c1", "c2", "terms", f"c1.{self.dice.randint(1, 9)}"))
            value = self.dice.choice(("met", "failed", "not-applicable"))
            return fact(
                "promise_ruled", promise="P", path=path, value=value, blamed=self.dice.choice(("", "Red", "Blue"))
            )
        return fact("idle", by)

    def game(self, length: int) -> tuple[tuple[Fact, ...], ...]:
        """Acts and clock markers; nearly always the game ends, and rulings may follow."""
        moments: list[tuple[Fact, ...]] = [(fact("promise_signed", promise="P"), self.act())]
        season = 0
        for _ in range(length):
            roll = self.dice.randrange(100)
            if roll < 12:
                season += 1
                moments.append((fact("season_end", n=season),))
            elif roll < 24:
                moments.append((fact("turn_end", self.dice.choice(PLAYERS)),))
            elif roll < 26:
                moments.append((fact("season_end", n=season), self.act(), fact("turn_end", RED)))
            else:
                moments.append(tuple(self.act() for _ in range(self.dice.choice((1, 1, 1, 2, 2, 3)))))
        outcome = PLAYED_OUT if len(moments) % 2 else "over"
        if self.chance(70):
            moments.insert(self.dice.randint(1, len(moments)), (fact("game_closed", outcome=outcome),))
        return tuple(moments)


def redacted(dice: Random, moments: Sequence[Sequence[Fact]], percent: int = 20) -> tuple[tuple[Fact, ...], ...]:
    """The same game with so many of its slots hidden; what a table does about a promise is never hidden."""
    return tuple(tuple(_redacted(dice, each, percent) for each in facts) for facts in moments)


def _redacted(dice: Random, each: Fact, percent: int) -> Fact:
    if each.kind.startswith(("promise_", "game_")):
        return each
    slots = {
        name: _hidden(dice, value) if dice.randrange(100) < percent else value for name, value in each.slots.items()
    }
    return replace(each, slots=slots)


def _hidden(dice: Random, value: SlotValue) -> SlotValue:
    if isinstance(value, int) and dice.randrange(2):
        return Unknown(dice.randint(0, value), dice.choice((None, value, value + 1)))
    return Unknown()
