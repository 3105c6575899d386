"""One worker: uvicorn with the application, until it is asked to stop."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from tacknamn.errors import Error
from tacknamn.service.app import make_app
from tacknamn.service.connections import make_protocol
from tacknamn.service.engines import Engines
from tacknamn.service.file_limits import count_connections
from tacknamn.service.logs import describe_exception, log_loop_error
from tacknamn.service.state import ServiceState

__all__ = ["configure_server", "run_worker"]

_LOG = logging.getLogger("tacknamn.service")
_KEEP_ALIVE = 75
"""Seconds that an idle connection stays open: longer than the usual 60 of proxies, which would otherwise
send a request while we close."""


def _do_nothing(*_: object) -> None:
    """Give no sign of life, because nothing watches; or leave a signal without an answer."""


def run_worker(
    state: ServiceState,
    listener: socket.socket,
    config: uvicorn.Config,
    beat: Callable[[], None] = _do_nothing,
    parent: int = 0,
) -> None:
    """Answer requests until SIGTERM; requests under way are finished.

    Args:
        config: What :func:`configure_server` returned.
        beat: Called about once a second, as a sign of life.
        parent: The process of the supervisor, without which the worker ends; 0 if there is none.
    """
    # uvicorn raises what stopped it once more. SIG_IGN would drop a signal that the supervisor holds back.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _do_nothing)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(state, listener, config, beat, parent))


def configure_server(state: ServiceState) -> uvicorn.Config:
    """Make the application and load all that serves it, once for all workers."""
    seconds = state.settings.limits.seconds
    config = uvicorn.Config(
        make_app(state),
        http=make_protocol(seconds, count_connections()),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        lifespan="off",
        ws="none",
        proxy_headers=False,  # we use no address of a client, so a proxy need not name it
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, round(seconds)),
        timeout_notify=1,
    )
    config.load()
    config.get_loop_factory()  # loads the module of the loop
    return config


async def _serve(
    state: ServiceState,
    listener: socket.socket,
    config: uvicorn.Config,
    beat: Callable[[], None],
    parent: int,
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_loop_error)
    tasks = {asyncio.ensure_future(state.sessions.sweep_regularly())}

    def reload() -> None:
        task = asyncio.ensure_future(_reload(state))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    with suppress(AttributeError, NotImplementedError):  # not on Windows
        loop.add_signal_handler(signal.SIGHUP, reload)
    server = uvicorn.Server(config)

    async def live() -> None:
        beat()
        state.show_levels()
        if parent and os.getppid() != parent:  # the supervisor was killed
            server.should_exit = True

    config.callback_notify = live
    loop.call_soon(_unblock_signals)
    await server.serve([listener])
    state.queue.close()


def _unblock_signals() -> None:
    """Let signals arrive that the supervisor held back until they have handlers."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, [])


async def _reload(state: ServiceState) -> None:
    """Open the lists again while requests are answered, then use them for all further requests."""
    try:
        state.engines = await asyncio.to_thread(Engines, state.settings)
    except Exception as exc:  # noqa: BLE001 - whatever it is, the old lists work
        reason = exc if isinstance(exc, Error) else describe_exception(exc)
        _LOG.error("the lists were not opened again, and the old ones stay in use: %s", reason)
