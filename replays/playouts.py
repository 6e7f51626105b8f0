"""Random games through the public door, with every law asked on the way."""

import json
from collections import Counter
from functools import cache, partial
from random import Random
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.switch_settings import switches_of, with_switch
from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup, disclosures_of
from oathbook.replays import laws
from oathbook.replays.coverage import Tally
from oathbook.replays.decision_fuzzer import DecisionFuzzer
from oathbook.replays.hidden_draw_twins import HiddenDrawTwins
from oathbook.replays.laws import LawBroken
from oathbook.replays.seeded_sources import seeded_sources

MAX_DECISIONS: Final = 20_000
LISTED_CHECKED: Final = 3
ONE_WILD_IN: Final = 4
ONE_ALTERNATIVE_IN: Final = 6
ONE_STOP_AT_STALL_IN: Final = 20
ONE_STATE_CHECK_IN: Final = 20
TURNED_CHECKED: Final = 10
BACK_CHECKED: Final = 3
LINES_CHECKED: Final = 6
TOLD_BESIDE: Final = 4  # games with hidden draws beside one whose rules tell of hidden things: they part often


class PlayOut(Struct, frozen=True):
    """One random game: its record, how it ended, how many decisions it took, and what it reached."""

    record: Record
    ended: str
    decisions: int
    tally: Tally


def play_out(ruleset: AnyRuleset, seed: int) -> PlayOut:
    """One random game; raises ``LawBroken`` with the record so far where a law does not hold."""
    game = _RandomGame(ruleset, Random(seed))  # noqa: S311  # a random game needs no secrecy, it needs to be had again
    try:
        outcome = game.play_to_end()
    except LawBroken as broken:
        broken.record = game.writer.record
        raise
    except Exception as unforeseen:
        ended = LawBroken(7, f"the rules end in {unforeseen!r}")
        ended.record = game.writer.record
        raise ended from unforeseen
    return PlayOut(game.writer.record, outcome, game.decisions, game.tally)


