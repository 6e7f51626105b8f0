"""Threads, and all that they wait for. Whoever has threads of one service looks these names up here each time.

So the order in which threads go on is decided in one place: a test that puts others here decides it by a seed.
"""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Condition, Event, Lock, RLock, Thread

__all__ = ["BoundedSemaphore", "Condition", "Empty", "Event", "Future", "Lock", "RLock", "SimpleQueue", "Thread"]
