"""Records what a table did beside the rules: what happened, what was drawn for it, and the end if that is reached."""

from itertools import islice, zip_longest
from typing import Any, Final, cast

from msgspec import Raw, Struct
from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.decision_results import label_reports, try_decision
from oathbook.domain.games.drafts import must_be_open
from oathbook.domain.games.game_events import BySeed, DraftEvent, DrawMade
from oathbook.domain.games.table_answers import granted_state
from oathbook.domain.games.table_checks import state_after
from oathbook.domain.games.table_events import AnyTableActed, TableActed, evolve_table_act, position_of, with_position
from oathbook.domain.kernel import Draw, DrawRequest, Hidden, Seat, make_draw
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.kernel.limits import OneLineText
from oathbook.domain.recording.format.cleartext import decision_text, value_from, value_text
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.reveal_proofs import prove_reveals
from oathbook.domain.rulesets.protocol import AnyRuleset

TRANSCRIPT: Final = "transcript"  # by whom the events are that a table says, and not the rules


def record_table_act(
    writer: MemoryWriter, act: AnyTableActed, draws: tuple[Draw, ...] = (), *, by: str = TRANSCRIPT
) -> None:
    """Record what the table did, with what was drawn for it; ``BadRecord`` says why that cannot be.

    Values that it shows get the proof with which they were hidden. A ruling may do so where draws come from a seed.
    """
    game, ruleset = writer.game, writer.record.ruleset
    writer.must_have_seat(act.of)
    must_be_open(game)
    if by == TRANSCRIPT and isinstance(game.opened.chance, BySeed):
        raise BadRecord("this game draws from its seed: nothing was done there beside the rules")
    try:
        act = replace(act, did=_prove(writer, act))
        state_after(ruleset, game, act)
    except Misfit as misfit:
        says = "write below it what it came to, “edit …” or “after …”, or what does fit"
        raise BadRecord(f"what happened does not fit: {misfit}; {says}") from None
    of = game.position + 1
    writer.write_step((DraftEvent(by, act), *(DraftEvent("chance", DrawMade(of, draw)) for draw in draws)))


def _prove(writer: MemoryWriter, act: AnyTableActed) -> tuple[Any, ...]:
    ruleset, state, proved = writer.record.ruleset, writer.game.state, list[Any]()
    for event in act.did:
        proved.append(prove_reveals(ruleset, state, event, act.meant, writer.head.sources.salts))
        if act.after is None:
            state = ruleset.evolve(state, proved[-1])
    return tuple(proved)


def draws_of_table_act(writer: MemoryWriter, of: Seat, meant: Any, reports: tuple[DrawReport, ...]) -> tuple[Draw, ...]:
    """What was drawn for what the table did, from the piles that the decision that was meant asks for, if it does."""
    ruleset, reporter, salts = writer.record.ruleset, writer.game.opened.reporter(of), writer.head.sources.salts
    asked: dict[str, DrawRequest] = {}
    for state in () if meant is None else possible_states(ruleset, writer.game.state, of):
        labelled = label_reports(ruleset, state, meant, reports)
        given = try_decision(ruleset, state, meant, WitnessedChance(labelled, reporter))
        if given.kind in {"follows", "depends", "impossible"}:
            asked = {each.label: each for each in (*given.requests, *filter(None, (given.request,)))}
            reports = labelled
            break
    return tuple(
        make_draw(
            asked.get(each.label) or DrawRequest(each.label, each.drawn),
            each.drawn,
            "witnessed",
            each.witnesses or (reporter,),
        ).seal(salts)
        for each in reports
    )


def possible_states(ruleset: AnyRuleset, state: Any, of: Seat) -> tuple[Any, ...]:
    """The state of a game, and the one in which it is the turn of that seat, where the ruleset says how."""
    granted = granted_state(ruleset, state, of)
    return (state,) if granted is None else (state, granted)


