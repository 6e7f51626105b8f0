"""Every page but the replays, by a name: of the showcase game, of a duel with a dispute, and of the rules."""

from typing import Final

from tests.service.disputes.disputing import Disputes, duelling
from tests.support.browsing import Library
from tests.support.serving import await_read_models, to_open

FOUR: Final = "heirless/e1/four-players-and-their-word"
"""The showcase: promises kept and broken, one of them in plain words."""


def every_page(library: Library) -> dict[str, str]:
    """The address of each; a duel is played and disputed for it."""
    game = f"/games/{library.games[FOUR]}"
    with library.process.client() as client:
        dispute = Disputes.filed(duelling(client, 3), claim={"claim": "decision-refused", "at": 7, "decision": REFUSED})
        dispute.does("ash", "finding")
        ruled = Disputes.filed(duelling(client, 3))
        ruled.does("ash", "finding")
        ruled.ruled()
        written = client.post("/v1/games", json=to_open() | {"entry": "scribe"}).json()["game"]
        await_read_models(client)
    cases = (each.path.removeprefix("/v1") for each in (dispute, ruled))
    return {
        "catalogue": "/",
        "new game": "/games/new",
        "invite": f"{game}/invite",
        "docket": "/disputes",
        "player": "/players/Bram",
        "rulesets": "/rulesets",
        "edition": "/rulesets/heirless/e1",
        "clause": "/rulesets/knights_duty/1/clauses/KD-8.2",
        "price": "/rulesets/heirless/e1/clauses/HT-10.4",
        "draws": "/rulesets/knights_duty/1/draws",
        "play": f"{game}/play",
        "scribe": f"/games/{written}/scribe",
        "result": f"{game}/result",
        "letter": f"{game}/promises/new",
        "claim": f"{game}/disputes/new",
        **{f"promise {each}": f"{game}/promises/p{each}" for each in range(1, 5)},
        **dict(zip(("case", "ruling"), cases, strict=True)),
    }


REFUSED: Final = {"by": "ash", "kind": "inspire", "use": True}
