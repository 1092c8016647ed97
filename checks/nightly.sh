#!/usr/bin/env bash
# What runs each night: checks/nightly.sh [STAGE…]
#
# All that .ci/run leaves out: every module of level 17 on both JDKs with Error Prone on the
# tests, tests that need a quiet machine, whole studies and the demo as a user plays them, the watch of
# real servers with planted causes, a release, the image, and all long proofs in their short form, with
# the soak. It goes on after a failure, and appends a row for each stage and proof to
# docs/evidence/proofs.csv, which is to be committed. Stages are named below; without a name all are
# played. The output of each is in target/nightly/STAGE.log.
#
# The exit code is 0 where all passed, and 1 where one failed. It wants the machine for itself.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. checks/stages.sh

logs=$PWD/target/nightly
pages=$logs/pages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- the stages: each a function that fails with a line that says why, with 4 where this machine
# refuses what it needs ----------------------------------------------------------------------------

# One JVM at a time: some of them want the machine.
tests() { mvn -B -ntp -T1 -fae -Dtests.forks=1 -Dstyle.color=never verify -Pnightly </dev/null; }

# Where this system lets it, in a network of its own that has nothing but loopback.
demo() {
  local offline=() at=$SECONDS took
  if unshare -n ip link set lo up 2>/dev/null; then
    offline=(unshare -n sh -c 'ip link set lo up && exec "$@"' sh)
  else
    printf 'no network can be taken away here: unshare is missing or refused\n'
  fi
  "${offline[@]}" timeout 400 ./foliot demo --store "$work" --output "$pages/demo.html" || [[ $? == 5 ]] || return
  took=$((SECONDS - at))
  printf 'the demo took %d s\n' "$took"
  ((took <= 90)) || { printf '90 s are promised\n'; return 1; }
  ./foliot report @1 --store "$work" --json | grep '"foliot.report/1"' || return
  grep -q 'd0-picture' "$pages/demo.html" && grep -q 'd2-picture' "$pages/demo.html" ||
    { printf 'the page has no picture of the stall or of the burst\n'; return 1; }
  grep -q 'Two JVMs that differ in one address' "$pages/demo.html" ||
    grep -q 'NOT AVAILABLE HERE' "$pages/demo.html" ||
    { printf 'the page has neither two JVMs nor a reason\n'; return 1; }
}

# page_of STUDY RUN FORKS: its page, where any of its forks count.
page_of() {
  printf '%s: %d forks count\n' "$1" "$3"
  (($3 > 0)) && ./foliot report "$2" --store "$work" --output "$pages/$1.html"
}

# All ways to thread in all studies, in their shortest form, and a page for each. Some forks may be
# INVALID, which is 5, but not all of a study, and none may fail.
studies() {
  local all study id forks
  timeout 900 ./foliot study all --shortest --json --store "$work" >"$work/studies.json" || [[ $? == 5 ]] || return
  # Each study's forks that count. Its id follows its name.
  awk '
    $1 == "\"study\"" { study = $3; forks[study] += 0 }
    $1 == "\"id\"" && !(study in id) { id[study] = $3 }
    $1 == "\"verdict\"" && $3 ~ /^"(VALID|SUSPECT)"/ { forks[study]++ }
    END { for (study in forks) print study, id[study], forks[study] }
  ' "$work/studies.json" | tr -d '",' >"$work/studies.txt"
  (($(wc -l <"$work/studies.txt") >= 5)) || { printf 'foliot study all did not play five studies\n'; return 1; }
  all=$({ ./foliot study '?' 2>&1 || true; } | sed -n 's/.*: choose //p' | sed 's/,/ /g; s/ or / /g')
  [[ $all == *ramp-up* ]] || { printf 'foliot study does not say which there are: %s\n' "$all"; return 1; }
  for study in $all; do
    if [[ $study != all ]] && ! grep -q "^$study " "$work/studies.txt"; then
      timeout 300 ./foliot study "$study" --shortest --json --store "$work" >"$work/$study.json" || [[ $? == 5 ]] || return
      page_of "$study" @1 "$(grep -cE '"verdict" : "(VALID|SUSPECT)"' "$work/$study.json")" || return
    fi
  done
  while read -r study id forks; do
    page_of "$study" "$id" "$forks" || return
  done <"$work/studies.txt"
  if grep '"failure"' "$work"/*.json; then
    printf 'a fork of a study failed\n'
    return 1
  fi
}

# Archives, packages and libraries, made twice and compared, and used on a Debian without Java.
release() {
  command -v mmdebstrap >/dev/null && command -v rpmbuild >/dev/null || install mmdebstrap rpm || true
  checks/release.sh
}

# What foliot watch names in real servers, with causes planted in them, on both JDKs.
plants() {
  rm -f checks/watch-plants/target/rows.tsv
  checks/watch-plants/run
}

image() {
  docker info >/dev/null 2>&1 || { printf 'no image is built here: there is no Docker that runs\n'; return 4; }
  timeout 1200 docker build -q -t foliot-nightly . && docker run --rm foliot-nightly --version
}

# The documentation, with its links.
site() { checks/site.sh; }

# Every documented command, as a process.
walk() { checks/walk/run; }

browser() { read_pages "$pages"; }

# They write their rows themselves.
proofs() { checks/proofs.sh --short --record; }

# --- playing them ----------------------------------------------------------------------------------

all=(tests walk demo studies plants release site image browser proofs)
chosen=("$@")
((${#chosen[@]} > 0)) || chosen=("${all[@]}")
for name in "${chosen[@]}"; do
  [[ " ${all[*]} " == *" $name "* ]] || {
    printf 'checks/nightly.sh: there is no stage %s: choose %s\n' "$name" "${all[*]}" >&2
    exit 2
  }
done

need_tools
mkdir -p "$pages"
# Built before anything is timed.
./foliot --version || fail 'the build failed'
failed=()
for name in "${chosen[@]}"; do
  say "$name"
  at=$SECONDS
  "$name" 2>&1 | tee "$logs/$name.log"
  case ${PIPESTATUS[0]} in
    0) result=passed ;;
    4) result=unavailable ;;
    *) result=failed failed+=("$name") ;;
  esac
  [[ $name == proofs ]] || checks/proofs.sh --row "nightly-$name" $((SECONDS - at)) "$result" "$logs/$name.log" ''
done
say_how_long
if ((${#failed[@]} > 0)); then
  printf 'checks/nightly.sh: %d of %d did not pass: %s\n' "${#failed[@]}" "${#chosen[@]}" "${failed[*]}" >&2
  exit 1
fi
