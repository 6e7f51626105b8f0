"""How much work one answer may be: counted in steps and not by a clock, so that it is the same on every machine."""


class StepBudget:
    """The steps that are left for one answer."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> bool:
        """Take steps from what is left; whether there were as many."""
        there = self.left >= steps
        self.left = max(0, self.left - steps)
        return there
