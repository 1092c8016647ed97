-- Answers of Azure's Log Analytics and Application Insights: tables of columns and rows.
-- Format: learn.microsoft.com, "Azure Monitor Log Analytics API response format".
-- json: tables[].columns[].name tables[].rows
tables AS (SELECT UNNEST(CAST(text AS JSON)->'$.tables[*]') AS t FROM content),
lists AS (SELECT t->>'$.columns[*].name' AS names, UNNEST(t->'$.rows[*]') AS cells FROM tables)
SELECT MAP(names, LIST_TRANSFORM(range(1, len(names) + 1), lambda i: json_extract_string(cells, '$[' || (i - 1) || ']'))) AS fields
FROM lists
