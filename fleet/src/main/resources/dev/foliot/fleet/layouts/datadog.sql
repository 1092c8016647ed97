-- Answers of Datadog's queries, version 1 (series) and 2 (data.attributes).
-- Format: docs.datadoghq.com/api/latest/metrics, "Query timeseries".
-- json: series[].pointlist
-- json: data.attributes.series
-- sparse
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
first AS (SELECT UNNEST(j->'$.series[*]') AS one FROM answer),
second AS (
  SELECT j->>'$.data.attributes.times[*]' AS times,
    UNNEST(j->'$.data.attributes.series[*]') AS one,
    UNNEST(j->'$.data.attributes.values[*]') AS numbers
  FROM answer
),
series AS (
  SELECT COALESCE(NULLIF(one->>'$.metric', ''), 'value') AS metric,
    CASE WHEN len(one->>'$.tag_set[*]') > 0 THEN one->>'$.tag_set[*]'
      ELSE STRING_SPLIT(one->>'$.scope', ',') END AS tags,
    one->>'$.pointlist[*][0]' AS times, one->>'$.pointlist[*][1]' AS numbers
  FROM first
  UNION ALL
  SELECT CASE COALESCE(one->>'$.query_index', '0')
      WHEN '0' THEN 'value' ELSE 'query' || (one->>'$.query_index') END,
    one->>'$.group_tags[*]', times, numbers->>'$[*]'
  FROM second WHERE one IS NOT NULL
),
named AS (
  SELECT *, LIST_TRANSFORM(tags, lambda tag: TRIM(SPLIT_PART(tag, ':', 1))) AS names FROM series
),
points AS (
  SELECT metric, tags, names, UNNEST(times) AS time, UNNEST(numbers) AS value FROM named
)
SELECT time, metric, value,
  -- of a tag with several values the first
  MAP_FROM_ENTRIES(LIST_FILTER(
    LIST_TRANSFORM(tags, lambda tag, i: CASE WHEN tag LIKE '_%:%' AND list_position(names, names[i]) = i
      THEN ROW(names[i], SUBSTR(tag, STRPOS(tag, ':') + 1)) END),
    lambda one: one IS NOT NULL)) AS labels
FROM points
