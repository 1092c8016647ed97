package dev.foliot.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which files hold a fleet, and what their columns mean. What is null or empty is guessed, and the
 * guess is said.
 *
 * @param files names of files, or globs
 * @param metric an expression over columns, as {@code cpu/rps}, {@code "free memory" / 1024} or
 *     {@code rate(requests_total)}
 * @param node the column that names the node
 * @param time the column of the time
 * @param labels the columns that may explain bands; empty for all that could
 * @param load an expression for the load, that is taken out of the metric
 * @param start the column that changes when the node's process begins anew
 * @param memoryBytes how much memory the engine may take; beyond it, it spills to the disk
 * @param threads how many threads the engine runs on
 */
public record FleetRequest(
    List<String> files,
    @Nullable String metric,
    @Nullable String node,
    @Nullable String time,
    List<String> labels,
    @Nullable String load,
    @Nullable String start,
    long memoryBytes,
    int threads) {
  /** What the engine may take where nothing is said: 1 GiB. */
  public static final long DEFAULT_MEMORY_BYTES = 1L << 30;

  /** With less the engine cannot even begin: 64 MiB. */
  public static final long LEAST_MEMORY_BYTES = 64L << 20;

  /** Keeps copies, and checks the memory and the threads. */
  public FleetRequest {
    files = List.copyOf(files);
    labels = List.copyOf(labels);
    if (memoryBytes < LEAST_MEMORY_BYTES) {
      throw new IllegalArgumentException("memory: " + memoryBytes + " bytes, at least 64 MiB");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads: " + threads + ", at least 1");
    }
  }

  /** Of these files, all guessed, with the default memory, on as many threads as there are CPUs. */
  public static FleetRequest of(List<String> files) {
    return new FleetRequest(
        files,
        null,
        null,
        null,
        List.of(),
        null,
        null,
        DEFAULT_MEMORY_BYTES,
        Runtime.getRuntime().availableProcessors());
  }
}
