package dev.foliot.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.store.Percentiles;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a load is played and recorded. Immutable.
 *
 * @param intervalNs the resolution of the series, 100 ms to 1 min
 * @param percentiles the names of the percentiles that are computed, in ascending order: {@link
 *     Percentiles#NAMES}, {@link #USUAL} and those that were asked for
 * @param share the part of it that is played
 * @param startAtMs when it begins, in milliseconds since 1970; 0 for at once
 * @param descriptors a file with the descriptors of a server of gRPC, or null to ask the server
 * @param traces whether each request has a {@link TraceParent}
 * @param run what only this run has, for ids that no other run has; empty for none
 */
public record Execution(
    long intervalNs,
    List<String> percentiles,
    Share share,
    long startAtMs,
    @Nullable Path descriptors,
    boolean traces,
    String run) {
  /** What is asked of load tests besides. */
  public static final String USUAL = "p95";

  private static final long MS = 1_000_000;
  private static final long SHORTEST_NS = 100 * MS;
  private static final long LONGEST_NS = 60_000 * MS;

  /** Of the whole load at once, with the usual percentiles. */
  public Execution(long intervalNs) {
    this(intervalNs, List.of(), Share.WHOLE, 0, null, false, "");
  }

  /**
   * Checks the ranges.
   *
   * @throws FoliotException for a value out of range, with the remedy
   */
  public Execution {
    if (intervalNs < SHORTEST_NS || intervalNs > LONGEST_NS) {
      throw FoliotException.usage(
          "the interval of %d ns is out of range: from %s to %s"
              .formatted(intervalNs, TimeSpan.format(SHORTEST_NS), TimeSpan.format(LONGEST_NS)));
    }
    percentiles = Percentiles.names(Stream.concat(Stream.of(USUAL), percentiles.stream()).toList());
  }

  /** The same with further percentiles. */
  Execution withPercentiles(List<String> names) {
    return new Execution(
        intervalNs,
        Stream.concat(percentiles.stream(), names.stream()).toList(),
        share,
        startAtMs,
        descriptors,
        traces,
        run);
  }

  /** The same of a run. */
  Execution ofRun(String id) {
    return new Execution(intervalNs, percentiles, share, startAtMs, descriptors, traces, id);
  }

  /** What tells the ids of this run, and of this part of it, from those of others. */
  long ids() {
    return run.isEmpty() ? 0 : Draw.run(run + " " + share);
  }

  /** The same of a part. */
  Execution part(Share part, long atMs) {
    return new Execution(intervalNs, percentiles, part, atMs, descriptors, traces, run);
  }

  /**
   * The same with how requests are described.
   *
   * @param by a file of descriptors, or null
   * @param asTraces whether each has a trace id
   */
  Execution described(@Nullable Path by, boolean asTraces) {
    return new Execution(intervalNs, percentiles, share, startAtMs, by, asTraces, run);
  }
}
