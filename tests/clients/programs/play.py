"""Sends the README's requests and plays two games with the generated client, and prints what came of it as JSON.

``play.py ADDRESS``: a game of A Knight's Duty to victory, and a Season of Heirless with a promise and a vote.
"""

import json
import random
import sys
import threading
import uuid
from typing import Any

from oathbook_client import AuthenticatedClient, Client
from oathbook_client.api.games import game, open_game
from oathbook_client.api.log import stream_ticket
from oathbook_client.api.play import decide, options
from oathbook_client.api.promises import audit_promise, offer_promise, sign_promise
from oathbook_client.models import (
    GameToOpen,
    Head,
    HeirlessDecisionThing,
    HeirlessDecisionThingKind,
    HeirlessDecisionTransfer,
    HeirlessDecisionVote,
    HeirlessE1DecisionToMake,
    HeirlessSentAccept,
    HeirlessSentEnact,
    HeirlessSentHaggle,
    KnightsDuty1DecisionToMake,
    KnightsDuty1SentChooseClan,
    LetterToOffer,
    LogItem,
    NothingMore,
    OpenedGame,
    OptionsTold,
    PromiseStepTold,
    SeatToOpen,
    StepTold,
    StoredGameOutcome,
    StreamTicket,
    StreamToFollow,
)

MOST_DECISIONS = 2_000
MOST_GAMES = 40
BODIES: dict[str, Any] = {"heirless/e1": HeirlessE1DecisionToMake, "knights_duty/1": KnightsDuty1DecisionToMake}


class Table:
    """A game that was opened, with a client for each seat."""

    def __init__(self, address: str, edition: str, components: str, seats: list[str]) -> None:
        body = GameToOpen(edition=edition, components=components, seats=[SeatToOpen(seat=each) for each in seats])
        name = str(uuid.uuid4())
        opened, again = (
            open_game.sync(client=Client(base_url=address), body=body, idempotency_key=name) for _ in range(2)
        )
        assert isinstance(opened, OpenedGame), opened
        assert again == opened
        self.game, self.seats, self.opening, self.body = opened.game, seats, body, BODIES[edition]
        keys = opened.keys.seats.additional_properties
        self.clients = {seat: AuthenticatedClient(base_url=address, token=keys[seat], timeout=30) for seat in seats}
        self.stream = Stream(self.clients[seats[0]], self.game)

    def head(self) -> Head:
        head = game.sync(self.game, client=self.clients[self.seats[0]])
        assert isinstance(head, Head), head
        return head

    def may(self, seat: str) -> list[Any]:
        told = options.sync(self.game, client=self.clients[seat])
        assert isinstance(told, OptionsTold), told
        return list(told.listed or [])

    def decides(self, seat: str, decision: Any, if_match: str = "*") -> StepTold:
        """Send a decision, or one of the options; those name their seat, and a body need not."""
        body = self.body.from_dict({"decision": decision.to_dict()})
        told = decide.sync(self.game, client=self.clients[seat], body=body, if_match=if_match)
        assert isinstance(told, StepTold), told
        return told


class Stream(threading.Thread):
    """Follows a game through the client of a seat; what it is sent is read as the client's own types."""

    def __init__(self, client: AuthenticatedClient, name: str) -> None:
        super().__init__(daemon=True)
        self.items: list[LogItem] = []
        self.wrong: list[str] = []
        self._client, self._name = client, name
        self.start()

    def run(self) -> None:
        http = self._client.get_httpx_client()
        with http.stream("GET", f"/v1/games/{self._name}/stream", timeout=60) as sent:
            for line in sent.iter_lines():
                if line.startswith("data: "):
                    value = json.loads(line.removeprefix("data: "))
                    if "event" not in value:  # a checkpoint of the log
                        continue
                    item = LogItem.from_dict(value)
                    if item.to_dict() != value:
                        self.wrong.append(line)
                    self.items.append(item)

    def positions(self) -> list[int]:
        return [each.event.n for each in self.items]


def by_ticket(table: Table, address: str, after: int) -> list[int]:
    """The positions that a client without a key is sent, with a ticket that a seat has got for it."""
    told = stream_ticket.sync(table.game, client=table.clients[table.seats[0]], body=StreamToFollow(after=after))
    assert isinstance(told, StreamTicket), told
    http = Client(base_url=address).get_httpx_client()
    sent = http.get(f"/v1/games/{table.game}/stream", params={"ticket": told.ticket})
    return [int(line.removeprefix("id: ")) for line in sent.text.splitlines() if line.startswith("id: ")]


