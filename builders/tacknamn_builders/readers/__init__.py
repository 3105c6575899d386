"""One module per source family, each with pure functions ``read(folder) -> Iterator[Record]``."""
