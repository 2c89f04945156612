"""One worker thread for reading the store; the newest request wins."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from modelspan.domain.problems import UserError


class Collector:
    """Python's collector of cycles, paused while any worker runs. Called on the main thread only.

    It collects on whichever thread allocates, and a closed dialog in a cycle must not be destroyed off the main thread.
    """

    paused = 0

    @classmethod
    def pause(cls) -> None:
        """A worker is about to run."""
        cls.paused += 1
        gc.disable()

    @classmethod
    def resume(cls) -> None:
        """A worker is done."""
        cls.paused -= 1
        if not cls.paused:
            gc.enable()


class Jobs(QObject):
    """Runs functions off the main thread. Lives as long as the window; results come back on the main thread."""

    finished = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pool = ThreadPoolExecutor(1, "modelspan-reader")
        self.generation = 0
        self.waiting: dict[int, Callable[[Any], None]] = {}
        self.running: set[int] = set()
        self.finished.connect(self.deliver)

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do `work` on the worker, then call `then` with its result (or UserError) unless a newer job was started."""
        self.generation += 1
        number = self.generation
        self.waiting = {number: then}
        self.running.add(number)
        Collector.pause()
        self.pool.submit(self.work, number, work)

    def work(self, number: int, work: Callable[[], Any]) -> None:
        """On the worker: plain data only."""
        result: Any = None
        try:
            if number == self.generation:
                result = work()
        except Exception as error:  # carried to the main thread, where the one excepthook reports it
            result = error
        self.finished.emit((number, result))

    @Slot(object)
    def deliver(self, outcome: object) -> None:
        """On the main thread."""
        assert isinstance(outcome, tuple)
        number, result = outcome
        self.end(number)
        then = self.waiting.pop(number, None)
        if isinstance(result, Exception) and not isinstance(result, UserError):
            raise result
        if then is not None:
            then(result)

    def end(self, number: int) -> None:
        """A job is over."""
        if number in self.running:
            self.running.remove(number)
            Collector.resume()

    def close(self) -> None:
        """Let what runs finish and take nothing more."""
        self.waiting.clear()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for number in tuple(self.running):
            self.end(number)
