"""How it ends, and what it bears."""

import os
import select
import signal
import subprocess
import sys
import time
from json import loads
from pathlib import Path

import pytest

from ends import PATIENCE, Ends

ASK = b'{"jsonrpc":"2.0","id":%s,"method":"prompts/list"}'
CALL = b'{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"a"}}'


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(*pids: int) -> bool:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(is_alive, pids))


def children(pid: int) -> list[int]:
    """The servers among them."""
    return [child for child in every_child(pid) if not is_watch(child)]


def every_child(pid: int) -> list[int]:
    """Those of all its threads."""
    return [int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]


def is_watch(pid: int) -> bool:
    """Whether it ends the servers when the proxy is killed."""
    try:
        return b"lapidary-watch" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_server_that_dies_leaves_no_request_open():
    with Ends() as ends:
        ends.open()
        ends.list(b"")
        for id in (b"1", b'"1"', b"2"):
            ends.up(CALL % id)
        ends.up(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}')
        assert ends.down(b'{"jsonrpc":"2.0","method":"notifications/x"}')
        os.kill(ends.server_pid, signal.SIGKILL)
        answers = [loads(ends.at_client.receive()) for _ in range(2)]
        assert sorted(map(str, [answer["id"] for answer in answers])) == ["1", "1"]
        for answer in answers:
            assert answer["error"]["code"] == -32603
            assert "the server ended (signal: 9 (SIGKILL)) before it answered" in answer["error"]["message"]
        assert ends.at_client.receive() is None
        assert ends.process.wait(PATIENCE) == 1
        ends.wait_for_log("the server ended by itself: signal: 9 (SIGKILL)")


def test_a_call_that_waits_for_a_list_is_answered_when_the_server_dies():
    with Ends("--target", "universal") as ends:
        assert loads(ends.up(CALL % b"1"))["method"] == "tools/list"
        os.kill(ends.server_pid, signal.SIGKILL)
        assert loads(ends.at_client.receive())["id"] == 1
        assert ends.at_client.receive() is None


def test_a_server_that_closes_its_output_first_is_gone():
    with Ends(STAYS="1") as ends:
        ends.up(ASK % b"1")
        os.kill(ends.server_pid, signal.SIGUSR1)
        assert "error" in loads(ends.at_client.receive())
        assert ends.process.wait(PATIENCE) == 1
        assert gone(ends.server_pid)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_server_that_closes_its_input_first_is_gone(leaves):
    """At once, whether or not the client ends its input behind the message that cannot be written."""
    with Ends(wrapper=("sh", "-c", 'exec "$@" </dev/null', "sh"), STAYS="1") as ends:
        assert ends.at_server.receive() is None
        ends.client_sends(ASK % b"1")
        if leaves:
            ends.process.stdin.close()
        began = time.monotonic()
        answer = loads(ends.at_client.receive())
        assert answer["id"] == 1 and "error" in answer
        assert ends.at_client.receive() is None
        ends.process.wait(PATIENCE)
        assert time.monotonic() - began < 20
        assert gone(ends.server_pid)


def test_a_server_that_dies_while_its_child_holds_its_output():
    with Ends(wrapper=("sh", "-c", 'sleep 600 & exec "$@"', "sh")) as ends:
        (child,) = children(ends.server_pid)
        ends.up(ASK % b"1")
        os.kill(ends.server_pid, signal.SIGKILL)
        assert "error" in loads(ends.at_client.receive())
        assert ends.process.wait(PATIENCE) == 1
        assert gone(child)


def test_what_a_server_says_last_is_heard():
    with Ends(STAYS="1") as ends:
        ends.client_sends(ASK % b"1")
        ends.process.stdin.close()
        assert ends.at_server.receive() == ASK % b"1"
        assert ends.at_server.receive() is None, "its input ends with ours"
        answer = b'{"jsonrpc":"2.0","id":1,"result":{}}'
        assert ends.down(answer) == answer
        ends.socket.close()
        assert ends.process.wait(PATIENCE) == 0


