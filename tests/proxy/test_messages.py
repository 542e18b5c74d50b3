"""Messages that pass the proxy, as bytes."""

from json import loads

import pytest

from ends import Ends, text

# A map, which `universal` has no word for: coded, it is a list of entries.
TOOL = b'{"name":"run it","n":12345678901234567890123,"inputSchema":{"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}}'
CODED = ["--target", "universal", "--mode", "round-trip"]

ODD = [
    b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":"1","method":"x/unknown","params":{"a":1.0,"b":1e400,"c":-0,"d":12345678901234567890123}}',
    b'{ "method" : "notifications/x" , "jsonrpc" : "2.0", "params":{"a":1,"a":2,"s":"\\ud800","u":"\\u0041\xe2\x80\xa8"} }',
    b'{"jsonrpc":"2.0","id":7,"method":"tools/list","params":null}',
    b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1]}',
    b'{"jsonrpc":"2.0","id":9,"method":"tools/call"}',
    b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    b'{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}',
    b'{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"a b","inputSchema":{"const":1}}]}}',
    b'{"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"no","data":null}}',
    b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}',
    b"[]",
    b'[{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","id":5,"method":"ping"}]',
    b'{"neither":"one"}',
    b"[1,null]",
]


@pytest.mark.parametrize("line", ODD)
def test_what_is_no_list_and_no_call_passes(line):
    with Ends() as ends:
        assert ends.up(line) == line
        assert ends.down(line) == line


def test_the_client_may_send_what_is_no_json():
    with Ends() as ends:
        for line in (b"hello", b"{", b'{"a":\xff}'):
            assert ends.up(line) == line


def test_ends_of_lines():
    with Ends() as ends:
        assert ends.up(b"\n\r\n  \n\xef\xbb\xbf{}\r") == b"{}"
        assert ends.down(b"\n\r\n  \n\xef\xbb\xbf{}\r") == b"{}"
        ends.client_sends(b'{"id":1}')
        ends.process.stdin.write(b'{"last":1}')
        ends.process.stdin.close()
        assert ends.at_server.receive() == b'{"id":1}'
        assert ends.at_server.receive() == b'{"last":1}', "a last line without an end"


def test_noise_of_the_server_goes_to_standard_error():
    with Ends() as ends:
        ends.server_sends(b"Listening on stdio", b'{"jsonrpc":"2.0",', b"5")
        assert ends.down(b'{"jsonrpc":"2.0","method":"notifications/x"}').endswith(b'notifications/x"}')
        ends.process.stdin.close()
        ends.process.wait(60)
        ends.wait_for_log("Listening on stdio")


def test_a_response_of_the_server_that_is_not_json_arrives():
    with Ends() as ends:
        ends.up(b'{"jsonrpc":"2.0","id":1,"method":"prompts/get"}')
        # As `json.dumps` writes floats that JSON lacks.
        nan = b'{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"mean":NaN}}}'
        assert ends.down(nan) == nan
        ends.up(b'{"method":"prompts/get","jsonrpc":"2.0","id":2}')
        # What a server logs of a request answers nothing.
        for line in (b'Received: {"method":"tools/call","params":{},"jsonrpc":"2.0","id":2}', b'{"id":2,"method":"x","params":{"a":NaN}}'):
            ends.server_sends(line)
        assert ends.down(nan.replace(b'"id":1', b'"id":2')).endswith(b"NaN}}}")
        ends.server_sends(nan)
        assert ends.down(b'{"jsonrpc":"2.0","method":"notifications/x"}').endswith(b'notifications/x"}'), "it is answered"
        ends.up(b'[{"jsonrpc":"2.0","id":3,"method":"prompts/list"},{"jsonrpc":"2.0","id":4,"method":"prompts/list"}]')
        batch = b'[{"jsonrpc":"2.0","result":{"mean":NaN},"id":3},{"jsonrpc":"2.0","id":4,"result":{}}]'
        assert ends.down(batch) == batch
        ends.server_sends(batch)
        assert ends.down(b'{"jsonrpc":"2.0","method":"notifications/x"}').endswith(b'notifications/x"}'), "both are answered"
        ends.wait_for_log("not JSON, and was passed on unchanged")


def test_a_response_of_the_server_that_is_not_utf_8_arrives():
    with Ends() as ends:
        line = b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"caf\xe9"}]}}'
        assert ends.down(line) == line.replace(b"\xe9", "\ufffd".encode())


def test_only_tools_that_need_it_change():
    good = b'{ "name":"good" ,"inputSchema":{ "type":"object","properties":{"a":{"type":"string"}}} , "execution":{"taskSupport":"required"}}'
    with Ends(*CODED) as ends:
        ends.open()
        assert ends.list(good) == good
        both = ends.list(good + b", " + TOOL + b",null", id=5)
        assert both.startswith(good + b', {"name":"run_it_0dd006","n":12345678901234567890123,"inputSchema":'), both
        assert both.endswith(b",null")


