#!/bin/sh
# A day of a made-up fleet of 96 nodes, as CSV: fleet.sh N
# An eighth of the nodes need half of the CPU for each request; a restart decides again.
# 0 (the default) is the day before the fix, N the day after N of the nodes got it.
awk -v cured="${1:-0}" 'BEGIN {
  srand(3); print "time,node,zone,version,start_time,rps,cpu"
  day = 1790000000 + (cured > 0) * 86400
  for (n = 0; n < 96; n++) {
    cost[n] = 1 + 0.1 * (rand() + rand() - 1); start[n] = day - int(1e6 * rand())
    fast[n] = rand() < 1 / 8 || n < cured; restart[n] = rand() < 0.4 ? 30 + int(36 * rand()) : -1
    version[n] = n < cured ? "v4.4" : n % 7 ? "v4.2" : "v4.3"
  }
  for (t = 0; t < 96; t++)
    for (n = 0; n < 96; n++) {
      if (t == restart[n]) { start[n] = day + 900 * t; fast[n] = rand() < 1 / 8 || n < cured }
      rps = 100 + 20 * sin(t / 15) + 4 * rand()
      printf "%d,node-%02d,%s,%s,%d,%.3f,%.4f\n", day + 900 * t, n, n % 3 ? "a" : "b", version[n],
        start[n], rps, 0.2 + rps * cost[n] * (fast[n] ? 0.005 : 0.010) * (1 + 0.1 * (rand() - 0.5))
    }
}'