def test_requests_that_are_open_when_the_input_ends_are_answered():
    """As in a pipe of requests, to a server that takes longer for them than for its end."""
    with Ends(STAYS="1") as ends:
        for id in (b"1", b"2"):
            ends.up(ASK % id)
        ends.process.stdin.close()
        assert ends.at_server.receive() is None
        time.sleep(2)
        answer = b'{"jsonrpc":"2.0","id":1,"result":{}}'
        assert ends.down(answer) == answer
        os.kill(ends.server_pid, signal.SIGUSR1)
        assert "before it answered" in loads(ends.at_client.receive())["error"]["message"]
        assert ends.at_client.receive() is None
        assert ends.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("stays", [True, False])
def test_with_the_client_all_is_over(stays):
    """The server, which a wrapper has started, and another child: even where they mind no end and no signal."""
    script = f"{'trap : TERM; ' if stays else ''}sleep 600 & \"$@\"; wait"
    with Ends(wrapper=("sh", "-c", script, "sh"), **({"STAYS": "1"} if stays else {})) as ends:
        (wrapper,) = children(ends.process.pid)
        others = children(wrapper)
        assert len(others) == 2
        ends.process.stdin.close()
        assert ends.process.wait(PATIENCE) == 0
        assert gone(wrapper, *others)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_told_to_end_it_takes_the_server_along(told):
    with Ends(STAYS="1") as ends:
        ends.open()
        ends.process.send_signal(told)
        assert ends.process.wait(PATIENCE) == 0
        assert gone(ends.server_pid)


def test_a_client_that_reads_no_more_ends_it():
    with Ends(STAYS="1") as ends:
        ends.process.stdout.close()
        ends.server_sends(b'{"jsonrpc":"2.0","method":"notifications/x"}', b'{"jsonrpc":"2.0","method":"notifications/y"}')
        assert ends.process.wait(PATIENCE) == 0
        assert gone(ends.server_pid)