def table_act_from(writer: MemoryWriter, of: Seat, value: dict[str, Any], *, where: str) -> AnyTableActed:
    """What the table did, out of JSON as people write it: ``says``, ``meant``, ``did``, ``after``, or some of them.

    ``BadRecord`` names the field that does not fit.
    """
    unknown = sorted(value.keys() - {"says", "meant", "did", "after"})
    if unknown:
        raise BadRecord(f"{where}: there is no {unknown[0]}; what there is: says, meant, did, after")
    wire: Any = writer.record.ruleset.wire
    meant = value.get("meant")
    after = value.get("after")
    return TableActed(
        of,
        value_from(OneLineText, value.get("says", ""), where=f"{where}: says"),
        None if meant is None else writer.decision_from(meant, by=of, where=f"{where}: meant"),
        value_from(tuple[wire.event, ...], value.get("did", []), where=f"{where}: did"),
        None if after is None else position_from(writer, after, where=f"{where}: after"),
    )


def position_from(writer: MemoryWriter, value: object, *, where: str) -> Any:
    """A position out of JSON; what is hidden in it as it was in the game before is the same hidden value.

    A mark stands for the value that is hidden under it in the game.
    """
    ruleset = writer.record.ruleset
    before = position_of(ruleset, writer.game.state)
    sealed = {each.digest: each for each in hidden_values_in(before) if isinstance(each, Hidden) and each.digest}
    return _keep_hidden(before, value_from(ruleset.wire.start, value, where=where, sealed=sealed))


def _keep_hidden(before: Any, after: Any) -> Any:
    if isinstance(after, Hidden):
        return before if before == after else cast("Any", after)
    if isinstance(after, Struct) and type(before) is type(after):
        kept = {name: _keep_hidden(getattr(before, name), getattr(after, name)) for name in after.__struct_fields__}
        return replace(after, **kept)
    if isinstance(after, tuple) and isinstance(before, tuple):
        olds, news = cast("tuple[Any, ...]", before), cast("tuple[Any, ...]", after)
        return tuple(_keep_hidden(*pair) for pair in islice(zip_longest(olds, news), len(news)))
    return cast("Any", after)


def table_act_value(act: AnyTableActed) -> dict[str, object]:
    """What the table did as people write it in JSON, as ``table_act_from`` reads it."""
    told: dict[str, object] = {} if act.meant is None else {"meant": Raw(decision_text(act.meant))}
    if act.did:
        told["did"] = Raw(value_text(act.did))
    if act.after is not None:
        told["after"] = Raw(value_text(act.after))
    return told | ({"says": act.says} if act.says else {})


def derive_act(ruleset: AnyRuleset, state: Any, act: AnyTableActed, draws: tuple[Draw, ...]) -> AnyTableActed | None:
    """The act with what would follow if it were the turn of its seat; nothing where the rules do not say that.

    What happens is what follows up to the first clock marker. What was granted for it is not kept: whose turn it was,
    it stays.
    """
    granted = granted_state(ruleset, state, act.of)
    given = None if granted is None else try_decision(ruleset, granted, act.meant, RecordedChance(draws))
    if given is None or given.kind != "follows":
        return None
    markers = {each.kind for each in ruleset.vocabulary.kinds if each.marker}
    did, after = list[Any](), granted
    for each in given.consequences:
        if did and all(fact.kind in markers for fact in ruleset.facts(each.event)):
            break
        did.append(each.event)
        after = ruleset.evolve(after, each.event)
    position = _without_grant(*(position_of(ruleset, each) for each in (state, granted, after)))
    bare = replace(act, did=tuple(did))
    try:
        fits = evolve_table_act(ruleset, state, bare) == with_position(ruleset, state, position)
    except Misfit:
        fits = False
    return bare if fits else replace(bare, after=position)


def _without_grant(now: Any, granted: Any, after: Any) -> Any:
    """The position after the deed, with every field as it was that differs in what was granted."""
    kept = {name: getattr(now, name) for name in now.__struct_fields__ if getattr(now, name) != getattr(granted, name)}
    return replace(after, **kept)
