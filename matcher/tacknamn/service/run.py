"""Start the service: open the lists, warm up, listen, run the workers."""

import gc
import socket
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.replacement.seeds import GuessableSeedWarning
from tacknamn.service.file_limits import allow_many_files, forbid_core_files
from tacknamn.service.listening import open_listener, open_unix_listener
from tacknamn.service.logs import configure_logs
from tacknamn.service.metrics_folder import share_metrics
from tacknamn.service.notifying import notify_manager
from tacknamn.service.sessions.folder import share_sessions
from tacknamn.service.settings import ServiceSettings

if TYPE_CHECKING:
    import uvicorn

    from tacknamn.service.state import ServiceState

__all__ = ["run_service"]


def run_service(
    settings: ServiceSettings,
    address: tuple[str, int] | Path,
    workers: int,
    announce: Callable[[socket.socket], None],
) -> None:
    """Run the service until it is stopped.

    Args:
        address: Host and port, or the path of a Unix socket.
        announce: Called with the listening socket as soon as requests are accepted.
    """
    configure_logs(settings.log_format == "json")
    allow_many_files()
    forbid_core_files()
    # Answers say the same to those whom it concerns.
    for kind in (GuessableSeedWarning, InconsistentNamesWarning):
        warnings.simplefilter("ignore", kind)
    with (
        _open(address) as listener,
        share_metrics(),
        share_sessions(settings.session_folder) as folder,
    ):
        state, config = _prepare(replace(settings, session_folder=folder))
        announce(listener)
        notify_manager("READY=1")
        from tacknamn.service.supervisor import Supervisor, can_fork
        from tacknamn.service.worker import run_worker

        if can_fork():
            Supervisor(state, listener, config, workers).run()
        else:
            run_worker(state, listener, config)


def _prepare(settings: ServiceSettings) -> "tuple[ServiceState, uvicorn.Config]":
    """Load and open all that answers requests, once for all workers.

    Nearly all of it stays, so a collector of garbage would take a quarter of the time for nothing. Later it
    would write to, and so copy, the memory that workers share: what is there at the end is frozen."""
    gc.disable()
    try:
        # After the folder of the metrics is there, and after a wrong address was refused.
        import tacknamn.service.supervisor  # noqa: F401
        from tacknamn.service.operations import OPERATIONS
        from tacknamn.service.state import ServiceState
        from tacknamn.service.vaults import open_vaults
        from tacknamn.service.worker import configure_server

        open_vaults(settings)  # a wrong key is an error of the command
        state = ServiceState.open(settings)
        state.warm_up(OPERATIONS)
        config = configure_server(state)
        gc.freeze()
    finally:
        gc.enable()
    return state, config


def _open(address: tuple[str, int] | Path) -> AbstractContextManager[socket.socket]:
    return open_unix_listener(address) if isinstance(address, Path) else open_listener(*address)
