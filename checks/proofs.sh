#!/usr/bin/env bash
# The long proofs: checks/proofs.sh [--list] [--short [--record]] [NAME…] [-DPROPERTY=VALUE…]
#
# Plays those named, or all of them, one after the other, and appends a row for each to
# docs/evidence/proofs.csv. --list says what each proves and how long it takes. --short plays the
# form of seconds of each: it shows that a proof still works and proves nothing; so its rows, with
# "short" among the options, are only written with --record, as checks/nightly.sh does. A property
# goes to Maven, as in checks/proofs.sh simulator -Dsimulator.seed=7; then name one proof. The whole
# output of each is in target/proofs/NAME.log.
#
# checks/proofs.sh --row NAME SECONDS RESULT LOG OPTIONS appends the row of something else, whose
# output is in a file.
#
# The exit code is 0 where all passed, 1 where one failed or missed a bar, 2 for wrong usage and 130
# after Ctrl-C, which ends all that was started. Whoever measures wants the machine alone.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
evidence=$root/docs/evidence/proofs.csv
logs=$root/target/proofs

# --- the proofs -----------------------------------------------------------------------------------

# NAME|full|short|what it proves
proofs='studies|4 min|1 min|whole studies and the demo, played as a user does: every point is there, stored and drawn
real-time|10 min|2 min|stopped forks, planted regressions, the load driver beside the truth and wrk, audits, searches for rates, early ends of studies
specimens|25 min|1 min|diagnose names the illness of each sick specimen and clears the healthy ones, on JDK 17 and 25
causes|6 min|1 min|bench and explain name twelve planted causes of slow messages, and invent none in an undisturbed run
libraries|5 min|1 min|diagnose finds in three real libraries what their makers mended, and finds it gone; fetches their jars
on-off-pairs|1 h|1 min|what diagnose costs the process that it looks at, in pairs with and without
watch-cost|9 min|1 min|what foliot watch costs an idle, a busy and a 2,000-thread JVM, and a busy one with --attach: CPU and response times, in pairs with and without
timeline-cost|4 min|20 s|what the timeline of a fork costs the process that is watched, in pairs with and without
many-classes|3 min|20 s|diagnose reads a process of 20,000 classes in a second and 200 MB
cost-calibration|8 min|30 s|what a finding'"'"'s share of samples means, beside what a cure brings
peers|10 min|1 min|bench beside JLBH and JMH: what users waited, highest rates, sampling
jlbh-shapes|8 min|1 min|18 programs for JLBH with Chronicle, Agrona and Vert.x, on JDK 17 and 25: figures, or one line that refuses them; fetches their jars
spring-trap|5 min|5 min|a study of Spring Boot 3.5 and 4 whose arms do not differ on a JDK 17 says so, and reads the JDK from the running process
frameworks|12 min|12 min|study --jar serves Spring Boot 3.5 and 4, Quarkus, Micronaut, and a war on Tomcat and Jetty, each arm on the threads that it is called by; Helidon is refused; fetches their jars
study-pairs|8 min|10 s|studies in pairs, simulated: false verdicts beside drift, wild forks and JVMs of two speeds, and what they find
pool-peers|90 min|2 min|the pool beside other executors on a real machine
simulator|15 min|20 s|the pool in 500 random workloads in virtual time, beside the best fixed size
soak|10 min|20 s|the pool under random submits, cancels and changes: nothing lost, nothing twice, no thread left
situations|3 min|30 s|the pool in situations from public reports, beside a ThreadPoolExecutor: outages, bursts, wake-ups, slow connections
server-stalls|20 min|30 s|what a stall behind Spring Boot, Jetty and Undertow does to response times and threads: their own threads, virtual threads, the pool
stress|1 h|1 min|races of recorder, ring and pool, under jcstress
fleets|5 min|15 s|fleet on 1000 simulated fleets whose truth is known
fleet-power|10 min|10 s|how often fleet finds two bands, over nodes, shares and distance
single-populations|10 min|10 s|how often fleet finds bands where there are none
fleet-spark|1 h|1 min|fleet on Spark, on a cluster of JVMs: the sums and verdicts of DuckDB, also when an executor is killed; lost files, Ctrl-C; loads in parts on Spark
fleet-stores|5 min|5 min|fleet on Spark from S3 and HDFS, with a server of each: the commands of the guide, and what goes wrong; fetches their jars
small-fleets|5 min|10 s|what fleet says of fleets of few nodes
changing-fleets|5 min|20 s|since when which nodes of a fleet changed: found, dated, and false alarms in 1000 flat fleets
micro|20 min|30 s|what one recording and one hop of the queue cost, under JMH'

