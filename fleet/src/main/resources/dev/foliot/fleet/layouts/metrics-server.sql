-- Lists of metrics-server, one after another: kubectl get --raw /apis/metrics.k8s.io/v1beta1/pods
-- Format: k8s.io/metrics, v1beta1: PodMetricsList and NodeMetricsList. A pod is the sum of its containers.
-- json: items[].usage items[].timestamp
-- json: items[].containers[].usage items[].timestamp
lists AS (
  -- several lists follow each other, each after a line of its own or not
  SELECT UNNEST(STRING_SPLIT(REGEXP_REPLACE(TRIM(text), '\}\s*\n\s*\{"kind"', E'}\x1E{"kind"', 'g'), E'\x1E')) AS list
  FROM content
),
items AS (SELECT UNNEST(CAST(list AS JSON)->'$.items[*]') AS item FROM lists),
usages AS (
  SELECT item, item->'$.usage' AS usage FROM items WHERE (item->'$.usage') IS NOT NULL
  UNION ALL
  SELECT item, UNNEST(item->'$.containers[*].usage') FROM items
),
quantities AS (
  SELECT item, kind, json_extract_string(usage, '$.' || kind) AS text
  FROM (SELECT *, UNNEST(['cpu', 'memory']) AS kind FROM usages)
),
numbers AS (
  SELECT item, kind,
    TRY_CAST(REGEXP_EXTRACT(text, '^[0-9.eE+]+') AS DOUBLE)
      * CASE REGEXP_EXTRACT(text, '[A-Za-z]*$')
          WHEN 'n' THEN 1e-9 WHEN 'u' THEN 1e-6 WHEN 'm' THEN 1e-3 WHEN '' THEN 1
          WHEN 'k' THEN 1e3 WHEN 'M' THEN 1e6 WHEN 'G' THEN 1e9 WHEN 'T' THEN 1e12
          WHEN 'Ki' THEN 1024 WHEN 'Mi' THEN 1048576 WHEN 'Gi' THEN 1073741824
          WHEN 'Ti' THEN 1099511627776 END AS number
  FROM quantities
)
SELECT item->>'$.timestamp' AS time, item->>'$.metadata.name' AS node,
  MAP {'namespace': item->>'$.metadata.namespace'} AS labels,
  SUM(number) FILTER (kind = 'cpu') AS cpu, SUM(number) FILTER (kind = 'memory') AS memory
FROM numbers GROUP BY item
