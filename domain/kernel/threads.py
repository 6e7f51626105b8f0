"""The threads, locks and queues of a service, imported as a module so that a test can replace them.

``tests/support/world`` puts a scheduler of its own here, which runs the threads in an order that a seed determines.
"""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Condition, Event, Lock, RLock, Thread

__all__ = ["BoundedSemaphore", "Condition", "Empty", "Event", "Future", "Lock", "RLock", "SimpleQueue", "Thread"]
