"""How acts on promises are written: *offer* a letter, *sign p1*, *rule p1 c1 met because …*."""

from typing import Final

from oathbook.domain.promises.lifecycle.acts import (
    AnswerClaim,
    ClaimThat,
    Consent,
    DeclineOffer,
    OfferLetter,
    RuleOn,
    Sign,
    Withdraw,
)
from oathbook.domain.rulesets.forms import Form

ACTS: Final = (
    Form(OfferLetter, "offer [in place of {replaces}] promise: {letter:rest}"),
    Form(Sign, "sign {promise}"),
    Form(DeclineOffer, "decline {promise}"),
    Form(Withdraw, "withdraw {promise}"),
    Form(Consent, "release {promise}"),
    Form(ClaimThat, "claim {promise} {path} {claims} [at {about}] [because {says:rest}]"),
    Form(AnswerClaim, "answer {promise} {claim} : {says:rest}"),
    Form(
        RuleOn,
        "rule {promise} {path} {value} [blaming {blamed:player}] [excusing {excused:player}] because {reason:rest}",
    ),
)
