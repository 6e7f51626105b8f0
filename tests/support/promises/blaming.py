"""Games of the mini-game in which a promise is broken, from the letter to who is blamed."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games.game_events import Entry, PromiseEventBase
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.explanation import explanation_of
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit, PromiseAudit
from oathbook.domain.promises.chances.played_game import PlayedGame, played_game
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.promises.who_pays.answers import AlternativeLine, Blame, BlameAnswer
from oathbook.domain.promises.who_pays.who_pays import who_pays
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.minigame import model as m
from tests.minigame.ruleset import BLUE, GREEN, MINIGAME, MIXED, RED, setup_of
from tests.support.playing import Json, sources

SEATS: Final = (RED, BLUE, GREEN)


def move(words: str) -> Json:
    """A decision as the vectors write it: ``red give wood 2 green``, ``red vote CornTax pro 3``, ``blue idle``."""
    by, kind, *rest = words.split()
    places: dict[str, tuple[str, ...]] = {
        "give": ("item", "count", "to"),
        "permit": ("workplace", "to"),
        "refuse": ("whom",),
        "deploy": ("tile",),
        "assign": ("workplace",),
        "attack": ("target",),
        "vote_open": ("law",),
        "vote": ("law", "side", "count"),
    }
    kinds = {"permit": "letuse", "vote_open": "openvote", "vote": "castvote"}
    values = {
        name: int(word) if name == "count" else word for name, word in zip(places.get(kind, ()), rest, strict=True)
    }
    return {"kind": kinds.get(kind, kind), "by": by, **values}


class Table:
    """A game at which something is promised."""

    def __init__(self, components: m.Components, seats: tuple[Seat, ...] = SEATS, name: str = "blame") -> None:
        """Set it up; the name is its seed."""
        self.scribe = MemoryWriter.open(MINIGAME, setup_of(components, seats), sources(name))

    def promises(self, letter: str) -> str:
        """A letter that everybody signs."""
        promise = self.does(letter.split(maxsplit=1)[0].strip(","), "offer", letter=letter)
        for seat in self.scribe.game.promises[promise].offer.signers:
            self.does(seat, "sign", promise=promise)
        return promise

    def does(self, by: str, kind: str, **fields: object) -> str:
        """Something done with a promise; which one."""
        (event,) = self.scribe.promise(Seat(by), act_from({"kind": kind, **fields}, where="test"))
        body = event.entry.body
        assert isinstance(body, PromiseEventBase)
        return body.promise

    def plays(self, *moves: str) -> None:
        """Decisions, one after another."""
        for words in moves:
            self.scribe.decide(self.scribe.decision_from(move(words)))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record as its holder has it."""
        return self.scribe.record.entries()

    def audit(self) -> Audit:
        """What becomes of all promises."""
        return audit(MINIGAME, self.entries)

    def account(self) -> tuple[str, ...]:
        """The same in words, of the first promise."""
        found = self.audit()
        promise = found.promises[0]
        return tuple(
            line
            for part in promise.parts
            for line in explanation_of(promise, part, found.game.trace, MINIGAME.vocabulary)
        )

    def trial(self, promise: str = "p1", rules: AnyRuleset | None = None) -> "Tried":
        """What becomes of the promise, under other rules if some are given."""
        game = played_game(rules or MINIGAME, self.entries)
        letter = game.promises[promise].offer.letter
        names = names_in(MINIGAME.vocabulary, self.scribe.record.opened.setup())
        agreement = compile_letter(parse_letter(letter, MINIGAME.vocabulary, names), MINIGAME.vocabulary, names)[0]
        bound_at = game.promises[promise].bound_at
        signed = next(each.index for each in game.trace.moments if each.position == bound_at)
        proof = prove_verdict(promise, agreement, signed, game.trace)
        return Tried(game, agreement, proof)


class Tried(Struct, frozen=True):
    """A promise with its proof."""

    game: PlayedGame
    agreement: Agreement
    proof: Proof

    @property
    def broken_at(self) -> int | None:
        """Moments from the signing to the breach."""
        return None if self.proof.moment is None else self.proof.moment - self.proof.signed

    @property
    def blame(self) -> Blame:
        """Who is blamed."""
        return who_pays(self.game, self.agreement, self.proof)

    def number(self, position: int | None) -> int | None:
        """The number of a decision, counted from the signing on; one behind them all counts on."""
        since = [each for each in self.game.commands if each.moment > self.proof.signed]
        places = [each.at for each in since]
        return None if position is None else places.index(position) if position in places else len(places)

    def put_in(self, line: AlternativeLine | None) -> tuple[tuple[int | None, object], ...]:
        """What a line puts in, by the numbers of the decisions at which it could have been decided."""
        put_in = () if line is None else line.puts_in
        return tuple((self.number(each.position), one) for each in put_in for one in each.decisions or (None,))


# Random games -----------------------------------------------------------------------------------------------------

