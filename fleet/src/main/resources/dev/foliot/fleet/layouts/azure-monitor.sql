-- What "az monitor metrics list" prints, the API's answer, and that of the batch API.
-- Format: learn.microsoft.com, "Metrics - List" and "Metrics Batch - Batch".
-- json: value[].timeseries[].data value[].name.value
-- json: values[].value[].timeseries
-- sparse
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
answers AS (
  SELECT j AS one FROM answer WHERE json_type(j->'$.value') = 'ARRAY'
  UNION ALL
  SELECT UNNEST(j->'$.values[*]') FROM answer
),
metrics AS (
  SELECT one->>'$.resourceid' AS resource, UNNEST(one->'$.value[*]') AS metric FROM answers
),
series AS (
  SELECT metric->>'$.name.value' AS name,
    COALESCE(resource, REGEXP_EXTRACT(metric->>'$.id', '^(.*?)/providers/[Mm]icrosoft\.[Ii]nsights/', 1)) AS resource,
    UNNEST(metric->'$.timeseries[*]') AS one
  FROM metrics
),
points AS (
  SELECT name, REGEXP_EXTRACT(resource, '([^/]*)/*$', 1) AS node,
    MAP(one->>'$.metadatavalues[*].name.value', one->>'$.metadatavalues[*].value') AS labels,
    UNNEST(one->'$.data[*]') AS point
  FROM series
),
values_ AS (
  SELECT *, UNNEST(['average', 'total', 'maximum', 'minimum', 'count']) AS field FROM points
),
numbers AS (
  SELECT *, json_extract_string(point, '$.' || field) AS value FROM values_
),
kinds AS (SELECT COUNT(DISTINCT field) AS several FROM numbers WHERE value IS NOT NULL)
SELECT point->>'$.timeStamp' AS time, NULLIF(node, '') AS node, labels,
  CASE WHEN several > 1 THEN name || '.' || field ELSE name END AS metric, value
FROM numbers, kinds WHERE value IS NOT NULL
