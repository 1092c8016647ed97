#!/usr/bin/env bash
# Plays the ways of docs/start.md on a fresh Debian that has no Java, no Maven and no network but
# loopback: checks/debian.sh VERSION RELEASE-FOLDER WORK-FOLDER. First from the archive as an ordinary
# user, then from the deb. checks/release.sh calls it, as root.
set -euo pipefail
version=$1 out=$2 work=$3
root=$work/root
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$here/checks/stages.sh"
have_jdk 25 || fail 'no JDK 25 found'

mkdir -p "$work"
at=$SECONDS
mmdebstrap --quiet --variant=minbase --include=man-db,bash-completion bookworm "$root" || {
  printf 'no Debian can be made here: its packages cannot be had\n'
  exit 4
}
printf 'a fresh Debian in %d s\n' $((SECONDS - at))

# What a user would bring: a jar with a task, compiled here.
mkdir -p "$work/task" "$root/given"
"$jdk/bin/javac" --release 17 -proc:none -d "$work/task" \
  -cp "$here/cli/target/dist/lib/*" "$here"/examples/bench/src/main/java/dev/foliot/examples/bench/*.java
"$jdk/bin/jar" --create --file "$root/given/task.jar" -C "$work/task" .
cp "$out/foliot-$version-linux-"*.tar.gz "$out"/foliot_*.deb "$root/given"
chmod -R a+rX "$root/given"

cat >"$root/given/play" <<'END'
set -euo pipefail
version=$1
cd ~
# expect CODES COMMAND…: its output is shown where it ends otherwise
expect() {
  local codes=$1 code=0
  shift
  printf '  %s\n' "$*"
  timeout 400 "$@" >said 2>&1 </dev/null || code=$?
  [[ " $codes " == *" $code "* ]] || { printf 'ended with %d, not %s:\n' "$code" "$codes"; tail -n 40 said; exit 1; }
}
says() { grep -qE -- "$1" said || { printf 'it does not say %s:\n' "$1"; tail -n 40 said; exit 1; }; }

play() {
  local foliot=$1 java=$2 pid port=8099
  expect 0 "$foliot" --version
  says "^foliot $version, on OpenJDK"
  expect 0 "$foliot" doctor
  says 'checks'
  expect '0 5' "$foliot" demo --shortest --output demo.html
  [[ -s demo.html ]] || { echo 'the demo wrote no page'; exit 1; }
  expect '0 5' "$foliot" bench dev.foliot.examples.bench.OrderDesk --classpath /given/task.jar --rate 500/s --forks 2 --warmup 1s --duration 2s --no-wait
  says 'p99'
  expect '0 5' "$foliot" bench dev.foliot.samples.Lesson02_QueueHop --rate 500/s --forks 2 --warmup 1s --duration 2s --no-wait --profile
  expect 0 "$foliot" report @1 --output bench.html
  mkdir -p www && echo hello >www/index.html
  "$java" -m jdk.httpserver --bind-address 127.0.0.1 --port $port --directory "$PWD/www" >server.log 2>&1 &
  pid=$!
  until grep -qs "127.0.0.1" server.log; do kill -0 $pid || { cat server.log; exit 1; }; sleep 0.1; done
  expect '0 5' "$foliot" load http://127.0.0.1:$port/index.html --rate 100/s --warmup 1s --duration 3s --pid $pid --explain
  says '(p99|response)'
  expect 0 "$foliot" diagnose $pid --duration 2s
  expect 0 "$foliot" diagnose $pid --duration 2s --attach --profile
  expect 0 "$foliot" watch $pid --duration 3s
  kill $pid
  expect '0 5' "$foliot" study throughput --shortest --no-wait
  expect 0 "$foliot" runs --json
  says 'foliot.runs/1'
  printf 'time,node,cpu\n0,a,1\n0,b,1\n60,a,2\n60,b,2\n' >nodes.csv
}

! command -v java mvn javac >/dev/null || { echo 'this machine has a Java or a Maven'; exit 1; }
if [[ $(id -u) != 0 ]]; then
  for archive in /given/*.tar.gz; do tar xzf "$archive"; done
  home=$(ls -d ~/foliot-"$version"-linux-* | grep -v without)
  play "$home/foliot" "$home/runtime/bin/java"
  expect 0 "$home/foliot" fleet nodes.csv --no-store
  expect 4 "$home-without-fleet/foliot" fleet nodes.csv --no-store
  says 'lib/fleet'
  # shellcheck disable=SC1091
  (source "$home/completion/foliot.bash" && complete -p foliot >/dev/null)
  expect 0 man -l "$home/man/man1/foliot-bench.1"
  says 'open.loop'
  rm -rf ~/foliot-*
  left=$(find / -xdev -newer /given/play -iname '*foliot*' -not -path '/proc/*' -not -path "$HOME/.foliot*" -not -path '/given/*' 2>/dev/null || true)
  [[ -z $left ]] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
else
  expect 0 dpkg -i /given/foliot_*.deb
  ls /usr/lib/foliot/*.aot >/dev/null || { echo 'the package made no AOT cache'; exit 1; }
  play foliot /usr/lib/foliot/runtime/bin/java
  expect 0 foliot fleet nodes.csv --no-store
  expect 0 man foliot-diagnose
  expect 0 dpkg -r foliot
  for file in /usr/lib/foliot /usr/bin/foliot /usr/share/man/man1/foliot.1.gz; do
    [[ ! -e $file ]] || { printf '%s is still there\n' "$file"; exit 1; }
  done
fi
for process in /proc/[0-9]*; do
  command=$(tr '\0' ' ' <"$process/cmdline" 2>/dev/null || true)
  [[ $command != *java* ]] || { printf 'still running: %s\n' "$command"; exit 1; }
done
END

chroot "$root" useradd --create-home user
played() { # USER WHAT
  printf '%s\n' "$2"
  unshare --mount --pid --net --fork --kill-child sh -c '
    mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" && ip link set lo up && mount --bind /dev "$1/dev" &&
      exec chroot "$1" su - "$2" -c "exec bash /given/play $3"' sh "$root" "$1" "$version"
}
played user 'from the archive, as an ordinary user'
played root 'from the deb'
