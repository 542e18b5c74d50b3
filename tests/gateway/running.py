"""Programs that tests run."""

import os
import re
import signal
import subprocess
import threading


class Gateway:
    """`lapidary gateway` on a free port, until the block ends."""

    def __init__(self, upstream: str, *options: str, reads_log: bool = True):
        command = [os.environ["LAPIDARY_BIN"], "gateway", "--listen", "127.0.0.1:0", "--upstream", upstream, *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.log: list[str] = []
        first = self.process.stderr.readline()
        found = re.fullmatch(r"listening on (http://\S+)\n", first)
        assert found, first + self.process.stderr.read()
        self.url = found[1]
        self.port = int(self.url.rsplit(":", 1)[1])
        self._reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True)
        if reads_log:
            self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def tell_to_end(self):
        self.process.send_signal(signal.SIGTERM)

    def end(self) -> int:
        """Ends it as a supervisor does; its exit code."""
        if self.process.poll() is None:
            self.tell_to_end()
        code = self.process.wait(timeout=60)
        if self._reader.ident:
            self._reader.join(timeout=10)
        return code