LETTERS: Final = (
    "{a} promises {b} to give {n} {item} to {b} by the end of season {s}.",
    "{a} promises {b} to give exactly {n} {item} to {b} by the end of season {s}.",
    "{a} promises {b} never to attack {b}.",
    "{a} promises {b} to idle at most once.",
    '{a} promises {b} to deploy a knight to tile "{tile}" before {c} deploys a knight to tile "{tile}".',
    '{a} promises {b} to assign workers to workplace "Forge" by the end of season {s}.',
    '{a} promises {b} that {a} controls tile "{tile}" at the end of season {s}.',
    '{a} promises {b} that {a} controls tile "{tile}" by the end of season {s}.',
    "{a} promises {b} that {a} has at least {n} {item} until the end of season {s}.",
    "{a} and {b} jointly promise {c} to give {n} {item} to {c} by the end of season {s}.",
    "{a} and {b} jointly promise {c} not to attack {c} until the end of season {s}.",
    "{a} and {b} each promise {c} not to idle until {c} idles.",
    '{a} promises {b} to spend at least {n} influence in favour of law "{law}" in the next vote on law "{law}".',
    "{a} promises {b} whenever a vote on any law opens, to spend at most 1 influence against it in that vote.",
    "{a} promises {b} whenever {b} gives 1 {item} to {a}, to give 1 stone to {b} within 1 turn of {a}.",
    "{a} promises {b} if {c} attacks {b}, to attack {c} within 1 season, otherwise to idle at least once.",
    "{a} promises {b} to either give {n} {item} to {b} or attack {c} by the end of season {s}.",
    "{a} promises {b} not to attack {c} until the end of season {s}, unless {c} attacks {a}.",
)


def random_table(
    seed: int,
    called: Mapping[Seat, Seat] | None = None,
    *,
    most: int = 60,
    letters: int = 6,
    texts: Sequence[str] = LETTERS,
) -> Table:
    """A game at which a few random letters are signed, and random decisions are taken; the same for the same seed."""
    dice = random.Random(seed)  # noqa: S311  # a game of a test, not a secret
    named = {seat: (called or {}).get(seat, seat) for seat in SEATS}
    table = Table(_renamed(MIXED, named), tuple(named[seat] for seat in SEATS), f"random {seed}")
    for _ in range(letters):
        a, b, c = (named[seat] for seat in dice.sample(SEATS, 3))
        places = {"n": dice.randint(1, 3), "s": dice.randint(1, 2), "item": dice.choice(["wood", "corn", "stone"])}
        text = dice.choice(texts)
        table.promises(
            text.format(a=a, b=b, c=c, tile=dice.choice(["Mill", "Peak"]), law=dice.choice(MIXED.laws), **places)
        )
    for _ in range(most):
        if table.scribe.game.closed:
            break
        table.scribe.decide(_any_decision(table, dice))
    return table


def _any_decision(table: Table, dice: random.Random) -> m.Decision:
    """Whoever is to act does something; now and then somebody gives or refuses something besides."""
    state = table.scribe.game.state
    (seat,) = MINIGAME.to_act(state)
    if dice.random() < 1 / 5:
        seat = dice.choice([each for each in state.seats if each not in state.gone])
    listed = [each for each in MINIGAME.options(state, seat).listed if not isinstance(each, m.Leave)]
    kinds = sorted({type(each).__name__ for each in listed})
    if not kinds:
        return _any_decision(table, dice)
    kind = dice.choice(kinds)
    return dice.choice([each for each in listed if type(each).__name__ == kind])


def _renamed(parts: m.Components, named: Mapping[Seat, Seat]) -> m.Components:
    return replace(
        parts,
        goods={named[seat]: each for seat, each in parts.goods.items()},
        owners={workplace: named[seat] for workplace, seat in parts.owners.items()},
        permits=tuple(m.Permit(named[each.seat], each.workplace) for each in parts.permits),
    )


# One promise ------------------------------------------------------------------------------------------------------

ALL_IDLE: Final = ("red idle", "blue idle", "green idle")
INFLUENTIAL: Final[m.Goods] = {"influence": 3}


def goods(**of: m.Goods) -> m.Components:
    """A game in which somebody has something, laws can be voted on, and Green has a workplace."""
    return m.Components(
        goods={Seat(seat): each for seat, each in of.items()}, laws=("CornTax", "Gates"), owners={"Forge": GREEN}
    )


def tried(
    letter: str, start: m.Components, moves: Sequence[str], *, seats: tuple[Seat, ...] = SEATS, name: str = "blame"
) -> PromiseAudit:
    """The audit of one promise."""
    table = Table(start, seats, name)
    table.promises(letter)
    table.plays(*moves)
    (promise,) = table.audit().promises
    return promise


def only(promise: PromiseAudit) -> PartAudit:
    """The part of a promise that has no other."""
    (part,) = promise.parts
    return part


def answering(promise: PromiseAudit) -> tuple[Seat, ...]:
    """Who is blamed."""
    return only(promise).blame.blamed


def paying(promise: PromiseAudit) -> tuple[BlameAnswer, ...]:
    """The answers about those who pay."""
    return tuple(each for each in only(promise).blame.answers if each.pays)


def decided(answer: BlameAnswer) -> tuple[Any, ...]:
    """What is decided on the line of an answer, in the order of the game; nothing where something is left."""
    put_in = sorted(answer.line.puts_in, key=lambda each: each.position) if answer.line else ()
    return tuple(one for each in put_in for one in each.decisions or (None,))


def codes(promise: PromiseAudit) -> list[str]:
    """What is left to a judge."""
    return [each.code for each in promise.referrals]


DICE: Final = [str(number) for number in range(20)]


def lost_by(
    seat: Seat, start: m.Components, moves: Sequence[str], seats: tuple[Seat, ...], name: str, tile: str = ""
) -> bool:
    """Whether the die of a game of that name is against a seat."""
    table = Table(start, seats, name)
    table.promises("red promises green to attack green by the end of season 1.")
    table.plays(*moves)
    return seat not in {each.seat for each in table.scribe.game.state.knights if tile in {"", each.tile}}
