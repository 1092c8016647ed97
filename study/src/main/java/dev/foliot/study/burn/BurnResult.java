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
 * @param load what was measured
 * @param cpu CPU time
 * @param response from the submission of a task to its end
 * @param queueWait from its submission to its beginning
 * @param parked workers while tasks waited
 * @param warmUp tasks over time before the load, below 0
 * @param intervals tasks over time
 */
record BurnResult(
    double stepsPerNs,
    Load load,
    Cpu cpu,
    Waits response,
    Waits queueWait,
    Parked parked,
    List<Interval> warmUp,
    List<Interval> intervals) {
  private static final int LONGEST = 4 << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  BurnResult {
    warmUp = List.copyOf(warmUp);
    intervals = List.copyOf(intervals);
  }

  /**
   * The measured load.
   *
   * @param startNanoTime when it began, by the monotonic clock
   * @param durationNs its length
   * @param tasks the number that ended in it
   */
  record Load(long startNanoTime, long durationNs, long tasks) {}

  /**
   * CPU time of the complete process.
   *
   * @param cores per time of the load
   * @param nsPerTask the same per task
   * @param processNs from the process's start to its end
   */
  record Cpu(double cores, double nsPerTask, long processNs) {}

  /**
   * Parked workers while tasks waited.
   *
   * @param queuedShare of the time with a waiting task, 0 to 1
   * @param whileQueuedShare of that time, with a parked worker nevertheless
   * @param longestUs the longest such time, in microseconds
   */
  record Parked(double queuedShare, double whileQueuedShare, double longestUs) {}

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
        new Load(whole(json, "start_nano_time"), whole(json, "duration_ns"), whole(json, "tasks")),
        new Cpu(
            number(json, "cpu_cores"),
            json.path("cpu_ns_per_task").asDouble(0),
            whole(json, "process_cpu_ns")),
        waits(json.path("response")),
        waits(json.path("queue_wait")),
        parked(json.path("parked")),
        intervals(json.path("warmup_intervals")),
        intervals(json.path("intervals")));
  }

  private static Parked parked(JsonNode json) throws IOException {
    return new Parked(
        number(json, "queued_share"),
        number(json, "parked_while_queued_share"),
        number(json, "longest_us"));
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
