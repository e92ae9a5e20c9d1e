-- One line that a program can read. wrk's latencies are left out: it rewrites its samples before this is called.
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("\nbench-summary %.0f %.0f %.0f %.0f %.0f %.0f %.0f\n",
    summary.requests, summary.duration, e.connect, e.read, e.write, e.status, e.timeout))
end
