"""A proof in words: depth first, failures first, each line with the words of the letter that it is about.

Where too little was done, near misses are listed: facts that fit all but one constraint, or came one window too late.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.evaluator.wording import Wording
from oathbook.domain.promises.logic import proofs
from oathbook.domain.promises.logic.formulas import Agreement, Pattern
from oathbook.domain.promises.logic.matching import matches
from oathbook.domain.promises.logic.paths import NodePath, label_of
from oathbook.domain.promises.trace.trace import PlacedFact, Trace, ref_of
from oathbook.domain.rulesets.vocabulary import Vocabulary

MOST_NEAR_MISSES: Final = 5  # how many near misses are listed
MOST_TOLD_LAST: Final = 2  # events of a breach that are told after the first

INFERENCE_TEXTS: Final[dict[proofs.Inference, str]] = {
    "enough": "enough of it was done",
    "too-little": "too little of it had been done when the time for it was over",
    "too-much": "the letter allows",
    "stayed-within": "it was never more than the letter allows while it counted",
    "not-owed": "its time was over when it began, so it was not owed",
    "exact": "it was exactly that when the time for it was over",
    "state-lost": "the state was lost",
    "state-kept": "the state held throughout",
    "state-reached": "the state was reached",
    "state-never": "the state was never reached",
    "state-at": "the state at the point that counts",
    "triggered": "owed since its condition came true",
    "never-triggered": "its condition has not come true, so nothing is owed",
    "whenever": "owed each time that its condition comes true",
    "instance": "one time that it was owed",
    "excused": "its exception has come true, so nothing is owed any more",
    "not-excused": "owed, for its exception has not come true",
    "primary": "the duty itself",
    "reparation": "owed otherwise, since the duty itself failed",
    "and": "all of these",
    "or": "one of these",
    "not": "not this",
    "given": "as the letter says",
    "ruled": "ruled",
    "needs-ruling": "only a ruling can tell",
    "unclaimed": "nobody claimed anything about it before the game ended",
    "hidden-trigger": "a hidden fact decides it",
    "open-at-end": "still open",
}

_VALUES: Final[dict[proofs.TruthValue, str]] = {
    proofs.MET: "met",
    proofs.FAILED: "failed",
    proofs.LAPSED: "lapsed",
    proofs.UNSETTLED: "unsettled",
}
_URGENCY: Final[dict[proofs.TruthValue, int]] = {proofs.FAILED: 0, proofs.UNSETTLED: 1, proofs.LAPSED: 2, proofs.MET: 3}
_STATES: Final[dict[str, str]] = {"G": "throughout", "F": "at some point", "AT": "then"}


class ProofLine(Struct, frozen=True):
    """A line of an account: ``path`` is the clause that it is about, if any, ``depth`` how far it stands in."""

    says: str
    path: NodePath = ""
    depth: int = 0


def explain_proof(
    proof: proofs.Proof, agreement: Agreement, letter: str, trace: Trace, vocabulary: Vocabulary
) -> tuple[str, ...]:
    """The lines of a proof; ``letter`` is the canonical text that the paths of the agreement point into."""
    words = {
        path: f'{label_of(path)}, "{letter[first:last].lstrip(", ")}": ' for path, (first, last) in agreement.spans
    }
    lines = proof_lines(proof, agreement, trace, vocabulary)
    return tuple(f"{'  ' * each.depth}{words.get(each.path, '')}{each.says}" for each in lines)


def proof_lines(
    proof: proofs.Proof, agreement: Agreement, trace: Trace, vocabulary: Vocabulary
) -> tuple[ProofLine, ...]:
    """The lines of a proof in the words of the vocabulary: the verdict, then the reasons for it.

    Each path is one that has a span in the letter.
    """
    return tuple(_Explainer(agreement, trace, Wording(vocabulary)).verdict(proof))


class _Explainer:
    def __init__(self, agreement: Agreement, trace: Trace, wording: Wording) -> None:
        self._spans = dict(agreement.spans)
        self._trace = trace
        self._wording = wording
        self._is_pending = True

    def verdict(self, proof: proofs.Proof) -> Iterator[ProofLine]:
        """The verdict, then the reasons for it."""
        self._is_pending = proof.status == "pending"
        where = "" if proof.position is None else f" at position {proof.position}, by {proof.cause.replace('-', ' ')}"
        yield ProofLine(f"{proof.status.upper()}{where}")
        story = sorted({*_events_of_failure(proof.root)}) if proof.status == "broken" else []
        if len(story) > 1:  # a single one is told with its clause
            told = story[:1] + story[1:][-MOST_TOLD_LAST:]
            yield ProofLine(f"what happened: {'; then '.join(self._facts((each,)) for each in told)}")
        if proof.consents:
            yield ProofLine(f"released by {', '.join(proof.consents)} so far")
        for name, node in (("void if", proof.void), ("ends if", proof.ended)):
            if node is not None:
                yield ProofLine(f"{name}:")
                yield from self._node(node, 1)
        yield from self._node(proof.root, 0)

    def _node(self, node: proofs.Node, depth: int) -> Iterator[ProofLine]:
        path = self._quoted_path(node.path)
        bound = "".join(f", {name} is {value}" for name, value in node.bound)
        yield ProofLine(f"{self._reason(node)}{bound}{self._result(node)}", path, depth)
        if node.leaf is None and node.facts:
            yield ProofLine(f"because of {self._facts(node.facts)}", "", depth + 1)
        if node.leaf is not None:
            yield from (ProofLine(says, "", depth + 1) for says in self._leaf(node, node.leaf))
        for kid in sorted(node.kids, key=lambda each: _URGENCY[each.value]):
            yield from self._node(kid, depth + 1)

    def _result(self, node: proofs.Node) -> str:
        """What a node came to, and where; of one that is still open, what it would come to now.

        Nothing is open any more in a promise that is decided.
        """
        if node.moment is not None:
            return f": {_VALUES[node.value]} at position {self._trace.moments[node.moment].position}"
        value = _VALUES[node.value]
        if not self._is_pending:
            return f", and so {value}" if node.rule == "open-at-end" else f": {value} in the end"
        return f"{'' if node.rule == 'open-at-end' else ': still open'}, and now {value}"

    def _reason(self, node: proofs.Node) -> str:
        """How a node got its value; of too much, what was done beside what the letter allows."""
        if node.rule == "open-at-end" and not self._is_pending:
            return "open to the end"
        if node.rule != "too-much":
            return INFERENCE_TEXTS[node.rule]
        leaf = node.leaf
        assert leaf is not None, "too much of it was counted"
        allows = "none" if leaf.n == 0 else f"{'exactly' if leaf.mode == 'eq' else 'at most'} {leaf.n}"
        return f"{self._facts(tuple(each.fact for each in leaf.counted))}; {INFERENCE_TEXTS[node.rule]} {allows}"

    def _quoted_path(self, path: NodePath) -> NodePath:
        """The path whose words are quoted: the nearest one around it that has a span."""
        while path and path not in self._spans:
            path = path.rpartition(".")[0]
        return path

    def _leaf(self, node: proofs.Node, leaf: proofs.Leaf) -> Iterator[str]:
        owners = f" (duty of {', '.join(leaf.owners)})" if leaf.owners else ""
        if leaf.mode == "text":
            yield f'in plain words: "{leaf.text}"{owners}'
            return
        first, last = leaf.window
        until = "and still does" if last is None else f"until position {self._position(last)}"
        closed = "" if leaf.closed_by is None else f", when {self._sentence(leaf.closed_by)}"
        if leaf.pattern is None:
            so = "" if leaf.state is None else f"{self._wording.state(leaf.state)}, "
            yield f"{so}{_STATES[leaf.mode]}{owners}"
        else:
            yield f"{self._wording.text(leaf.pattern, leaf.mode, leaf.n, leaf.field)}{owners}"
        yield f"it counts from position {self._position(first)} {until}{closed}"
        if leaf.pattern is not None:
            yield from self._counts(node, leaf, leaf.pattern)

    def _counts(self, node: proofs.Node, leaf: proofs.Leaf, pattern: Pattern) -> Iterator[str]:
        for each in leaf.counted:
            hi = "or more" if each.hi is None else f"to {each.hi}"
            yield f"counted: {self._facts((each.fact,))} as {each.lo if each.lo == each.hi else f'{each.lo} {hi}'}"
        if not leaf.counted:
            yield "counted: nothing"
        if node.rule == "too-little":
            yield from self._near_misses(leaf, pattern)

    def _near_misses(self, leaf: proofs.Leaf, pattern: Pattern) -> Iterator[str]:
        counted = {each.fact for each in leaf.counted}
        found = 0
        for place in self._trace.facts(pattern.kind, leaf.window[0] + 1, len(self._trace.moments)):
            why = None if ref_of(place) in counted else self._why_not(leaf, pattern, place)
            if why and found < MOST_NEAR_MISSES:
                found += 1
                yield f"not counted: {self._facts((ref_of(place),))}, {why}"

    def _why_not(self, leaf: proofs.Leaf, pattern: Pattern, place: PlacedFact) -> str | None:
        """The one thing that kept a fact from being counted; ``None`` if there was more than one."""
        index, occurrence = place
        before, reader = self._trace.moments[index].before, self._trace.reader
        late = leaf.window[1] is not None and index > leaf.window[1] - (not leaf.inclusive)
        fits = partial(matches, fact=occurrence.fact, before=before, reader=reader)
        wrong = [each for each in pattern.constraints if not fits(Pattern(pattern.kind, (each,)))]
        unmet = fits(Pattern(pattern.kind, (), pattern.guards)) is False
        if len(wrong) + late + unmet != 1:
            return None
        if late:
            return "too late"
        if unmet:
            return "in another state of the table"
        return self._wording.misses(pattern, wrong[0])

    def _facts(self, refs: tuple[proofs.Ref, ...]) -> str:
        return "; ".join(f"{self._sentence(ref)} at position {ref.position}" for ref in refs)

    def _sentence(self, ref: proofs.Ref) -> str:
        return self._trace.fact(ref).sentence

    def _position(self, index: int) -> int:
        return self._trace.moments[index].position


def _events_of_failure(node: proofs.Node) -> Iterator[proofs.Ref]:
    """The events by which a node failed: those that began what was owed, the one too many, and the end of its time."""
    if node.value != proofs.FAILED:
        return
    yield from node.facts
    if node.leaf is not None:
        yield from (each.fact for each in node.leaf.counted[-1:] if node.rule == "too-much")
        yield from () if node.leaf.closed_by is None else (node.leaf.closed_by,)
    for kid in node.kids:
        if kid.moment is not None and kid.moment == node.moment:
            yield from _events_of_failure(kid)
