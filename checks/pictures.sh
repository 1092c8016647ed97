#!/usr/bin/env bash
# Takes the pictures of the docs anew, each from a run that it makes: checks/pictures.sh [NAME…]
#
# The names are those of docs/images without .png. A picture is only replaced where the run is valid:
# more than half of its forks are, and its answer is not inconclusive. All take eight minutes and want
# the machine alone. The exit code is 1 where one was not replaced.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
. checks/stages.sh

FOLIOT=${FOLIOT:-$root/foliot}
images=docs/images
for browser in chromium chromium-browser google-chrome none; do
  command -v "$browser" >/dev/null && break
done
[[ $browser != none ]] || fail 'no Chromium found: install it, often the package chromium'
have_jdk 17 || fail 'no JDK 17 found: install one'
jdk17=$jdk
store=$(mktemp -d)
child=
trap '[[ -z $child ]] || kill "$child" 2>/dev/null; rm -rf "$store"' EXIT

# take NAME HEIGHT: the page of the latest run, in a window of that height.
take() {
  local page=$store/$1.html picture=$store/$1.png
  "$FOLIOT" report @1 --store "$store/$1" --output "$page" >/dev/null || return 1
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=3000 \
    --window-size="1000,$2" --screenshot="$picture" "file://$page" >/dev/null 2>&1
  [[ -s $picture ]] && cp "$picture" "$images/$1.png"
}

# valid FILE: whether what a command printed is worth a picture.
valid() {
  ! grep -qiE '^inconclusive|no verdict|INVALID' "$1" &&
    awk '/^valid +[0-9]+ of [0-9]+ forks/ { some = 1; if (2 * $2 <= $4) bad = 1 } END { exit bad }' "$1"
}

play_demo() { "$FOLIOT" demo --store "$store/demo"; }
play_bench() { "$FOLIOT" bench dev.foliot.samples.Lesson02_QueueHop --rate 20k/s --store "$store/bench"; }
play_comparison() {
  "$FOLIOT" bench dev.foliot.samples.Lesson04_DateAlone --rate 10k/s --warmup 2s --duration 4s --budget 5min --detect 1.1 \
    --jvm-args -XX:+UseParallelGC --jvm-args -XX:TieredStopAtLevel=1 --store "$store/comparison"
}
play_study() { "$FOLIOT" study ramp-up --quick --store "$store/study"; }
play_diagnosis() {
  "$jdk17/bin/java" -cp apps/target/classes dev.foliot.apps.Apps lottery --filler-methods 5 --duration 5min >/dev/null &
  child=$!
  "$FOLIOT" diagnose "$child" --store "$store/diagnosis"
  kill "$child" && child=
}
play_fleet() {
  gzip -dc fleet/src/test/resources/dev/foliot/fleet/cases/onset-11h.csv.gz >"$store/nodes.csv" &&
    (cd "$store" && "$FOLIOT" fleet nodes.csv --metric cpu/rps --store fleet)
}

failed=0
while read -r name height; do
  [[ $# == 0 || " $* " == *" $name "* ]] || continue
  printf '\n=== %s\n' "$name"
  if "play_$name" </dev/null 2>&1 | tee "$store/$name.txt" && valid "$store/$name.txt" && take "$name" "$height"; then
    printf 'taken: %s/%s.png\n' "$images" "$name"
  else
    printf 'not taken: %s\n' "$name" >&2
    failed=1
  fi
done <<'LIST'
demo 900
bench 900
comparison 1100
study 1000
diagnosis 1100
fleet 1100
LIST
exit "$failed"
