"""Start the service: open the lists, warm up, listen, run the workers."""

import socket
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.replacement.seeds import GuessableSeedWarning
from tacknamn.service.file_limits import allow_many_files
from tacknamn.service.listening import open_listener, open_unix_listener
from tacknamn.service.logs import configure_logs
from tacknamn.service.metrics_folder import share_metrics
from tacknamn.service.notifying import notify_manager
from tacknamn.service.sessions.folder import share_sessions
from tacknamn.service.settings import ServiceSettings

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
    configure_logs()
    allow_many_files()
    # Answers say the same to those whom it concerns.
    for kind in (GuessableSeedWarning, InconsistentNamesWarning):
        warnings.simplefilter("ignore", kind)
    with _open(address) as listener, share_metrics(), share_sessions() as folder:
        settings = replace(settings, session_folder=folder)
        # After the folder of the metrics is there, and after a wrong address was refused.
        from tacknamn.service.operations import OPERATIONS
        from tacknamn.service.state import ServiceState
        from tacknamn.service.supervisor import Supervisor, can_fork
        from tacknamn.service.vaults import open_vaults
        from tacknamn.service.worker import run_worker

        open_vaults(settings)  # a wrong key is an error of the command
        state = ServiceState.open(settings)
        state.warm_up(OPERATIONS)
        announce(listener)
        notify_manager("READY=1")
        if can_fork():
            Supervisor(state, listener, workers).run()
        else:
            run_worker(state, listener)


def _open(address: tuple[str, int] | Path) -> AbstractContextManager[socket.socket]:
    return open_unix_listener(address) if isinstance(address, Path) else open_listener(*address)
