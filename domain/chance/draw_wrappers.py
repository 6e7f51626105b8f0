"""Chance that passes every request on: one remembers what was drawn, the other seals it."""

from msgspec import Struct

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Draw, DrawRequest, SaltSource
from oathbook.domain.kernel.limits import DRAWS_PER_STEP


class DrawRecorder:
    """Passes every question on and keeps the answers in the order they were asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._answers: dict[str, tuple[DrawRequest, Draw]] = {}

    @property
    def draws(self) -> tuple[Draw, ...]:
        """All answers so far."""
        return tuple(draw for _, draw in self._answers.values())

    @property
    def requests(self) -> tuple[DrawRequest, ...]:
        """What was asked for each of them."""
        return tuple(request for request, _ in self._answers.values())

    def draw(self, request: DrawRequest) -> Draw:
        """Answer as the other chance does; a label may be asked for once."""
        assert request.label not in self._answers, f"label {request.label!r} was drawn twice in one decision"
        assert len(self._answers) < DRAWS_PER_STEP, "a step asked for more draws than a step may have"
        draw = self._chance.draw(request)
        self._answers[request.label] = request, draw
        return draw


class DrawSealer(Struct, frozen=True):
    """Passes every question on, and seals what is hidden in the answer."""

    chance: Chance
    salts: SaltSource

    def draw(self, request: DrawRequest) -> Draw:
        """Answer as the other chance does."""
        return self.chance.draw(request).seal(self.salts)
