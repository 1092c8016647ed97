package dev.foliot.study.burn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The output of {@code burn}. Immutable.
 *
 * @param stepsPerNs of its work
 * @param startNanoTime when the measured load began, by the monotonic clock
 * @param durationNs its length
 * @param tasks the number that ended in it
 * @param cpuCores CPU time of the complete process per time
 * @param cpuNsPerTask the same per task
 * @param processCpuNs CPU time of the complete process, from its start to its end
 * @param response from the submission of a task to its end
 * @param queueWait from its submission to its beginning
 * @param queuedShare of the time with a waiting task, 0 to 1
 * @param parkedWhileQueuedShare of that time, with a parked worker nevertheless
 * @param longestParkedUs the longest such time, in microseconds
 * @param warmUp tasks over time before the load, below 0
 * @param intervals tasks over time
 */
record BurnResult(
    double stepsPerNs,
    long startNanoTime,
    long durationNs,
    long tasks,
    double cpuCores,
    double cpuNsPerTask,
    long processCpuNs,
    Waits response,
    Waits queueWait,
    double queuedShare,
    double parkedWhileQueuedShare,
    double longestParkedUs,
    List<Interval> warmUp,
    List<Interval> intervals) {
  private static final int LONGEST = 4 << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  BurnResult {
    warmUp = List.copyOf(warmUp);
    intervals = List.copyOf(intervals);
  }

  /**
   * Counted durations.
   *
   * @param ns the greatest duration of each non-empty bucket, ascending
   * @param counts of each
   */
  record Waits(List<Long> ns, List<Long> counts) {
    Waits {
      ns = List.copyOf(ns);
      counts = List.copyOf(counts);
    }
  }

  /**
   * A part of the load.
   *
   * @param fromNs from its start
   * @param toNs the same
   * @param tasks the number that ended in it
   */
  record Interval(long fromNs, long toNs, long tasks) {}

  /**
   * Parses it.
   *
   * @throws IOException if it is missing or invalid
   */
  static BurnResult read(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return of(MAPPER.readTree(in.readNBytes(LONGEST)));
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
  }

  private static BurnResult of(JsonNode json) throws IOException {
    return new BurnResult(
        number(json, "steps_per_ns"),
        whole(json, "start_nano_time"),
        whole(json, "duration_ns"),
        whole(json, "tasks"),
        number(json, "cpu_cores"),
        json.path("cpu_ns_per_task").asDouble(0),
        whole(json, "process_cpu_ns"),
        waits(json.path("response")),
        waits(json.path("queue_wait")),
        number(json.path("parked"), "queued_share"),
        number(json.path("parked"), "parked_while_queued_share"),
        number(json.path("parked"), "longest_us"),
        intervals(json.path("warmup_intervals")),
        intervals(json.path("intervals")));
  }

  private static List<Interval> intervals(JsonNode json) throws IOException {
    List<Interval> intervals = new ArrayList<>();
    for (JsonNode one : json) {
      intervals.add(new Interval(whole(one, "from_ns"), whole(one, "to_ns"), whole(one, "tasks")));
    }
    return intervals;
  }

  private static Waits waits(JsonNode json) throws IOException {
    List<Long> ns = new ArrayList<>();
    json.path("bucket_ns").forEach(one -> ns.add(one.asLong(0)));
    List<Long> counts = new ArrayList<>();
    json.path("bucket_counts").forEach(one -> counts.add(one.asLong(0)));
    if (ns.size() != counts.size()) {
      throw new IOException("it has " + ns.size() + " buckets and " + counts.size() + " counts");
    }
    return new Waits(ns, counts);
  }

  private static long whole(JsonNode json, String name) throws IOException {
    if (!json.path(name).isIntegralNumber()) {
      throw new IOException("it has no whole number '" + name + "'");
    }
    return json.path(name).asLong();
  }

  private static double number(JsonNode json, String name) throws IOException {
    if (!json.path(name).isNumber()) {
      throw new IOException("it has no number '" + name + "'");
    }
    return json.path(name).asDouble();
  }
}
