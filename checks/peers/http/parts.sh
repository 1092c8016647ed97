#!/usr/bin/env bash
# Eight parts of a load, as processes of their own, beside the whole load in one process, in turns.
# usage: checks/peers/http/parts.sh [ROUNDS] [RATE] [SECONDS]
#
# The server is a JDK HttpServer that waits 5 ms in each request. Prints a line for each load: requests,
# failures, percentiles of the response time with what is said of them, and the CPU time of all processes.
# Then two rounds that must be told: one part is killed, and one part starts 5 s late. Needs jq, time, and
# the machine for itself.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 1
. checks/stages.sh
rounds=${1:-3} rate=${2:-800} seconds=${3:-20} parts=8
FOLIOT=${FOLIOT:-./foliot}
have_jdk 25 || fail 'no JDK 25 found: install one, for example Temurin 25'
"$FOLIOT" --version >/dev/null || fail 'Foliot cannot be built'
work=$(mktemp -d)
server=
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cat >"$work/Waits.java" <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;

class Waits {
  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> {
      try (exchange) {
        Thread.sleep(5);
        exchange.sendResponseHeaders(200, -1);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
JAVA
"$jdk/bin/java" -Xmx256m "$work/Waits.java" >"$work/port" &
server=$!
until [[ -s $work/port ]]; do
  kill -0 "$server" || fail 'the server does not start'
  sleep 0.2
done
url=http://127.0.0.1:$(cat "$work/port")/

# play WORDS…: a load of this rate, and its CPU time as seconds at the end of $work/cpu
play() {
  "$(command -v time)" -a -o "$work/cpu" -f '%U %S' "$FOLIOT" load "$url" --rate "$rate/s" --duration "${seconds}s" \
    --warmup 3s --connections 80 --seed 1 --no-wait --json "$@" 2>>"$work/errors" </dev/null
}
in_parts() { date -u -d "+$((parts * 3 + 10)) seconds" +%FT%TZ; }
merge() { "$FOLIOT" load --merge "$work/$1" --store "$work/merged" --json 2>>"$work/errors" </dev/null; }
tell() {
  jq -r --arg what "$1" --arg cpu "$(awk '{ s += $1 + $2 } END { printf "%.1f", s }' "$work/cpu")" '
    .phases[0] as $p | def ms: if . == null then "-" else (. / 1e4 | round / 100 | tostring) end;
    def figure(p): ($p.response[p] | ms) + ($p.response.intervals[p] // null
      | if . then " (" + (.low | ms) + " to " + (.high | ms) + ")" else "" end);
    [$what, $p.requests, ([$p.errors[]?] | add // 0), figure("p50"), figure("p90"), figure("p99"), $cpu,
      .validity.verdict // "", ((.validity.reasons // []) | join("; "))] | "| " + (map(tostring) | join(" | ")) + " |"'
}
all_parts() {
  local folder=$1 at part late=${2:-}
  at=$(in_parts)
  for part in $(seq "$parts"); do
    [[ $part == "$late" ]] && continue
    play --part "$part/$parts" --start-at "$at" --store "$work/$folder" >/dev/null &
    players[part]=$!
  done
  begins=$(date -d "$at" +%s)
}

echo '| load | requests | failed | p50, ms | p90 | p99 | CPU, s | verdict | |'
echo '|---|--:|--:|--:|--:|--:|--:|---|---|'
players=()
for round in $(seq "$rounds"); do
  : >"$work/cpu"
  play --store "$work/whole" >"$work/json"
  tell 'in one process' <"$work/json"
  : >"$work/cpu"
  all_parts "parts-$round"
  wait "${players[@]}"
  merge "parts-$round" >"$work/json"
  tell "in $parts processes" <"$work/json"
done

# a part dies in the middle
: >"$work/cpu"
all_parts killed
sleep $((begins + 3 + seconds / 2 - $(date +%s)))
pkill -KILL -f -- "--part 5/$parts .*$work/killed"
wait "${players[@]}" 2>/dev/null
merge killed >"$work/json"
tell 'one part is killed' <"$work/json"

# a part comes 5 s late
: >"$work/cpu"
all_parts late 5
sleep $((begins - $(date +%s)))
at=$(date -u -d "@$begins" +%FT%TZ)
play --part "5/$parts" --start-at "$at" --store "$work/late" >/dev/null &
players[5]=$!
wait "${players[@]}"
merge late >"$work/json"
tell 'one part starts late' <"$work/json"
tail -3 "$work/errors" >&2
