"""`lapidary` lists the tools of servers: real ones, and faulty ones."""

import contextlib
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import live
import pytest
from asking import extracted, lapidary

from oracle import program

HERE = Path(__file__).resolve().parent
GOOD = {"name": "good", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}


def faulty(fault: str) -> list[str]:
    return ["--server", shlex.join([sys.executable, str(HERE / "faulty_server.py"), fault])]


def command(server) -> str:
    return shlex.join([server.command, *server.args])


@pytest.mark.parametrize("name", ["fs-mcp", "everything"])
def test_the_list_is_what_the_official_client_gets(name, tmp_path):
    server = {"fs-mcp": lambda: live.fs_mcp(tmp_path), "everything": live.everything}[name]()
    # One of our variables keeps its framework from using the network.
    tools = extracted("--inherit-env", "--server", command(server))
    official = json.loads(live.tools_list(server))["tools"]
    assert len(tools) > 10
    assert [tool["name"] for tool in tools] == [tool["name"] for tool in official]
    # The client leaves out what it has no field for.
    for tool, seen in zip(tools, official):
        assert {key: tool[key] for key in seen} == seen


def test_every_command_asks_servers():
    server = ["--server", command(live.everything())]
    checked = lapidary("check", "--json", *server)
    assert checked.returncode == 1
    assert json.loads(checked.stdout)["summary"]["total_tools"] > 10
    assert "exclusiveMinimum" not in lapidary("transform", *server).stdout
    assert lapidary("diff", *server).stdout.startswith("---")
    lines = lapidary("transform", "--format", "jsonl", *server).stdout.splitlines()
    assert len(lines) == json.loads(checked.stdout)["summary"]["total_tools"]


def test_variables_reach_the_server():
    said = lapidary("check", "--env", "A=b c", "--server", "bash -c 'echo \"A is $A\" >&2; exit 1'")
    assert "A is b c" in said.stdout


@pytest.mark.parametrize(
    "fault",
    [
        "ends-at-the-probe",
        "silent-at-the-probe",
        "rubbish",
        "asks-back",
        "prints-much",
        "the-same-page-again",
        "an-empty-cursor",
        "cursor:null",
    ],
)
def test_what_can_be_lived_with_is(fault):
    assert extracted("--timeout", "8", *faulty(fault)) == [GOOD]


def test_pages_are_followed():
    assert [tool["name"] for tool in extracted(*faulty("three-pages"))] == ["t0", "t1", "t2"]


def test_a_server_with_prompts_alone_has_no_tools():
    done = lapidary("check", *faulty("no-tools"))
    assert (done.returncode, "0 tools" in done.stdout) == (0, True), done.stdout
    done = lapidary("check", *faulty("tools-it-does-not-list"))
    assert (done.returncode, "-32601" in done.stdout) == (2, True), done.stdout


def test_one_bad_tool_is_a_finding_and_not_the_end():
    report = json.loads(lapidary("check", "--json", *faulty("one-bad-tool")).stdout)
    assert [tool["name"] for tool in report["tools"]][-2:] == ["odd", "good"]
    listed = lapidary("extract", *faulty("one-bad-tool")).stdout
    assert '{"name":"odd","x":1e400,"inputSchema":{"type":"object","properties":5}}' in listed


@pytest.mark.parametrize(
    ("tool", "is_refused"),
    [
        (GOOD, False),
        (GOOD | {"title": "Good", "x": None, "annotations": {}}, False),
        (None, True),
        ([], True),
        ({"inputSchema": {"type": "object"}}, True),
        (GOOD | {"name": 5}, True),
        (GOOD | {"title": None}, True),
        (GOOD | {"description": None}, True),
        ({"name": "t"}, True),
        (GOOD | {"inputSchema": True}, True),
        (GOOD | {"inputSchema": {}}, True),
        (GOOD | {"inputSchema": {"type": "OBJECT"}}, True),
        (GOOD | {"inputSchema": {"type": ["object"]}}, True),
    ],
)
def test_a_tool_for_which_clients_refuse_the_list_is_a_finding(tool, is_refused):
    arguments = [str(HERE / "faulty_server.py"), "this-tool", json.dumps(tool)]
    report = json.loads(lapidary("check", "--json", "--server", shlex.join([sys.executable, *arguments])).stdout)
    assert [issue["pointer"] for issue in report["issues"]] == (["/tools/1"] if is_refused else [])
    asked = subprocess.run(["node", str(HERE / "official_client.mjs"), sys.executable, *arguments], capture_output=True)
    assert asked.returncode == is_refused, asked.stderr


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("dies", ["the server ended (exit status: 7) before it answered tools/list", "no database"]),
        ("hangs", ["no answer to tools/list within 4 s"]),
        ("pages-without-end", ["the list of tools has more than 256 pages"]),
        ("huge", ["the server sends more than 64 MiB"]),
        ("cursor:1", ["the result of tools/list has a `nextCursor` that is not a string"]),
        ("cursor:{}", ["the result of tools/list has a `nextCursor` that is not a string"]),
        ("no-list", ["the result of tools/list contains no list of tools"]),
        ("an-error", ["the server answers tools/list with error -32603: no tools today"]),
    ],
)
def test_what_cannot_is_an_issue(fault, said):
    done = lapidary("check", "--timeout", "4" if fault == "hangs" else "60", *faulty(fault))
    assert done.returncode == 2
    for text in ["error[unreadable-server]", *said]:
        assert text in done.stdout, done.stdout


