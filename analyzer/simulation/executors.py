"""Where blocks run: threads of this process, behind an interface that a cluster's client fits as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol


class Executor(Protocol):
    """Runs calls somewhere and hands back futures; ``workers`` of them run at once."""

    @property
    def workers(self) -> int:
        """The number of calls that run at the same time."""
        ...

    def submit(self, call: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Queue ``call(*arguments)``."""
        ...


class Threads:
    """A pool of threads; kernels run without the GIL, so they share the cores."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="block")

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self._workers

    def submit(self, call: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Queue ``call(*arguments)`` for the next free thread."""
        return self._pool.submit(call, *arguments)

    def close(self, wait: bool = False) -> None:
        """Forget what has not started; what runs ends by itself, and is waited for only if asked."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


@contextmanager
def threads(workers: int | None = None) -> Iterator[Threads]:
    """Open a pool of ``workers`` threads, by default one for each core."""
    pool = Threads(workers or os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.close()
