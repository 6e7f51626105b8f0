"""Remarks for whoever is to sign a letter: games are played on from here, and who pays in them is asked.

A game that shows nothing means nothing: others may do otherwise, and chance is not played.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from oathbook.domain.games.game import Game
from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import Roster, Seat, Viewer
from oathbook.domain.promises.audit.games_ahead import FIRST_ACTS, GameAhead, play_ahead
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.phrase_parts import NEXT_DECISION, speaks_of_breaches
from oathbook.domain.promises.letter.remarks import Remark, warn
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.promises.logic.proofs import FAILED, Node
from oathbook.domain.promises.who_pays.who_pays import who_pays
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import Penalty

MOST_DECISIONS: Final = 160  # after so many decisions for one letter no other game is begun


class _Breach(Struct, frozen=True):
    """A game in which the promise is broken: who pays, the number of the clause, and how it came to it.

    Without ``payers`` that is left to a judge.
    """

    payers: tuple[Seat, ...] | None
    clause: int
    story: str


def signing_remarks(ruleset: AnyRuleset, game: Game, letter: str, viewer: Viewer) -> Iterator[Remark]:
    """What a signer of a letter, or who is promised something, should see before it binds, from what they see now.

    ``you-pay``: a game in which its viewer does all that the rules let them do for it, and pays. ``nobody-pays``: one
    in which its obligors do, and it is broken, and nobody pays. Each is the shortest found. ``BadLetter``.
    """
    seats = [each.seat for each in game.opened.setup().seats]
    letters, setup = LetterReader(ruleset), game.opened.setup()
    typed = letters.read(game, letter)
    unheard = speaks_of_breaches(typed.canonical) or NEXT_DECISION in typed.canonical  # in those games
    if viewer not in seats or game.closed or unheard:
        return
    you, left = Seat(viewer), MOST_DECISIONS
    for agreement in letters.agreements(game, typed.canonical):
        signs = you in agreement.obligors
        if signs or you in (agreement.addressees or seats):
            played: list[GameAhead] = []
            for first_act in FIRST_ACTS:
                if left > 0:
                    signers = (you,) if signs else agreement.obligors
                    played.append(play_ahead(ruleset, setup, game.state, agreement, signers, first_act))
                    left -= len(played[-1].steps)
            played.sort(key=lambda each: len(each.steps))
            yield from _shortest(played, game, typed, you if signs else None, ruleset.vocabulary.penalty)


def _shortest(
    played: Iterable[GameAhead], game: Game, letter: ParsedLetter, you: Seat | None, penalty: Penalty | None
) -> Iterator[Remark]:
    """The remark on the first game in which you pay; without you, in which nobody does."""
    for each in _breaches(played, game.opened.roster):
        span = letter.clauses[each.clause - 1].span
        if you is None and each.payers == ():
            yield warn("nobody-pays", f"it can come to this: {each.story}: broken, and nobody pays", span)
            return
        if you in (each.payers or ()):
            pay = "you are to blame" if penalty is None else f"you pay {penalty.amount} {penalty.reserve}"
            yield warn("you-pay", f"it can come to this: {each.story}: {pay}", span)
            return


def _breaches(played: Iterable[GameAhead], roster: Roster) -> Iterator[_Breach]:
    """The games in which the promise is broken, with who pays."""
    for ahead in played:
        if ahead.promise.status == "broken" and ahead.steps:
            agreement = ahead.promise.agreement
            proof = prove_verdict("", agreement, 0, ahead.game.trace)
            blame = who_pays(ahead.game, agreement, proof)
            payers = None if blame.referrals else blame.blamed
            yield _Breach(payers, _failed_clause(proof.root), _story(ahead, roster))


def _failed_clause(node: Node) -> int:
    """The number of the first clause that failed."""
    while node.rule == "and":
        node = next(each for each in node.kids if each.value == FAILED)
    return int(node.path.partition(".")[0].removeprefix("c"))


def _story(ahead: GameAhead, roster: Roster) -> str:
    """The last decision for the letter, what another decided of the same kind, and the one that broke it.

    Where nobody could do anything for it, the last decision of its obligors stands for the first of these.
    """
    steps, shown = ahead.steps, {len(ahead.steps) - 1}
    helps = [number for number, each in enumerate(steps) if each.helps]
    own = [number for number, each in enumerate(steps) if each.by in ahead.promise.agreement.obligors]
    for tried in (helps or own)[-1:]:
        alike = (n for n in range(tried + 1, len(steps)) if type(steps[n].decision) is type(steps[tried].decision))
        shown |= {tried, next(alike, tried)}
    return ", then ".join(decision_sentence(ahead.game.ruleset, steps[n].decision, roster) for n in sorted(shown))
