"""What the program sets for its whole process about its log, put back for the tests that follow."""

import logging
from collections.abc import Generator
from contextlib import contextmanager

import structlog


@contextmanager
def logged_as_before() -> Generator[None]:
    """Whatever is set inside holds no longer afterwards."""
    settings, handlers, level = structlog.get_config(), logging.root.handlers[:], logging.root.level
    try:
        yield
    finally:
        structlog.configure(**settings)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
