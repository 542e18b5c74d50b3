-- One request over and over; what comes back is held against what is expected.
local file = assert(io.open(os.getenv("BODY"), "r"))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["content-type"] = "application/json"
file:close()

local threads = {}
function setup(thread)
  table.insert(threads, thread)
end

function init()
  right, wrong = 0, 0
  expected, calls = os.getenv("EXPECTED"), tonumber(os.getenv("CALLS"))
end

function response(status, _, body)
  local _, found = body:gsub(expected, "")
  if status == 200 and found == calls then right = right + 1 else wrong = wrong + 1 end
end

function done(summary, latency)
  local right, wrong = 0, 0
  for _, thread in ipairs(threads) do
    right, wrong = right + thread:get("right"), wrong + thread:get("wrong")
  end
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  local form = '{"p50": %.3f, "p99": %.3f, "right": %d, "wrong": %d, "lost": %d}\n'
  io.write(string.format(form, latency:percentile(50) / 1000, latency:percentile(99) / 1000, right, wrong, lost))
end