def test_a_client_that_is_killed_leaves_nothing():
    """Its pipes close, and that is all that is heard of it."""
    client = f"""
import subprocess, sys, time
server = [sys.executable, "-c", "import sys; sys.stdin.read()"]
proxy = subprocess.Popen([{os.environ["LAPIDARY_BIN"]!r}, "proxy", "--", *server], stdin=subprocess.PIPE)
print(proxy.pid, flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", client], stdout=subprocess.PIPE, text=True) as process:
        proxy = int(process.stdout.readline())
        deadline = time.monotonic() + PATIENCE
        while not children(proxy) and time.monotonic() < deadline:
            time.sleep(0.02)
        servers = children(proxy)
        process.kill()
    assert servers and gone(proxy, *servers)


def test_killed_it_takes_the_server_along():
    """And another child of a wrapper: even where they mind no end and no signal."""
    with Ends(wrapper=("sh", "-c", "trap : TERM; sleep 600 & \"$@\"; wait", "sh"), STAYS="1") as ends:
        (wrapper,) = children(ends.process.pid)
        others = children(wrapper)
        assert len(others) == 2
        ends.process.kill()
        assert gone(wrapper, *others)


def test_nothing_watches_over_what_has_ended():
    with Ends() as ends:
        watches = [pid for pid in every_child(ends.process.pid) if is_watch(pid)]
        assert len(watches) == 1
        ends.process.stdin.close()
        assert ends.process.wait(PATIENCE) == 0
        assert gone(*watches)


@pytest.mark.parametrize("how", [[], ["--listen", "127.0.0.1:0"]])
def test_a_server_that_does_not_start(how):
    command = [os.environ["LAPIDARY_BIN"], "proxy", *how, "--", "no-such-server"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lapidary: `no-such-server` does not start")


def test_standard_error_is_the_servers():
    server = "import sys; sys.stderr.write('x' * (1 << 20)); print('{}', flush=True); sys.stdin.read()"
    command = [os.environ["LAPIDARY_BIN"], "proxy", "--", sys.executable, "-c", server]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out, errors = process.communicate(timeout=PATIENCE)
    assert out == b"{}\n"
    assert errors == b"x" * (1 << 20)


def test_messages_that_are_too_long():
    filler = b"x" * (3 << 20)
    with Ends("--max-message", "2") as ends:
        ends.open()
        ends.client_sends(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s"}}' % filler)
        answer = loads(ends.at_client.receive())
        assert answer["id"] == 1 and "--max-message" in answer["error"]["message"]
        for before, after in ((b'"id":"2",', b""), (b"", b',"id":"2"')):
            ends.up(b'{"jsonrpc":"2.0","id":"2","method":"prompts/list"}')
            answer = loads(ends.down(b'{%s"result":{"id":3,"x":"%s"}%s}' % (before, filler, after)))
            assert answer["id"] == "2" and "--max-message" in answer["error"]["message"]
        short = b'{"jsonrpc":"2.0","id":3,"method":"ping"}'
        ends.server_sends(b'{"jsonrpc":"2.0","method":"notifications/%s"}' % filler)
        assert ends.down(short) == short, "the next one is read"
        ends.client_sends(b'{"jsonrpc":"2.0","id":3,"result":{"x":"%s"}}' % filler)
        assert ends.up(short) == short
        long = b'{"jsonrpc":"2.0","id":4,"result":{"x":"%s"}}' % filler[: 1 << 20]
        assert ends.up(long) == long and ends.down(long) == long


def test_a_long_result_passes():
    with Ends() as ends:
        ends.up(ASK % b"1")
        answer = b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"%s"}]}}' % (b"x" * (50 << 20))
        pid = os.fork()
        if pid == 0:
            ends.server_sends(answer)
            os._exit(0)
        assert ends.at_client.receive() == answer
        os.waitpid(pid, 0)


def test_a_client_that_reads_slowly_holds_the_server_up_but_not_itself():
    with Ends() as ends:
        ends.open()
        ends.socket.setblocking(False)
        line = b'{"jsonrpc":"2.0","method":"notifications/x","params":"%s"}\n' % (b"x" * 60_000)
        sent = 0
        while select.select([], [ends.socket], [], 1)[1]:
            sent += ends.socket.send((line * 10)[sent % len(line) :])
        assert sent < 64 << 20, "what waits is bounded"
        cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
        assert ends.up(cancel) == cancel
        for _ in range(sent // len(line)):
            assert ends.at_client.receive() == line[:-1]


def test_a_server_that_reads_slowly_is_heard():
    server = "import time; time.sleep(1); print('{}', flush=True); time.sleep(600)"
    command = [os.environ["LAPIDARY_BIN"], "proxy", "--", sys.executable, "-c", server]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        os.set_blocking(process.stdin.fileno(), False)
        sent = 0
        while b"{}" not in (select.select([process.stdout], [], [], 0)[0] and os.read(process.stdout.fileno(), 3) or b""):
            if select.select([], [process.stdin], [], 0.1)[1]:
                sent += os.write(process.stdin.fileno(), b'{"jsonrpc":"2.0","method":"notifications/x"}\n' * 90)
        assert sent < 16 << 20, "what waits is bounded"
        process.terminate()
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("client", ["gemini-cli-mcp-client", "Gemini-CLI-MCP-Client-github (via mcp-remote 0.1)"])
def test_what_gemini_cli_adds_is_taken_out(client):
    tool = b'{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}}'
    declares = tool.replace(b'"name":"a"', b'"name":"b"').replace(b'"n":', b'"wait_for_previous":')
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{"n":1,"wait_for_previous":true}}}'
    with Ends() as ends:
        ends.open(client)
        assert ends.list(tool + b"," + declares) == tool + b"," + declares, "Gemini CLI takes these as they are"
        assert ends.up(call % b"a") == (call % b"a").replace(b',"wait_for_previous":true', b"")
        assert ends.up(call % b"b") == call % b"b"


NEEDS = b'{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]}}}}'
WITHOUT_LIST = b'{"anyOf":[{"type":"integer"},{"type":"null"}]}'


def test_the_target_follows_the_client():
    with Ends() as ends:
        ends.open("claude-ai")
        assert ends.list(NEEDS) == NEEDS, "nothing is done for it"
        assert ends.up(CALL % b"1") == CALL % b"1"
    with Ends() as ends:
        ends.open("nobody knows")
        assert WITHOUT_LIST in ends.list(NEEDS)
    with Ends("--target", "universal") as ends:
        ends.open("claude-ai")
        assert WITHOUT_LIST in ends.list(NEEDS)


def test_since_2026_each_request_says_who_the_client_is():
    meta = {"io.modelcontextprotocol/clientInfo": {"name": "claude-ai", "version": "1"}}
    with Ends() as ends:
        ends.up({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}})
        assert ends.list(NEEDS) == NEEDS


def test_projects_map_clients_themselves(tmp_path):
    settings = tmp_path / "lapidary.toml"
    settings.write_text('[[client]]\nname = "my-*"\n[[client]]\nname = "claude-ai"\ntarget = "universal"\n')
    for client, changes in (("my-agent", False), ("claude-ai", True), ("another", True)):
        with Ends("--settings", str(settings)) as ends:
            ends.open(client)
            assert (ends.list(NEEDS) != NEEDS) == changes, client


MAP = b'{"name":"a","inputSchema":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"}}}}}'


@pytest.mark.parametrize(
    ("client", "options", "coded"),
    [
        ("claude-ai", [], False),
        ("My-Agent", [], True),
        ("inspector", [], None),
        ("My-Agent", ["--mode", "drop-in"], False),
        ("claude-ai", ["--mode", "round-trip"], True),
        ("inspector", ["--target", "universal"], False),
        ("my-agent", ["--target", "universal"], False),
        ("my-agent", ["--target", "universal", "--mode", "round-trip"], True),
    ],
)
def test_projects_set_the_target_and_the_mode(client, options, coded, tmp_path):
    """Those of the command line come before those of a client, and these before those of all clients."""
    entries = '[[client]]\nname = "my-*"\ntarget = "universal"\nmode = "round-trip"\n[[client]]\nname = "Inspector"\n'
    settings = tmp_path / "lapidary.toml"
    settings.write_text('target = "universal"\nmode = "drop-in"\n' + entries)
    with Ends("--settings", str(settings), *options) as ends:
        ends.open(client)
        listed = ends.list(MAP)
        assert (listed == MAP) == (coded is None), listed
        assert (b'"key"' in listed) == bool(coded), listed


def test_strings_are_turned_back_for_dify():
    tool = b'{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]},"o":{"type":"object","properties":{"k":{"type":"boolean"}}},"s":{"type":"string"}}}}'
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":"5","o":"{\\"k\\":true}","s":"7"}}}'
    with Ends() as ends:
        ends.open("Dify")
        ends.list(tool)
        assert ends.up(call).endswith(b'"arguments":{"n":5,"o":{"k":true},"s":"7"}}}')


def test_two_hundred_calls_at_once():
    with Ends("--target", "universal") as ends:
        ends.open()
        ends.list(NEEDS)
        pid = os.fork()
        if pid == 0:
            ends.client_sends(*(CALL % (b"%d" % id) for id in range(200)))
            os._exit(0)
        for _ in range(200):
            request = loads(ends.at_server.receive())
            ends.server_sends({"jsonrpc": "2.0", "id": request["id"], "result": {"content": [], "of": request["id"]}})
        answers = [loads(ends.at_client.receive()) for _ in range(200)]
        os.waitpid(pid, 0)
        assert [answer["id"] for answer in answers] == list(range(200))
        assert all(answer["result"]["of"] == answer["id"] for answer in answers)
