"""The table of decisions: requirements, step of the rulebook, notation and sentence of each."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Hidden, Requirement
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.heirless.chapters.battles import battle_turn, battlecards
from oathbook.domain.rulesets.heirless.chapters.battles.alliances import may_ally
from oathbook.domain.rulesets.heirless.chapters.battles.battle_end import may_agree_to_end
from oathbook.domain.rulesets.heirless.chapters.battles.battles import may_resolve
from oathbook.domain.rulesets.heirless.chapters.battles.reports import may_report
from oathbook.domain.rulesets.heirless.chapters.battles.targets import may_target
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns import haggling
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import assign, may_assign, may_permit, permit
from oathbook.domain.rulesets.heirless.chapters.turns.building import build, may_build
from oathbook.domain.rulesets.heirless.chapters.turns.cards import may_use_card, use_card
from oathbook.domain.rulesets.heirless.chapters.turns.knights import deploy, flee, may_deploy, may_flee
from oathbook.domain.rulesets.heirless.chapters.turns.refining import may_refine, refine
from oathbook.domain.rulesets.heirless.chapters.turns.rewards import may_take_reward
from oathbook.domain.rulesets.heirless.chapters.turns.season import take_reward
from oathbook.domain.rulesets.heirless.chapters.turns.turns import idle, may_idle
from oathbook.domain.rulesets.heirless.chapters.turns.voting import enact, may_enact, may_vote, vote
from oathbook.domain.rulesets.heirless.model import decisions as d
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.goods import describe_thing
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.wording import format_count, format_list


def _in_battle(row: Decides) -> Decides:
    """The same; where Battles cannot be read, nothing is asked, and taking the decision raises ``NotCovered``."""

    def needs(state: State, decision: d.BattleDecision) -> Iterable[Requirement]:
        return row.needs(state, decision) if battle_turn.is_readable(state) else ()

    def take(play: Play, decision: d.BattleDecision, chance: Chance) -> None:
        battle_turn.must_be_covered(play.state)
        row.take(play, decision, chance)

    return replace(row, needs=needs, take=take)


def _assignment(decision: d.Assign) -> str:
    workers = decision.workers
    return f"sends {format_count(len(workers), 'Worker')} ({', '.join(workers)}) to {decision.workplace}"


def _building(decision: d.Build) -> str:
    away = f" and discards {decision.discard}" if decision.discard else ""
    return f"builds {decision.workplace} on place {decision.cell}{away}"


def _vote(decision: d.Vote) -> str:
    how = "backs" if decision.side == "for" else "opposes"
    influence = decision.influence
    return f"{how} the Law with {influence} Influence" if influence else "spends no Influence on the vote"


def _transfers(terms: d.Terms, list_things: Callable[[list[str]], str]) -> list[str]:
    things = (list_things([describe_thing(thing) for thing in each.things]) or "nothing" for each in terms)
    return [f"{each.giver} gives {what} to {each.taker}" for each, what in zip(terms, things, strict=True)]


def _card(card: Hidden[str]) -> str:
    return f"Battlecard {card.look()}" if card.is_open else "a Battlecard face down"


def _quoted_card(card: Hidden[str]) -> str:
    return f'battlecard "{card.look()}"' if card.is_open else "a battlecard face down"


def _attack(decision: d.Attack) -> str:
    away = f" and discard {_quoted_card(decision.discard)}" if decision.discard is not None else ""
    return f'attack with battlecard "{decision.card}"{away}'


def _report(decision: d.Report) -> str:
    losing = f" with the loss of {format_list(decision.lost)}" if decision.lost else ""
    won = "the Bandits" if BANDITS in decision.winners else format_list(decision.winners)
    return f"reports the Battle on {decision.tile} won by {won}{losing}"


_SPENT: Final = "{influence} [Influence]"

_BATTLE_ROWS: Final = (
    Decides(
        d.Resolve,
        may_resolve,
        battle_turn.resolve,
        "resolve [the battle on] [tile] {tile:tile}",
        "resolves the Battle on {tile}",
        phrase='resolve the battle on tile "{tile}"',
    ),
    Decides(
        d.Ally,
        may_ally,
        battle_turn.ally,
        ("ally with {ally:player}", "name {ally:player} as an ally"),
        lambda each: f"wants {each.ally} as an ally" if each.ally else "wants no ally",
        phrase="name {ally} as an ally",
    ),
    Decides(
        d.Target,
        may_target,
        battle_turn.target,
        (("aim at nobody", {"aims": []}), "aim {aims}"),
        lambda each: format_list([f"aims {aim.figure} at {aim.target}" for aim in each.aims]) or "aims at nobody",
        {"aims": lambda aims: ", ".join(f"{aim.figure} at {aim.target}" for aim in aims) or "at nobody"},
        "aim {aims}",
    ),
    Decides(
        d.PlaceCard,
        battlecards.may_place_card,
        battle_turn.defend,
        "defend with [battlecard] {card:battlecard}",
        lambda each: f"defends with {_card(each.card)}",
        {"card": _quoted_card},
        "defend with {card}",
    ),
    Decides(
        d.Attack,
        battlecards.may_attack,
        battle_turn.attack,
        "attack with [battlecard] {card:battlecard} [discarding {discard:battlecard}]",
        "attacks with Battlecard {card}{discard}",
        {"discard": lambda discard: f" and discards {_card(discard)}" if discard is not None else ""},
        _attack,
    ),
    Decides(
        d.AgreeToEnd,
        may_agree_to_end,
        battle_turn.agree_to_end,
        "agree to end [the battle]",
        "agrees to end the Battle",
        phrase="agree to end the battle",
    ),
    Decides(
        d.TakeReward,
        may_take_reward,
        take_reward,
        (
            ("take [the reward of] [tile] {tile:tile}", {"take": True}),
            ("leave [the reward of] [tile] {tile:tile}", {"take": False}),
        ),
        "{take} the reward of {tile}",
        {"take": lambda take: "takes" if take else "leaves"},
        lambda each: f'{"take" if each.take else "leave"} the reward of tile "{each.tile}"',
    ),
)
DECISIONS: Final = Decisions(
    Decides(
        d.Assign,
        may_assign,
        assign,
        "assign {workers} to [workplace] {workplace:workplace}",
        _assignment,
        {"workers": ", ".join},
        'assign {workers} to workplace "{workplace}"',
    ),
    Decides(
        d.Permit,
        may_permit,
        permit,
        (
            ("let {to:player} use [workplace] {workplace:workplace}", {"allow": True}),
            ("refuse {to:player} [the use of] [workplace] {workplace:workplace}", {"allow": False}),
            ("allow", {"allow": True}),
            ("refuse", {"allow": False}),
        ),
        "{allow} the Workplace be used",
        {"allow": lambda allow: "lets" if allow else "does not let"},
        lambda each: "let the workplace be used" if each.allow else "refuse the use of the workplace",
    ),
    Decides(
        d.Refine,
        may_refine,
        refine,
        "refine {amount} {makes:resource} with [a] {worker} [worker]",
        "refines {amount} {makes} with a {worker} Worker",
        phrase="refine {amount} {makes} with a Worker of {worker}",
    ),
    Decides(
        d.Build,
        may_build,
        build,
        "build [workplace] {workplace:workplace} on [place] {cell} [discarding {discard:workplace}]",
        _building,
        {"discard": lambda discard: f' in place of "{discard}"' if discard is not None else ""},
        'build workplace "{workplace}" on place {cell}{discard}',
    ),
    Decides(d.UseCard, may_use_card, use_card, "use [card] {card:card}", "uses {card}", phrase='use card "{card}"'),
    Decides(
        d.Deploy,
        may_deploy,
        deploy,
        "deploy [a knight] [to] [tile] {tile:tile}",
        "deploys a Knight to {tile}",
        phrase='deploy a knight to tile "{tile}"',
    ),
    Decides(
        d.Enact,
        may_enact,
        enact,
        ("propose [law] {law:law}", "enact [law] {law:law}", "call a vote on [law] {law:law}"),
        "puts {law} to the vote",
        phrase='propose law "{law}"',
    ),
    Decides(
        d.Vote,
        may_vote,
        vote,
        (
            (f"vote for [law] [{{law:law}}] [with] {_SPENT}", {"side": "for"}),
            (f"vote against [law] [{{law:law}}] [with] {_SPENT}", {"side": "against"}),
            (f"spend {_SPENT} in favour of [law] {{law:law}}", {"side": "for"}),
            (f"spend {_SPENT} against [law] {{law:law}}", {"side": "against"}),
        ),
        _vote,
        {
            "influence": lambda number: str(number or "no"),
            "side": {"for": "in favour of", "against": "against"}.__getitem__,
        },
        "spend {influence} Influence {side} the law",
    ),
    Decides(
        d.Flee, may_flee, flee, "flee [from] [tile] {tile:tile}", "flees from {tile}", phrase='flee from tile "{tile}"'
    ),
    Decides(d.Idle, may_idle, idle, "idle", "Idles", phrase="idle"),
    Decides(
        d.Haggle,
        haggling.may_haggle,
        haggling.haggle,
        "offer [a trade] [:] {terms}",
        lambda each: f"offers a trade: {format_list(_transfers(each.terms, format_list))}",
        {"terms": lambda terms: ", ".join(_transfers(terms, " and ".join))},
        "offer a trade: {terms}",
    ),
    Decides(
        d.Accept,
        haggling.may_accept,
        haggling.accept,
        ("accept offer {offer}", "accept {offer}"),
        "agrees to offer {offer}",
        phrase="accept offer {offer}",
    ),
    Decides(
        d.Decline,
        haggling.may_decline,
        haggling.decline,
        ("decline offer {offer}", "decline {offer}"),
        "declines offer {offer}",
        phrase="decline offer {offer}",
    ),
    *map(_in_battle, _BATTLE_ROWS),
    Decides(
        d.Report,
        may_report,
        battle_turn.report,
        (
            ("report [the battle on] [tile] {tile:tile} won by [the] bandits [losing {lost}]", {"winners": [BANDITS]}),
            "report [the battle on] [tile] {tile:tile} won by {winners} [losing {lost}]",
        ),
        _report,
        {"winners": format_list, "lost": lambda lost: f" losing {', '.join(lost)}" if lost else ""},
        'report the battle on tile "{tile}" won by {winners}{lost}',
    ),
)
FORMS: Final = (
    *DECISIONS.forms(),
    Form(d.Transfer, "{giver:player} gives {things} to {taker:player}"),
    Form(d.Thing, "{count} {item:resource}", {"kind": "resource"}),
    Form(d.Thing, "{item:resource}", {"kind": "resource"}),
    Form(d.Thing, "{count} {item:faction} [worker] [workers]", {"kind": "worker"}),
    Form(d.Thing, "{item:faction} [worker]", {"kind": "worker"}),
    Form(d.Thing, "[marker] {item:marker}", {"kind": "marker"}),
    Form(d.Thing, "[workplace] {item:workplace} [in place of {replaces:workplace}]", {"kind": "workplace"}),
    Form(Aim, "{figure} at {target}"),
)
