-- What atop -P prints: CPU, CPL and MEM are read. Samples after RESET are since the boot.
-- Format: the manual page atop(1), "Parseable output".
-- line: ^[A-Za-z]{3,} \S+ \d{9,10} \d{4}/\d{2}/\d{2} \d{2}:\d{2}:\d{2} \d+ 
-- sparse
words AS (SELECT nr, STRING_SPLIT(line, ' ') AS w FROM lines),
marked AS (
  SELECT *, LAST_VALUE(CASE WHEN w[1] IN ('RESET', 'SEP') THEN w[1] END IGNORE NULLS) OVER (ORDER BY nr) AS mark
  FROM words
),
samples AS (
  SELECT w[1] AS label, w[2] AS node, w[3] AS time, TRY_CAST(w[6] AS DOUBLE) AS seconds,
    LIST_TRANSFORM(w[7:], lambda one: TRY_CAST(one AS DOUBLE)) AS v
  FROM marked WHERE len(w) > 7 AND COALESCE(mark, 'SEP') = 'SEP'
),
-- of CPU: 1 ticks a second, 2 CPUs, 3 system, 4 user, 5 nice, 6 idle, 7 wait, 8 irq, 9 softirq, 10 steal
fields AS (
  SELECT time, node, MAP {
      'cpu': (v[3] + v[4] + v[5] + v[8] + v[9]) / v[1] / seconds,
      'cpu.system': v[3] / v[1] / seconds, 'cpu.user': v[4] / v[1] / seconds,
      'cpu.wait': v[7] / v[1] / seconds, 'cpu.steal': v[10] / v[1] / seconds} AS fields
  FROM samples WHERE label = 'CPU'
  UNION ALL
  -- of CPL: 1 CPUs, 2 to 4 load averages, 5 context switches, 6 interrupts
  SELECT time, node, MAP {'load1': v[2], 'load5': v[3], 'load15': v[4],
      'context_switches': v[5] / seconds, 'interrupts': v[6] / seconds}
  FROM samples WHERE label = 'CPL'
  UNION ALL
  -- of MEM: 1 bytes of a page, 2 pages, 3 free, 4 of the cache, 5 of buffers
  SELECT time, node, MAP {'memory.used': (v[2] - v[3] - v[4] - v[5]) * v[1], 'memory.free': v[3] * v[1]}
  FROM samples WHERE label = 'MEM'
)
SELECT time, node, fields, NULL::VARCHAR AS note, NULL::VARCHAR AS refusal FROM fields
UNION ALL
SELECT NULL, NULL, NULL, 'lines of atop other than CPU, CPL and MEM were passed over', NULL
FROM samples WHERE label NOT IN ('CPU', 'CPL', 'MEM') AND EXISTS (SELECT 1 FROM fields)
UNION ALL
SELECT NULL, NULL, NULL, NULL,
  'has no line of CPU, CPL or MEM after its first sample: give what atop -P CPU,CPL,MEM prints'
FROM (SELECT COUNT(*) AS n FROM fields) WHERE n = 0
