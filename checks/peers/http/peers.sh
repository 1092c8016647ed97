#!/usr/bin/env bash
# HTTP load tools beside each other, on one CPU each, against the server of foliot audit on another.
# usage: checks/peers/http/peers.sh [ROUNDS] [SECONDS] [PART…]
#
# Parts: truth (what a tool reports under stalls, beside what users waited), cost (CPU time and
# memory), rates (asked and sent). Prints a line of JSON for each try; jq -rs -f
# checks/peers/http/summary.jq makes tables of these. ROUNDS (5) go through all tools in turns. Tools
# that are not on the PATH are named and left out. Needs jq, time and taskset, and the machine for
# itself.
#   wrk, hey     packages of Debian
#   vegeta       go install github.com/tsenart/vegeta/v12@v12.13.0
#   oha          cargo install oha --locked
#   k6           go install go.k6.io/k6@latest
#   hyperfoil    HYPERFOIL=folder of its distribution (bin/wrk2.sh)
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
rounds=${1:-5} seconds=${2:-20}
shift $(($# < 2 ? $# : 2))
parts=("$@")
((${#parts[@]})) || parts=(truth cost rates)
last=$(($(nproc) - 1))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tool_NAME RATE: the words of its command, its best documented settings for a rate of requests that
# nothing moves; wrk has no rate.
tool_foliot() { printf '%s\n' "$root/foliot" load '{url}' --rate "$1/s" --arrivals constant --duration "${seconds}s" --warmup 2s --connections 50 --json --no-wait --store "$work/store"; }
tool_wrk() { printf '%s\n' wrk --latency -t1 -c50 "-d${seconds}s" '{url}'; }
tool_hey() { printf '%s\n' hey -z "${seconds}s" -c 50 -q "$(($1 / 50))" '{url}'; }
tool_vegeta() { printf '%s\n' bash -c "printf 'GET %s\n' \"\$1\" | vegeta -cpus 1 attack -rate $1 -duration ${seconds}s -connections 50 -max-connections 50 -max-workers 50 | vegeta report" vegeta '{url}'; }
tool_oha() { printf '%s\n' oha -z "${seconds}s" -c 50 -q "$1" --latency-correction --no-tui --output-format json '{url}'; }
tool_k6() {
  cat >"$work/$1.js" <<EOF
import http from 'k6/http';
export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['min', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
  scenarios: { open: { executor: 'constant-arrival-rate', rate: $1, timeUnit: '1s', duration: '${seconds}s', preAllocatedVUs: 50, maxVUs: 50 } },
};
export default () => { http.get(__ENV.URL); };
EOF
  printf '%s\n' env GOMAXPROCS=1 k6 run --quiet --no-usage-report -e 'URL={url}' "$work/$1.js"
}
tool_hyperfoil() { printf '%s\n' "$HYPERFOIL/bin/wrk2.sh" --latency -t1 -c50 -R "$1" -d "${seconds}s" '{url}'; }

tools=()
for tool in foliot wrk hey vegeta oha k6 hyperfoil; do
  if [[ $tool == foliot ]] || command -v "$tool" >/dev/null || [[ $tool == hyperfoil && -x ${HYPERFOIL:-}/bin/wrk2.sh ]]; then
    tools+=("$tool")
  else
    echo "left out: $tool is not on the PATH" >&2
  fi
done

# try PART TOOL RATE AUDIT-OPTIONS…: one line of JSON
try() {
  local part=$1 tool=$2 rate=$3 words
  shift 3
  mapfile -t words < <("tool_$tool" "$rate")
  taskset -c "0-$((last - 1))" "$root/foliot" audit --json --service 2ms "$@" -- \
    taskset -c "$last" "$(command -v time)" -f '%U %S %M' -o "$work/time" "${words[@]}" >"$work/audit" 2>"$work/errors" ||
    [[ -s $work/audit ]] || { echo "$part $tool $rate: $(tail -1 "$work/errors")" >&2; return; }
  read -r user system rss < <(tail -1 "$work/time")
  jq -c --arg part "$part" --arg tool "$tool" --argjson rate "$rate" --argjson round "$round" \
    --argjson cpu "$(awk "BEGIN { print $user + $system }")" --argjson rss "$rss" \
    '{part: $part, tool: $tool, rate: $rate, round: $round, cpu_s: $cpu, rss_mb: ($rss / 1024 | round),
      requests: .server.requests, sent_per_s: .server.rate_per_s, percentiles: .percentiles, verdict: .verdict}' "$work/audit"
}

for round in $(seq "$rounds"); do
  for turn in $(seq 0 $((${#tools[@]} - 1))); do
    tool=${tools[$(((turn + round) % ${#tools[@]}))]}
    for part in "${parts[@]}"; do
      case $part in
        truth) try truth "$tool" 1000 --stall 100ms --every 2s ;;
        cost) try cost "$tool" 1000 --no-stalls && [[ $tool == wrk ]] || try cost "$tool" 4000 --no-stalls ;;
        rates)
          for rate in 5000 10000 15000 20000; do
            try rates "$tool" "$rate" --no-stalls
            [[ $tool == wrk ]] && break
          done ;;
        *) echo "no part $part: truth, cost and rates" >&2; exit 2 ;;
      esac
    done
  done
done
