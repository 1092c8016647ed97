package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who accesses a word of a process's memory, from outside: hardware watchpoints
 * (perf_event_open(2), PERF_TYPE_BREAKPOINT) on its threads, for one short window, in which the
 * process runs on.
 *
 * <p>A hit costs the thread that makes it {@link #hitCostNs}, on a virtual machine more than 10 us;
 * the kernel stops watching a thread after the number of hits that the caller names, and a window
 * costs no thread more. What is in a word is not read.
 *
 * <p>Nothing is left behind: no event and no mapping, whatever happens. A thread that is
 * interrupted while it waits here gets its answer at once, of what was seen until then, and stays
 * interrupted: what that cost the watched is known also then. Safe for any thread; but a processor
 * has few watchpoints, four on x86-64, which all windows and all debuggers share.
 */
public final class Watchpoints {
  /** The most words of one window, since x86-64 has no more registers for them. */
  public static final int MOST_WORDS = 4;

  /** The most threads that are sampled at once, each with a ring of its own. */
  public static final int MOST_SAMPLED_THREADS = 8;

  private static final int MOST_HITS = 100_000_000;
  private static final int MOST_SAMPLED_HITS = 100_000;
  private static final long MOST_SAMPLED_BYTES = 512L << 20;
  private static final Duration LONGEST = Duration.ofHours(1);

  private Watchpoints() {}

  /**
   * One word's accesses in one window.
   *
   * @param word what was watched
   * @param nanos how long each thread was watched at most, in ns
   * @param hitsByThread for each thread that made a hit how many, by ascending thread id
   * @param stopped the threads that made as many hits as were allowed and were not watched to the
   *     end: what they did is at least what was counted
   */
  public record Window(
      PerfEvent.Watchpoint word,
      long nanos,
      Map<Integer, Long> hitsByThread,
      Set<Integer> stopped) {
    /** Copies both. */
    public Window {
      hitsByThread = Collections.unmodifiableMap(new TreeMap<>(hitsByThread));
      stopped = Collections.unmodifiableSet(new TreeSet<>(stopped));
    }

    /** The hits of all threads. */
    public long hits() {
      return hitsByThread.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * One hit with what the kernel copied when it happened.
   *
   * @param tid the thread
   * @param timeNs when, by the kernel's clock for scheduling, in ns from no particular moment
   * @param registers as they were after the access on x86-64, before it on aarch64
   * @param stack what was at the stack pointer and above; shorter than asked for where the stack
   *     ends or could not be read, and empty when nothing could
   */
  @SuppressWarnings("ArrayRecordComponent") // Thousands of them, each made for one caller.
  public record Hit(int tid, long timeNs, UserRegisters registers, byte[] stack) {}

  /**
   * The hits on one word in one window.
   *
   * @param word what was watched
   * @param nanos how long each thread was watched at most, in ns
   * @param hits by ascending time
   * @param lostByThread how many hits the kernel counted and had no room for, by ascending thread
   *     id; they stopped their thread as the others did
   */
  public record Sampled(
      PerfEvent.Watchpoint word, long nanos, List<Hit> hits, Map<Integer, Long> lostByThread) {
    /** Copies both. */
    public Sampled {
      hits = List.copyOf(hits);
      lostByThread = Collections.unmodifiableMap(new TreeMap<>(lostByThread));
    }

    /** How many hits of all threads were lost. */
    public long lost() {
      return lostByThread.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Counts the accesses to one to four words by threads of process {@code pid} in one window. The
   * answer has one part for each word, in order. It comes early when every thread has been stopped.
   * Threads that have ended by now are left out. To start and to stop hundreds of threads takes
   * milliseconds, and more where the machine is busy: each is watched for that much longer.
   *
   * @param root where the kernel's files are, usually "/"
   * @param tids threads of that process, at least one; others are left out
   * @param words at most {@link #MOST_WORDS}, all different
   * @param window above 0, at most an hour
   * @param maxHits after how many hits on one word a thread is no longer watched for it, from 1
   */
  public static Reading<List<Window>> count(
      Path root,
      long pid,
      Collection<Integer> tids,
      List<PerfEvent.Watchpoint> words,
      Duration window,
      int maxHits) {
    require(!words.isEmpty() && words.size() <= MOST_WORDS, "1 to 4 words: " + words.size());
    require(Set.copyOf(words).size() == words.size(), "a word is there twice");
    require(maxHits >= 1 && maxHits <= MOST_HITS, "a number of hits: " + maxHits);
    Set<Integer> threads = checkedThreads(tids);
    long windowNs = checkedNs(window);
    return PerfSession.run(
        root,
        session ->
            new CountWindow(session, List.copyOf(words), maxHits).run(pid, threads, windowNs));
  }

  /**
   * Samples the accesses to a word by few threads of process {@code pid} in one window. It comes
   * early when every thread has been stopped. Threads that have ended by now are left out.
   *
   * <p>The answer may take {@code maxHits} times {@code stackBytes} of memory for each thread,
   * which must be below 512 MiB together.
   *
   * @param root where the kernel's files are, usually "/"
   * @param tids threads of that process, from 1 to {@link #MOST_SAMPLED_THREADS}; others are left
   *     out
   * @param window above 0, at most an hour
   * @param maxHits after how many hits a thread is no longer watched, from 1 to 100,000
   * @param stackBytes how much of the stack to copy, a multiple of 8 from 0 to 65,528
   */
  public static Reading<Sampled> sample(
      Path root,
      long pid,
      Collection<Integer> tids,
      PerfEvent.Watchpoint word,
      Duration window,
      int maxHits,
      int stackBytes) {
    Set<Integer> threads = checkedThreads(tids);
    require(threads.size() <= MOST_SAMPLED_THREADS, "1 to 8 threads: " + threads.size());
    require(maxHits >= 1 && maxHits <= MOST_SAMPLED_HITS, "a number of hits: " + maxHits);
    requireStack(stackBytes);
    require(
        threads.size() * (long) maxHits * stackBytes <= MOST_SAMPLED_BYTES,
        "less than 512 MiB of stacks: " + maxHits + " times " + stackBytes + " for each thread");
    long windowNs = checkedNs(window);
    return PerfSession.run(
        root,
        session ->
            new SampleWindow(session, word, maxHits, stackBytes).run(pid, threads, windowNs));
  }

  /**
   * What one hit costs the thread that makes it, in ns of CPU time, where hits are counted: the
   * median of a few hundred that a thread of this process makes on a word of its own, which takes
   * about 10 ms.
   */
  public static Reading<Double> hitCostNs() {
    return HitCost.counted();
  }

  /**
   * The same where hits are sampled: the kernel copies the registers and the stack as well.
   *
   * @param stackBytes how much of the stack, a multiple of 8 from 0 to 65,528
   */
  public static Reading<Double> sampledHitCostNs(int stackBytes) {
    requireStack(stackBytes);
    return HitCost.sampled(stackBytes);
  }

  /** Threads in ascending order, each once. */
  static Set<Integer> checkedThreads(Collection<Integer> tids) {
    Set<Integer> threads = new TreeSet<>(tids);
    require(!threads.isEmpty(), "at least one thread");
    for (int tid : threads) {
      require(tid > 0, "a thread's id: " + tid);
    }
    return threads;
  }

  /** The length of a window. */
  static long checkedNs(Duration window) {
    require(
        window.isPositive() && window.compareTo(LONGEST) <= 0,
        "a window of more than nothing and at most an hour: " + window);
    return window.toNanos();
  }

  private static void requireStack(int bytes) {
    require(
        bytes >= 0 && bytes <= PerfSampling.MOST_STACK_BYTES && bytes % Long.BYTES == 0,
        "bytes of a stack: " + bytes);
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("needed: " + what);
    }
  }
}
