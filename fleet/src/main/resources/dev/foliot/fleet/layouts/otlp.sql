-- What the OpenTelemetry collector's file exporter writes, or a body of OTLP over HTTP in JSON.
-- Format: opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding"; metrics/v1/metrics.proto.
-- json: resourceMetrics[].scopeMetrics[].metrics[].name
-- sparse
documents AS (
  SELECT UNNEST(STRING_SPLIT(text, CHR(10)))::VARCHAR AS line FROM content
  WHERE json_valid(text) IS NOT TRUE
  UNION ALL
  SELECT text FROM content WHERE json_valid(text)
),
resources AS (
  SELECT UNNEST(CAST(line AS JSON)->'$.resourceMetrics[*]') AS resource
  FROM documents WHERE TRIM(line) <> ''
),
metrics AS (
  SELECT resource->'$.resource.attributes[*]' AS common,
    UNNEST(resource->'$.scopeMetrics[*].metrics[*]') AS one
  FROM resources
),
points AS (
  SELECT common, one->>'$.name' AS name, 'number' AS kind,
    UNNEST(list_concat(one->'$.gauge.dataPoints[*]', one->'$.sum.dataPoints[*]')) AS point
  FROM metrics
  UNION ALL
  SELECT common, one->>'$.name', 'distribution',
    UNNEST(list_concat(one->'$.histogram.dataPoints[*]',
      list_concat(one->'$.exponentialHistogram.dataPoints[*]', one->'$.summary.dataPoints[*]')))
  FROM metrics
),
labelled AS (
  SELECT name, kind, point,
    MAP_FROM_ENTRIES(LIST_TRANSFORM(
      list_concat(
        LIST_FILTER(common, lambda one: NOT list_contains(point->>'$.attributes[*].key', one->>'$.key')),
        point->'$.attributes[*]'),
      lambda one: ROW(one->>'$.key', COALESCE(one->>'$.value.stringValue',
        one->>'$.value.intValue', one->>'$.value.doubleValue', one->>'$.value.boolValue')))) AS labels
  FROM points
)
SELECT point->>'$.timeUnixNano' AS time, labels, name AS metric,
  COALESCE(point->>'$.asDouble', point->>'$.asInt') AS value, NULL::VARCHAR AS note
FROM labelled WHERE kind = 'number'
UNION ALL
SELECT point->>'$.timeUnixNano', labels, name || '_count', point->>'$.count', NULL
FROM labelled WHERE kind = 'distribution'
UNION ALL
SELECT point->>'$.timeUnixNano', labels, name || '_sum', point->>'$.sum', NULL
FROM labelled WHERE kind = 'distribution' AND (point->>'$.sum') IS NOT NULL
UNION ALL
SELECT NULL, NULL, NULL, NULL, 'points are distributions: their count and sum were taken'
FROM labelled WHERE kind = 'distribution'
