-- Time series of Google Cloud Monitoring: the API's answer, and the list that gcloud prints.
-- Format: cloud.google.com/monitoring/api/ref_v3/rest/v3/TimeSeries.
-- json: timeSeries[].metric.type
-- json: [].metric.type [].points
-- sparse
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
series AS (
  SELECT UNNEST(list_concat(j->'$.timeSeries[*]', CASE json_type(j) WHEN 'ARRAY' THEN j->'$[*]' END)) AS one
  FROM answer
),
points AS (
  SELECT COALESCE(one->>'$.metric.type', 'value') AS metric,
    map_concat(
      COALESCE(CAST(one->'$.metric.labels' AS MAP(VARCHAR, VARCHAR)), MAP {}),
      COALESCE(CAST(one->'$.resource.labels' AS MAP(VARCHAR, VARCHAR)), MAP {})) AS labels,
    UNNEST(one->'$.points[*]') AS point
  FROM series
)
SELECT point->>'$.interval.endTime' AS time, labels, metric,
  COALESCE(point->>'$.value.doubleValue', point->>'$.value.int64Value',
    point->>'$.value.distributionValue.mean') AS value,
  NULL::VARCHAR AS note
FROM points
UNION ALL
SELECT NULL, NULL, NULL, NULL, 'points are distributions: their mean was taken'
FROM points WHERE (point->'$.value.distributionValue') IS NOT NULL
