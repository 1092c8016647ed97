-- What collectl -P prints: a line of names, then a line for each interval.
-- Format: collectl.sourceforge.net, "Plot Formatted Data"; the manual page collectl(1).
-- line: ^#(Date.Time|UTC).\[
heads AS (
  SELECT MAX(NULLIF(REGEXP_EXTRACT(line, '^#\s*Host:\s+(\S+)', 1), '')) AS host,
    MAX(NULLIF(REGEXP_EXTRACT(line, '\bTZ:\s*([+-]\d{4})', 1), '')) AS zone,
    COALESCE(MAX(NULLIF(REGEXP_EXTRACT(line, '^#(?:Date.Time|UTC)(.)\[', 1), '')), ' ') AS between
  FROM lines
),
named AS (
  SELECT nr, line, host, zone, between,
    LAST_VALUE(CASE WHEN REGEXP_MATCHES(line, '^#(Date.Time|UTC).\[') THEN STRING_SPLIT(LTRIM(line, '#'), between) END
      IGNORE NULLS) OVER (ORDER BY nr) AS names
  FROM lines, heads
),
data AS (
  SELECT *, STRING_SPLIT(line, between) AS words FROM named
  WHERE names IS NOT NULL AND REGEXP_MATCHES(line, '^\d')
),
days AS (
  SELECT *, CASE WHEN names[1] = 'UTC' THEN words[1]
    ELSE REGEXP_REPLACE(words[1], '^(\d{4})(\d{2})(\d{2})$', '\1-\2-\3') || ' ' || words[2] || COALESCE(' ' || zone, '')
    END AS time
  FROM data
)
SELECT time, host AS node,
  MAP_FROM_ENTRIES(LIST_FILTER(LIST_TRANSFORM(names, lambda name, i: ROW(name, words[i])),
    lambda one: one[1] LIKE '[%' AND one[2] IS NOT NULL)) AS fields
FROM days
