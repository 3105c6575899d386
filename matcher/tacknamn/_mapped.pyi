"""The end of a process whose mapped files become shorter (matcher/native/mapped.c)."""

def end_on_bus_error(message: bytes, /) -> None:
    """On SIGBUS, write these bytes to standard error and exit with code 2."""
