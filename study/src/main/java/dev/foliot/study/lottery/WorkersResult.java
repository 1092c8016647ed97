package dev.foliot.study.lottery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The output of the lottery's equal threads. Immutable.
 *
 * @param startNanoTime when the measurement began, by the monotonic clock
 * @param durationNs its length, above 0
 * @param operations of all threads
 * @param cpuNs their CPU time
 * @param intervals the same over time
 */
public record WorkersResult(
    long startNanoTime, long durationNs, long operations, long cpuNs, List<Interval> intervals)
    implements LotteryFork.Measured {
  private static final int LONGEST = 1 << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Keeps a copy. */
  public WorkersResult {
    intervals = List.copyOf(intervals);
  }

  /**
   * A part of the measurement.
   *
   * @param fromNs from its start
   * @param toNs the same
   * @param operations the number in it
   */
  public record Interval(long fromNs, long toNs, long operations) {}

  /**
   * Parses it.
   *
   * @throws IOException if it is missing or invalid
   */
  static WorkersResult read(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return of(MAPPER.readTree(in.readNBytes(LONGEST)));
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
  }

  private static WorkersResult of(JsonNode json) throws IOException {
    List<Interval> intervals = new ArrayList<>();
    for (JsonNode one : json.path("intervals")) {
      intervals.add(
          new Interval(whole(one, "from_ns"), whole(one, "to_ns"), whole(one, "operations")));
    }
    long durationNs = whole(json, "duration_ns");
    if (durationNs <= 0) {
      throw new IOException("its duration is " + durationNs + " ns");
    }
    JsonNode workers = json.path("workers");
    return new WorkersResult(
        whole(json, "start_nano_time"),
        durationNs,
        whole(workers, "operations"),
        whole(workers, "cpu_ns"),
        intervals);
  }

  private static long whole(JsonNode json, String name) throws IOException {
    if (!json.path(name).isIntegralNumber()) {
      throw new IOException("it has no whole number '" + name + "'");
    }
    return json.path(name).asLong();
  }
}
