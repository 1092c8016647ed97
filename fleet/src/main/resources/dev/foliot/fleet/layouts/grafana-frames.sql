-- Data frames of Grafana: an answer of /api/ds/query, or "DataFrame JSON" of a panel's inspector.
-- Format: grafana.com/developers/plugin-tools, "Data frames"; grafana-plugin-sdk-go, FrameToJSON.
-- json: results.*.frames[].schema.fields[].name
-- json: [].schema.fields[].name [].data.values
-- json: results.*.error results.*.status
-- sparse
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
asked AS (
  SELECT key AS query, json_extract(j->'$.results', '$."' || key || '"') AS one
  FROM (SELECT j, UNNEST(json_keys(j->'$.results')) AS key FROM answer WHERE json_type(j) = 'OBJECT')
),
frames AS (
  SELECT query, UNNEST(one->'$.frames[*]') AS frame FROM asked
  UNION ALL
  SELECT COALESCE(frame->>'$.schema.refId', 'A'), frame
  FROM (SELECT UNNEST(j->'$[*]') AS frame FROM answer WHERE json_type(j) = 'ARRAY')
),
numbered AS (
  SELECT ROW_NUMBER() OVER () AS nr, query, frame,
    COUNT(DISTINCT query) OVER () AS queries
  FROM frames
),
fields AS (
  SELECT nr, query, queries, UNNEST(frame->'$.schema.fields[*]') AS field,
    UNNEST(frame->'$.data.values[*]') AS cells,
    UNNEST(range(json_array_length(frame->'$.schema.fields')::BIGINT)) AS i
  FROM numbered
),
times AS (
  SELECT nr, (ARG_MIN(cells, i))->>'$[*]' AS times
  FROM fields WHERE (field->>'$.type') = 'time' GROUP BY nr
),
texts AS (
  SELECT nr, LIST(ROW(field->>'$.name', cells->>'$[*]') ORDER BY i) AS columns
  FROM fields WHERE (field->>'$.type') = 'string' GROUP BY nr
),
series AS (
  SELECT COALESCE(CAST(field->'$.labels' AS MAP(VARCHAR, VARCHAR)), MAP {}) AS labels,
    CASE
      WHEN LOWER(field->>'$.name') <> 'value' THEN field->>'$.name'
      ELSE COALESCE(field->>'$.labels.__name__', CASE WHEN queries > 1 THEN query ELSE 'value' END)
    END AS name,
    times, cells->>'$[*]' AS numbers,
    CASE WHEN columns IS NOT NULL THEN
      LIST_TRANSFORM(range(1, len(times) + 1), lambda r:
        MAP_FROM_ENTRIES(LIST_TRANSFORM(columns, lambda one: ROW(one[1], one[2][r])))) END AS texts
  FROM fields JOIN times USING (nr) LEFT JOIN texts USING (nr)
  WHERE (field->>'$.type') = 'number'
),
points AS (
  SELECT labels, name, UNNEST(times) AS time, UNNEST(numbers) AS value, UNNEST(texts) AS more
  FROM series
)
SELECT time,
  map_concat(
    MAP_FROM_ENTRIES(LIST_FILTER(MAP_ENTRIES(labels), lambda one: one.key <> '__name__')),
    COALESCE(more, MAP {})) AS labels,
  name AS metric, value, NULL::VARCHAR AS refusal
FROM points
UNION ALL
SELECT NULL, NULL, NULL, NULL, 'is an answer of Grafana that says ''' || (one->>'$.error') || ''': mend the query'
FROM asked WHERE (one->>'$.error') IS NOT NULL
