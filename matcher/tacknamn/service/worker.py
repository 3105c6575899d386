"""One worker: uvicorn with the application, until it is asked to stop."""

import asyncio
import logging
import signal
import socket
from contextlib import suppress

import uvicorn

from tacknamn.errors import Error
from tacknamn.service.app import make_app
from tacknamn.service.engines import Engines
from tacknamn.service.state import ServiceState

__all__ = ["run_worker"]

_LOG = logging.getLogger("tacknamn.service")
_KEEP_ALIVE = 75
"""Seconds that an idle connection stays open: longer than the usual 60 of proxies, which would otherwise
send a request while we close."""


def run_worker(state: ServiceState, listener: socket.socket, lifeline: int | None = None) -> None:
    """Answer requests until SIGTERM; requests under way are finished.

    Args:
        lifeline: The end of a pipe that the supervisor holds: it is closed when the supervisor is gone.
    """
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn raises what stopped it once more
        signal.signal(number, signal.SIG_IGN)
    asyncio.run(_serve(state, listener, lifeline))


async def _serve(state: ServiceState, listener: socket.socket, lifeline: int | None) -> None:
    config = uvicorn.Config(
        make_app(state),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        lifespan="off",
        ws="none",
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=round(state.settings.limits.seconds),
    )
    tasks = {asyncio.ensure_future(state.sessions.sweep_regularly())}

    def reload() -> None:
        task = asyncio.ensure_future(_reload(state))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = uvicorn.Server(config)

    def stop() -> None:
        server.should_exit = True

    loop = asyncio.get_running_loop()
    with suppress(AttributeError, NotImplementedError):  # not on Windows
        loop.add_signal_handler(signal.SIGHUP, reload)
    if lifeline is not None:
        loop.add_reader(lifeline, stop)
    await server.serve([listener])
    if lifeline is not None:
        loop.remove_reader(lifeline)
    state.queue.close()


async def _reload(state: ServiceState) -> None:
    """Open the lists again while requests are answered, then use them for all further requests."""
    try:
        state.engines = await asyncio.to_thread(Engines, state.settings)
    except Error as exc:
        _LOG.error("the lists were not opened again, and the old ones stay in use: %s", exc)
