"""Both ends of a proxy: a test is the client, and the server behind it."""

import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATIENCE = 60


class Lines:
    """Lines of a file descriptor, with a limit of time."""

    def __init__(self, fd: int):
        self.fd = fd
        self.rest = b""

    def receive(self) -> bytes | None:
        """The next line without its end; None where there are no more."""
        deadline = time.monotonic() + PATIENCE
        pieces = [self.rest]
        while b"\n" not in pieces[-1]:
            ready, _, _ = select.select([self.fd], [], [], deadline - time.monotonic())
            assert ready, f"nothing came; so far: {b''.join(pieces)[:1000]!r}"
            pieces.append(os.read(self.fd, 1 << 20))
            if not pieces[-1]:
                return None
        line, _, self.rest = b"".join(pieces).partition(b"\n")
        return line


class Ends:
    """`lapidary proxy` between the two; as a context it is ended and nothing of it is left."""

    def __init__(self, *options: str, wrapper: tuple[str, ...] = (), **environment: str):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
            path = f"{folder}/server"
            listener.bind(path)
            listener.listen()
            listener.settimeout(PATIENCE)
            server = [*wrapper, sys.executable, str(HERE / "relay.py"), path]
            passed = [f"--env={name}" for name in environment]
            command = [os.environ["LAPIDARY_BIN"], "proxy", *passed, *options, "--", *server]
            self.log = tempfile.TemporaryFile()
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                bufsize=0,
                cwd=folder,
                env=os.environ | environment,
            )
            self.socket, _ = listener.accept()
        self.at_client = Lines(self.process.stdout.fileno())
        self.at_server = Lines(self.socket.fileno())
        self.server_pid = int(self.at_server.receive())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
        self.socket.close()
        self.log.close()

    def wait_for_log(self, words: str) -> None:
        """Returns when the log has the words: it is written beside what passes, so they may come late."""
        deadline = time.monotonic() + PATIENCE
        # Without seeking, for the program writes where the offset of the file stands.
        while words not in (log := os.pread(self.log.fileno(), 1 << 20, 0).decode(errors="replace")):
            assert time.monotonic() < deadline, f"not in the log: {words!r}; it has: {log[-1000:]!r}"
            time.sleep(0.01)

    def client_sends(self, *lines: bytes | dict) -> None:
        for line in lines:
            self.process.stdin.write(text(line) + b"\n")

    def server_sends(self, *lines: bytes | dict) -> None:
        for line in lines:
            self.socket.sendall(text(line) + b"\n")

    def up(self, line: bytes | dict) -> bytes:
        """The messages that a line of the client causes at the server."""
        self.client_sends(line)
        return self.at_server.receive()

    def down(self, line: bytes | dict) -> bytes:
        """The messages that a line of the server causes at the client."""
        self.server_sends(line)
        return self.at_client.receive()

    def open(self, client: str = "test", version: str = "2025-11-25") -> None:
        """The handshake of the older era, which passes as it is."""
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": client, "version": "1"}}
        request = text({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        assert self.up(request) == request
        answer = text({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": version, "capabilities": {"tools": {}}}})
        assert self.down(answer) == answer
        done = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
        assert self.up(done) == done

    def list(self, tools: bytes, id: object = "list") -> bytes:
        """The tools that the client gets of those of the server."""
        request = text({"jsonrpc": "2.0", "id": id, "method": "tools/list"})
        assert self.up(request) == request
        head = b'{"jsonrpc":"2.0","id":%s,"result":{"tools":[' % json.dumps(id).encode()
        line = self.down(head + tools + b"]}}")
        assert line.startswith(head) and line.endswith(b"]}}")
        return line[len(head) : -3]


def text(line: object) -> bytes:
    return line if isinstance(line, bytes) else json.dumps(line, separators=(",", ":")).encode()
