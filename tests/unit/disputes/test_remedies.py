"""What stops a correction, and what a correction leaves as it is."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import OutcomeWrong, StandingWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.remedies import correction_event, draft_correction
from oathbook.domain.errors import BadRecord, NotFound, RemedyRefused, TooLarge
from oathbook.domain.games.game_events import DecisionMade, DraftEvent, GameCorrected, GameEnded, OutcomeFollowed
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from oathbook.replays.transcript import transcript
from oathbook.replays.verification import verify
from tests.support.disputing import MISTAKES, Mistake, Mistaken, mistaken_game
from tests.support.playing import small_game, sources
from tests.support.ruling import DISPUTE, after_correction, corrected_game, corrected_where, fork_of, running

MISTAKEN, CORRECTED = corrected_game()
CUBES = load_registry().ruleset("cube_bag/g1")


def case_of(record: Record) -> Case:
    return Case(record.game, record.head, record.ruleset, record.entries())


def refusal(record: Record, at: int) -> RemedyRefused:
    with pytest.raises(RemedyRefused) as refused:
        draft_correction(case_of(record), at, DISPUTE)
    return refused.value


def outcome_in(record: Record) -> int:
    return next(each.position for each in record.entries() if isinstance(each.body, OutcomeFollowed))


def test_what_is_right_is_not_corrected() -> None:
    record = small_game()

    refused = refusal(record, outcome_in(record))

    assert (refused.remedy, refused.position) == ("correct", outcome_in(record))
    assert str(refused).endswith("what is recorded there is what follows")


def test_a_correction_is_made_once() -> None:
    made = CORRECTED.entries()[-1].body
    assert isinstance(made, GameCorrected)

    assert refusal(CORRECTED, made.instead[0].at).says == "what is recorded there is what follows"


@pytest.mark.parametrize("at", [0, 99_999])
def test_an_event_that_is_not_there_is_not_corrected(at: int) -> None:
    with pytest.raises(NotFound):
        draft_correction(case_of(MISTAKEN), at, DISPUTE)


def test_what_was_not_decided_has_no_outcome_to_correct() -> None:
    refused = refusal(MISTAKEN, 1)

    assert "nothing was decided there" in refused.says
    assert refused.position == 1


def test_a_game_that_is_played_on_elsewhere_is_corrected_there() -> None:
    parent, scribe = fork_of(running(), 3)

    refused = refusal(parent, 3)

    assert refused.says == f"the game is played on as {scribe.game.id}, and can be corrected there"
    assert refused.remedy == "correct"


def test_a_reader_who_sees_too_little_is_told_that_it_is_hidden() -> None:
    record = redact_record(small_game(), PUBLIC)
    at = max(each.position for each in record.entries() if isinstance(each.body, OutcomeFollowed))

    with pytest.raises(RemedyRefused) as refused:
        draft_correction(Case(record.game, "", record.ruleset, tuple(e.entry for e in record.events)), at, DISPUTE)

    assert refused.value.hidden


def test_a_decision_without_a_recorded_outcome_is_not_corrected() -> None:
    case = case_of(MISTAKEN)
    at = outcome_in(MISTAKEN)
    without = tuple(each for each in case.entries if each.position != at)[: at - 1]

    says = f"position {at - 1}: no outcome of it is recorded that could be replaced"
    with pytest.raises(RemedyRefused, match=says):
        correction_event(replace(case, entries=without), at - 1, DISPUTE)


def test_a_game_that_was_closed_too_early_is_not_sent_back_to_the_table() -> None:
    """Its last outcome ends it, and by the rules it would have gone on."""
    record = _ended_wrongly()
    ended = len(record.events)

    refused = refusal(record, _last_outcome(record))

    assert (refused.position, refused.says) == (
        ended,
        "the game is closed there, and by the corrected line it is not over",
    )


def _last_outcome(record: Record) -> int:
    return max(each.position for each in record.entries() if isinstance(each.body, OutcomeFollowed))


def _ended_wrongly() -> Record:
    ruleset = load_registry().ruleset("heirless/e2")
    for number in range(100):
        game = mistaken_game(ruleset, "outcome", number, behind=1)
        if game is None or not isinstance(game.record.entries()[-1].body, GameEnded):
            continue
        if game.at == _last_outcome(game.record):
            try:
                after_correction(game.record, game.at)
            except RemedyRefused as refused:
                if "not over" in refused.says:
                    return game.record
    message = "no game of these ends wrongly"
    raise LookupError(message)


def test_a_correction_by_which_the_game_is_over_closes_it() -> None:
    found = _over_by_correction()

    *_, corrected_at, ended = found.entries()
    assert isinstance(corrected_at.body, GameCorrected)
    assert isinstance(ended.body, GameEnded)
    assert ended.body.ending == found.ruleset.standing(fold_record(found).state).ending
    assert verify(found).status == "sound"


def _over_by_correction() -> Record:
    ruleset = load_registry().ruleset("heirless/e2")
    for number in range(100):
        game = mistaken_game(ruleset, "outcome", number, behind=1)
        if game is None or fold_record(game.record).closed:
            continue
        try:
            found = after_correction(game.record, game.at).record
        except RemedyRefused:
            continue
        if fold_record(found).closed:
            return found
    message = "no game of these is over once it is corrected"
    raise LookupError(message)


def test_a_game_that_would_have_been_over_before_a_recorded_decision_is_not_corrected() -> None:
    game, refused = next(each for each in _refused() if each[1].says.startswith("the game is over before"))

    assert isinstance(game.record.entries()[refused.position - 1].body, DecisionMade)
    assert refused.position > game.at


def _refused() -> Iterator[tuple[Mistaken, RemedyRefused]]:
    """Games that cannot be corrected, and why."""
    for number in range(300):
        game = mistaken_game(CUBES, "outcome", number)
        try:
            if game is not None:
                after_correction(game.record, game.at)
        except RemedyRefused as refused:
            if game is not None:
                yield game, refused


def test_a_correction_names_the_later_outcomes_that_become_others() -> None:
    def has_others(_: Record, found: Record) -> bool:
        made = found.entries()[-1].body
        return isinstance(made, GameCorrected) and len(made.instead) > 1

    _, record = corrected_where(CUBES, has_others)
    made = record.entries()[-1].body
    assert isinstance(made, GameCorrected)

    said = Replay(record, HOLDER).at(len(record.events)).happenings[-1].sentence

    assert said == f"so the outcomes at {', '.join(str(each.at) for each in made.instead[1:])} are others too"


# Readers of a corrected game ----------------------------------------------------------------------------------------


def test_no_earlier_event_changes() -> None:
    assert CORRECTED.events[:-1] == MISTAKEN.events


def test_a_frame_says_what_was_corrected_and_shows_what_changed() -> None:
    replay = Replay(CORRECTED, HOLDER)
    frame = replay.at(len(CORRECTED.events))
    wrong = frame.happenings[0]

    assert (frame.by, frame.type) == ("ruling", "GameCorrected")
    assert wrong.sentence.startswith("the outcome at ")
    assert f"corrected by the ruling in dispute {DISPUTE}: what follows instead is" in wrong.sentence
    assert any(each.cites for each in frame.happenings[1:])
    assert frame.changed
    assert any(wrong.sentence in line for line in transcript(replay))


def test_a_corrected_game_is_drawn_and_outlined_like_any_other() -> None:
    replay = Replay(CORRECTED, PUBLIC)
    last = len(CORRECTED.events)

    index = ReplayIndex(replay)
    assert index.last_changes(last).position == last
    assert index.outline().steps[-1] == last


def test_promises_are_held_against_the_corrected_facts_and_not_against_the_wrong_ones() -> None:
    made = CORRECTED.entries()[-1].body
    assert isinstance(made, GameCorrected)
    wrong = made.instead[0]
    ruleset = CORRECTED.ruleset

    def heard(record: Record) -> list[str]:
        moments = audit(ruleset, record.entries()).game.trace.moments
        told = (each for moment in moments for each in moment.occurrences if each.position == wrong.at)
        return [each.fact.sentence for each in told]

    right = [fact.sentence for each in wrong.consequences for fact in ruleset.facts(each.event)]

    assert heard(CORRECTED) == right != heard(MISTAKEN)


def test_the_standing_is_right_from_the_correction_on() -> None:
    """Before it, what was recorded is held against what follows; behind it, what was corrected is."""

    def is_wrong_before(mistaken: Record, found: Record) -> bool:
        return examine(case_of(found), StandingWrong(len(mistaken.events))).answer == "upheld"

    game, record = corrected_where(MISTAKEN.ruleset, is_wrong_before)
    places = len(game.record.events), len(record.events)

    answers = [examine(case_of(record), StandingWrong(at)).answer for at in places]

    assert answers == ["upheld", "rejected"]


def test_what_has_been_corrected_changes_nothing_any_more() -> None:
    made = CORRECTED.entries()[-1].body
    assert isinstance(made, GameCorrected)

    finding = examine(case_of(CORRECTED), OutcomeWrong(made.instead[0].at))

    assert finding.answer == "upheld"
    assert finding.materiality is not None
    assert (finding.materiality.standing, finding.materiality.winner) == ("unchanged", "unchanged")


def test_a_transcript_has_no_line_for_a_correction() -> None:
    with pytest.raises(BadRecord, match="a transcript has no line for what a ruling did"):
        list(transcript_lines(CORRECTED))


def test_a_correction_longer_than_a_line_may_be_is_refused() -> None:
    made = CORRECTED.entries()[-1].body
    assert isinstance(made, GameCorrected)
    scribe = MemoryWriter.resume(CORRECTED, sources("long"))
    long = replace(made, instead=made.instead * 4_000)

    with pytest.raises(TooLarge, match="an event has at most 1,048,576 bytes"):
        scribe.write((DraftEvent(Seat("ruling"), long),))

    assert scribe.record == CORRECTED


@pytest.mark.parametrize("kind", MISTAKES)
def test_an_audit_of_a_corrected_game_is_that_of_the_game_as_it_should_have_been(kind: Mistake) -> None:
    """The moments are those of the corrected line: nothing is left of what was wrong."""
    for ruleset in load_registry().by_key.values():
        for number in range(4):
            game = mistaken_game(ruleset, kind, number)
            if game is None:
                continue
            try:
                record = after_correction(game.record, game.at).record
            except RemedyRefused:
                continue
            moments = audit(record.ruleset, record.entries()).game.trace.moments
            assert not moments or moments[-1].after == fold_record(record).state
