"""What a client gets by its name, however late that is known."""

import pytest

from ends import Ends
from test_lifecycle import NEEDS

VERSIONED = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def test_a_message_of_the_server_may_come_before_the_name():
    notice = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"starting"}}'
    with Ends() as ends:
        assert ends.down(notice) == notice
        ends.open("claude-ai")
        assert ends.list(NEEDS) == NEEDS, "nothing is done for it"


@pytest.mark.parametrize(("method", "params"), [("ping", {}), ("server/discover", {"_meta": VERSIONED})])
def test_an_answer_may_come_before_the_name(method, params):
    answer = b'{"jsonrpc":"2.0","id":"first","error":{"code":-32601,"message":"Method not found"}}'
    with Ends() as ends:
        ends.up({"jsonrpc": "2.0", "id": "first", "method": method, "params": params})
        assert ends.down(answer) == answer
        ends.open("claude-ai")
        assert ends.list(NEEDS) == NEEDS, "nothing is done for it"