@pytest.mark.parametrize("seconds", [3, 6])
def test_all_attempts_share_the_time(seconds):
    silent = f"{sys.executable} -c 'import time; time.sleep(600)'"
    before = time.monotonic()
    done = lapidary("check", "--timeout", str(seconds), "--server", silent)
    assert f"no answer to initialize within {seconds} s" in done.stdout
    # Then the program has up to four seconds to end.
    assert time.monotonic() - before < seconds + 4.5


def test_a_server_that_does_not_start_is_an_issue():
    done = lapidary("check", "--server", "no-such-program")
    assert done.returncode == 2
    assert "`no-such-program` does not start" in done.stdout


def test_several_servers_are_asked_and_one_that_fails_stops_none():
    done = lapidary("check", "--format", "jsonl", *faulty("dies"), *faulty("three-pages"))
    assert done.returncode == 2
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(report["tools"]) for report in reports] == [0, 3]


def test_the_servers_of_a_client_are_asked(tmp_path):
    everything = live.everything()
    servers = {
        "real": {"command": everything.command, "args": everything.args},
        "off": {"command": "no-such-program", "disabled": True},
        "unset": {"command": "node", "env": {"KEY": "${NO_SUCH_VARIABLE}"}},
    }
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    done = lapidary("check", "--format", "jsonl", "--config", str(config))
    assert done.returncode == 2
    reports = {report["file"]: report for report in map(json.loads, done.stdout.splitlines())}
    assert set(reports) == {"real", "unset"}
    assert reports["real"]["summary"]["total_tools"] > 10
    assert reports["unset"]["issues"][0]["message"] == "its variable `NO_SUCH_VARIABLE` is not set"
    assert len(extracted("--config", str(config), "--name", "real")) > 10
    missing = lapidary("extract", "--config", str(config), "--name", "none")
    assert missing.returncode == 2
    assert "no server is called `none`" in missing.stderr


def test_the_servers_of_the_field_table_are_asked_at_once(tmp_path):
    script = f"""import {{ SERVERS }} from "{HERE.parent / "clients" / "field" / "servers.mjs"}";
    console.log(JSON.stringify(SERVERS.map(({{ name, command, args, env = {{}} }}) => [name, {{ command, args, env }}])));"""
    asked = ["node", "--input-type=module", "--eval", script]
    environment = live.ENVIRONMENT | {"LAPIDARY_PYTHON": sys.executable}
    servers = json.loads(subprocess.run(asked, capture_output=True, check=True, env=environment).stdout)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for _, server in servers:
        server["args"] = [str(tmp_path) if word == "FOLDER" else word for word in server["args"]]
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": dict(servers)}))
    done = lapidary("check", "--format", "jsonl", "--timeout", "240", "--inherit-env", "--config", str(config))
    reports = {report["file"]: report for report in map(json.loads, done.stdout.splitlines())}
    assert len(reports) == len(servers) >= 20
    assert {name: report["issues"] for name, report in reports.items() if not report["tools"]} == {}
    assert not any(issue["code"] == "malformed-tool" for report in reports.values() for issue in report["issues"])


def test_a_terminal_shows_who_is_waited_for():
    """And nothing else gets it: standard error that is no terminal stays empty."""
    near, far = pty.openpty()
    command = [program.binary(), "extract", *faulty("hangs"), *faulty("three-pages"), "--timeout", "4"]
    done = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=far, env=live.ENVIRONMENT | {"TERM": "xterm"})
    os.close(far)
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(near, 4096):
            shown += piece
    assert b"three-pages" not in done.communicate()[0]
    assert b"0 of 2 servers" in shown and b"1 of 2 servers" in shown
    assert b"faulty_server.py" in shown
    assert lapidary("extract", *faulty("three-pages")).stderr == ""


def running(pids: Path) -> list[str]:
    return [pid for pid in pids.read_text().split() if (Path("/proc") / pid).exists() and not zombie(pid)]


def zombie(pid: str) -> bool:
    return ") Z " in (Path("/proc") / pid / "stat").read_text()


def eventually_none(pids: Path) -> None:
    for _ in range(100):
        if not running(pids):
            return
        time.sleep(0.1)
    assert running(pids) == []


@pytest.mark.parametrize("fault", ["leaves-a-child", "ignores-the-end"])
def test_nothing_that_was_started_outlives_the_list(fault, tmp_path):
    pids = tmp_path / "pids"
    assert lapidary("extract", "--env", f"PIDS={pids}", *faulty(fault)).returncode == 0
    assert len(pids.read_text().split()) >= 2
    eventually_none(pids)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_nor_the_program_when_it_is_told_to_end(sent, tmp_path):
    pids = tmp_path / "pids"
    script = f"echo $$ >{pids}; sleep 600 & echo $! >>{pids}; wait"
    asking = subprocess.Popen([program.binary(), "extract", "--server", shlex.join(["bash", "-c", script])])
    while not pids.exists() or len(pids.read_text().split()) < 2:
        time.sleep(0.05)
    asking.send_signal(sent)
    assert asking.wait(20) == 128 + sent
    eventually_none(pids)
