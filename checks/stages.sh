# What .ci/run and checks/nightly.sh share, to be sourced in the root of the tree: stages with their
# times, the tools that tests need, and pages read in a browser.

stages=()
stage= stage_at=0

say() {
  [[ -z $stage ]] || stages+=("$(printf '%4d s  %s' $((SECONDS - stage_at)) "$stage")")
  stage=$* stage_at=$SECONDS
  printf '\n=== %s (after %d min %d s)\n' "$*" $((SECONDS / 60)) $((SECONDS % 60))
}

say_how_long() {
  say 'how long it took'
  printf '%s\n' "${stages[@]}"
  printf '%4d s  in all\n' "$SECONDS"
}

fail() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

# Whether a JDK of that major version is where the build looks for one; sets jdk to its home.
have_jdk() {
  local home named=JAVA$1_HOME
  for home in "${!named:-}" "${JAVA_HOME:-}" "${JDK_HOME:-}" /usr/lib/jvm/* /opt/java/* ~/.sdkman/candidates/java/* ~/.jdks/*; do
    if [[ -x $home/bin/javac ]] && grep -q "^JAVA_VERSION=\"$1[.\"+-]" "$home/release" 2>/dev/null; then
      jdk=$home
      return 0
    fi
  done
  return 1
}

# Installs a Debian package where that is possible.
install() {
  command -v apt-get >/dev/null && [[ $(id -u) == 0 ]] || return 0
  say "installing $*"
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# Maven and the JDKs; a browser for pages; load tools for the tests of the audit, and perf for some of
# diagnose. What is missing of the last is named by the tests that are skipped. Sets jdk to a JDK 25.
need_tools() {
  have_jdk 17 || install openjdk-17-jdk-headless
  command -v chromium >/dev/null || install chromium
  command -v wrk >/dev/null && command -v hey >/dev/null || install wrk hey || true
  command -v perf >/dev/null || install linux-perf || true
  command -v mvn >/dev/null || install maven
  have_jdk 17 || fail 'no JDK 17 found, on which the modules of level 17 are tested: install one, for example openjdk-17-jdk-headless'
  have_jdk 25 || fail 'no JDK 25 found, which compiles Foliot: install one, for example Temurin 25'
  command -v mvn >/dev/null || fail 'no Maven found: install 3.8 or later'
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    fail 'no Chromium, in which pages are to be read: install it, often the package chromium'
}

# read_pages FOLDER: opens all pages below it, one after the other, in one browser.
read_pages() {
  local pages browser
  mapfile -t pages < <(find "$1" -name '*.html' | sort)
  ((${#pages[@]} > 0)) || { printf 'there is no page in %s\n' "$1"; return 1; }
  browser=$(mktemp -d)
  timeout 300 "$jdk/bin/java" -cp "report/target/test-classes:cli/target/dist/lib/*" \
    dev.foliot.report.BrowserPages "$browser" "${pages[@]}"
}
