"""Which files the process may have: how many open ones, and so connections, and no image of its memory."""

from contextlib import suppress

__all__ = ["allow_many_files", "count_connections", "forbid_core_files"]

_RESERVE = 128
"""Files that are not connections: the lists, logs, metrics, and what requests read and write."""
_UNLIMITED = 1 << 20
"""What a limit that the system does not have is taken for."""


def allow_many_files() -> None:
    """Allow as many open files as the system does."""
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def forbid_core_files() -> None:
    """Let the system write no memory to a file when the process dies: it has texts, and a key."""
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def count_connections() -> int:
    """Return how many connections a worker may have, so that files are left for everything else."""
    try:
        import resource
    except ImportError:
        return _UNLIMITED
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return _UNLIMITED
    return max(allowed - _RESERVE, allowed // 2)
