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
 * The output of the lottery. Immutable.
 *
 * @param startNanoTime when the measurement began, by the monotonic clock
 * @param durationNs its length
 * @param reader the thread that checks for the superclass
 * @param writer the thread that checks for two interfaces in turn
 * @param intervals the same over time
 */
public record LotteryResult(
    long startNanoTime, long durationNs, Asked reader, Asked writer, List<Interval> intervals)
    implements LotteryFork.Measured {
  private static final int LONGEST = 1 << 20;
  private static final double NS_PER_S = 1e9;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Keeps a copy. */
  public LotteryResult {
    intervals = List.copyOf(intervals);
  }

  /**
   * A thread.
   *
   * @param checks the number of its type checks
   * @param cpuNs its CPU time; 0 or below if the JVM does not report it
   */
  public record Asked(long checks, long cpuNs) {
    /** Type checks per second. */
    public double perS(long durationNs) {
      return checks * NS_PER_S / durationNs;
    }

    /** Type checks per second of its CPU time; 0 if unknown. */
    public double perCpuS() {
      return cpuNs <= 0 ? 0 : checks * NS_PER_S / cpuNs;
    }
  }

  /**
   * A part of the measurement.
   *
   * @param fromNs from its start
   * @param toNs the same
   * @param readerChecks the number of the reader's checks in it
   */
  public record Interval(long fromNs, long toNs, long readerChecks) {}

  /** CPU time of both threads, in nanoseconds. */
  @Override
  public long cpuNs() {
    return reader.cpuNs + writer.cpuNs;
  }

  /** Whether each thread made a type check. */
  public boolean isWhole() {
    return reader.checks > 0 && writer.checks > 0;
  }

  /**
   * Parses it.
   *
   * @throws IOException if it is missing or invalid
   */
  static LotteryResult read(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return of(MAPPER.readTree(in.readNBytes(LONGEST)));
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
  }

  private static LotteryResult of(JsonNode json) throws IOException {
    List<Interval> intervals = new ArrayList<>();
    for (JsonNode one : json.path("intervals")) {
      intervals.add(
          new Interval(whole(one, "from_ns"), whole(one, "to_ns"), whole(one, "reader_checks")));
    }
    long durationNs = whole(json, "duration_ns");
    if (durationNs <= 0) {
      throw new IOException("its duration is " + durationNs + " ns");
    }
    return new LotteryResult(
        whole(json, "start_nano_time"),
        durationNs,
        asked(json.path("reader")),
        asked(json.path("writer")),
        intervals);
  }

  private static Asked asked(JsonNode json) throws IOException {
    return new Asked(whole(json, "checks"), whole(json, "cpu_ns"));
  }

  private static long whole(JsonNode json, String name) throws IOException {
    if (!json.path(name).isIntegralNumber()) {
      throw new IOException("it has no whole number '" + name + "'");
    }
    return json.path(name).asLong();
  }
}