class _RandomGame:
    """A random game under way, beside it the states of a viewer and of switches set otherwise."""

    def __init__(self, ruleset: AnyRuleset, rng: Random) -> None:
        self.ruleset = ruleset
        self.rng = rng
        self.tally: Tally = Counter()
        self.decisions = 0
        setup = self._setup()
        reveal = rng.choice(("all", "none"))
        self.writer = MemoryWriter.open(
            ruleset, setup, seeded_sources(rng), reveal="all" if reveal == "all" else "none"
        )
        self.seats = tuple(each.seat for each in setup.seats)
        self.viewer: Viewer = rng.choice((*self.seats, PUBLIC))
        opened = self.writer.record.opened.setup()
        self.own = ruleset.initial(opened)
        self.notation = GameNotation(ruleset, opened)
        self.turned = {turn: ruleset.initial(with_switch(ruleset, opened, *turn)) for turn in self._turns(opened)}
        self.wild = DecisionFuzzer(rng, ruleset.wire.decision, self.seats)
        self.events: list[Any] = []
        own_rng = Random(self.writer.game.id)  # noqa: S311  # as above; the game itself goes on as if it were not there
        most = TOLD_BESIDE if disclosures_of(ruleset) else 1
        self.secrets = HiddenDrawTwins(self.viewer, own_rng, seeded_sources(own_rng), most)

    def play_to_end(self) -> str:
        while not self.writer.game.closed:
            stall = self.ruleset.standing(self.state).stall
            if stall and self._one_in(ONE_STOP_AT_STALL_IN):
                return f"stall: {stall}"
            if not any(self.ruleset.options(self.state, seat).listed for seat in self.ruleset.to_act(self.state)):
                if stall:
                    return f"stall: {stall}"
                raise LawBroken(7, "the game is not over, and nobody who must act can decide anything")
            if self.decisions >= MAX_DECISIONS:
                raise LawBroken(7, f"no end after {MAX_DECISIONS} decisions")
            self._decide_once()
        ending = self.ruleset.standing(self.state).ending
        assert ending is not None, "a game was closed without an ending"
        self.tally["endings", ending.outcome] += 1
        return ending.outcome

    @property
    def state(self) -> Any:
        return self.writer.game.state

    @property
    def chance(self) -> Chance:
        seeded = cast("Any", self.writer.record.opened.chance)  # because these games are seeded, never witnessed
        return SeededChance(seeded.seed.look(), self.writer.game.id, self.writer.game.position + 1)

    def _setup(self) -> Setup:
        setup = self.rng.choice(self.ruleset.samples())
        if self._one_in(2):
            return setup
        for reading, settings in switches_of(self.ruleset).items():
            setup = with_switch(self.ruleset, setup, reading, self.rng.choice(settings))
        return setup

    def _turns(self, setup: Setup) -> list[tuple[str, str]]:
        """Some settings of switches that are not the game's own, a few of them back to a default it does not have."""
        switches = switches_of(self.ruleset)
        settings = [(reading, each) for reading, found in switches.items() for each in found]
        others = [turn for turn in settings if with_switch(self.ruleset, setup, *turn) != setup]
        self.rng.shuffle(others)
        back = [(reading, each) for reading, each in others if each == switches[reading][0]][:BACK_CHECKED]
        return [*back, *(turn for turn in others if turn not in back)][:TURNED_CHECKED]

    def _one_in(self, times: int) -> bool:
        return self.rng.randrange(times) == 0

    def _decide_once(self) -> None:
        how = (
            self._pick_wild
            if self._one_in(ONE_WILD_IN)
            else self._pick_alternative
            if self._one_in(ONE_ALTERNATIVE_IN)
            else self._pick_listed
        )
        decision = how() or self._pick_listed()
        if decision is None:
            return
        given = laws.check_refusal(self.ruleset, self.state, decision, self.chance)
        self._count_answer(given)
        self._compare_switches(decision, given)
        if given.kind != "follows":
            if given.refusal is not None:
                self.tally["refusals", given.refusal.code] += 1
            return
        head, before = self.writer.head, self.state
        twin = self._twin(decision)
        events = self.writer.decide(decision)
        if twin is not None:
            self._compare_twin(events, twin)
        self.decisions += 1
        compared = self.secrets.compare_step(head, decision, events, self.state)
        self.tally["dealt otherwise", "compared"] += compared.is_compared
        self.tally.update(("disclosures", field) for field in compared.parted)
        laws.check_conserved(self.ruleset, before, self.state)
        self._evolve_others(events)
        self._check_state()

    def _pick_listed(self) -> Any:
        """One of the listed options of somebody who has some; now and then of somebody not asked."""
        seats = self.ruleset.to_act(self.state)
        seat = self.rng.choice(self.seats if not seats or self._one_in(10) else seats)
        options = self.ruleset.options(self.state, seat)
        if not options.listed:
            return None
        sample = self.rng.sample(options.listed, min(LISTED_CHECKED, len(options.listed)))
        laws.check_listed_options(self.ruleset, self.state, type(options)(tuple(sample), options.complete))
        chosen = _plain(self._weighed(options.listed) or sample[0])
        self.wild.pool.append(chosen)
        return self.writer.decision_from(chosen)

    def _weighed(self, listed: tuple[Any, ...]) -> Any:
        """One of them by the weights of the ruleset; nothing if it weighs none, or all as 0."""
        likely = getattr(self.ruleset, "likely", None)
        weights = [] if likely is None else [likely(self.state, each) for each in listed]
        return self.rng.choices(listed, weights)[0] if any(weights) else None

    def _pick_wild(self) -> Any:
        """A decision that somebody could take, or took before, with something in it changed; nothing if unreadable."""
        if not self.wild.pool:
            return None
        seats = self.ruleset.to_act(self.state) or self.seats
        options = self.ruleset.options(self.state, self.rng.choice(seats)).listed
        of_now = options and not self._one_in(3)
        if self._one_in(10):
            return self.wild.bare_decision()
        plain = _plain(self.rng.choice(options)) if of_now else self.rng.choice(self.wild.pool)
        try:
            return self.writer.decision_from(self.wild.mutate(plain))
        except BadRecord:
            return None

    def _pick_alternative(self) -> Any:
        """A decision that is listed where some switch is set otherwise, and not here; nothing if there is none."""
        options_here = cache(partial(self.ruleset.options, self.state))
        for state in self.rng.sample(tuple(self.turned.values()), len(self.turned)):
            for seat in self.ruleset.to_act(state):
                here, there = options_here(seat).listed, self.ruleset.options(state, seat).listed
                other = [] if here == there else [each for each in there if each not in here]
                if other:
                    return self.writer.decision_from(_plain(self.rng.choice(other)))
        return None

    def _count_answer(self, given: DecisionResult) -> None:
        laws.check_citations(self.ruleset, given)
        for consequence in given.consequences:
            self.tally["events", str(consequence.event.__struct_config__.tag)] += 1
            self.tally.update(("clauses", clause) for clause in consequence.cites)
        if given.refusal is not None:
            self.tally["clauses", given.refusal.clause] += 1

    def _compare_switches(self, decision: Any, given: DecisionResult) -> None:
        for (reading, setting), state in self.turned.items():
            otherwise = try_decision(self.ruleset, state, decision, self.chance)
            if laws.check_reading_named(given, otherwise, reading, setting):
                self.tally["switches", f"{reading}={setting}"] += 1

    def _twin(self, decision: Any) -> tuple[EncodedEvent, ...] | None:
        """The step that another decision leads to which looks the same to the viewer, or nothing."""
        seat: Seat = decision.by
        if seat == self.viewer or seat not in self.seats:
            return None
        options = self.ruleset.options(self.state, seat).listed
        if not options:
            return None
        other = self.writer.decision_from(_plain(self.rng.choice(options)))
        _, events = replace(self.writer.head, sources=seeded_sources(self.rng)).decide(other)
        return events if events[0].hides else None

    def _compare_twin(self, events: tuple[EncodedEvent, ...], twin: tuple[EncodedEvent, ...]) -> None:
        """Compare what the viewer gets of both, where both decisions look the same and show the same in the end."""
        public = [laws.without_digests(one[0].line, one) for one in (events, twin)]
        codec, names = self.writer.record.codec, self.secrets.names
        shown = [laws.revealed_values(one, names) for one in (events, twin)]
        if public[0] != public[1] or shown[0] != shown[1]:
            return
        told = [{*laws.disclosed_values(self.ruleset, codec, each, self.viewer)} for each in (events, twin)]
        if told[0] != told[1]:
            self.tally.update(("disclosures", field) for field in {field for field, _ in told[0] ^ told[1]})
            return
        self.tally["twins", "compared"] += 1
        laws.check_indistinguishable((events, names), (twin, names), viewer=self.viewer, codec=codec)

    def _evolve_others(self, events: tuple[EncodedEvent, ...]) -> None:
        """Carry the other states along, each with what its reader may see."""
        codec = self.writer.record.codec
        for event in events:
            own = codec.read(event.line, codec.openings_for(event, self.viewer))
            for consequence in getattr(own.entry.body, "consequences", ()):
                self.own = self.ruleset.evolve(self.own, consequence.event)
            for consequence in getattr(event.entry.body, "consequences", ()):
                self.events.append(consequence.event)
                for turn in self.turned:
                    self.turned[turn] = self.ruleset.evolve(self.turned[turn], consequence.event)

    def _check_state(self) -> None:
        """What is asked of a state now and then: it costs more than the game itself."""
        laws.check_own_export(self.ruleset, self.state, self.own, self.viewer)
        if self._one_in(ONE_STATE_CHECK_IN):
            laws.check_round_trip(self.ruleset, self.writer.record.codec, self.state, self.viewer)
            some = self.rng.sample(self.events, min(20, len(self.events)))
            laws.check_evolve(self.ruleset, self.state, some)
            for seat in self.ruleset.to_act(self.state):
                found = self.ruleset.options(self.state, seat)
                laws.check_choices(self.ruleset, self.notation, found, most_read=LINES_CHECKED)


def _plain(decision: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(decision_text(decision))
    return plain
