"""Run a command and print the peak of memory of its largest process: a process to measure.

::

    python bench/bulk/command_memory.py WORD...

This program is small, because the peak of a process includes the program that started it.
"""

import os
import sys

command = sys.argv[1:]
_, status, usage = os.wait4(os.posix_spawn(command[0], command, os.environ), 0)
print(usage.ru_maxrss * 1024 / 1e6)
sys.exit(os.waitstatus_to_exitcode(status))
