"""Promises: the monitor beside two monitors of temporal logic, with and without a bank, and what goes with it."""

import gc
import importlib
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from bench.measuring import Chapter, Goal, Timing, clocked, ratio_of, side_by_side, table
from domain.kernel.seats import Seat
from domain.promises.bank import Bank
from domain.promises.checker import objection
from domain.promises.explain import explained
from domain.promises.judging import judged
from domain.promises.kernel import Agreement, Each, Pat, Tally, Win
from domain.promises.letter.lowering import lowered
from domain.promises.letter.reading import read
from domain.promises.letter.sample import LETTERS, NAMES, SAMPLE
from domain.promises.matching import Reader
from domain.promises.moments import Moment, Occurrence
from domain.promises.monitor import fed, signed
from domain.promises.snapshots import letter_hash, restored, snapshot
from domain.promises.trace import Trace
from domain.promises.watches import Watch
from domain.rulesets.vocabulary import Fact, Span
