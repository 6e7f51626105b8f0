"""The pages about disputes: the docket, one case, the form for a claim, and a clause with its rulings."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from oathbook.api.pages import routes
from oathbook.api.pages.addresses import DisputeId, GameId, Name, ServiceHere
from oathbook.api.pages.rendering import render_page
from oathbook.api.schemas.editions import clause_in
from oathbook.api.service import Service
from oathbook.domain.application.claims import claim_readers
from oathbook.domain.disputes.dispute import Dispute, DisputeState
from oathbook.domain.disputes.dispute_events import Arbiter
from oathbook.domain.disputes.policy import REMEDY_WORDS, Proposal, policies, propose
from oathbook.domain.disputes.procedure import CORRECTABLE
from oathbook.domain.errors import BadRecord, CorruptRecord
from oathbook.domain.games.game_events import ByWitness, DecisionMade
from oathbook.domain.games.game_sentences import decision_sentence, facts_with_display_names
from oathbook.domain.kernel import Roster, capitalise
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, MOST_EXACT, PENALTY, RESULT_PARTS, WORDS
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import clause_usage
from oathbook.projections.citations import citations
from oathbook.projections.docket import DocketFilter, docket
from oathbook.projections.precedents import clause_disputes, precedents
from oathbook.projections.ruled_effects import warnings_by_seat

router = APIRouter(include_in_schema=False)

DISPUTES_A_PAGE: Final = 50
RULINGS_A_PAGE: Final = 50
EVENTS_A_PAGE: Final = 20
EVENTS_OF_A_READING: Final = 3
STATES: Final[tuple[DisputeState, ...]] = ("open", "ruled", "appealed", "settled", "withdrawn")
AfterNumber = Annotated[int | None, Query(ge=1, le=MOST_EXACT)]


@router.get("/disputes")
def docket_page(  # noqa: PLR0913  # because each filter has a name of its own
    service: ServiceHere,
    *,
    game: Annotated[str, Query(max_length=64)] = "",
    edition: routes.Filter = "",
    clause: routes.Filter = "",
    state: DisputeState | Literal[""] = "",
    arbiter: routes.Filter = "",
    after: AfterNumber = None,
    spoilers: routes.Spoilers = "shown",
) -> Response:
    """The docket, newest first; empty while spoilers are hidden."""
    wanted = {"game": game, "edition": edition, "clause": clause, "state": state, "arbiter": arbiter}
    sought = DocketFilter(
        game=game or None,
        edition=edition or None,
        clause=clause or None,
        state=state or None,
        arbiter=arbiter or None,
        after=after,
    )
    found = docket(service.views, sought, limit=DISPUTES_A_PAGE)
    values = {
        "docket": found,
        "games": routes.catalogue_rows(service, (each.game for each in found.disputes)),
        "editions": [each.edition for each in service.rulesets],
        "states": STATES,
        "wanted": wanted,
        "kept": {name: value for name, value in wanted.items() if value},
        "after": after,
        "spoilers": spoilers,
        "remedy_words": REMEDY_WORDS,
    }
    return render_page("docket.html", values)


@router.get("/disputes/{dispute}")
def case_page(service: ServiceHere, dispute: DisputeId, spoilers: routes.Spoilers = "shown") -> Response:
    """A dispute: the page holds the claim, and its script requests the rest with the viewer's key."""
    found = service.disputes.stream(dispute).dispute
    opening = service.opening(found.game)
    ruleset, roster = service.ruleset_of(opening.edition), opening.roster
    claim = found.filed.claim
    said = {
        "refused": _decision_sentence(ruleset, claim.get("decision"), roster),
        "instead": _outcome_sentences(ruleset, claim.get("follows"), roster),
    }
    limits = {"most_said": WORDS, "most_events": EVENTS_PER_GAME, "most_points": PENALTY, "most_parts": RESULT_PARTS}
    warned = warnings_by_seat(service.views, found.game)
    filer = f"the arbiter {found.by.name}" if isinstance(found.by, Arbiter) else roster.call(found.by)
    about = {
        "dispute": found,
        "filer": filer,
        "correctable": CORRECTABLE,
        "remedy_words": REMEDY_WORDS,
        "is_witnessed": isinstance(opening.chance, ByWitness),
        "warned": warned,
        "proposals": _proposals(service, found),
        **said,
        **limits,
    }
    return render_page("case.html", {**routes.game_values(service, found.game, spoilers), **about})


