-- What vmstat -t prints, with -w or without. Its first row is the mean since the boot.
-- Format: the manual page vmstat(8).
-- line: ^\s*procs\s+-+memory-+\s
-- line: ^\s*r\s+b\s+swpd\s
rows_ AS (
  SELECT nr, STRING_SPLIT_REGEX(TRIM(line), '\s+') AS words FROM lines WHERE NOT line LIKE '%procs%'
),
named AS (
  SELECT *, LAST_VALUE(CASE WHEN words[1] = 'r' THEN words END IGNORE NULLS) OVER (ORDER BY nr) AS names
  FROM rows_
),
data AS (
  SELECT *, ROW_NUMBER() OVER (ORDER BY nr) AS place FROM named
  WHERE REGEXP_MATCHES(words[1], '^\d+$') AND names IS NOT NULL
),
timed AS (
  SELECT *, list_position(names, 'st') AS steal,
    LIST_FILTER(words, lambda word: REGEXP_MATCHES(word, '^\d{4}-\d{2}-\d{2}$'))[1] AS day,
    LIST_FILTER(words, lambda word: REGEXP_MATCHES(word, '^\d{2}:\d{2}:\d{2}$'))[1] AS clock,
    -- behind the last count stands the zone
    CASE WHEN REGEXP_MATCHES(names[len(names)], '^[A-Z+-][A-Z0-9+-]{2,5}$') THEN names[len(names)] ELSE '' END AS zone
  FROM data
)
SELECT TRIM(day || ' ' || clock || ' ' || zone) AS time,
  MAP_FROM_ENTRIES(LIST_FILTER(LIST_TRANSFORM(names, lambda name, i: ROW(
      -- "id" alone would be taken for the name of a node
      CASE WHEN name IN ('us', 'sy', 'id', 'wa', 'st', 'gu') THEN 'cpu.' || name ELSE name END, words[i])),
    lambda one: one[1] <> zone AND REGEXP_MATCHES(one[2], '^\d+$'))) AS fields,
  NULL::VARCHAR AS refusal, NULL::VARCHAR AS note
FROM timed WHERE place > 1 AND day IS NOT NULL
UNION ALL
SELECT NULL, NULL, 'is of vmstat, and has no times: give what vmstat -t 15 prints', NULL
FROM (SELECT COUNT(*) AS rows_, COUNT(day) AS days FROM timed) WHERE days = 0
UNION ALL
SELECT NULL, NULL, NULL, 'rows are the mean since the boot, and were left out' FROM timed WHERE place = 1
