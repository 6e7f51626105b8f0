"""How decisions are written at the table: *deploy Valley*, *vote for Open Gates 4*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.heirless.model.battle_decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    PlaceCard,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decline,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    Refine,
    Thing,
    Transfer,
    UseCard,
    Vote,
)
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
        Form(Assign, "assign {workers} to [workplace] {workplace:workplace}"),
        Form(Permit, "let {to:player} use [workplace] {workplace:workplace}", {"allow": True}),
        Form(Permit, "refuse {to:player} [the use of] [workplace] {workplace:workplace}", {"allow": False}),
        Form(Permit, "allow", {"allow": True}),
        Form(Permit, "refuse", {"allow": False}),
        Form(Refine, "refine {amount} {makes:resource} with [a] {worker} [worker]"),
        Form(Build, "build [workplace] {workplace:workplace} on [place] {cell} [discarding {discard:workplace}]"),
        Form(UseCard, "use [card] {card:card}"),
        Form(Deploy, "deploy [a knight] [to] [tile] {tile:tile}"),
        Form(Enact, "propose [law] {law:law}"),
        Form(Enact, "enact [law] {law:law}"),
        Form(Enact, "call a vote on [law] {law:law}"),
        Form(Vote, f"vote for [law] [{{law:law}}] [with] {_SPENT}", {"side": "for"}),
        Form(Vote, f"vote against [law] [{{law:law}}] [with] {_SPENT}", {"side": "against"}),
        Form(Vote, f"spend {_SPENT} in favour of [law] {{law:law}}", {"side": "for"}),
        Form(Vote, f"spend {_SPENT} against [law] {{law:law}}", {"side": "against"}),
        Form(Flee, "flee [from] [tile] {tile:tile}"),
        Form(Idle, "idle"),
        Form(Haggle, "offer [a trade] [:] {terms}"),
        Form(Transfer, "{giver:player} gives {things} to {taker:player}"),
        Form(Thing, "{count} {item:resource}", {"kind": "resource"}),
        Form(Thing, "{item:resource}", {"kind": "resource"}),
        Form(Thing, "{count} {item:faction} [worker] [workers]", {"kind": "worker"}),
        Form(Thing, "{item:faction} [worker]", {"kind": "worker"}),
        Form(Thing, "[marker] {item:marker}", {"kind": "marker"}),
        Form(Thing, "[workplace] {item:workplace} [in place of {replaces:workplace}]", {"kind": "workplace"}),
        Form(Accept, "accept offer {offer}"),
        Form(Accept, "accept {offer}"),
        Form(Decline, "decline offer {offer}"),
        Form(Decline, "decline {offer}"),
        Form(Resolve, "resolve [the battle on] [tile] {tile:tile}"),
        Form(Ally, "ally with {ally:player}"),
        Form(Ally, "name {ally:player} as an ally"),
        Form(Target, "aim at nobody", {"aims": []}),
        Form(Target, "aim {aims}"),
        Form(Aim, "{figure} at {target}"),
        Form(PlaceCard, "defend with [battlecard] {card:battlecard}"),
        Form(Attack, "attack with [battlecard] {card:battlecard} [discarding {discard:battlecard}]"),
        Form(AgreeToEnd, "agree to end [the battle]"),
    ),
    names,
    asides,
)