@router.get("/games/{game}/disputes/new")
def claim_page(service: ServiceHere, game: GameId, spoilers: routes.Spoilers = "shown") -> Response:
    """The form in which a player with the key of a seat files a claim about an event."""
    return render_page(
        "claim.html",
        {**routes.game_values(service, game, spoilers), "most_said": WORDS, "most_events": EVENTS_PER_GAME},
    )


@router.get("/rulesets/{ruleset}/{edition}/clauses/{clause}")
def clause_page(  # noqa: PLR0913, PLR0917  # because an address has its parts, and each list pages of its own
    service: ServiceHere,
    ruleset: Name,
    edition: Name,
    clause: Name,
    after: AfterNumber = None,
    events: AfterNumber = None,
    spoilers: routes.Spoilers = "shown",
) -> Response:
    """A clause in our words, its readings, the events that cite it and them, and the rulings that read it.

    ``after`` and ``events`` say behind which ruling and which event a page begins.
    """
    rules = service.ruleset_of(f"{ruleset}/{edition}")
    found, views = rules.edition, service.views
    key, usage = found.key, clause_usage.usage(views, found.key)
    about = [each.id for each in found.rulebook.readings if clause in each.where]
    cited = {each: citations(views, rules, each, limit=EVENTS_OF_A_READING) for each in about}
    cited[clause] = citations(views, rules, clause, after=events, limit=EVENTS_A_PAGE)
    read = precedents(views, key, clause, after=after, limit=RULINGS_A_PAGE)
    mentioned = {each.game for one in cited.values() for each in one.events} | {each.game for each in read.rulings}
    values = {
        "edition": found,
        "clause": clause_in(found, clause),
        "used": next((each for each in usage.clauses if each.clause == clause), None),
        "readings": {each.reading: each for each in usage.readings},
        "cited": cited,
        "games": routes.catalogue_rows(service, mentioned),
        "events": events,
        **routes.penalty_values(rules, views),
        "disputed": clause_disputes(service.views, key, clause),
        "precedents": read,
        "after": after,
        "spoilers": spoilers,
    }
    return render_page("clause.html", values)


def _proposals(service: Service, dispute: Dispute) -> tuple[Proposal, ...]:
    """What each policy proposes; decisions are counted from the event to the claim. A damaged record has none."""
    filed = dispute.filed
    try:
        record = service.replays.record(filed.game)
    except CorruptRecord:
        return ()
    events = record.events[int(filed.claim.get("at", filed.position)) : filed.position]
    since = sum(isinstance(each.entry.body, DecisionMade) for each in events)
    return tuple(propose(each, dispute, since) for each in policies())


def _decision_sentence(ruleset: AnyRuleset, decision: object, roster: Roster) -> str | None:
    """A decision of a claim in words; nothing where there is none, or the rules cannot read it."""
    try:
        return decision_sentence(ruleset, claim_readers(ruleset).decision(decision, "decision"), roster)
    except BadRecord:
        return None


def _outcome_sentences(ruleset: AnyRuleset, follows: object, roster: Roster) -> tuple[str, ...]:
    """What should follow by a claim, event by event in words; nothing where the rules cannot read it."""
    try:
        read = claim_readers(ruleset).outcome(follows, "follows")
    except BadRecord:
        return ()
    return tuple(
        ". ".join(capitalise(fact.sentence) for fact in facts_with_display_names(ruleset, each.event, roster))
        for each in read
    )