def played(table: Table, dice: random.Random, stops: Any) -> None:
    """Play on at random, but nobody agrees to end the game, until it is over or stops."""
    for _ in range(MOST_DECISIONS):
        head = table.head()
        if head.closed or stops(head):
            return
        seat = dice.choice(head.to_act)
        may = [each for each in table.may(seat) if getattr(each, "kind", "") != "agree_to_end"]
        table.decides(seat, dice.choice(may))
    msg = "the game goes on for ever"
    raise AssertionError(msg)


def the_readmes_requests(address: str) -> dict[str, Any]:
    table = Table(address, "knights_duty/1", "knights-duty-sample-1", ["ash", "birch"])
    chosen = KnightsDuty1SentChooseClan(kind="choose_clan", clan="red")
    step = table.decides("ash", chosen, if_match='"1"')
    body = KnightsDuty1DecisionToMake(decision=chosen)
    return {"sent": [table.opening.to_dict(), body.to_dict()], "position": step.position}


def a_knights_duty(address: str) -> dict[str, Any]:
    for number in range(MOST_GAMES):
        table = Table(address, "knights_duty/1", "knights-duty-sample-1", ["ash", "birch"])
        played(table, random.Random(number), lambda _: False)
        head = table.head()
        ending = head.standing.ending
        if ending is not None and ending.outcome == "victory":
            table.stream.join(30)
            return {
                "outcome": ending.outcome,
                "winners": ending.winners,
                "position": head.position,
                "followed": table.stream.positions(),
                "by_ticket": by_ticket(table, address, head.position - 3),
                "wrong": table.stream.wrong,
            }
    msg = "nobody won"
    raise AssertionError(msg)


def a_season_of_heirless(address: str) -> dict[str, Any]:
    table = Table(address, "heirless/e1", "heirless-sample-1", ["ash", "birch", "cedar"])
    ash, birch = table.clients["ash"], table.clients["birch"]
    letter = LetterToOffer(letter="ash promises birch to give 2 wolf0 to birch by the end of season 1.")
    offered = offer_promise.sync(table.game, client=ash, body=letter, if_match="*")
    assert isinstance(offered, PromiseStepTold), offered
    for each in (ash, birch):
        signed = sign_promise.sync(table.game, offered.promise.promise, client=each, body=NothingMore(), if_match="*")
        assert isinstance(signed, PromiseStepTold), signed
    wolves = HeirlessDecisionThing(kind=HeirlessDecisionThingKind.RESOURCE, item="wolf0", count=2)
    gift = HeirlessDecisionTransfer(giver="ash", taker="birch", things=[wolves])
    table.decides("ash", HeirlessSentHaggle(kind="haggle", terms=[gift]))
    table.decides("birch", HeirlessSentAccept(kind="accept", offer=1))
    table.decides("ash", HeirlessSentEnact(kind="enact", law="Muster"))
    while any(isinstance(each, HeirlessDecisionVote) for seat in table.head().to_act for each in table.may(seat)):
        seat = table.head().to_act[0]
        table.decides(seat, next(each for each in table.may(seat) if isinstance(each, HeirlessDecisionVote)))
    played(table, random.Random(1), lambda head: "season_began" in kinds(table.stream, after=2) or head.closed)
    promise = audit_promise.sync(table.game, offered.promise.promise, client=ash)
    reached = table.head().position
    return {
        "promise": promise.audit.status,
        "kinds": sorted(kinds(table.stream)),
        "position": reached,
        "followed": table.stream.positions(),
        "wrong": table.stream.wrong,
    }


def kinds(stream: Stream, after: int = 0) -> set[str]:
    """What has happened, by the kinds of events of the rules."""
    found = [each.event for each in stream.items if isinstance(each.event, StoredGameOutcome)]
    return {one.event.kind for each in found for one in each.data.consequences if each.n > after}


if __name__ == "__main__":
    parts = {"readme": the_readmes_requests, "duty": a_knights_duty, "season": a_season_of_heirless}
    print(json.dumps({name: part(sys.argv[1]) for name, part in parts.items()}))
