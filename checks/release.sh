#!/usr/bin/env bash
# Makes a release and tests it: checks/release.sh [STAGE…]
#
#   make          what people download, in target/release, and what Maven does, in target/repository
#   tests         the archives and the libraries, unpacked and used here
#   debian        the archive, the deb and their removal on a fresh Debian without Java and Maven
#   reproducible  makes all of it once more in another folder; each file has to be the same
#   walk          plays every documented command with the launcher of the archive
#   api           compares what users embed with the last release; fails where something breaks
#   publish       checks that a release may go out, and bundles what Maven publishes
#
# Without a stage: make, tests, debian, reproducible and api. A stage that this machine cannot play is named
# and left out, and the exit code is then 4; it is 1 where one failed.
#
#   FOLIOT_SIGN=KEY          signs everything with that key of gpg
#   FOLIOT_SPARK=false       leaves foliot-fleet-spark.jar out, which needs Spark's two hundred jars
#   FOLIOT_JMODS_AARCH64=DIR the jmods of a JDK for aarch64: makes its archives too
set -uo pipefail
# Jars hold the rights of their files.
umask 022
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. checks/stages.sh

out=$PWD/target/release
repository=$PWD/target/repository
embedded=bom,jlbh,junit,load-java,maven-plugin,pool-spring-boot-starter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The standard library, and what tools and measured programs ask for beside. Compilers are left out:
# Foliot compiles nothing.
modules=java.se,jdk.attach,jdk.charsets,jdk.crypto.cryptoki,jdk.crypto.ec,jdk.dynalink,jdk.httpserver
modules+=,jdk.incubator.vector,jdk.jcmd,jdk.jdwp.agent,jdk.jfr,jdk.localedata,jdk.management
modules+=,jdk.management.agent,jdk.management.jfr,jdk.naming.dns,jdk.naming.rmi,jdk.net
modules+=,jdk.nio.mapmode,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.zipfs

names() { "$jdk/bin/java" checks/Names.java get "$1"; }

# --- make -----------------------------------------------------------------------------------------

