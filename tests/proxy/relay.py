"""An MCP server that a test plays: its standard input and output are a socket of the test, whose path is the argument.

Its pid goes first. It ends with its input, unless STAYS is set; SIGUSR1 closes its output while it goes on.
"""

import os
import signal
import socket
import sys
import threading


def copied(read, write) -> None:
    while piece := read():
        write(piece)


def written(piece: bytes) -> None:
    while piece:
        piece = piece[os.write(1, piece) :]


test = socket.socket(socket.AF_UNIX)
test.connect(sys.argv[1])
test.sendall(b"%d\n" % os.getpid())


def to_test() -> None:
    copied(lambda: os.read(0, 1 << 16), test.sendall)
    test.shutdown(socket.SHUT_WR)
    if "STAYS" not in os.environ:
        os._exit(0)


def close_output() -> None:
    # A handler would wait for the main thread, which may have begun to read just before.
    signal.sigwait({signal.SIGUSR1})
    os.close(1)


signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
threading.Thread(target=close_output, daemon=True).start()
threading.Thread(target=to_test, daemon=True).start()
copied(lambda: test.recv(1 << 16), written)
