"""An MCP server over stdio that does one thing wrong, which its argument names. `initialize` opens it."""

import json
import os
import subprocess
import sys
import time

FAULT = sys.argv[1]
GOOD = {"name": "good", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request: dict, result: dict) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")


def listed(request: dict) -> None:
    cursor = request.get("params", {}).get("cursor")
    if FAULT == "dies":
        print("no database", file=sys.stderr)
        sys.exit(7)
    if FAULT == "hangs":
        time.sleep(600)
    if FAULT in ("no-tools", "tools-it-does-not-list"):
        error = {"code": -32601, "message": "Method not found"}
        return write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}) + "\n")
    if FAULT == "one-bad-tool":
        write('{"jsonrpc":"2.0","id":%s,"result":{"tools":[' % json.dumps(request["id"]))
        write('null,{"name":"odd","x":1e400,"inputSchema":{"type":"object","properties":5}},%s]}}\n' % json.dumps(GOOD))
        return
    if FAULT == "this-tool":
        write('{"jsonrpc":"2.0","id":%s,"result":{"tools":[%s,' % (json.dumps(request["id"]), json.dumps(GOOD)))
        write(sys.argv[2] + "]}}\n")
        return
    if FAULT == "pages-without-end":
        page = int(cursor or 0)
        return answer(request, {"tools": [GOOD | {"name": f"t{page}"}], "nextCursor": str(page + 1)})
    if FAULT == "the-same-page-again":
        return answer(request, {"tools": [GOOD], "nextCursor": "again"})
    if FAULT.startswith("cursor:"):
        return answer(request, {"tools": [GOOD], "nextCursor": json.loads(FAULT.removeprefix("cursor:"))})
    if FAULT == "an-empty-cursor":
        return answer(request, {"tools": [GOOD], "nextCursor": ""})
    if FAULT == "three-pages":
        page = int(cursor or 0)
        more = {"nextCursor": str(page + 1)} if page < 2 else {}
        return answer(request, {"tools": [GOOD | {"name": f"t{page}"}], **more})
    if FAULT == "huge":
        piece = "x" * (1 << 20)
        write('{"jsonrpc":"2.0","id":%s,"result":{"tools":["' % json.dumps(request["id"]))
        for _ in range(80):
            write(piece)
        return write('"]}}\n')
    if FAULT == "no-list":
        return answer(request, {"tools": "none"})
    if FAULT == "an-error":
        error = {"code": -32603, "message": "no tools today"}
        return write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}) + "\n")
    if FAULT == "rubbish":
        write("Listening on stdio\n\ufeff\r\n{\"level\":\"info\"}\n[1,2]\n\n")
    if FAULT == "asks-back":
        # As servers of the older era may: under an id that is open in the other direction.
        write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "method": "ping"}) + "\n")
        write(json.dumps({"jsonrpc": "2.0", "id": "r", "method": "roots/list"}) + "\n")
        assert json.loads(sys.stdin.readline()) == {"jsonrpc": "2.0", "id": request["id"], "result": {}}
        assert json.loads(sys.stdin.readline())["error"]["code"] == -32601
    if FAULT == "prints-much":
        print("x" * (1 << 20), file=sys.stderr, flush=True)
    answer(request, {"tools": [GOOD]})


def main() -> None:
    if FAULT in ("leaves-a-child", "ignores-the-end"):
        child = subprocess.Popen(["sleep", "600"])
        with open(os.environ["PIDS"], "a") as pids:
            pids.write(f"{os.getpid()} {child.pid} ")
    for line in sys.stdin:
        request = json.loads(line)
        method = request["method"]
        if method == "server/discover":
            if FAULT == "ends-at-the-probe":
                sys.exit(1)
            if FAULT == "silent-at-the-probe":
                time.sleep(600)
            error = {"code": -32601, "message": "Method not found"}
            write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}) + "\n")
        elif method == "initialize":
            capabilities = {"prompts" if FAULT == "no-tools" else "tools": {}}
            version = {"protocolVersion": request["params"]["protocolVersion"], "capabilities": capabilities}
            answer(request, version | {"serverInfo": {"name": "faulty", "version": "1"}})
        elif method == "tools/list":
            listed(request)
    if FAULT == "ignores-the-end":
        time.sleep(600)


main()