def test_all_of_a_result_but_the_tools_stays():
    result = b'{"_meta":{"a":1.0},"ttlMs":5,"tools":[%s],"nextCursor":"\\u0041","resultType":"complete","x":null}'
    with Ends(*CODED) as ends:
        ends.open()
        ends.up(b'{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":"c"}}')
        line = ends.down(b'{"result":' + result % TOOL + b',"id":"a","jsonrpc":"2.0"}')
        start, end = result.split(b"%s")
        assert line.startswith(b'{"result":' + start) and line.endswith(end + b',"id":"a","jsonrpc":"2.0"}')
        assert b"run_it" in line and b"additionalProperties" not in line


def test_answers_belong_to_requests_by_id_and_its_type():
    with Ends(*CODED) as ends:
        ends.open()
        ends.up(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
        ends.up(b'{"jsonrpc":"2.0","id":"1","method":"prompts/list"}')
        # The server may use the same id for a request of its own, and that is answered.
        asked = b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"tools":[%s]}}' % TOOL
        assert ends.down(asked) == asked
        answer = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}' % TOOL
        assert ends.up(answer) == answer
        others = answer.replace(b'"id":1', b'"id":"1"')
        assert ends.down(others) == others, "this is no answer to tools/list"
        assert b"run_it_" in ends.down(answer)
        assert ends.down(answer) == answer, "this answers nothing"


def test_two_open_requests_may_have_one_id():
    ping, listing = b'{"jsonrpc":"2.0","id":1,"method":"ping"}', b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    pong, tools = b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}' % TOOL
    with Ends(*CODED) as ends:
        ends.open()
        for request in (ping, listing, listing):
            assert ends.up(request) == request
        assert b"run_it_" in ends.down(tools)
        assert ends.down(pong) == pong
        assert b"run_it_" in ends.down(tools)
        assert ends.down(tools) == tools, "this answers nothing"
        ends.wait_for_log("two open requests of the client have the id 1")


@pytest.mark.parametrize("listed", [True, False])
def test_a_call_needs_no_id_to_be_restored(listed):
    with Ends(*CODED) as ends:
        ends.open()
        if listed:
            ends.list(TOOL)
        ends.client_sends(CALL.replace(b'"id":1', b'"id":null'))
        if not listed:
            request = loads(ends.at_server.receive())
            ends.server_sends(b'{"jsonrpc":"2.0","id":%s,"result":{"tools":[%s]}}' % (text(request["id"]), TOOL))
        assert ends.at_server.receive() == RESTORED.replace(b'"id":1', b'"id":null')
        ends.wait_for_log("the id of a client's request is null")


def test_errors_and_odd_results_pass():
    with Ends(*CODED) as ends:
        ends.open()
        for answer in (b'"error":{"code":-32603,"message":"no tools today"}', b'"result":{"tools":"none"}', b'"result":[]'):
            ends.up(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
            line = b'{"jsonrpc":"2.0","id":1,' + answer + b"}"
            assert ends.down(line) == line
        ends.wait_for_log("contains no list of tools")


def test_a_batch_stays_one():
    with Ends(*CODED) as ends:
        ends.open(version="2025-03-26")
        batch = b'[ {"jsonrpc":"2.0","id":1,"method":"tools/list"} , {"jsonrpc":"2.0","id":2,"method":"ping"} ]'
        assert ends.up(batch) == batch
        line = ends.down(b'[{"jsonrpc":"2.0","id":2,"result":{}} , {"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}]' % TOOL)
        assert line.startswith(b'[{"jsonrpc":"2.0","id":2,"result":{}} , {') and b"run_it_" in line
        call = b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"run_it_0dd006","arguments":{"env":[{"key":"A","value":"B"}]}}}'
        line = ends.up(b'[{"jsonrpc":"2.0","id":4,"method":"ping"},' + call + b"]")
        assert line == b'[{"jsonrpc":"2.0","id":4,"method":"ping"},' + RESTORED.replace(b'"id":1', b'"id":3') + b"]"


CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_it_0dd006","arguments":{"env":[{"key":"A","value":"B"}]}}}'
RESTORED = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run it","arguments":{"env":{"A":"B"}}}}'


