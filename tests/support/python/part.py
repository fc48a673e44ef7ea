"""part.py MODULE|FILE.py ARGUMENTS...: runs a module or a file like Python, until standard input ends.

The test holds the other end of standard input: however the test ends, even by a kill, the server and its children end.
"""

import os
import runpy
import signal
import sys
import threading


def end_with_the_test():
    while os.read(0, 4096):
        pass
    os.killpg(0, signal.SIGKILL)


threading.Thread(target=end_with_the_test, daemon=True).start()
sys.argv = sys.argv[1:]
if sys.argv[0].endswith(".py"):
    runpy.run_path(sys.argv[0], run_name="__main__")
else:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
