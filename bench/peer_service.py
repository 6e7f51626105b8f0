"""The peer of the service: the same game over HTTP as a competent user of these packages would write it.

FastAPI with synchronous endpoints, the eventsourcing library's aggregate and JSON on SQLite, our rules. No keys of
digests, no chain, no hidden values on disk, no read models. ``python -m bench.peer_service PORT DATABASE``.
"""

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any, Final
from uuid import UUID

import uvicorn
from eventsourcing.persistence import IntegrityError
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from bench.library import Played, matches_in, plain_consequences, plain_step
from bench.workload import RULESET
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.cleartext import decision_from, decision_text
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.rulesets.protocol import SeatSetup, Setup

SEED: Final = "0" * 64
Auth = Annotated[str, Header()]
IfMatch = Annotated[str, Header()]


class NewMatch(BaseModel):
    """Who plays."""

    seats: list[dict[str, str]]


class Decision(BaseModel):
    """What somebody decides."""

    decision: dict[str, Any]


class PeerService:
    """The routes, and what they share."""

    def __init__(self, db: Path) -> None:
        """On a database file."""
        self._matches = matches_in(db)
        self._sources = system_sources()
        self._keys: dict[str, dict[str, str]] = {}

    @property
    def app(self) -> FastAPI:
        """The application."""
        app = FastAPI()
        app.add_api_route("/v1/games", self.open_game, methods=["POST"], status_code=201)
        app.add_api_route("/v1/games/{game}/options", self.options)
        app.add_api_route("/v1/games/{game}/decisions", self.decide, methods=["POST"], status_code=201)
        return app

    def open_game(self, new: NewMatch) -> dict[str, Any]:
        """A new match, and a key for each seat."""
        sample, own = RULESET.samples()[0], {each["seat"]: secrets.token_urlsafe(32) for each in new.seats}
        setup = Setup(tuple(SeatSetup(Seat(seat)) for seat in own), sample.components, sample.switches)
        _, first = game_head.open_game(RULESET, NewGame(setup), self._sources)
        match = Played(**plain_step(first)[0])
        self._matches.save(match)
        self._keys[str(match.id)] = {key: seat for seat, key in own.items()}
        return {"game": str(match.id), "keys": {"seats": own}, "position": match.version}

    def options(self, game: str, authorization: Auth) -> dict[str, Any]:
        """What a seat may decide."""
        seat, match = self._seat(game, authorization), self._match(game)
        return {"listed": [json.loads(decision_text(each)) for each in RULESET.options(match.state, seat).listed]}

    def decide(self, game: str, body: Decision, authorization: Auth, if_match: IfMatch) -> dict[str, Any]:
        """Decide, at the position that was seen."""
        seat, match = self._seat(game, authorization), self._match(game)
        if if_match.strip('"') != str(match.version):
            raise HTTPException(412)
        salts = self._sources.salts
        decision = decision_from(RULESET.wire.decision, body.decision, by=seat, salts=salts, where="decision")
        refusal = RULESET.refusal(match.state, decision)
        if refusal is not None:
            raise HTTPException(409, refusal.says)
        found = RULESET.decide(match.state, decision, SeededChance(SEED, game, match.version + 1))
        followed, at = plain_consequences(found), self._sources.clock()
        match.decide(at=at, by=seat, step=0, decision=json.loads(decision_text(decision)))
        match.follow(at=at, by="rules", step=0, of=match.version, consequences=followed)
        try:
            self._matches.save(match)
        except IntegrityError:
            raise HTTPException(412) from None
        return {"position": match.version, "to_act": list(RULESET.to_act(match.state)), "events": followed}

    def _seat(self, game: str, authorization: str) -> Seat:
        seat = self._keys.get(game, {}).get(authorization.removeprefix("Bearer "))
        if seat is None:
            raise HTTPException(401)
        return Seat(seat)

    def _match(self, game: str) -> Played:
        match: Played = self._matches.repository.get(UUID(game))
        return match


if __name__ == "__main__":
    sys.stdout.write(f"http://127.0.0.1:{sys.argv[1]}\n")
    sys.stdout.flush()
    uvicorn.run(PeerService(Path(sys.argv[2])).app, port=int(sys.argv[1]), access_log=False, log_level="error")
