"""Where blocks run: threads of this process, or the workers of a dask scheduler."""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from analyzer.core.errors import InputError
from analyzer.core.notation import quoted

PATIENCE = 10.0
"""Seconds to wait for a scheduler, and for its first worker."""


class Executor(Protocol):
    """Runs calls somewhere and hands back futures; ``workers`` of them run at once.

    ``seconds_per_task`` is what a task should take for its way there and back to pay, 0 where there is no way to go.
    """

    @property
    def seconds_per_task(self) -> float:
        """The seconds that one task should take at least."""
        ...

    @property
    def workers(self) -> int:
        """The number of calls that run at the same time."""
        ...

    def submit(self, call: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Queue ``call(*arguments)``."""
        ...


class Threads:
    """A pool of threads; kernels run without the GIL, so they share the cores."""

    seconds_per_task = 0.0

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


class Cluster:
    """The workers of a dask scheduler; raises ``InputError`` where it cannot be reached, or is lost on the way.

    A worker that dies loses nothing: the scheduler gives its tasks to another one.
    """

    seconds_per_task = 0.3

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError('--scheduler needs dask: install it with pip install "sabacc-analyzer[cluster]"') from None
        # What goes wrong with the scheduler is said in one line of ours.
        for chatty in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
            logging.getLogger(chatty).setLevel(logging.CRITICAL + 1)
        self._address = address
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"--scheduler: nothing answers at {quoted(address)}: see analyzer cluster") from error
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            self._client.close()
            raise InputError(f"--scheduler: {quoted(address)} has no workers: see analyzer cluster") from error
        self._pool = self._client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        """The number of threads of all workers."""
        return max(1, sum(int(threads) for threads in self._client.nthreads().values()))

    def submit(self, call: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Queue ``call(*arguments)`` for the next free worker."""
        # Packed here, so that the scheduler passes on bytes and never loads a kernel itself.
        future: Future[Any] = self._pool.submit(_unpacked, pickle.dumps((call, arguments)))
        return future

    def close(self) -> None:
        """Take back what has not started, and leave the scheduler running."""
        self._client.close(timeout=PATIENCE)

    def lost(self, error: BaseException) -> InputError:
        """Return the line that says that the scheduler went away."""
        return InputError(
            f"--scheduler: lost {quoted(self._address)} ({type(error).__name__}): start it again and repeat the "
            "command; with --store DIR it carries on from the finished blocks"
        )


def _unpacked(packed: bytes) -> Any:
    call, arguments = pickle.loads(packed)
    return call(*arguments)


@contextmanager
def executor(scheduler: str | None, workers: int | None) -> Iterator[Threads | Cluster]:
    """Open the cluster behind ``scheduler``, or, without one, a pool of ``workers`` threads."""
    if scheduler is None:
        with threads(workers) as pool:
            yield pool
        return
    cluster = Cluster(scheduler)
    try:
        yield cluster
    except (CancelledError, OSError) as error:
        raise cluster.lost(error) from error
    finally:
        cluster.close()
