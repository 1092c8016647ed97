package dev.foliot.service.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The flight recorder's summary of a JVM. Immutable.
 *
 * <p>Lists have at most 10,000 entries, the first ones; times are nanoseconds since the first
 * sample.
 *
 * @param collector what the garbage collector did
 * @param virtualThreads what held virtual threads up
 * @param resizes changes of the size of Foliot's pools
 * @param hangs tasks of Foliot's pools that blocked all workers
 * @param directBuffers the JDK's own count of direct buffers, once a second
 * @param jvm the individual events
 */
public record FlightView(
    Collector collector,
    VirtualThreads virtualThreads,
    List<PoolResize> resizes,
    List<PoolHang> hangs,
    List<DirectBuffers> directBuffers,
    JvmEvents jvm) {
  /**
   * What the garbage collector did.
   *
   * @param collections the number of garbage collections
   * @param collectionNs their total duration, concurrent work included
   * @param pauses how often the collector stopped the program
   * @param pauseNs the total of the pauses
   * @param longestPauseNs the longest
   */
  public record Collector(
      long collections, long collectionNs, long pauses, long pauseNs, long longestPauseNs) {}

  /**
   * What held virtual threads up.
   *
   * @param pinned how often one blocked its carrier for longer than 1 ms
   * @param pinnedNs the total of these
   * @param submitFailed how often one could not be handed to the scheduler
   */
  public record VirtualThreads(long pinned, long pinnedNs, long submitFailed) {}

  /** Keeps copies. */
  public FlightView {
    resizes = List.copyOf(resizes);
    hangs = List.copyOf(hangs);
    directBuffers = List.copyOf(directBuffers);
  }

  /** A resize of a pool. Texts fit on one line. */
  public record PoolResize(long atNs, String pool, int from, int to, String reason) {}

  /** A moment when no worker of a pool made progress. */
  public record PoolHang(long atNs, String pool, int running, int queued, long oldestWaitNs) {}

  /** Direct buffers at one moment. */
  public record DirectBuffers(Instant at, long count, long usedBytes) {}

  /** The bytes in direct buffers at a moment, from the nearest count; -1 without one. */
  long directBytes(Instant at) {
    long nearest = Long.MAX_VALUE;
    long bytes = -1;
    for (DirectBuffers one : directBuffers) {
      long apart = Math.abs(Duration.between(one.at, at).toMillis());
      if (apart < nearest) {
        nearest = apart;
        bytes = one.usedBytes;
      }
    }
    return bytes;
  }
}
