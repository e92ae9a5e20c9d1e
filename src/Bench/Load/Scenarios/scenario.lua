-- Runs a plan, which stands before this with summary.lua: one connection a thread, so that a thread's last request is the one that is answered.
-- Times are taken here: wrk changes its own before it shows them.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } bench_time;
  int clock_gettime(int clock, bench_time *time);
  int getppid(void);
]]
local monotonic = 1
local clock = ffi.new("bench_time")

local function now()
  ffi.C.clock_gettime(monotonic, clock)
  return tonumber(clock.seconds) * 1000 + tonumber(clock.nanoseconds) / 1e6
end

local counter = 0
local began_all
local threads = {}

-- In the main state, once for each thread.
function setup(thread)
  began_all = began_all or now()
  threads[#threads + 1] = thread
  thread:set("id", counter)
  thread:set("began", began_all)
  thread:set("parent", ffi.C.getppid())
  counter = counter + 1
end

local file, flushed, spans, own, is_delayed, is_verified
local looked = 0
-- Global, so that the main state can ask for them at the end.
current = 0
waiting = 0
started = 0
due = 0
sent = 0
answered = 0

-- In the state of a thread.
function init(args)
  math.randomseed(id * 7919 + plan.seed)
  file = io.open(plan.folder .. "/user" .. id .. ".log", "w")
  file:setvbuf("full", 65536)
  flushed = now()
  if plan.rate then
    due = id * 1000 / plan.rate
  end
  -- Each thread has the plan of all virtual users: what it does not need goes.
  own = plan.request_of and plan.request_of[id + 1]
  spans = plan.users[id + 1]
  plan.users = nil
end

-- Milliseconds until this virtual user sends its next request.
function delay()
  local time = now() - began
  -- wrk asks again where the server closes a connection meanwhile, and keeps the first timer as well: one request is due, and not two.
  if is_delayed then return plan.total + 60000 end
  is_delayed = true
  if plan.rate then
    if due >= plan.total then return math.max(0, plan.total - time) + 60000 end
    return math.max(0, due - time)
  end
  for _, span in ipairs(spans) do
    if time < span[1] then return span[1] - time end
    if time < span[2] then return 0 end
  end
  -- Its turn is over: beyond the end.
  return math.max(0, plan.total - time) + 60000
end

local function choose()
  if own then return own end
  local ticket = math.random() * plan.weight
  for index, request in ipairs(plan.requests) do
    ticket = ticket - request.weight
    if ticket < 0 then return index end
  end
  return #plan.requests
end

-- Sent, took, status, request, 1 where a check failed: status 0 is no answer.
local function log(time, took, status, failed)
  file:write(string.format("%.3f\t%.3f\t%d\t%d\t%d\n", started - began, took, status, current, failed and 1 or 0))
  if time - flushed > 500 then
    file:flush()
    flushed = time
  end
end

-- Of a command that was killed nobody waits for the figures.
local function end_with_parent(time)
  if time - looked < 500 then return end
  looked = time
  if ffi.C.getppid() ~= parent then os.exit(1) end
end

function request()
  end_with_parent(now())
  -- The connection broke before the answer came.
  if waiting == 1 then log(now(), 0, 0, true) end
  current = choose()
  local chosen = plan.requests[current]
  local text = wrk.format(chosen.method, chosen.path, chosen.headers, chosen.body)
  -- Before the start wrk looks at one of the first thread, and does not send it.
  if id == 0 and not is_verified then
    is_verified = true
    return text
  end
  is_delayed = false
  sent = sent + 1
  waiting = 1
  if plan.rate then
    -- From when it was due: one that waits for its turn is late, whoever is to blame.
    -- Timers count whole milliseconds: it may leave a little before.
    started = math.min(now(), began + due)
    due = due + plan.interval
  else
    started = now()
  end
  return text
end

local function fails(checks, status, body)
  if checks.status ~= status then return true end
  if checks.equals and checks.equals ~= body then return true end
  if checks.contains and not string.find(body, checks.contains, 1, true) then return true end
  return false
end

function response(status, headers, body)
  local time = now()
  waiting = 0
  answered = answered + 1
  log(time, time - started, status, fails(plan.requests[current].checks, status, body))
end

local print_summary = done

function done(summary, latency, requests)
  -- A connection that the server closes between two requests has lost nothing.
  local lost = 0
  local ended = now()
  for _, thread in ipairs(threads) do
    lost = lost + math.max(0, thread:get("sent") - thread:get("answered") - thread:get("waiting"))
    if thread:get("waiting") == 1 then
      local sent = thread:get("started")
      io.write(string.format("\nbench-waiting\t%.3f\t%.3f\t%.0f\n", sent - began_all, ended - sent, thread:get("current")))
    end
    -- What was due behind it and never sent.
    local next_due = thread:get("due")
    if plan.rate and next_due < plan.total then
      local left = math.ceil((plan.total - next_due) / plan.interval)
      local request = plan.request_of and plan.request_of[thread:get("id") + 1] or 0
      io.write(string.format("\nbench-unsent\t%.3f\t%.6f\t%.0f\t%.3f\t%.0f\n", next_due, plan.interval, left, ended - began_all, request))
    end
  end
  io.write(string.format("\nbench-lost\t%.0f\n", lost))
  print_summary(summary, latency, requests)
end
