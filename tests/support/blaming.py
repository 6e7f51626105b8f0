"""Games of the mini-game in which a promise is broken, from the letter to who is blamed."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from domain.games.events import Entry, OfPromise
from domain.kernel.seats import Seat
from domain.promises.accounts import accounted
from domain.promises.acts import act_from
from domain.promises.audit import Audit, audit
from domain.promises.blame import blamed
from domain.promises.causes import DEFAULT, Finding, Move, Policy
from domain.promises.commands import Played, played
from domain.promises.judging import judged
from domain.promises.kernel import Agreement
from domain.promises.letter.lowering import lowered
from domain.promises.letter.names import names_in
from domain.promises.letter.reading import read
from domain.promises.proof import Proof
from domain.recording.scribe import Scribe
from tests.minigame import model as m
from tests.minigame.ruleset import BLUE, GREEN, RED, MiniGame, setup_of
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
        self.scribe = Scribe.opened(MiniGame(), setup_of(components, seats), sources(name))

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
        assert isinstance(body, OfPromise)
        return body.promise

    def plays(self, *moves: str) -> None:
        """Decisions, one after another."""
        for words in moves:
            self.scribe.decide(self.scribe.decision_from(move(words)))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record as its holder has it."""
        return self.scribe.record.entries()

    def audit(self, policy: Policy = DEFAULT) -> Audit:
        """What becomes of all promises."""
        return audit(MiniGame(), self.entries, policy)

    def account(self) -> tuple[str, ...]:
        """The same in words, of the first promise."""
        found = self.audit()
        return accounted(found.promises[0], found.game.trace)

    def trial(self, promise: str = "p1", part: int = 0, policy: Policy = DEFAULT) -> "Tried":
        """What becomes of the promise."""
        game = played(MiniGame(), self.entries)
        letter = game.promises[promise].offer.letter
        names = names_in(MiniGame.vocabulary, self.scribe.record.opened.setup())
        agreement = lowered(read(letter, MiniGame.vocabulary, names), MiniGame.vocabulary, names)[part]
        bound_at = game.promises[promise].bound_at
        signed = next(each.index for each in game.trace.moments if each.position == bound_at)
        proof = judged(promise, agreement, signed, game.trace)
        return Tried(game, agreement, proof, policy)


class Tried(Struct, frozen=True):
    """A promise with its proof."""

    game: Played
    agreement: Agreement
    proof: Proof
    policy: Policy

    @property
    def broken_at(self) -> int | None:
        """Moments from the signing to the breach."""
        return None if self.proof.moment is None else self.proof.moment - self.proof.signed

    @property
    def finding(self) -> Finding:
        """Who is blamed."""
        return blamed(self.game, self.agreement, self.proof, self.policy)

    def number(self, position: int | None) -> int | None:
        """The number of a decision, counted from the signing on; one behind them all counts on."""
        since = [each for each in self.game.commands if each.moment > self.proof.signed]
        places = [each.position for each in since]
        return None if position is None else places.index(position) if position in places else len(places)

    def moves(self, moves: Iterable[Move]) -> list[tuple[int | None, object]]:
        """Moves by the numbers of the decisions at which they could have been taken."""
        return [(self.number(each.position), each.decision) for each in moves]
