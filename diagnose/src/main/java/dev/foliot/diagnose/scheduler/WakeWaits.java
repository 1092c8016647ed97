package dev.foliot.diagnose.scheduler;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern LINE =
      Pattern.compile("\\s*(\\d{1,10})\\.(\\d{9}):\\s+sched:sched_(wakeup|switch):\\s+(.*)");

  /** As the kernel formats it, or as perf's own plug-in does. */
  private static final Pattern WOKEN =
      Pattern.compile("comm=(.*) pid=(\\d{1,10}) prio=.*|(.*):(\\d{1,10}) \\[-?\\d+].*");

  private static final Pattern NEXT =
      Pattern.compile(
          ".*==> (?:next_comm=(.*) next_pid=(\\d{1,10}) next_prio=.*|(.*):(\\d{1,10}) \\[-?\\d+])");

  private static final Pattern PREVIOUS =
      Pattern.compile(
          "(?:prev_comm=.* prev_pid=(\\d{1,10}) prev_prio=.*|.*:(\\d{1,10}) \\[-?\\d+] \\S+) ==>"
              + " .*");

  private static final long NS_PER_S = 1_000_000_000;

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
      Matcher line = LINE.matcher(all.next());
      if (line.matches()) {
        long ns = Long.parseLong(line.group(1)) * NS_PER_S + Long.parseLong(line.group(2));
        if (line.group(3).equals("wakeup")) {
          wake(line.group(4), ns, whose, woken);
        } else {
          // it ran: it was woken before it slept, or what woke it was not seen
          Matcher previous = PREVIOUS.matcher(line.group(4));
          if (previous.matches()) {
            String tid = previous.group(1);
            woken.remove(Long.parseLong(tid == null ? previous.group(2) : tid));
          }
          Matcher next = NEXT.matcher(line.group(4));
          Woken<K> since = next.matches() ? woken.remove(tid(next)) : null;
          if (since != null) {
            waits
                .computeIfAbsent(since.whose, key -> LongStream.builder())
                .add(Math.max(0, ns - since.ns));
          }
        }
      }
    }
    Map<K, WakeWaits> each = new LinkedHashMap<>();
    waits.forEach((key, all) -> each.put(key, of(all.build().sorted().toArray())));
    return each;
  }

  private static <K> void wake(String trace, long ns, Whose<K> whose, Map<Long, Woken<K>> wokenNs) {
    Matcher woken = WOKEN.matcher(trace);
    if (woken.matches()) {
      String name = woken.group(1) == null ? woken.group(3) : woken.group(1);
      long tid = tid(woken);
      whose.of(name, tid).ifPresent(key -> wokenNs.putIfAbsent(tid, new Woken<>(key, ns)));
    }
  }

  private static long tid(Matcher matcher) {
    return Long.parseLong(matcher.group(2) == null ? matcher.group(4) : matcher.group(2));
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
