-- Answers of ES|QL, by rows or columnar, and of Elasticsearch's SQL.
-- Format: elastic.co/docs, "ES|QL REST API" and "SQL REST API": columns, and values or rows.
-- json: columns[].name columns[].type values
-- json: columns[].name columns[].type rows
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
parts AS (
  SELECT j->>'$.columns[*].name' AS names, j->'$.columns' AS columns,
    COALESCE(j->'$.values', j->'$.rows') AS cells, COALESCE((j->>'$.is_partial')::BOOLEAN, false) AS partial
  FROM answer
),
counted AS (
  SELECT *, len(names) AS width, json_array_length(cells) AS height,
    -- columnar: as many lists as columns, and those do not have as many cells as there are columns
    json_array_length(cells) = len(names)
      AND COALESCE(json_array_length(cells->0), 0) <> len(names) AS columnar
  FROM parts
),
rows_ AS (
  SELECT names, UNNEST(cells->'$[*]') AS cells FROM counted WHERE NOT columnar
),
by_column AS (
  SELECT names,
    LIST_TRANSFORM(json_extract(cells, '$[*]'), lambda one: json_extract_string(one, '$[*]')) AS lists
  FROM counted WHERE columnar
)
SELECT MAP(names, LIST_TRANSFORM(range(1, len(names) + 1), lambda i: json_extract_string(cells, '$[' || (i - 1) || ']'))) AS fields,
  NULL::VARCHAR AS note
FROM rows_
UNION ALL
SELECT UNNEST(LIST_TRANSFORM(range(1, len(lists[1]) + 1), lambda r:
    MAP(names, LIST_TRANSFORM(lists, lambda one: one[r])))), NULL
FROM by_column
UNION ALL
SELECT NULL, 'answer is partial: some shards did not answer' FROM counted WHERE partial
