"""Start the service: open the lists, warm up, listen, run the workers."""

import logging
import socket
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.replacement.seeds import GuessableSeedWarning
from tacknamn.service.listening import open_listener
from tacknamn.service.metrics_folder import share_metrics
from tacknamn.service.sessions.folder import share_sessions
from tacknamn.service.settings import ServiceSettings

__all__ = ["run_service"]


def run_service(
    settings: ServiceSettings,
    address: tuple[str, int],
    workers: int,
    announce: Callable[[socket.socket], None],
) -> None:
    """Run the service until it is stopped.

    Args:
        announce: Called with the listening socket as soon as requests are accepted.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s"
    )
    _allow_many_files()
    # Answers say the same to those whom it concerns.
    for kind in (GuessableSeedWarning, InconsistentNamesWarning):
        warnings.simplefilter("ignore", kind)
    with open_listener(*address) as listener, share_metrics(), share_sessions() as folder:
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
        if can_fork():
            Supervisor(state, listener, workers).run()
        else:
            run_worker(state, listener)


def _allow_many_files() -> None:
    """Allow as many connections as the system does. Each is a file."""
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
