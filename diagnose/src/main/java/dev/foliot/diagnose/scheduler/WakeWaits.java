package dev.foliot.diagnose.scheduler;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The time from a thread's wake-up to its next run, in nanoseconds. Immutable.
 *
 * @param count the number of wake-ups
 * @param meanNs their mean
 * @param p50Ns the median, by the nearest rank
 * @param p99Ns the 99th percentile, by the nearest rank: the longest if there are fewer than 100
 * @param maxNs the longest
 */
public record WakeWaits(long count, double meanNs, long p50Ns, long p99Ns, long maxNs) {
  /**
   * Groups threads.
   *
   * @param <K> the key that separates threads
   */
  @FunctionalInterface
  public interface Whose<K> {
    /**
     * The key of a thread; empty if it does not count.
     *
     * @param name the first 15 bytes of its name
     */
    Optional<K> of(String name, long tid);
  }

  private record Woken<K>(K whose, long ns) {}

  /** Parses the output of perf script with time, event and trace; skips other lines. */
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
        // it ran: it was woken before it slept, or the wake-up is not in the trace
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

  /** The smallest rank with at least {@code percent} per cent at or below it. */
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

  /**
   * One line of perf script, with time, event and trace: a wake-up or a switch.
   *
   * <p>A thread's name may hold anything, so numbers are taken from the last place where the rest
   * fits. The lines are tens of thousands, parsed once in a short-lived process before its code is
   * compiled. Patterns took half a second of CPU more for a program with some 11,000 wake-ups per
   * second.
   *
   * @param isWakeUp otherwise it is a switch
   * @param ns since some moment
   * @param previous the thread that a switch takes from its CPU; -1 if unreadable
   * @param next the thread that was woken, or comes to the CPU; -1 if unreadable
   * @param name of the woken thread; empty in a switch
   */
  private record WakeLine(boolean isWakeUp, long ns, long previous, long next, String name) {
    private static final String WAKE_UP = "sched:sched_wakeup:";
    private static final String SWITCH = "sched:sched_switch:";
    private static final String ARROW = " ==> ";
    private static final int MOST_DIGITS = 10;
    private static final int FRACTION_DIGITS = 9;
    private static final long NS_PER_S = 1_000_000_000;
    private static final long NONE = -1;

    /** A thread's number and the end of the text before it; or nothing. */
    private record Found(int at, long tid) {
      static final Found NOTHING = new Found(0, NONE);
    }

    /** Parses a line; empty for other events. */
    static Optional<WakeLine> of(String line) {
      int start = skipSpaces(line, 0);
      int dot = skipDigits(line, start);
      int end = skipDigits(line, dot + 1);
      if (dot == start
          || dot - start > MOST_DIGITS
          || !line.startsWith(".", dot)
          || end - dot - 1 != FRACTION_DIGITS
          || !line.startsWith(":", end)) {
        return Optional.empty();
      }
      long ns = number(line, start, dot) * NS_PER_S + number(line, dot + 1, end);
      int event = skipSpaces(line, end + 1);
      if (line.startsWith(WAKE_UP, event)) {
        return wakeUp(ns, line.substring(skipSpaces(line, event + WAKE_UP.length())));
      }
      return line.startsWith(SWITCH, event)
          ? Optional.of(switched(ns, line.substring(skipSpaces(line, event + SWITCH.length()))))
          : Optional.empty();
    }

    /** Parses {@code comm=NAME pid=7 prio=120 …}, or from perf's plug-in {@code NAME:7 [120] …}. */
    private static Optional<WakeLine> wakeUp(long ns, String trace) {
      boolean isKernels = trace.startsWith("comm=");
      Found woken = isKernels ? last(trace, " pid=", " prio=") : lastOfPlugIn(trace);
      return woken.tid == NONE
          ? Optional.empty()
          : Optional.of(
              new WakeLine(
                  true, ns, NONE, woken.tid, trace.substring(isKernels ? 5 : 0, woken.at)));
    }

    /**
     * Parses {@code prev_comm=A prev_pid=1 … ==> next_comm=B next_pid=2 …}, or {@code A:1 [120] S
     * ==> …}.
     */
    private static WakeLine switched(long ns, String trace) {
      for (int arrow = trace.lastIndexOf(ARROW);
          arrow >= 0;
          arrow = trace.lastIndexOf(ARROW, arrow - 1)) {
        Found next = thread("next", trace.substring(arrow + ARROW.length()));
        if (next.tid != NONE) {
          Found previous = thread("prev", trace.substring(0, arrow));
          return new WakeLine(false, ns, previous.tid, next.tid, "");
        }
      }
      return new WakeLine(false, ns, NONE, NONE, "");
    }

    /** The thread on one side of a switch. */
    private static Found thread(String side, String text) {
      return text.startsWith(side + "_comm=")
          ? last(text, " " + side + "_pid=", " " + side + "_prio=")
          : lastOfPlugIn(text);
    }

    /** The last number between these two. */
    private static Found last(String text, String before, String behind) {
      for (int at = text.lastIndexOf(before); at >= 0; at = text.lastIndexOf(before, at - 1)) {
        int from = at + before.length();
        int to = skipDigits(text, from);
        if (isNumber(from, to) && text.startsWith(behind, to)) {
          return new Found(at, number(text, from, to));
        }
      }
      return Found.NOTHING;
    }

    /** The last number behind a colon and ahead of a priority in brackets. */
    private static Found lastOfPlugIn(String text) {
      for (int at = text.lastIndexOf(':'); at >= 0; at = text.lastIndexOf(':', at - 1)) {
        int to = skipDigits(text, at + 1);
        if (isNumber(at + 1, to) && isPriority(text, to)) {
          return new Found(at, number(text, at + 1, to));
        }
      }
      return Found.NOTHING;
    }

    private static boolean isPriority(String text, int at) {
      if (!text.startsWith(" [", at)) {
        return false;
      }
      int from = at + (text.startsWith("-", at + 2) ? 3 : 2);
      int to = skipDigits(text, from);
      return to > from && text.startsWith("]", to);
    }

    private static boolean isNumber(int from, int to) {
      return to > from && to - from <= MOST_DIGITS;
    }

    private static int skipDigits(String text, int from) {
      int at = from;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      return at;
    }

    private static int skipSpaces(String text, int from) {
      int at = from;
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      return at;
    }

    private static long number(String text, int from, int to) {
      return Long.parseLong(text, from, to, 10);
    }
  }
}
