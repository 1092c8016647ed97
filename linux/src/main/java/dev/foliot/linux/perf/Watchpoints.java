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
 * Finds which threads access a word of a process's memory, from outside. It sets hardware
 * watchpoints (perf_event_open(2), PERF_TYPE_BREAKPOINT) on its threads for a short window. The
 * process continues to run.
 *
 * <p>Each hit costs its thread {@link #hitCostNs}, on a virtual machine more than 10 us. The kernel
 * stops watching a thread after the caller's number of hits, which bounds the cost of a window. It
 * does not read the word's content.
 *
 * <p>It leaves no event and no mapping behind, whatever happens. An interrupted caller gets the
 * results so far at once, and stays interrupted. The cost for the watched threads is then known,
 * too. Safe for any thread. But processors have few watchpoints, four on x86-64, shared by all
 * windows and debuggers.
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
   * The accesses to one word in one window.
   *
   * @param word the access watched for
   * @param nanos the longest time a thread was watched, in ns
   * @param hitsByThread number of hits by thread, ascending by thread id
   * @param stopped threads that reached the maximum number of hits and were not watched to the end:
   *     their counts are lower bounds
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
   * A hit with the data that the kernel copied.
   *
   * @param tid the thread
   * @param timeNs its time on the kernel's scheduler clock, in ns with an arbitrary origin
   * @param registers the registers after the access on x86-64, before it on aarch64
   * @param stack memory from the stack pointer upwards; shorter than requested at the end of the
   *     stack or if unreadable, and possibly empty
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
   * answer has one part for each word, in order. It returns early once every thread was stopped.
   * Ended threads are left out. Starting and stopping hundreds of threads takes milliseconds, and
   * more on a busy machine. Each thread is watched that much longer.
   *
   * @param root root of the kernel's files, usually "/"
   * @param tids threads of that process, at least one; others are left out
   * @param words at most {@link #MOST_WORDS}, all different
   * @param window above 0, at most an hour
   * @param maxHits maximum number of hits before a thread is no longer watched for a word, from 1
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
   * Samples the accesses to a word by few threads of process {@code pid} in one window. It returns
   * early once every thread was stopped. Ended threads are left out.
   *
   * <p>The answer may take {@code maxHits} times {@code stackBytes} of memory per thread; the total
   * must be below 512 MiB.
   *
   * @param root root of the kernel's files, usually "/"
   * @param tids threads of that process, from 1 to {@link #MOST_SAMPLED_THREADS}; others are left
   *     out
   * @param window above 0, at most an hour
   * @param maxHits maximum number of hits before a thread is no longer watched, from 1 to 100,000
   * @param stackBytes bytes of the stack to copy, a multiple of 8 from 0 to 65,528
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
   * The cost of a counted hit for its thread, in ns of CPU time. It is the median of a few hundred
   * hits by a thread of this process on its own word, which takes about 10 ms.
   */
  public static Reading<Double> hitCostNs() {
    return HitCost.counted();
  }

  /**
   * The cost of a sampled hit, for which the kernel also copies registers and stack.
   *
   * @param stackBytes bytes of the stack, a multiple of 8 from 0 to 65,528
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
