"""How decisions are written at the table: *deploy Valley*, *vote for Open Gates 4*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Of what is traded; letters have one sort for Resources and Workers."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"resource": setup.components.resources, "faction": FACTIONS}


def asides(state: State) -> Mapping[str, str]:
    """The Law that is put to the vote; the Workplace that is asked for, and who asks."""
    ballot, request = state.field.ballot, state.field.request
    law = {} if ballot is None else {"law": ballot.law}
    return law if request is None else {**law, "to": request.by, "workplace": request.workplace}


_SPENT: Final = "{influence} [Influence]"

NOTATION: Final = Notation(
    (
        Form(decisions.Assign, "assign {workers} to [workplace] {workplace:workplace}"),
        Form(decisions.Permit, "let {to:player} use [workplace] {workplace:workplace}", {"allow": True}),
        Form(decisions.Permit, "refuse {to:player} [the use of] [workplace] {workplace:workplace}", {"allow": False}),
        Form(decisions.Permit, "allow", {"allow": True}),
        Form(decisions.Permit, "refuse", {"allow": False}),
        Form(decisions.Refine, "refine {amount} {makes:resource} with [a] {worker} [worker]"),
        Form(
            decisions.Build,
            "build [workplace] {workplace:workplace} on [place] {cell} [discarding {discard:workplace}]",
        ),
        Form(decisions.UseCard, "use [card] {card:card}"),
        Form(decisions.Deploy, "deploy [a knight] [to] [tile] {tile:tile}"),
        Form(decisions.Enact, "propose [law] {law:law}"),
        Form(decisions.Enact, "enact [law] {law:law}"),
        Form(decisions.Enact, "call a vote on [law] {law:law}"),
        Form(decisions.Vote, f"vote for [law] [{{law:law}}] [with] {_SPENT}", {"side": "for"}),
        Form(decisions.Vote, f"vote against [law] [{{law:law}}] [with] {_SPENT}", {"side": "against"}),
        Form(decisions.Vote, f"spend {_SPENT} in favour of [law] {{law:law}}", {"side": "for"}),
        Form(decisions.Vote, f"spend {_SPENT} against [law] {{law:law}}", {"side": "against"}),
        Form(decisions.Flee, "flee [from] [tile] {tile:tile}"),
        Form(decisions.Idle, "idle"),
        Form(decisions.Haggle, "offer [a trade] [:] {terms}"),
        Form(decisions.Transfer, "{giver:player} gives {things} to {taker:player}"),
        Form(decisions.Thing, "{count} {item:resource}", {"kind": "resource"}),
        Form(decisions.Thing, "{item:resource}", {"kind": "resource"}),
        Form(decisions.Thing, "{count} {item:faction} [worker] [workers]", {"kind": "worker"}),
        Form(decisions.Thing, "{item:faction} [worker]", {"kind": "worker"}),
        Form(decisions.Thing, "[marker] {item:marker}", {"kind": "marker"}),
        Form(decisions.Thing, "[workplace] {item:workplace} [in place of {replaces:workplace}]", {"kind": "workplace"}),
        Form(decisions.Accept, "accept offer {offer}"),
        Form(decisions.Accept, "accept {offer}"),
        Form(decisions.Decline, "decline offer {offer}"),
        Form(decisions.Decline, "decline {offer}"),
        Form(decisions.Resolve, "resolve [the battle on] [tile] {tile:tile}"),
        Form(decisions.Ally, "ally with {ally:player}"),
        Form(decisions.Ally, "name {ally:player} as an ally"),
        Form(decisions.Target, "aim at nobody", {"aims": []}),
        Form(decisions.Target, "aim {aims}"),
        Form(Aim, "{figure} at {target}"),
        Form(decisions.PlaceCard, "defend with [battlecard] {card:battlecard}"),
        Form(decisions.Attack, "attack with [battlecard] {card:battlecard} [discarding {discard:battlecard}]"),
        Form(decisions.AgreeToEnd, "agree to end [the battle]"),
    ),
    names,
    asides,
)
