-- An answer of Elasticsearch or OpenSearch with nested aggregations of buckets.
-- Format: elastic.co/guide, "Aggregations", "Bucket aggregations", "Composite aggregation".
-- json: took aggregations
-- sparse
levels AS (
  SELECT CAST(text AS JSON)->'$.aggregations' AS part, MAP {}::MAP(VARCHAR, VARCHAR) AS labels,
    NULL::VARCHAR AS time, 0 AS depth
  FROM content
  UNION ALL
  SELECT bucket,
    CASE
      WHEN dated THEN labels
      WHEN json_type(bucket->'$.key') = 'OBJECT'
        -- of a composite aggregation; a number of milliseconds is its time
        THEN map_concat(labels, MAP_FROM_ENTRIES(LIST_FILTER(
          MAP_ENTRIES(CAST(bucket->'$.key' AS MAP(VARCHAR, VARCHAR))),
          lambda one: one.value IS NULL OR NOT REGEXP_MATCHES(one.value, '^\d{12,13}$'))))
      ELSE map_concat(labels, MAP {name: COALESCE(bucket->>'$.key_as_string', bucket->>'$.key', named)})
    END,
    CASE WHEN dated THEN bucket->>'$.key'
      WHEN json_type(bucket->'$.key') = 'OBJECT' THEN COALESCE(LIST_FILTER(
        MAP_VALUES(CAST(bucket->'$.key' AS MAP(VARCHAR, VARCHAR))),
        lambda one: REGEXP_MATCHES(one, '^\d{12,13}$'))[1], time)
      ELSE time END,
    depth + 1
  FROM (
    SELECT labels, time, depth, name, bucket, named,
      json_type(bucket->'$.key') IN ('UBIGINT', 'BIGINT', 'DOUBLE')
        AND (bucket->>'$.key_as_string') SIMILAR TO '[0-9]{4}.*[0-9:.-]+.*' AS dated
    FROM (
      SELECT labels, time, depth, name, UNNEST(found->'$.buckets[*]') AS bucket, NULL AS named
      FROM (
        SELECT labels, time, depth, REGEXP_REPLACE(key, '^.*#', '') AS name,
          json_extract(part, '$."' || key || '"') AS found
        FROM (SELECT *, UNNEST(json_keys(part)) AS key FROM levels WHERE depth < 10)
      )
      WHERE json_type(found) = 'OBJECT' AND json_type(found->'$.buckets') = 'ARRAY'
      UNION ALL
      SELECT labels, time, depth, name, json_extract(found->'$.buckets', '$."' || named || '"'), named
      FROM (
        SELECT *, UNNEST(json_keys(found->'$.buckets')) AS named
        FROM (
          SELECT labels, time, depth, REGEXP_REPLACE(key, '^.*#', '') AS name,
            json_extract(part, '$."' || key || '"') AS found
          FROM (SELECT *, UNNEST(json_keys(part)) AS key FROM levels WHERE depth < 10)
        )
        WHERE json_type(found) = 'OBJECT' AND json_type(found->'$.buckets') = 'OBJECT'
      )
    )
  )
),
leaves AS (
  SELECT labels, time, REGEXP_REPLACE(key, '^.*#', '') AS name,
    json_extract(part, '$."' || key || '"') AS found
  FROM (SELECT *, UNNEST(json_keys(part)) AS key FROM levels WHERE depth > 0)
),
numbers AS (
  SELECT labels, time, name AS metric, found->>'$.value' AS value
  FROM leaves WHERE json_type(found) = 'OBJECT' AND json_type(found->'$.value') NOT IN ('OBJECT', 'ARRAY')
  UNION ALL
  SELECT labels, time, name || '.' || field, json_extract_string(found, '$."' || field || '"')
  FROM (
    SELECT *, UNNEST(['count', 'min', 'max', 'avg', 'sum', 'std_deviation']) AS field
    FROM leaves WHERE json_type(found) = 'OBJECT' AND (found->>'$.avg') IS NOT NULL
  )
  UNION ALL
  SELECT labels, time, name || '.' || field, json_extract_string(found->'$.values', '$."' || field || '"')
  FROM (
    SELECT *, UNNEST(json_keys(found->'$.values')) AS field
    FROM leaves WHERE json_type(found) = 'OBJECT' AND json_type(found->'$.values') = 'OBJECT'
  )
  WHERE NOT field LIKE '%_as_string'
)
SELECT time, labels, metric, value FROM numbers WHERE value IS NOT NULL
