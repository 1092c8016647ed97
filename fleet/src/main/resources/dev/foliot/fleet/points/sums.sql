-- The sums of a fleet: one row for each node, lifetime and window of time.
--
-- This is the only text of them. It runs as it stands in DuckDB and in Spark SQL, so it has standard
-- functions only, no quoted names, and no integer division: "/" is floating in both, and the
-- quotient of a difference without its remainder is exact below 2^53.
--
-- Slots: points (a table or view), first and window (microseconds), others and labels (further
-- columns of the result, each with a comma before it).
--
-- points has: node, lifetime (text); us (bigint, microseconds); y, x (double, null where the point
-- has no finite metric or load; x is 0 without a load); edge, unfit, reset (0 or 1: the last point
-- of a rate, a number that is not finite, a counter that fell); o0, o1, ... (double); l0, l1, ...
SELECT
  node,
  lifetime,
  win,
  COUNT(*) AS points,
  COUNT(y) AS n,
  SUM(y) AS sum_y,
  SUM(y * y) AS sum_yy,
  MIN(y) AS min_y,
  MAX(y) AS max_y,
  SUM(x) AS sum_x,
  SUM(x * x) AS sum_xx,
  SUM(x * y) AS sum_xy,
  CAST(SUM(edge) AS BIGINT) AS edges,
  CAST(SUM(unfit) AS BIGINT) AS unfits,
  CAST(SUM(reset) AS BIGINT) AS resets${others}${labels}
FROM (
  SELECT
    *,
    CAST(((us - ${first}) - (us - ${first}) % ${window}) / ${window} AS BIGINT) AS win
  FROM ${points}
) AS placed
GROUP BY node, lifetime, win
