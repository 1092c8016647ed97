-- Tables that sar, mpstat and pidstat print.
-- Format: the manual pages sar(1), mpstat(1) and pidstat(1); S_TIME_FORMAT.
-- line: ^Linux \S+ \(.*\)\s.*\(\d+ CPUs?\)\s*$
-- sparse
parts AS (
  SELECT nr, line,
    REGEXP_EXTRACT(line, '^Linux \S+ \((.*)\)\s+(\S+)\s+_', ['host', 'date']) AS head,
    REGEXP_EXTRACT(line, '^#?\s*(\d{1,2}:\d{2}:\d{2}(?: [AP]M)?|\d{9,10}|Time)\s+(.*?)\s*$', ['time', 'rest']) AS timed
  FROM lines
),
words AS (
  SELECT nr, NULLIF(head.host, '') AS host, NULLIF(head.date, '') AS date, timed.time AS time,
    STRING_SPLIT_REGEX(timed.rest, '\s+') AS words
  FROM parts
  WHERE head.host <> '' OR (timed.rest <> '' AND timed.rest NOT LIKE '%RESTART%')
),
marked AS (
  SELECT *, host IS NULL AND NOT list_bool_or(
      LIST_TRANSFORM(words, lambda word: REGEXP_MATCHES(word, '^-?\d+([.,]\d+)?$'))) AS header
  FROM words
),
filled AS (
  SELECT nr, header, host AS own,
    LAST_VALUE(host IGNORE NULLS) OVER w AS host,
    LAST_VALUE(date IGNORE NULLS) OVER w AS date,
    LAST_VALUE(CASE WHEN host IS NOT NULL THEN nr END IGNORE NULLS) OVER w AS part,
    LAST_VALUE(CASE WHEN header THEN words END IGNORE NULLS) OVER w AS names,
    time, words
  FROM marked WINDOW w AS (ORDER BY nr)
),
dates AS (
  SELECT DISTINCT date, d[1] AS first, d[2] AS second, d[3] AS third,
    list_bool_or([EXISTS (SELECT 1 FROM filled f WHERE f.time LIKE '%M')]) AS halves
  FROM (SELECT date, REGEXP_EXTRACT_ALL(date, '\d+')::INTEGER[] AS d FROM filled WHERE own IS NOT NULL)
),
days AS (
  SELECT date,
    CASE
      WHEN date LIKE '____-%' THEN TRY_CAST(date AS DATE)
      WHEN date LIKE '%.%' THEN TRY_CAST(year || '-' || second || '-' || first AS DATE)
      WHEN second > 12 OR halves THEN TRY_CAST(year || '-' || first || '-' || second AS DATE)
      WHEN first > 12 OR first = second THEN TRY_CAST(year || '-' || second || '-' || first AS DATE)
    END AS day
  FROM (SELECT *, CASE WHEN third < 100 THEN 2000 + third ELSE third END AS year FROM dates)
),
clocked AS (
  SELECT nr, part, host, day, names, words, time,
    CASE WHEN time LIKE '%:%' THEN
      (SPLIT_PART(time, ':', 1)::BIGINT % CASE WHEN time LIKE '%M' THEN 12 ELSE 24 END
          + CASE WHEN time LIKE '%PM' THEN 12 ELSE 0 END) * 3600
        + SPLIT_PART(time, ':', 2)::BIGINT * 60 + LEFT(SPLIT_PART(time, ':', 3), 2)::BIGINT END AS clock
  FROM filled JOIN days USING (date)
  WHERE own IS NULL AND NOT header AND names IS NOT NULL AND time <> 'Time'
),
turned AS (
  -- a file goes on after midnight, and its first line has the date of its beginning
  SELECT *, SUM(turn) OVER (PARTITION BY part ORDER BY nr ROWS UNBOUNDED PRECEDING) AS turns
  FROM (
    SELECT *, CASE WHEN clock < LAG(clock) OVER (PARTITION BY part, names ORDER BY nr) - 43200 THEN 1 ELSE 0 END AS turn
    FROM clocked
  )
),
cells AS (
  SELECT CASE WHEN clock IS NULL THEN time
      ELSE STRFTIME(day::TIMESTAMP + (clock + turns * 86400) * INTERVAL 1 SECOND, '%Y-%m-%d %H:%M:%S') END AS time,
    host AS node,
    LIST_FILTER(LIST_TRANSFORM(names, lambda name, i: ROW(name,
      -- the name of a command may have blanks
      CASE WHEN i = len(names) THEN ARRAY_TO_STRING(words[i:], ' ') ELSE words[i] END)),
      lambda one: one[2] IS NOT NULL AND one[2] <> '') AS cells,
    list_contains(names, 'PID') OR list_contains(names, 'TGID') AS processes
  FROM turned WHERE len(words) >= len(names)
),
texts AS (
  SELECT *, ['CPU', 'PID', 'TGID', 'TID', 'Command', 'IFACE', 'DEV', 'INTR', 'NODE', 'TTY',
    'FILESYSTEM', 'MOUNTPOINT', 'FAN', 'TEMP', 'IN', 'DEVICE', 'BUS'] AS labelled
  FROM cells
)
SELECT time, node,
  MAP_FROM_ENTRIES(LIST_FILTER(cells, lambda one: list_contains(labelled, one[1])
    AND NOT (processes AND one[1] = 'CPU'))) AS labels,
  MAP_FROM_ENTRIES(LIST_TRANSFORM(
    LIST_FILTER(cells, lambda one: NOT list_contains(labelled, one[1]) AND one[1] NOT IN ('UID', 'USER')),
    lambda one: ROW(one[1], one[2]))) AS fields,
  NULL::VARCHAR AS refusal
FROM texts
UNION ALL
SELECT NULL, NULL, NULL, NULL, 'has the date ' || date
  || ', which does not say whether the day or the month comes first: export it anew with S_TIME_FORMAT=ISO, or write the date in its first line as 2026-11-28'
FROM days WHERE day IS NULL