def test_calls_are_restored_within_their_bytes():
    with Ends(*CODED) as ends:
        ends.open()
        ends.list(TOOL)
        assert ends.up(CALL) == RESTORED
        around = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{ "_meta":{"progressToken":1.0},"task":{"ttl":1e3},"requestState":"\\u0041==","inputResponses":{"a":null} , "name":"%s" , "arguments":%s}}'
        given = around % (b"run_it_0dd006", b'{"env":[{"key":"A","value":"\\ud800"}],"big":12345678901234567890123,"f":1.0}')
        want = around % (b"run it", b'{"env":{"A":"\\ud800"},"big":12345678901234567890123,"f":1.0}')
        assert ends.up(given) == want
        assert ends.up(given) == want, "the same call, the same bytes"
        bare = CALL.replace(b',"arguments":{"env":[{"key":"A","value":"B"}]}', b"")
        assert ends.up(bare) == bare.replace(b"run_it_0dd006", b"run it"), "arguments that are absent stay so"


def test_calls_in_the_servers_words_pass():
    with Ends(*CODED) as ends:
        ends.open()
        ends.list(TOOL)
        assert ends.up(RESTORED) == RESTORED
        unknown = RESTORED.replace(b"run it", b"never heard of")
        assert ends.up(unknown) == unknown
        odd = CALL.replace(b'[{"key":"A","value":"B"}]', b'"no list"')
        assert ends.up(odd) == odd.replace(b"run_it_0dd006", b"run it"), "what does not fit passes"
        ends.wait_for_log("arguments of a call do not match the declaration")