names() { cut -d'|' -f1 <<<"$proofs"; }

# The tests of checks/end-to-end with a tag, by name: other modules are only built then.
tagged() { grep -rl "@Tag(\"$1\")" "$root/checks/end-to-end/src/test/java" | sed 's#.*/##; s#\.java$##' | sort | paste -sd,; }

# tests GROUPS TAG: Maven's arguments for tests of checks/end-to-end. What is tagged "full" is left out
# of the short forms.
tests() {
  printf '%s\n' -Preal-time "-Dgroups=$1" "-Dtest=$(tagged "$2")" -Dsurefire.failIfNoSpecifiedTests=false \
    "-Dsurefire.reportNameSuffix=$2" -pl checks/end-to-end
}

# program PROFILE MODULE: Maven's arguments for a program of a checks module.
program() { printf '%s\n' "-P$1" -DskipTests -Dtests.compile.skip=true -pl "checks/$2"; }

# Maven's arguments for a proof in its full or short form, a line each.
arguments() {
  local short=
  [[ $2 == full ]] || short=1
  case $1 in
    studies | real-time | causes)
      tests "$1${short:+ & !full}" "$1"
      [[ -z $short ]] || echo -Dspecimens.short=true
      ;;
    specimens)
      tests "specimens${short:+ & !full}" specimens
      [[ -z $short ]] || echo -Dspecimens.short=true
      ;;
    libraries)
      program libraries proofs
      [[ -z $short ]] || printf '%s\n' -Dlibraries=jackson -Dlibraries.rounds=1
      ;;
    on-off-pairs | watch-cost | timeline-cost | many-classes | cost-calibration)
      program proofs proofs
      case $1 in
        on-off-pairs) echo -Dproofs.main=OnOffPairs ;;
        watch-cost) echo -Dproofs.main=WatchCost ;;
        timeline-cost) echo -Dproofs.main=TimelineCost ;;
        many-classes) echo -Dproofs.main=ManyClasses ;;
        cost-calibration) echo -Dproofs.main=CostCalibration ;;
      esac
      case $1$short in
        on-off-pairs1) printf '%s\n' -Dproofs.what=instanceof-pair -Dproofs.rounds=2 ;;
        watch-cost1) printf '%s\n' -Dproofs.what=IDLE -Dproofs.rounds=2 ;;
        timeline-cost1) printf '%s\n' -Dproofs.what=plain-cpu -Dproofs.rounds=3 ;;
        many-classes1) printf '%s\n' -Dproofs.what=1000 -Dproofs.rounds=1 ;;
        cost-calibration1) printf '%s\n' -Dproofs.what=64 -Dproofs.rounds=1 ;;
      esac
      ;;
    peers)
      program peers peers
      [[ -z $short ]] || echo -Dpeers.short=true
      ;;
    pool-peers)
      program pool-peers peers
      # Open Liberty's runtime is not fetched in the short form.
      [[ -z $short ]] || printf '%s\n' -Dpeers.short=true -Dpeers.liberty.skip=true
      ;;
    jlbh-shapes | spring-trap | frameworks)
      # The programs are outside of the reactor, which builds what plays them.
      printf '%s\n' -DskipTests -Dtests.compile.skip=true -pl cli,jlbh
      ;;
    study-pairs) printf '%s\n' -Dtest=StudyGatesTest -Dsurefire.failIfNoSpecifiedTests=false -pl study,cli ;;
    simulator)
      program simulator simulator
      [[ -z $short ]] || printf '%s\n' -Dsimulator.workloads=16 -Dsimulator.seed=20261121
      ;;
    soak)
      program soak contracts
      [[ -z $short ]] || echo -Dsoak.minutes=0.25
      ;;
    situations)
      program situations contracts
      [[ -z $short ]] || echo -Dsituations.form=short
      ;;
    server-stalls)
      # One server at a time.
      printf '%s\n' -T1 -Pserver-stalls -DskipTests -Dtests.compile.skip=true "-Dstalls.form=$2" \
        -pl examples/servers/spring-boot-3,examples/servers/spring-boot-4,examples/servers/jetty,examples/servers/undertow
      ;;
    stress)
      program stress stress
      if [[ -n $short ]]; then
        printf '%s\n' -Dstress=sanity -Dstress.iterations=1
      else
        printf '%s\n' -Dstress=default -Dstress.iterations=5
      fi
      ;;
    fleets)
      program fleets fleets
      [[ -z $short ]] || printf '%s\n' -Dfleets.count=100 -Dfleets.seed=20261121
      ;;
    fleet-power)
      program fleets fleets
      echo -Dfleets.main=PowerTable
      if [[ -n $short ]]; then echo -Dfleets.count=2x20; else echo -Dfleets.count=40; fi
      ;;
    single-populations)
      program fleets fleets
      echo -Dfleets.main=SinglePopulations
      if [[ -n $short ]]; then echo -Dfleets.count=20; else echo -Dfleets.count=2000; fi
      ;;
    small-fleets)
      program fleets fleets
      echo -Dfleets.main=SmallFleets
      if [[ -n $short ]]; then echo -Dfleets.count=10; else echo -Dfleets.count=1000; fi
      ;;
    changing-fleets)
      program fleets fleets
      echo -Dfleets.main=ChangingFleets
      if [[ -n $short ]]; then echo -Dfleets.count=10; else echo -Dfleets.count=100; fi
      ;;
    fleet-spark | fleet-stores)
      # The module is outside of the reactor; its jar holds what the reactor builds.
      printf '%s\n' -DskipTests -Dtests.compile.skip=true -pl cli,checks/fleets
      ;;
    micro)
      program micro micro
      [[ -z $short ]] || printf '%s\n' -Dmicro=QueueBenchmark -Dmicro.rounds=1
      ;;
  esac
}

