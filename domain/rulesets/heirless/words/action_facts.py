"""Standard Actions in words."""

from typing import Final

from oathbook.domain.rulesets.heirless.model import action_events as e
from oathbook.domain.rulesets.heirless.model.components import Amount
from oathbook.domain.rulesets.kit.wording import format_count
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

ACTION_FACTS: Final = (
    FactKind("asks_to_use", ("workplace", "owner")),
    FactKind("permits", ("workplace", "to")),
    FactKind("forbids", ("workplace", "to")),
    FactKind("assigns", ("workplace", "owner", "workers")),
    FactKind("gains_influence", ("influence",)),
    FactKind("refines", ("worker", "first", "second", "makes", "amount")),
    FactKind("discards_workplace", ("workplace",)),
    FactKind("builds", ("workplace", "cell")),
    FactKind("uses_card", ("card", "influence", "prestige")),
    FactKind("deploys", ("knight", "tile")),
    FactKind("vote_opens", ("vote", "law", "threshold"), marker=True),
    FactKind("spends_influence", ("vote", "law", "side", "influence")),
    FactKind("vote_closes", ("vote", "law", "in_favour", "against", "enacted"), marker=True),
    FactKind("law_enacted", ("vote", "law")),
    FactKind("law_stays", ("vote", "law")),
    FactKind("flees", ("knight", "origin", "to")),
)


def action_fact(event: e.ActionEvent) -> Fact:
    """The event as a fact."""
    match event:
        case e.KnightDeployed(seat, knight, tile):
            return Fact("deploys", seat, {"knight": knight, "tile": tile}, f"{seat} deploys {knight} to {tile}")
        case e.KnightFled(seat, knight, origin, tile):
            fled: dict[str, str | int] = {"knight": knight, "origin": origin, "to": tile}
            return Fact("flees", seat, fled, f"{knight} flees from {origin} to {tile}")
        case e.VoteOpened() | e.InfluenceSpent() | e.VoteClosed() | e.LawEnacted() | e.LawStayed():
            return _vote_fact(event)
        case _:
            return _work_fact(event)


def _work_fact(event: e.WorkEvent) -> Fact:  # noqa: C901  # one case an event: a table, not a tangle
    match event:
        case e.ConsentAsked(seat, owner, workplace):
            slots: dict[str, str | int] = {"workplace": workplace, "owner": owner}
            return Fact("asks_to_use", seat, slots, f"{seat} asks {owner} for the use of {workplace}")
        case e.ConsentGiven(seat, owner, workplace):
            return Fact("permits", owner, {"workplace": workplace, "to": seat}, f"{owner} lets {seat} use {workplace}")
        case e.ConsentRefused(seat, owner, workplace):
            slots = {"workplace": workplace, "to": seat}
            return Fact("forbids", owner, slots, f"{owner} does not let {seat} use {workplace}")
        case e.WorkersAssigned(seat, owner, workplace, workers):
            slots = {"workplace": workplace, "owner": owner, "workers": len(workers)}
            says = (
                f"{seat} assigns {format_count(len(workers), 'Worker')} to {workplace} of {owner}: {', '.join(workers)}"
            )
            return Fact("assigns", seat, slots, says)
        case e.InfluenceGained(seat, influence):
            return Fact("gains_influence", seat, {"influence": influence}, f"{seat} gains {influence} Influence")
        case e.ResourcesRefined(seat, worker, first, second, makes, amount):
            slots = {"worker": worker, "first": first, "second": second, "makes": makes, "amount": amount}
            says = f"{seat} refines {amount} {first} and {amount} {second} into {amount} {makes} with a {worker} Worker"
            return Fact("refines", seat, slots, says)
        case e.WorkplaceDiscarded(seat, workplace):
            return Fact("discards_workplace", seat, {"workplace": workplace}, f"{seat} discards {workplace}")
        case e.WorkplaceBuilt(seat, workplace, cell, paid):
            slots = {"workplace": workplace, "cell": cell}
            return Fact("builds", seat, slots, f"{seat} builds {workplace} on place {cell} for {_amounts_text(paid)}")
        case e.CardUsed(seat, card, paid, gained, influence, prestige):
            slots = {"card": card, "influence": influence, "prestige": prestige}
            brings = ", ".join(
                part
                for part in (
                    _amounts_text(gained, ""),
                    _count_of(influence, "Influence"),
                    _count_of(prestige, "Prestige"),
                )
                if part
            )
            return Fact(
                "uses_card", seat, slots, f"{seat} uses {card}: {_amounts_text(paid)} for {brings or 'nothing'}"
            )


def _amounts_text(amounts: tuple[Amount, ...], nothing: str = "nothing") -> str:
    return ", ".join(f"{each.count} {each.of}" for each in amounts) or nothing


def _count_of(number: int, what: str) -> str:
    return f"{number} {what}" if number else ""


def _vote_fact(event: e.VoteEvent) -> Fact:
    match event:
        case e.VoteOpened(vote, seat, law, threshold, voters):
            opened: dict[str, str | int] = {"vote": vote, "law": law, "threshold": threshold}
            says = f"{seat} puts {law} to the vote, Threshold {threshold}; asked are {', '.join(voters)}"
            return Fact("vote_opens", seat, opened, says)
        case e.InfluenceSpent(vote, seat, law, side, influence):
            spent: dict[str, str | int] = {"vote": vote, "law": law, "side": side, "influence": influence}
            says = f"{seat} spends {influence} Influence {side} {law}" if influence else f"{seat} spends nothing"
            return Fact("spends_influence", seat, spent, says)
        case e.VoteClosed(vote, seat, law, in_favour, against, enacted):
            result = "enacted" if enacted else "not enacted"
            closed: dict[str, str | int] = {"vote": vote, "law": law, "in_favour": in_favour, "against": against}
            says = f"the vote on {law} closes with {in_favour} for and {against} against: {result}"
            return Fact("vote_closes", seat, {**closed, "enacted": "yes" if enacted else "no"}, says)
        case e.LawEnacted(vote, seat, law):
            return Fact("law_enacted", seat, {"vote": vote, "law": law}, f"{law} is in force")
        case e.LawStayed(vote, seat, law):
            return Fact("law_stays", seat, {"vote": vote, "law": law}, f"{law} stays available")
