package dev.foliot.diagnose.scheduler;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * From the moment at which a thread was woken to that at which it came to a CPU, in nanoseconds.
 * Immutable.
 *
 * @param count how many wake-ups
 * @param meanNs their mean
 * @param p50Ns the median, by the nearest rank
 * @param p99Ns the 99th percentile, by the nearest rank: of fewer than 100 the longest
 * @param maxNs the longest
 */
public record WakeWaits(long count, double meanNs, long p50Ns, long p99Ns, long maxNs) {
  /**
   * Tells threads apart.
   *
   * @param <K> what they are told apart by
   */
  @FunctionalInterface
  public interface Whose<K> {
    /**
     * What a thread counts for; empty when it does not count.
     *
     * @param name the first 15 bytes of its name
     */
    Optional<K> of(String name, long tid);
  }

  private record Woken<K>(K whose, long ns) {}

  /** Reads what perf script prints with time, event and trace; other lines are passed over. */
  static <K> Map<K, WakeWaits> of(Stream<String> lines, Whose<K> whose) {
    Map<Long, Woken<K>> woken = new HashMap<>();
    Map<K, LongStream.Builder> waits = new LinkedHashMap<>();
    for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
      WakeLine line = WakeLine.of(all.next()).orElse(null);
      if (line == null) {
        continue;
      }
      if (line.isWakeUp()) {
        whose
            .of(line.name(), line.next())
            .ifPresent(key -> woken.putIfAbsent(line.next(), new Woken<>(key, line.ns())));
      } else {
        // it ran: it was woken before it slept, or what woke it was not seen
        woken.remove(line.previous());
        Woken<K> since = woken.remove(line.next());
        if (since != null) {
          waits
              .computeIfAbsent(since.whose, key -> LongStream.builder())
              .add(Math.max(0, line.ns() - since.ns));
        }
      }
    }
    Map<K, WakeWaits> each = new LinkedHashMap<>();
    waits.forEach((key, all) -> each.put(key, of(all.build().sorted().toArray())));
    return each;
  }

  /** The least place at which so many percent are not above it. */
  private static int nearestRank(int count, int percent) {
    return (int) (((long) count * percent + 99) / 100) - 1;
  }

  private static WakeWaits of(long[] sorted) {
    int count = sorted.length;
    return new WakeWaits(
        count,
        LongStream.of(sorted).average().orElse(0),
        sorted[nearestRank(count, 50)],
        sorted[nearestRank(count, 99)],
        sorted[count - 1]);
  }
}
