-- A file of nmon -f. A section's first line has its names; ZZZZ has the times of the samples.
-- Format: nmon.sourceforge.io and IBM's documentation of nmon recordings.
-- line: ^AAA,
-- line: ^(ZZZZ,T\d+,|AAA,(progname|version|interval),)
-- sparse
words AS (SELECT nr, STRING_SPLIT(line, ',') AS w FROM lines),
hosts AS (SELECT MAX(w[3]) AS node FROM words WHERE w[1] = 'AAA' AND w[2] = 'host'),
times AS (
  SELECT w[2] AS sample, MIN(w[4] || ' ' || w[3]) AS time FROM words WHERE w[1] = 'ZZZZ' GROUP BY w[2]
),
names AS (
  SELECT w[1] AS section, ARG_MIN(w, nr) AS names FROM words
  WHERE w[1] NOT IN ('AAA', 'ZZZZ', 'TOP', 'UARG') AND NOT w[1] LIKE 'BBB%'
    AND NOT REGEXP_MATCHES(w[2], '^T\d+$') AND len(w) > 2
  GROUP BY w[1]
),
samples AS (
  SELECT section, names, w, time
  FROM words JOIN names ON w[1] = section JOIN times ON w[2] = sample
)
SELECT time, node,
  MAP_FROM_ENTRIES(LIST_FILTER(LIST_TRANSFORM(names[3:], lambda name, i: ROW(section || '.' || name, w[i + 2])),
    lambda one: one[1] NOT LIKE '%.' AND TRY_CAST(one[2] AS DOUBLE) IS NOT NULL)) AS fields
FROM samples, hosts