@pytest.mark.parametrize("modern", [False, True])
def test_a_call_without_a_list_before_is_restored(modern):
    """The proxy sends its own `tools/list`, hidden from the client; later messages do not wait for it."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    call = CALL.replace(b'"params":{', b'"params":{"_meta":%s,' % text(meta)) if modern else CALL
    with Ends(*CODED) as ends:
        ends.client_sends(call, call.replace(b'"id":1', b'"id":2'))
        ping = b'{"jsonrpc":"2.0","id":3,"method":"ping"}'
        ends.client_sends(ping)
        seen = [ends.at_server.receive() for _ in range(2)]
        assert ping in seen
        seen.remove(ping)
        request = loads(seen[0])
        assert request["method"] == "tools/list"
        assert request["params"].get("_meta") == (meta if modern else None)
        ends.server_sends({"jsonrpc": "2.0", "id": request["id"], "result": {"tools": [], "nextCursor": "2"}})
        request = loads(ends.at_server.receive())
        assert request["params"]["cursor"] == "2"
        ends.server_sends(b'{"jsonrpc":"2.0","id":%s,"result":{"tools":[%s]}}' % (text(request["id"]), TOOL))
        want = RESTORED.replace(b'"params":{', b'"params":{"_meta":%s,' % text(meta)) if modern else RESTORED
        assert ends.at_server.receive() == want
        assert ends.at_server.receive() == want.replace(b'"id":1', b'"id":2')
        unknown = RESTORED.replace(b"run it", b"never heard of")
        assert ends.up(unknown) == unknown, "what a list does not tell, another would not"
        answer = b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'
        assert ends.down(answer) == answer


def test_where_the_server_does_not_list_calls_pass():
    with Ends(*CODED) as ends:
        ends.open()
        request = loads(ends.up(CALL))
        ends.server_sends({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32603, "message": "no"}})
        assert ends.at_server.receive() == CALL
        assert ends.up(CALL) == CALL


def test_a_call_that_waits_can_be_cancelled():
    with Ends(*CODED) as ends:
        ends.open()
        ends.client_sends(CALL, CALL.replace(b'"id":1', b'"id":2'))
        request = loads(ends.at_server.receive())
        cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
        assert ends.up(cancel) == cancel
        ends.server_sends(b'{"jsonrpc":"2.0","id":%s,"result":{"tools":[%s]}}' % (text(request["id"]), TOOL))
        assert ends.at_server.receive() == RESTORED.replace(b'"id":1', b'"id":2')


def test_cancelling_passes_while_a_hundred_calls_are_open():
    with Ends(*CODED) as ends:
        ends.open()
        ends.list(TOOL)
        for id in range(100):
            ends.up(CALL.replace(b'"id":1', b'"id":%d' % id))
        cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":50,"reason":"x"}}'
        assert ends.up(cancel) == cancel
        late = b'{"jsonrpc":"2.0","id":50,"result":{"content":[]}}'
        assert ends.down(late) == late, "a late answer passes"


def test_a_change_of_the_list_drops_the_tools():
    with Ends(*CODED) as ends:
        ends.open()
        ends.list(TOOL)
        assert ends.up(CALL) == RESTORED
        changed = b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
        assert ends.down(changed) == changed
        answer = b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'
        assert ends.down(answer) == answer, "the call under way is answered"
        assert loads(ends.up(CALL))["method"] == "tools/list"


def test_what_is_asked_back_works_with_a_retry():
    with Ends(*CODED) as ends:
        ends.open()
        ends.list(TOOL)
        assert ends.up(CALL) == RESTORED
        asks = b'{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"A\\/=="}}'
        assert ends.down(asks) == asks
        retry = CALL.replace(b'"id":1', b'"id":2').replace(b'"params":{', b'"params":{"requestState":"A\\/==",')
        want = RESTORED.replace(b'"id":1', b'"id":2').replace(b'"params":{', b'"params":{"requestState":"A\\/==",')
        assert ends.up(retry) == want


def test_what_comes_before_a_result_comes_before_it():
    with Ends(*CODED) as ends:
        ends.open()
        ends.up(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
        before = [b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":%d}}' % at for at in range(50)]
        ends.server_sends(*before, b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}' % TOOL, before[0])
        assert [ends.at_client.receive() for _ in before] == before
        assert b"run_it" in ends.at_client.receive()
        assert ends.at_client.receive() == before[0]


def test_nothing_comes_before_initialize():
    with Ends() as ends:
        ends.open()
        ends.client_sends(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        assert loads(ends.at_server.receive())["method"] == "ping"


def test_a_tool_that_cannot_be_read_passes_beside_others():
    deep = b'{"name":"deep","inputSchema":' + b'{"items":' * 5_000 + b"{}" + b"}" * 5_000 + b"}"
    outside = b'{"name":"outside","inputSchema":{"type":"object","properties":{"a":{"$ref":"https://example.com/x.json"}}}}'
    with Ends(*CODED) as ends:
        ends.open()
        listed = ends.list(b",".join([b"5", deep, outside, TOOL]))
        assert listed.startswith(b"5,") and b"run_it_" in listed
        assert b"additionalProperties" not in listed


DOUBLED = [
    b'"id":3,"id":"B","method":"ping"',
    b'"id":3,"method":"ping","\\u0069d":3',
    b'"id":3,"ID":3,"method":"ping"',
    b'"id":3,"method":"ping","method":"tools/call"',
    b'"id":3,"method":"ping","params":{},"params":{}',
    b'"id":3,"result":{},"result":{}',
    b'"id":3,"error":{"code":1,"message":""},"error":{"code":1,"message":""}',
    b'"jsonrpc":"2.0","id":3,"method":"ping"',
]


@pytest.mark.parametrize("members", DOUBLED)
def test_what_can_be_read_in_two_ways_goes_no_further(members):
    line = b'{"jsonrpc":"2.0",%s}' % members
    with Ends() as ends:
        for message in (line, b"[%s]" % line, b'[{"jsonrpc":"2.0","id":5,"method":"ping"},7,%s]' % line):
            ends.client_sends(message)
            answer = loads(ends.at_client.receive())
            assert (answer["id"], answer["error"]["code"]) == (None, -32600)
            ends.server_sends(message)
        fine = b'{"jsonrpc":"2.0","id":4,"method":"ping"}'
        assert ends.up(fine) == fine and ends.down(fine) == fine, "nothing else passed"
        ends.wait_for_log("is ambiguous")


def test_ids_and_batches_are_bounded():
    with Ends() as ends:
        ping = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}'
        for line in (ping % (b'"%s"' % (b"x" * 300)), b"[" + b",".join([ping % b"1"] * 2_000) + b"]"):
            ends.client_sends(line)
            assert loads(ends.at_client.receive())["error"]["code"] == -32600
        fine = ping % (b'"%s"' % (b"x" * 200))
        assert ends.up(fine) == fine


def test_open_requests_are_bounded():
    """Requests that are never answered: one more is refused, and those that are taken back count no longer."""
    with Ends() as ends:
        for at in range(4_096):
            ends.client_sends(b'{"jsonrpc":"2.0","id":%d,"method":"x"}' % at)
            ends.at_server.receive()
        ends.client_sends(b'{"jsonrpc":"2.0","id":"more","method":"x"}')
        answer = loads(ends.at_client.receive())
        assert answer["id"] == "more" and "too many" in answer["error"]["message"]
        ends.up(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}')
        more = b'{"jsonrpc":"2.0","id":"more","method":"x"}'
        assert ends.up(more) == more


def test_a_list_that_repeats_its_last_page_has_ended():
    with Ends("--target", "universal") as ends:
        ends.client_sends(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}')
        for _ in range(2):
            request = loads(ends.at_server.receive())
            assert request["method"] == "tools/list"
            ends.server_sends({"jsonrpc": "2.0", "id": request["id"], "result": {"tools": [], "nextCursor": "2"}})
        assert loads(ends.at_server.receive())["method"] == "tools/call"
        ends.wait_for_log("repeats a page and its cursor")
