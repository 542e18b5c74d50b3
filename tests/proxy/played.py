"""Servers that a listening proxy starts, and that a test plays."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from ends import HERE, PATIENCE, Lines, text
from listening import VERSION, address, asked, command

INITIALIZE = text({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}})
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
ASK = b'{"jsonrpc":"2.0","id":1,"method":"prompts/list"}'
NOTICE = {"jsonrpc": "2.0", "method": "notifications/x"}


class Server:
    """A server that was started, which a test plays."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.heard = Lines(connection.fileno())
        self.pid = int(self.heard.receive())

    def sends(self, *messages: object) -> None:
        for message in messages:
            self.socket.sendall(text(message) + b"\n")

    def hears(self, method: str | None = None) -> dict:
        message = json.loads(self.heard.receive())
        assert method is None or message.get("method") == method, message
        return message

    def answers(self, method: str, **result: object) -> dict:
        """Answers a request, which it gives back."""
        request = self.hears(method)
        self.sends({"jsonrpc": "2.0", "id": request["id"], "result": result})
        return request


class Played:
    """A proxy that listens, and starts servers that a test plays."""

    def __init__(self, *options: str, **environment: str):
        self.folder = tempfile.TemporaryDirectory()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder.name}/server")
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        server = [sys.executable, str(HERE / "relay.py"), f"{self.folder.name}/server"]
        passed = [f"--env={name}" for name in environment]
        self.process = subprocess.Popen(
            command(*passed, *options, "--", *server), stderr=subprocess.PIPE, text=True, env=os.environ | environment
        )
        self.url = address(self.process)
        # Reads the log, so that the pipe does not fill.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        for server in self.servers:
            server.socket.close()
        self.listener.close()
        self.folder.cleanup()

    def server(self) -> Server:
        """The next that is started."""
        connection, _ = self.listener.accept()
        self.servers.append(Server(connection))
        return self.servers[-1]

    def later(self, body: bytes, **headers: str):
        """Sends a request in the background; the result waits for its answer."""
        found = []

        def ask() -> None:
            response = asked(self.url, "POST", body, **headers)
            found.append((response, response.read()))

        thread = threading.Thread(target=ask)
        thread.start()

        def answer():
            thread.join(PATIENCE)
            return found[0]

        return answer

    def unread(self, body: bytes, **headers: str) -> socket.socket:
        """The connection of a request whose answer is not read."""
        host, port = self.url.removeprefix("http://").removesuffix("/mcp").split(":")
        connection = socket.create_connection((host, int(port)))
        lines = {"Host": host, "Content-Length": len(body)} | headers
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
        return connection

    def opened(self) -> tuple[Server, str]:
        """A session, and the server that was started for it."""
        answer = self.later(INITIALIZE)
        server = self.server()
        server.answers("initialize", protocolVersion="2025-11-25", capabilities={})
        response, body = answer()
        assert response.status == 200 and json.loads(body)["result"]["protocolVersion"] == "2025-11-25"
        session = response.headers["Mcp-Session-Id"]
        assert asked(self.url, "POST", INITIALIZED, Mcp_Session_Id=session).status == 202
        server.hears("notifications/initialized")
        return server, session

    def discovered(self) -> Server:
        """The server that all share, once it has said of which era it is."""
        server = self.server()
        server.answers("server/discover", supportedVersions=[VERSION, "2025-11-25"], capabilities={})
        return server


def streamed(body: bytes) -> list[dict]:
    """The messages of a stream that is over."""
    return [json.loads(line.removeprefix(b"data: ")) for line in body.splitlines() if line.startswith(b"data: ")]
