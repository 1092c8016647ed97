# Tables in Markdown of what peers.sh printed: jq -rs -f summary.jq LINES. Medians, and the range of
# all tries in brackets.

def median: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def rounded($digits): pow(10; $digits) as $unit | . * $unit | round / $unit;
def spread($digits):
  map(select(. != null))
  | if length == 0 then "-" else "\(median | rounded($digits)) (\(min | rounded($digits)) to \(max | rounded($digits)))" end;
def row: "| " + join(" | ") + " |";
def ms: if . == null then null else . / 1e6 end;
def at($percentile): (.percentiles[] | select(.percentile == $percentile));

def truth:
  (["tool", "p99 reported, ms", "p99 waited, ms", "reported / waited", "verdicts"] | row),
  "|---|---|---|---|---|",
  (group_by(.tool)[] | [.[0].tool, (map(at(99).said_ns | ms) | spread(1)), (map(at(99).waited_ns | ms) | spread(1)),
    (map(at(99) | if .said_ns then .said_ns / .waited_ns else null end) | spread(3)), (group_by(.verdict) | map("\(.[0].verdict) \(length)") | join(", "))] | row);

def cost:
  (["tool", "asked, 1/s", "sent, 1/s", "CPU for each request, us", "memory, MiB"] | row),
  "|---|---|---|---|---|",
  (group_by([.tool, .rate])[] | [.[0].tool, (if .[0].tool == "wrk" then "-" else (.[0].rate | tostring) end),
    (map(.sent_per_s) | spread(0)), (map(.cpu_s * 1e6 / .requests) | spread(0)), (map(.rss_mb) | spread(0))] | row);

# CPU of a request without the start: the slope between the lowest and the highest rate.
def slope:
  (["tool", "CPU for a request more, us", "CPU of a run without requests, s"] | row),
  "|---|---|---|",
  (group_by(.tool)[] | select((map(.rate) | unique | length) > 1)
    | [.[0].tool] + (group_by(.rate) | [first, last]
      | map({n: (map(.requests) | median), cpu: (map(.cpu_s) | median)})
      | ((.[1].cpu - .[0].cpu) / (.[1].n - .[0].n)) as $each
      | [($each * 1e6 | rounded(0) | tostring), (.[0].cpu - $each * .[0].n | rounded(1) | tostring)]) | row);

group_by(.part)[] | "", "\(.[0].part):", "", (if .[0].part == "truth" then truth elif .[0].part == "cost" then cost, "", slope else cost end)
