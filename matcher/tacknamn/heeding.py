"""Let Ctrl-C be noticed within compiled code."""

__all__ = ["heed_signals"]


def heed_signals() -> None:
    """Do nothing, in Python: where one of its functions is called, it looks for signals; code that
    mypyc has compiled does not, however long it works."""
