#!/usr/bin/env bash
# The documentation as a site, without Maven: checks/site.sh builds target/site, checks/site.sh serve
# shows it on 127.0.0.1:8000 and follows changes. Links and anchors are checked: a broken one fails.
#
# Pages are in target/site/VERSION, with the JSON schemas at reference/NAME.schema.json, and Javadoc at
# javadoc/ARTIFACT where checks/release.sh made it. It needs Python 3.9 and, the first time, a network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wanted=checks/site/requirements.txt
tools=target/site-tools
command -v python3 >/dev/null || { printf 'checks/site.sh: no python3 found: install it\n' >&2; exit 4; }
if ! cmp -s "$wanted" "$tools/made"; then
  rm -rf "$tools"
  python3 -m venv "$tools" && "$tools/bin/pip" install -q --disable-pip-version-check -r "$wanted" || {
    printf 'checks/site.sh: what %s names cannot be installed\n' "$wanted" >&2
    exit 4
  }
  cp "$wanted" "$tools/made"
fi
case ${1:-build} in
  serve) exec "$tools/bin/mkdocs" serve -f checks/site/mkdocs.yml -a 127.0.0.1:8000 ;;
  build) ;;
  *) printf 'checks/site.sh: build or serve, not %s\n' "$1" >&2; exit 2 ;;
esac
version=$(sed -n 's/^version=//p' names.properties)
site=target/site/$version
rm -rf target/site/pages "$site"
"$tools/bin/mkdocs" build -f checks/site/mkdocs.yml
mv target/site/pages "$site"
for jar in target/repository/*/*/*/*/*-javadoc.jar; do
  [[ -e $jar ]] || continue
  artifact=${jar#target/repository/*/*/}
  mkdir -p "$site/javadoc/${artifact%%/*}"
  python3 -m zipfile -e "$jar" "$site/javadoc/${artifact%%/*}"
done
printf '<!doctype html><title>Foliot</title><meta http-equiv="refresh" content="0; url=%s/">\n' "$version" >target/site/index.html
printf 'target/site/%s/index.html\n' "$version"
