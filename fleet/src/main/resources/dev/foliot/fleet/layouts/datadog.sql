-- Answers of Datadog's queries, version 1 (series) and 2 (data.attributes).
-- Format: docs.datadoghq.com/api/latest/metrics, "Query timeseries".
-- json: series[].pointlist
-- json: data.attributes.series
-- sparse
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
first AS (SELECT UNNEST(j->'$.series[*]') AS one FROM answer),
second AS (
  SELECT j->'$.data.attributes' AS all_, UNNEST(range(COALESCE(json_array_length(j, '$.data.attributes.series'), 0)::BIGINT)) AS s
  FROM answer
),
series AS (
  SELECT COALESCE(NULLIF(one->>'$.metric', ''), 'value') AS metric,
    CASE WHEN len(one->>'$.tag_set[*]') > 0 THEN one->>'$.tag_set[*]'
      ELSE STRING_SPLIT(one->>'$.scope', ',') END AS tags,
    one->>'$.pointlist[*][0]' AS times, one->>'$.pointlist[*][1]' AS numbers
  FROM first
  UNION ALL
  SELECT CASE COALESCE(json_extract_string(all_, '$.series[' || s || '].query_index'), '0')
      WHEN '0' THEN 'value' ELSE 'query' || json_extract_string(all_, '$.series[' || s || '].query_index') END,
    json_extract_string(all_, '$.series[' || s || '].group_tags[*]'),
    all_->>'$.times[*]', json_extract_string(all_, '$.values[' || s || '][*]')
  FROM second
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