# Bars that depend on how fast this machine is just now. In the short form they may be missed.
measures() { [[ $1 =~ ^(libraries|on-off-pairs|watch-cost|timeline-cost|many-classes|cost-calibration|peers|pool-peers|situations|micro)$ ]]; }

# What of a log stands for it: its seed, its bars, or its sum.
headline() {
  grep -E '^(met|MISSED)\b|seed [0-9]|Tests run: [0-9]+.*[0-9]$|RUN COMPLETE|^soak: [0-9]|passed, .*failed' "$1" |
    sed -E 's/\x1b\[[0-9;]*m//g; s/^\[[A-Z]+\] *//; s/ +/ /g' |
    awk '!shown[$0]++' | tail -n 12 | paste -sd';' | sed 's/;/; /g' | cut -c1-600
}

# --- playing them ----------------------------------------------------------------------------------

child=

# All that a proof started is in one process group; its JVMs end what they started themselves.
stop() {
  [[ -n $child ]] || return 0
  kill -TERM -- "-$child" 2>/dev/null
  for _ in {1..50}; do
    kill -0 -- "-$child" 2>/dev/null || return 0
    sleep 0.2
  done
  kill -KILL -- "-$child" 2>/dev/null
}

interrupted() {
  trap '' INT TERM HUP
  stop
  printf '\nchecks/proofs.sh: interrupted; nothing of it is left, and there is no row for it\n' >&2
  exit 130
}

quoted() { printf '"%s"' "${1//\"/\"\"}"; }

# The commit, and whether the tree has more than that; rows of the evidence are not meant.
commit() {
  local id
  id=$(git -C "$root" rev-parse --short HEAD 2>/dev/null) || id=unknown
  [[ -z $(git -C "$root" status --porcelain -- ':!docs/evidence' 2>/dev/null) ]] || id+=-changed
  printf '%s' "$id"
}

jdk() { sed -n 's/.*JDK\[\(.*\)\].*/\1/p' "$1" | head -n 1; }

jdk_version() {
  local release=${1:+$1/release}
  sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "${release:-/dev/null}" 2>/dev/null | head -n 1
}

# row NAME DURATION_S RESULT LOG
row() {
  local cpu said=("${options[@]}")
  [[ ${form:-} != short ]] || said=(short "${options[@]}")
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
  mkdir -p "${evidence%/*}"
  [[ -s $evidence ]] || echo 'date,commit,name,options,cpu,cores,jdk,duration_s,result,headline' >"$evidence"
  printf '%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n' "$(date -u +%Y-%m-%d)" "$(commit)" "$1" "$(quoted "${said[*]}")" \
    "$(quoted "${cpu:-unknown}")" "$(getconf _NPROCESSORS_ONLN)" "$(jdk_version "$(jdk "$4")")" "$2" "$3" \
    "$(quoted "$(headline "$4")")" >>"$evidence"
}

