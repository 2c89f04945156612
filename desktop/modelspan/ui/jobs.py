"""One worker thread for reading the store; the newest request wins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from modelspan.domain.problems import UserError


class Jobs(QObject):
    """Runs functions off the main thread. Lives as long as the window; results come back on the main thread."""

    finished = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pool = ThreadPoolExecutor(1, "modelspan-reader")
        self.generation = 0
        self.waiting: dict[int, Callable[[Any], None]] = {}
        self.finished.connect(self.deliver)

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do `work` on the worker, then call `then` with its result (or UserError) unless a newer job was started."""
        self.generation += 1
        number = self.generation
        self.waiting = {number: then}
        self.pool.submit(self.work, number, work)

    def work(self, number: int, work: Callable[[], Any]) -> None:
        """On the worker: plain data only."""
        if number != self.generation:
            return
        result: Any
        try:
            result = work()
        except Exception as error:  # carried to the main thread, where the one excepthook reports it
            result = error
        self.finished.emit((number, result))

    @Slot(object)
    def deliver(self, outcome: object) -> None:
        """On the main thread."""
        assert isinstance(outcome, tuple)
        number, result = outcome
        then = self.waiting.pop(number, None)
        if isinstance(result, Exception) and not isinstance(result, UserError):
            raise result
        if then is not None:
            then(result)

    def close(self) -> None:
        """Let what runs finish and take nothing more."""
        self.waiting.clear()
        self.pool.shutdown(wait=True, cancel_futures=True)
