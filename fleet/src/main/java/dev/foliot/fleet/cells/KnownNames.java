package dev.foliot.fleet.cells;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Common names of columns, most likely first, in lower case. */
public final class KnownNames {
  public static final List<String> NODE =
      List.of(
          "node",
          "host",
          "hostname",
          "host_name",
          "instance",
          "pod",
          "pod_name",
          "server",
          "machine",
          "nodename",
          "node_name",
          "instance_id",
          "exported_instance",
          "kubernetes_node",
          "container_id",
          "vm",
          "node_id",
          "nodeid",
          "host_id",
          "hostid",
          "machine_id",
          "machineid",
          "server_id",
          "vm_id",
          "vmid",
          "device_id",
          "deviceid",
          "worker",
          "worker_id",
          "rank",
          "container",
          "container_name",
          "id");

  public static final List<String> TIME =
      List.of(
          "time",
          "timestamp",
          "ts",
          "@timestamp",
          "_time",
          "datetime",
          "date",
          "time_us",
          "time_ms",
          "time_s",
          "timestamp_ms",
          "epoch",
          "unix_time",
          "elapsed_s",
          "elapsed_seconds",
          "elapsed_ms",
          "elapsed");

  /** What counts, where no column has times: rounds of a training, years of a table. */
  public static final List<String> COUNTED =
      List.of(
          "step",
          "global_step",
          "iteration",
          "iter",
          "round",
          "tick",
          "cycle",
          "year",
          "month",
          "week",
          "day",
          "days",
          "hour",
          "minute",
          "second",
          "seconds");

  /** Parts of a date, of which one alone is no time. */
  private static final Set<String> OF_DATES = Set.of("year", "month", "day", "hour", "minute");

  /** How long a process has lived: it falls when the process begins again. */
  public static final List<String> UPTIME =
      List.of(
          "uptime_seconds",
          "process_uptime_seconds",
          "uptime_s",
          "uptime",
          "process_uptime",
          "jvm_uptime",
          "uptime_ms");

  public static final List<String> START =
      List.of(
          "start_time",
          "process_start_time_seconds",
          "process_start_time",
          "jvm_start_time",
          "started_at",
          "started",
          "start",
          "boot_time",
          "node_boot_time_seconds");

  public static final List<String> CPU =
      List.of("cpu", "cpu_usage", "cpu_seconds", "cpu_percent", "cpu_utilization", "cpu_util");

  public static final List<String> LOAD =
      List.of(
          "rps",
          "requests",
          "requests_per_second",
          "request_rate",
          "qps",
          "tps",
          "throughput",
          "load",
          "requests_total",
          "http_requests_total");

  /** Columns of one node's series, not columns for separate nodes. */
  private static final List<String> METRICS =
      List.of("value", "latency", "memory", "mem", "p50", "p99", "errors", "disk", "network", "gc");

  private static final List<String> COUNTER_ENDS =
      List.of("_total", "_count", "_sum", "_bucket", "_created");

  private static final List<String> TOTALS =
      List.of("all", "total", "_total", "cpu-total", "sum", "overall", "-1");

  /** What exporters write for no node, or for the rest of the nodes. */
  private static final List<String> NO_NODES =
      List.of(
          "null",
          "(null)",
          "<null>",
          "none",
          "n/a",
          "na",
          "nan",
          "nil",
          "undefined",
          "\\n",
          "-",
          "other",
          "others",
          "_other",
          "__other__",
          "_span");

  /** Numbers that name something or are a part of a date, and measure nothing. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:.*[_."
              + " -])?(?:id|pid|ppid|tid|uid|gid|uuid|port|index|idx|seq|row|timestamp|ts|epoch)|job|jobid|(?:job|run|row|line)_?(?:nr|no|num|number)|row_?names?|unnamed:"
              + " ?[0-9]+|__index_level_[0-9]+__"
              + "|year|quarter|month|week|weekday|day|dow|doy|hour|minute");

  private KnownNames() {}

  /** A unit behind a name, as in {@code Timestamp [ms]} and {@code time (s)}. */
  private static final Pattern UNIT = Pattern.compile("\\s*(?:\\[[^\\]]*\\]|\\([^)]*\\))$");

  /** A name in lower case, without the unit behind it. */
  public static String plain(String name) {
    return UNIT.matcher(name.strip()).replaceFirst("").toLowerCase(Locale.ROOT);
  }

  /** Whether a cell says that there is no node, or stands for all further ones. */
  public static boolean isNoNode(String value) {
    return NO_NODES.contains(value.strip().toLowerCase(Locale.ROOT));
  }

  /** The same as a condition of SQL, over an expression. */
  public static String isNoNodeSql(String expression) {
    return "LOWER(TRIM("
        + expression
        + ")) IN ("
        + NO_NODES.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "))
        + ")";
  }

  /** Whether a column is named like a key or a time stamp, as no metric is. */
  public static boolean isKey(String name) {
    return KEY.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /** Whether a column is named like a part of a date. */
  public static boolean isOfDate(String name) {
    return OF_DATES.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a column has a common name of a metric. */
  public static boolean isMetric(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return METRICS.contains(lower) || CPU.contains(lower) || LOAD.contains(lower);
  }

  /** Whether a column has a common name of a load, or counts work. */
  public static boolean isLoad(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return LOAD.contains(lower) || lower.contains("request") || lower.endsWith("_count");
  }

  /** Whether a series is the sum or the mean of the others: {@code all}, or sysstat's -1. */
  public static boolean isTotal(String value) {
    return TOTALS.contains(value.toLowerCase(Locale.ROOT));
  }

  /** Whether a column is named like a counter, by the naming rules of Prometheus. */
  public static boolean isCounter(String name) {
    return COUNTER_ENDS.stream().anyMatch(name::endsWith);
  }
}
