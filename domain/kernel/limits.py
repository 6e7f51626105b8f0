"""Every bound of the system in one place; each is tested at its edge."""

from typing import Annotated, Final

from msgspec import Meta

MOST_EXACT: Final = 2**53 - 1  # the largest whole number that every JSON reader keeps (RFC 7493, section 2.2)

DEPTH: Final = 16
BODY_BYTES: Final = 64 * 1024
RECORD_BYTES: Final = 16 * 1024 * 1024  # of a record over HTTP
PAGE: Final = 500  # events, rows or frames in one answer
CONSEQUENCES_PER_STEP: Final = 500
DRAWS_PER_STEP: Final = 200
CARDS_PER_DRAW: Final = 1_000
REJECTED_SAMPLES: Final = 128  # in a row, for one card
SEATS: Final = 12
EVENTS_PER_GAME: Final = 100_000
TAKEBACK_DECISIONS: Final = 8  # the last so many can be taken back, by whoever has to agree
SCRIBE_TAKEBACK_DECISIONS: Final = 40  # the same, for whoever writes down what a table plays
CHOICES: Final = 20_000  # options that are told as choices; of more, only the verbs
CHOICES_BYTES: Final = 1024 * 1024  # of the choices of one seat

LETTER_BYTES: Final = 4 * 1024  # of a letter in UTF-8, as it is typed and as it is read back
LETTER_CLAUSES: Final = 20
LETTER_DEPTH: Final = 8  # of conditions, choices and reparations within one another
LETTER_PARTS: Final = 300  # of acts, states and plain words; what each of several promises counts for each of them
LETTER_NUMBER: Final = 999_999  # the largest number that a letter can speak of
OTHER_LETTERS_BYTES: Final = 16 * 1024
"""Of other letters that a new one is compared with for warnings, the latest first; some 150 of the usual length."""

WholeNumber = Annotated[int, Meta(ge=-MOST_EXACT, le=MOST_EXACT)]  # a whole number that survives the wire
Count = Annotated[int, Meta(ge=0, le=MOST_EXACT)]  # a whole number from 0 up that survives the wire
ShortText = Annotated[str, Meta(max_length=200)]  # a line of text
Position = Annotated[int, Meta(ge=1, le=EVENTS_PER_GAME)]  # of an event in a game

OPEN_PROMISES: Final = 1_000
"""In one game: offered, or binding. Every seat has an equal share of them for what it offers."""
OPEN_INSTANCES: Final = 100  # undecided duties of one *whenever* of a letter. Beyond this many, a ruling decides.
CLAIMS_PER_PROMISE: Final = 100
RULINGS_PER_PROMISE: Final = 100
POSITIONS_PER_CLAIM: Final = 20
WORDS: Final = 2_000  # characters of a plain-words text: a claim, an answer, the reason of a ruling
PROMISE_TEXTS: Final = 2 * 1024 * 1024
"""Bytes in UTF-8 of the letters, claims, answers and rulings of one game that is played here. Every seat, and the
table, has an equal share of them."""

DISPUTES_PER_SEAT: Final = 100
"""About one game. In a dispute, the limits below count for each party and each arbiter."""
EVIDENCE_PER_DISPUTE: Final = 100
UNSEALINGS_PER_DISPUTE: Final = 100
FIELDS_PER_UNSEALING: Final = 200
FINDINGS_PER_DISPUTE: Final = 20
PENALTY: Final = 1_000_000  # points in one ruling; of however many rulings, the sum stays exact
RESULT_PARTS: Final = 10_000  # of one outcome in a result that is weighted
OUTCOMES_PER_RESULT: Final = 16
LINES_PER_EDIT: Final = 16
REMEDIES_PER_RULING: Final = 8


ON_ONE_LINE: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)"
"""Nothing that breaks lines, controls a terminal or turns the direction of writing."""

ON_ONE_LINE_MESSAGE: Final = "on one line, without control characters or marks that turn the direction of writing"

OneLineText = Annotated[str, Meta(max_length=WORDS, pattern=ON_ONE_LINE)]
"""Plain words on one line, so that they cannot be made to look like a line of the record or another person's words."""
