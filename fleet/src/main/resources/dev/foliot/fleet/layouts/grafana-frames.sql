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
  SELECT nr, query, queries, frame, i, json_extract(frame, '$.schema.fields[' || i || ']') AS field
  FROM (SELECT *, UNNEST(range(json_array_length(frame->'$.schema.fields')::BIGINT)) AS i FROM numbered)
),
times AS (
  SELECT nr, MIN(i) AS place FROM fields WHERE (field->>'$.type') = 'time' GROUP BY nr
),
texts AS (
  SELECT nr, LIST(ROW(field->>'$.name', i) ORDER BY i) AS columns
  FROM fields WHERE (field->>'$.type') = 'string' GROUP BY nr
),
series AS (
  SELECT fields.nr, frame, i, place,
    COALESCE(CAST(field->'$.labels' AS MAP(VARCHAR, VARCHAR)), MAP {}) AS labels,
    CASE
      WHEN LOWER(field->>'$.name') <> 'value' THEN field->>'$.name'
      ELSE COALESCE(field->>'$.labels.__name__', CASE WHEN queries > 1 THEN query ELSE 'value' END)
    END AS name,
    columns
  FROM fields JOIN times USING (nr) LEFT JOIN texts USING (nr)
  WHERE (field->>'$.type') = 'number'
),
points AS (
  SELECT *, UNNEST(range(json_array_length(frame, '$.data.values[' || place || ']')::BIGINT)) AS row_
  FROM series
)
SELECT json_extract_string(frame, '$.data.values[' || place || '][' || row_ || ']') AS time,
  map_concat(
    MAP_FROM_ENTRIES(LIST_FILTER(map_entries(labels), lambda one: one.key <> '__name__')),
    CASE WHEN columns IS NULL THEN MAP {}::MAP(VARCHAR, VARCHAR) ELSE
      MAP_FROM_ENTRIES(LIST_TRANSFORM(columns, lambda one: ROW(one[1],
        json_extract_string(frame, '$.data.values[' || one[2] || '][' || row_ || ']')))) END) AS labels,
  name AS metric,
  json_extract_string(frame, '$.data.values[' || i || '][' || row_ || ']') AS value,
  NULL::VARCHAR AS refusal
FROM points
UNION ALL
SELECT NULL, NULL, NULL, NULL, 'is an answer of Grafana that says ''' || (one->>'$.error') || ''': mend the query'
FROM asked WHERE (one->>'$.error') IS NOT NULL
