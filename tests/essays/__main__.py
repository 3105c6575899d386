"""Print the essays as JSON Lines, all or one half: ``python -m tests.essays [dev|test]``."""

import sys

from tests.essays.reading import read_essays

wanted = sys.argv[1:] or ["dev", "test"]
for essay in read_essays():
    if essay.split in wanted:
        sys.stdout.write(essay.line + "\n")
