package dev.foliot.lab.watch;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Predicate;
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
 * @param p50Ns the median
 * @param p99Ns the 99th percentile
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

  private static final long NS_PER_S = 1_000_000_000;

  /**
   * Reads what perf script prints with time, event and trace; other lines are passed over.
   *
   * @param whose whether a thread counts, by its name
   */
  static WakeWaits of(Stream<String> lines, Predicate<String> whose) {
    Map<Long, Long> wokenNs = new HashMap<>();
    LongStream.Builder waits = LongStream.builder();
    for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
      Matcher line = LINE.matcher(all.next());
      if (line.matches()) {
        long ns = Long.parseLong(line.group(1)) * NS_PER_S + Long.parseLong(line.group(2));
        if (line.group(3).equals("wakeup")) {
          woken(line.group(4), ns, whose, wokenNs);
        } else {
          Matcher next = NEXT.matcher(line.group(4));
          Long since = next.matches() ? wokenNs.remove(tid(next)) : null;
          if (since != null) {
            waits.add(Math.max(0, ns - since));
          }
        }
      }
    }
    return of(waits.build().sorted().toArray());
  }

  private static void woken(
      String trace, long ns, Predicate<String> whose, Map<Long, Long> wokenNs) {
    Matcher woken = WOKEN.matcher(trace);
    if (woken.matches()) {
      String name = woken.group(1) == null ? woken.group(3) : woken.group(1);
      if (whose.test(name)) {
        wokenNs.putIfAbsent(tid(woken), ns);
      }
    }
  }

  private static long tid(Matcher matcher) {
    return Long.parseLong(matcher.group(2) == null ? matcher.group(4) : matcher.group(2));
  }

  private static WakeWaits of(long[] sorted) {
    int count = sorted.length;
    return count == 0
        ? new WakeWaits(0, 0, 0, 0, 0)
        : new WakeWaits(
            count,
            LongStream.of(sorted).average().orElse(0),
            sorted[(count - 1) / 2],
            sorted[(int) ((count - 1) * 0.99)],
            sorted[count - 1]);
  }
}
