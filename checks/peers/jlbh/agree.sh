#!/bin/bash
# Whether JLBH and Foliot give the same service times of the same program.
# usage: agree.sh ROUNDS JDK FOLIOT_CP JLBH_CP
# Runs both in turns and prints, for p50 and p90 of the last run, the ratio Foliot / JLBH with a
# 95 % interval over the rounds (paired, of the logarithm).
set -euo pipefail
rounds=$1 jdk=$2 ours=$3 theirs=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$jdk/bin/javac" -d "$work" -cp "$theirs" "$here"/proof/*.java
opens=()
for p in java.lang java.lang.reflect java.nio java.util java.io; do
  opens+=("--add-opens=java.base/$p=ALL-UNNAMED")
done
opens+=("--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED" "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED")
# p50 and p90 of the last run, in us
last() { sed -n 's/^End to End.* was //p' | tail -1 | tr -d ',' | awk '{print $1, $3}'; }
for task in Busy Hash; do
  for round in $(seq "$rounds"); do
    a() { "$jdk/bin/java" "${opens[@]}" -cp "$work:$ours" "proof.$task" 2>/dev/null | last; }
    b() { "$jdk/bin/java" "${opens[@]}" -cp "$work:$theirs" "proof.$task" 2>/dev/null | last; }
    if (( round % 2 )); then x=$(a); y=$(b); else y=$(b); x=$(a); fi
    echo "$task $x $y"
  done
done | tee /dev/stderr | awk '
  # quantiles of t at 97.5 % for 1 to 19 degrees of freedom
  BEGIN { split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23 2.20 2.18 2.16 2.14 2.13 2.12 2.11 2.10 2.09", t) }
  NF == 5 { n[$1]++
    d[1] = log($2 / $4); d[2] = log($3 / $5)
    for (k = 1; k <= 2; k++) { s[$1, k] += d[k]; q[$1, k] += d[k] * d[k] } }
  END { for (task in n) for (k = 1; k <= 2; k++) {
      m = s[task, k] / n[task]; v = (q[task, k] - n[task] * m * m) / (n[task] - 1)
      w = t[n[task] - 1] * sqrt((v > 0 ? v : 0) / n[task])
      printf "%s %s: Foliot / JLBH %.3f (95 %%: %.3f to %.3f), %d rounds\n", task, k == 1 ? "p50" : "p90", exp(m), exp(m - w), exp(m + w), n[task] } }'