make() {
  version=$(names version) && epoch=$(date -u -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' pom.xml)" +%s) || return
  # A JVM's archive of classes holds the charset of its locale. What an earlier build left in classes
  # would be in the jars.
  export SOURCE_DATE_EPOCH=$epoch TZ=UTC LC_ALL=C.UTF-8
  rm -rf "$out" "$repository" ./*/target/classes
  mkdir -p "$out"
  build && tree && runtime "$work/x64/runtime" && archives || return
  packages && libraries && notes && sums
}

# Maven's part: what ./foliot starts, the libraries with sources and Javadoc, the lists of contents.
build() {
  timeout 1500 mvn -B -q -ntp -Prelease -DskipTests -Dtests.compile.skip=true -Dmaven.install.skip \
    -DaltDeploymentRepository="here::file://$repository" \
    -pl "build/compiler,cli,samples,$embedded" -am deploy </dev/null || return
  [[ ${FOLIOT_SPARK:-} == false ]] ||
    timeout 900 mvn -B -q -ntp -f spark/pom.xml -Dmaven.test.skip=true package </dev/null
}

# What all archives have: $work/tree.
tree() {
  local tree=$work/tree java=("$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp 'cli/target/dist/lib/*:cli/target/dist/lib/fleet/*' dev.foliot.cli.Main)
  mkdir -p "$tree/completion"
  cp -R cli/target/dist/lib cli/target/dist/samples foliot LICENSE THIRD-PARTY.md README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md "$tree" &&
    tar -c --exclude=target --exclude=build --exclude=.gradle --exclude=.foliot docs examples | tar -x -C "$tree" &&
    "${java[@]}" help --man-pages "$tree/man/man1" &&
    "${java[@]}" completion bash >"$tree/completion/foliot.bash" &&
    "${java[@]}" completion zsh >"$tree/completion/foliot.zsh" &&
    "${java[@]}" completion fish >"$tree/completion/foliot.fish" || return
  [[ ${FOLIOT_SPARK:-} == false ]] ||
    { mkdir "$tree/lib/spark" && cp spark/target/foliot-fleet-spark.jar "$tree/lib/spark"; }
}

# runtime FOLDER [JMODS]: a Java of the modules above, of this CPU's kind or of the one of JMODS.
#
# jlink writes sets of names in an order that changes from run to run. While a JVM records for an AOT
# cache its sets have one order: that makes two runtimes equal byte for byte.
runtime() {
  local options=(--add-modules "$modules" --no-header-files --no-man-pages --release-info="$jdk/release")
  if [[ $# == 1 ]]; then
    # An archive of classes is made by the JVM itself, which another CPU does not run.
    options+=(--generate-cds-archive)
  else
    options=(--module-path "$2" --add-modules "$modules" --no-header-files --no-man-pages)
  fi
  mkdir -p "$(dirname "$1")"
  "$jdk/bin/jlink" -J-XX:AOTMode=record "-J-XX:AOTConfiguration=$work/jlink.conf" \
    "${options[@]}" --output "$1" >"$work/jlink.log" 2>&1 || { cat "$work/jlink.log"; return 1; }
}

# pack NAME FOLDER: FOLDER as NAME.tar.gz, the same bytes for the same content.
pack() {
  find "$2" -exec touch -h -d "@$epoch" {} + &&
    chmod -R u+rwX,go+rX,go-w "$2" &&
    tar -C "$(dirname "$2")" --sort=name --owner=0 --group=0 --numeric-owner --format=posix \
      --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime -c "$(basename "$2")" |
    gzip -9n >"$out/$1.tar.gz"
}

# archive NAME [RUNTIME]: one with DuckDB and Spark's jar, and one without.
archive() {
  local whole=$work/stage/$1 small=$work/stage/$1-without-fleet
  mkdir -p "$work/stage" && cp -R "$work/tree" "$whole" || return
  [[ $# == 1 ]] || cp -R "$2" "$whole/runtime" || return
  cp -R "$whole" "$small" && rm -rf "$small/lib/fleet" "$small/lib/spark" &&
    pack "$1" "$whole" && pack "$1-without-fleet" "$small"
}

archives() {
  archive "foliot-$version" && archive "foliot-$version-linux-$(cpu)" "$work/x64/runtime" || return
  if [[ -n ${FOLIOT_JMODS_AARCH64:-} ]]; then
    runtime "$work/aarch64/runtime" "$FOLIOT_JMODS_AARCH64" &&
      archive "foliot-$version-linux-aarch64" "$work/aarch64/runtime"
  fi
}

cpu() {
  case $(uname -m) in
    x86_64) printf x64 ;;
    *) uname -m ;;
  esac
}

# A deb and an rpm of the archive, where their tools are.
packages() {
  local root=$work/package
  mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/share/man/man1" "$root/usr/share/doc/foliot" \
    "$root/usr/share/bash-completion/completions" "$root/usr/share/fish/vendor_completions.d" &&
    cp -R "$work/stage/foliot-$version-linux-$(cpu)" "$root/usr/lib/foliot" &&
    ln -s ../lib/foliot/foliot "$root/usr/bin/foliot" &&
    mv "$root"/usr/lib/foliot/man/man1/* "$root/usr/share/man/man1" &&
    gzip -9n "$root"/usr/share/man/man1/*.1 &&
    rm -r "$root/usr/lib/foliot/man" &&
    mv "$root/usr/lib/foliot/completion/foliot.bash" "$root/usr/share/bash-completion/completions/foliot" &&
    mv "$root/usr/lib/foliot/completion/foliot.fish" "$root/usr/share/fish/vendor_completions.d/foliot.fish" &&
    cp LICENSE "$root/usr/share/doc/foliot/copyright" &&
    chmod -R u+rwX,go+rX,go-w "$root" || return
  find "$root" -exec touch -h -d "@$epoch" {} +
  deb "$root" && rpm_ "$root"
}

deb() {
  command -v dpkg-deb >/dev/null || { printf 'no deb: dpkg-deb is missing\n'; return 0; }
  local root=$work/deb architecture
  architecture=$(dpkg --print-architecture)
  cp -a "$1" "$root" && mkdir -m 755 "$root/DEBIAN" || return
  cat >"$root/DEBIAN/control" <<END
Package: foliot
Version: ${version/-/\~}
Architecture: $architecture
Maintainer: $(names maintainer)
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Depends: libc6, zlib1g
Section: devel
Priority: optional
Homepage: $(names repository)
Description: latency laboratory for the JVM
 Measures response times, compares threading models and finds out why a JVM
 is slow. It brings its own Java.
END
  # The first start makes an AOT cache, which is not the package's.
  printf '#!/bin/sh\nset -e\n[ "$1" != configure ] || /usr/lib/foliot/foliot --version >/dev/null 2>&1 || true\n' >"$root/DEBIAN/postinst"
  printf '#!/bin/sh\nset -e\nrm -f /usr/lib/foliot/*.aot /usr/lib/foliot/lock\n' >"$root/DEBIAN/prerm"
  chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
  chmod 644 "$root/DEBIAN/control"
  find "$root/DEBIAN" -exec touch -d "@$epoch" {} +
  dpkg-deb --root-owner-group -Zgzip -z6 --build "$root" "$out/foliot_${version/-/\~}_$architecture.deb" >/dev/null
}

rpm_() {
  command -v rpmbuild >/dev/null || { printf 'no rpm: rpmbuild is missing\n'; return 0; }
  cat >"$work/foliot.spec" <<END
Name: foliot
Version: ${version/-/\~}
Release: 1
Summary: Latency laboratory for the JVM
License: Apache-2.0 AND GPL-2.0-only WITH Classpath-exception-2.0
URL: $(names repository)
AutoReqProv: no
Requires: glibc
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%description
Measures response times, compares threading models and finds out why a JVM
is slow. It brings its own Java.
%install
cp -a "$1/." %{buildroot}
%post
/usr/lib/foliot/foliot --version >/dev/null 2>&1 || :
%preun
rm -f /usr/lib/foliot/*.aot /usr/lib/foliot/lock
%files
%defattr(-,root,root)
/usr/bin/foliot
/usr/lib/foliot
/usr/share/bash-completion/completions/foliot
/usr/share/fish/vendor_completions.d/foliot.fish
/usr/share/man/man1/*
%doc /usr/share/doc/foliot
END
  rpmbuild -bb --quiet --define "_topdir $work/rpm" --define '_buildhost localhost' --define "buildroot $work/rpm/root" \
    --define 'use_source_date_epoch_as_buildtime 1' --define 'clamp_mtime_to_source_date_epoch 1' \
    --define "_rpmdir $out" --define '_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm' \
    --define '_binary_payload w6.gzdio' "$work/foliot.spec" >"$work/rpm.log" 2>&1 || { cat "$work/rpm.log"; return 1; }
}

# The contents as CycloneDX, with the Java that the archives bring.
libraries() {
  cp cli/target/bom.json "$out/foliot-$version-sbom.json" &&
    "$jdk/bin/java" -cp "cli/target/dist/lib/*" checks/Sbom.java "$out/foliot-$version-sbom.json" "$work/x64/runtime/release"
}

# The changelog's first section, without its heading, with links into the repository.
notes() {
  local repo
  {
    printf '# Foliot %s\n\n' "$version"
    awk '/^## / { if (found) exit; found = 1; next } found' CHANGELOG.md | sed '/./,$!d' |
      sed -E "s#\]\(([A-Za-z][^):]*)\)#](${repo:=$(names repository)}/blob/v$version/\1)#g"
  } >"$out/NOTES.md"
  [[ $(wc -l <"$out/NOTES.md") -gt 3 ]] || { printf 'CHANGELOG.md has nothing to say of this release\n'; return 1; }
}

sums() {
  (cd "$out" && sha256sum ./* | sed 's:\./::' >"$work/SHA256SUMS") && mv "$work/SHA256SUMS" "$out" || return
  [[ -z ${FOLIOT_SIGN:-} ]] || sign
}

# A signature beside each file that people download, and beside each that Maven publishes.
sign() {
  local file
  find "$out" "$repository" -type f ! -name '*.md5' ! -name '*.sha*' ! -name 'maven-metadata*' ! -name '*.asc' -print0 |
    while IFS= read -r -d '' file; do
      gpg --batch --yes --local-user "$FOLIOT_SIGN" --armor --detach-sign "$file" || exit
    done
}

signed() {
  local file
  [[ -z ${FOLIOT_SIGN:-} ]] && return
  find "$out" "$repository" -type f -name '*.asc' -print0 | while IFS= read -r -d '' file; do
    gpg --batch --quiet --verify "$file" "${file%.asc}" 2>"$work/gpg.log" || { cat "$work/gpg.log"; exit 1; }
  done && [[ -f $out/SHA256SUMS.asc ]]
}

# --- tests ------------------------------------------------------------------------------------------

tests() {
  made || return
  (cd "$out" && sha256sum --quiet --check SHA256SUMS) && signed &&
    timeout 900 mvn -B -ntp -Preal-time -Dgroups=release -Dtest=ReleaseArchiveTest,InstalledLibrariesTest \
      -Dsurefire.failIfNoSpecifiedTests=false -pl checks/end-to-end -am verify </dev/null
}

made() {
  version=$(names version)
  [[ -f $out/SHA256SUMS ]] || { printf 'there is no release in target/release: checks/release.sh make\n'; return 1; }
}

# --- debian -----------------------------------------------------------------------------------------

debian() {
  made || return
  [[ $(id -u) == 0 ]] && command -v mmdebstrap >/dev/null ||
    { printf 'a fresh Debian is made by root and mmdebstrap: one of them is missing\n'; return 4; }
  checks/debian.sh "$version" "$out" "$work/debian"
}

# --- reproducible -----------------------------------------------------------------------------------

reproducible() {
  made || return
  local copy=$work/somewhere/else
  mkdir -p "$copy" && git ls-files -z --cached --others --exclude-standard |
    tar -c --null --files-from=- | tar -x -C "$copy" &&
    (cd "$copy" && umask 027 && TZ=Asia/Kolkata LC_ALL=C FOLIOT_SIGN='' checks/release.sh make) || return
  list() { (cd "$1" && find . -type f ! -name '*.asc' ! -name 'maven-metadata*' ! -name '*.md5' ! -name '*.sha*' -exec sha256sum {} + | sort -k 2); }
  # A snapshot has the time of its making in its name, and its POM is the source's.
  list "$out" >"$work/first" && list "$copy/target/release" >"$work/second" &&
    list "$repository" | sed -E 's/-[0-9]{8}\.[0-9]{6}-[0-9]+//' >>"$work/first" &&
    list "$copy/target/repository" | sed -E 's/-[0-9]{8}\.[0-9]{6}-[0-9]+//' >>"$work/second" || return
  printf '%d files\n' "$(wc -l <"$work/first")"
  diff "$work/first" "$work/second" || { printf 'these differ between two builds of the same sources\n'; return 1; }
}

# --- walk -------------------------------------------------------------------------------------------

walk() {
  made || return
  tar -xzf "$out/foliot-$version-linux-$(cpu).tar.gz" -C "$work" || return
  FOLIOT_LAUNCHER=$work/foliot-$version-linux-$(cpu)/foliot checks/walk/run
}

# --- api --------------------------------------------------------------------------------------------

api() {
  local released
  released=$(names released) || return
  [[ -n $released ]] || { printf 'nothing is released yet, with which the API could be compared\n'; return 0; }
  timeout 900 mvn -B -q -ntp -Papi -Dapi.released="$released" -DskipTests -Dtests.compile.skip=true \
    -pl "build/compiler,$embedded" -am verify </dev/null
}

# --- publish ----------------------------------------------------------------------------------------

# Nothing is uploaded here: the workflow uploads what is in target/release.
publish() {
  made || return
  local refused=()
  [[ $version != *-SNAPSHOT ]] || refused+=("$version is a snapshot: set version in names.properties")
  [[ $(names owner) != OWNER ]] || refused+=("the owner is unknown: set owner in names.properties")
  grep -q "^## $version" CHANGELOG.md || refused+=("CHANGELOG.md has no section $version")
  [[ -f $out/SHA256SUMS.asc ]] || refused+=("nothing is signed: set FOLIOT_SIGN and make it again")
  [[ -z $(git status --porcelain 2>/dev/null) ]] || refused+=("the tree has changes that are not committed")
  if ((${#refused[@]} > 0)); then
    printf 'not published: %s\n' "${refused[@]}"
    return 1
  fi
  (cd "$repository" && find . -type f ! -name 'maven-metadata*' | sort | "$jdk/bin/jar" --create --no-manifest --file "$out/foliot-$version-maven.zip" @/dev/stdin)
}

# --- playing them -----------------------------------------------------------------------------------

# One function, so that the script can be edited while it runs.
play() {
  all=(make tests debian reproducible walk api publish)
  chosen=("$@")
  ((${#chosen[@]} > 0)) || chosen=(make tests debian reproducible api)
  for name in "${chosen[@]}"; do
    [[ " ${all[*]} " == *" $name "* ]] || {
      printf 'checks/release.sh: there is no stage %s: choose %s\n' "$name" "${all[*]}" >&2
      exit 2
    }
  done
  have_jdk 25 || fail 'no JDK 25 found, which makes a release: install one, for example Temurin 25'
  command -v mvn >/dev/null || fail 'no Maven found: install 3.8 or later'

  failed=() refused=()
  for name in "${chosen[@]}"; do
    say "$name"
    "$name"
    case $? in
      0) ;;
      4) refused+=("$name") ;;
      *)
        failed+=("$name")
        [[ $name != make ]] || break
        ;;
    esac
  done
  say_how_long
  ls -l "$out" 2>/dev/null
  ((${#failed[@]} == 0)) || fail "did not pass: ${failed[*]}"
  if ((${#refused[@]} > 0)); then
    printf 'checks/release.sh: this machine cannot play %s\n' "${refused[*]}" >&2
    exit 4
  fi
  exit 0
}

play "$@"
