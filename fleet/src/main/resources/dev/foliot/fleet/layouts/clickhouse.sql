-- The formats JSON and JSONCompact of ClickHouse.
-- Format: clickhouse.com/docs, "Formats for input and output data".
-- json: meta[].name meta[].type data
answer AS (SELECT CAST(text AS JSON) AS j FROM content),
lists AS (SELECT j->>'$.meta[*].name' AS names, UNNEST(j->'$.data[*]') AS cells FROM answer)
SELECT MAP(names, LIST_TRANSFORM(names, lambda name, i:
    CASE json_type(cells) WHEN 'ARRAY' THEN json_extract_string(cells, '$[' || (i - 1) || ']')
    ELSE json_extract_string(cells, '$."' || name || '"') END)) AS fields
FROM lists
