-- An answer of OpenTSDB's /api/query, with points as an object or as pairs.
-- Format: opentsdb.net/docs, "/api/query".
-- json: [].metric [].tags [].dps
-- sparse
series AS (SELECT UNNEST(CAST(text AS JSON)->'$[*]') AS one FROM content),
points AS (
  SELECT one, entry.key AS time, entry.value AS value
  FROM (
    SELECT one, UNNEST(MAP_ENTRIES(CAST(one->'$.dps' AS MAP(VARCHAR, VARCHAR)))) AS entry
    FROM series WHERE json_type(one->'$.dps') = 'OBJECT'
  )
  UNION ALL
  SELECT one, pair->>0, pair->>1
  FROM (SELECT one, UNNEST(one->'$.dps[*]') AS pair FROM series WHERE json_type(one->'$.dps') = 'ARRAY')
)
SELECT time, CAST(one->'$.tags' AS MAP(VARCHAR, VARCHAR)) AS labels, one->>'$.metric' AS metric, value
FROM points