# play NAME: 0 where it passed.
play() {
  local name=$1 log=$logs/$1.log began=$SECONDS result=passed code took
  mapfile -t words < <(arguments "$name" "$form")
  printf '%-20s ' "$name"
  local then=(true)
  if [[ $name == fleet-spark ]]; then
    then=(mvn -B -ntp -Dstyle.color=never -f "$root/spark/pom.xml" verify "${options[@]}")
    if [[ $form == short ]]; then
      then+=(-Dtest='FleetOnSparkTest#shouldEqualDuckDbOnCounters*+shouldLeaveNoProcessAtCtrlC+shouldSayWhatIsMissing,LoadOnSparkTest#shouldBeTheWholeLoad*')
    else
      then+=(-Dspark.points=100000000)
    fi
  fi
  case $name$form in
    fleet-stores*) then=(mvn -B -ntp -Dstyle.color=never -f "$root/spark/pom.xml" verify -Pstores "${options[@]}") ;;
    jlbh-shapesfull) then=("$root/checks/jlbh-shapes/run") ;;
    jlbh-shapesshort) then=("$root/checks/jlbh-shapes/run" QueueSingleThread AgronaRing EventLoopHandler) ;;
    spring-trap*) then=("$root/checks/spring-trap/run") ;;
    frameworks*) then=("$root/checks/frameworks/run") ;;
    study-pairsfull)
      then=(bash -c 'cd "$0" && . checks/stages.sh && have_jdk 25 && exec "$jdk/bin/java" \
        -cp "study/target/test-classes:cli/target/dist/lib/*" dev.foliot.study.run.StudyGates' "$root")
      ;;
  esac
  setsid bash -c '"${@:2:$1}" && "${@:$1 + 2}"' play $((${#words[@]} + ${#options[@]} + 8)) \
    mvn -B -ntp -Dstyle.color=never -f "$root/pom.xml" "${words[@]}" -am "${options[@]}" verify "${then[@]}" \
    </dev/null >"$log" 2>&1 &
  child=$!
  wait "$child"
  code=$?
  child=
  took=$((SECONDS - began))
  if ((code != 0)); then
    result=failed
    if grep -q '^MISSED' "$log"; then
      result=missed
    fi
  fi
  printf '%-7s %4d s  %s\n' "$result" "$took" "$(headline "$log" | cut -c1-200)"
  [[ $form == short && -z $record ]] || row "$name" "$took" "$result" "$log"
  if [[ $result == missed && $form == short ]] && measures "$name"; then
    return 0
  fi
  if [[ $result != passed ]]; then
    # What the proof itself said comes before what Maven says of it.
    grep -vE '^(\[|$)' "$log" | tail -n 15 | sed 's/^/    /'
    grep -E '^(MISSED|\[ERROR\])' "$log" | head -n 8 | sed 's/^/    /'
    printf '    see %s\n' "$log"
    return 1
  fi
}

form=full
record=
options=()
if [[ ${1:-} == --row && $# == 6 ]]; then
  options=("$6")
  row "$2" "$3" "$4" "$5"
  exit
fi
chosen=()
for word; do
  case $word in
    --list)
      printf '%-20s %-8s %-8s %s\n' name full short 'what it proves'
      while IFS='|' read -r name full short what; do
        printf '%-20s %-8s %-8s %s\n' "$name" "$full" "$short" "$what"
      done <<<"$proofs"
      exit
      ;;
    --short) form=short ;;
    --record) record=1 ;;
    -D*) options+=("$word") ;;
    *)
      names | grep -qxF -- "$word" || {
        printf 'checks/proofs.sh: there is no proof %s: choose %s\n' "$word" "$(names | paste -sd' ')" >&2
        exit 2
      }
      chosen+=("$word")
      ;;
  esac
done
((${#chosen[@]} > 0)) || mapfile -t chosen < <(names)
if ((${#options[@]} > 0 && ${#chosen[@]} != 1)); then
  printf 'checks/proofs.sh: a property is for one proof: name it\n' >&2
  exit 2
fi

trap interrupted INT TERM HUP
mkdir -p "$logs"
failed=()
for name in "${chosen[@]}"; do
  play "$name" || failed+=("$name")
done
if ((${#failed[@]} > 0)); then
  printf 'checks/proofs.sh: %d of %d did not pass: %s\n' "${#failed[@]}" "${#chosen[@]}" "${failed[*]}" >&2
  exit 1
fi
