package dev.foliot.diagnose.watch;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.WatchRefusal;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Sampled;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Opens watchpoints within the budget, and records costs and refusals. Used by one thread. */
public final class WatchpointWindows {
  /** The number of x86-64's debug registers. */
  public static final int WORDS = 4;

  private static final int MAX_HITS = 2_000;

  /** Enough to locate a thread's code. */
  public static final int FEW_HITS = 40;

  /** As many as fit into two milliseconds: then a rare writer appears beside another. */
  public static final int MANY_HITS = 150;

  private final TargetThreads threads;
  private final NanoClock clock;
  private final WatchBudget budget;
  private final long startNs;
  private Optional<Reading.Unavailable<?>> refusal = Optional.empty();
  private Optional<Reading.Unavailable<?>> sampleRefusal = Optional.empty();
  private int atOnce = WORDS;
  private long ownNs;

  /**
   * Creates it; watches nothing yet.
   *
   * @param startNs when the examination began, by the clock
   */
  public WatchpointWindows(
      TargetThreads threads, NanoClock clock, WatchBudget budget, long startNs) {
    this.threads = threads;
    this.clock = clock;
    this.budget = budget;
    this.startNs = startNs;
  }

  /**
   * Counts accesses to at most {@link #atOnce} words, for {@code wantedNs} or as long as the budget
   * allows. Empty if it allows nothing, or without an answer.
   */
  public Optional<List<Window>> count(
      Collection<Integer> tids, List<Watchpoint> words, long wantedNs) throws InterruptedException {
    long before = clock.nanos();
    long windowNs =
        budget.windowNs(tids, wantedNs, (long) MAX_HITS * words.size(), before - startNs);
    if (windowNs == 0) {
      return Optional.empty();
    }
    int maxHits = budget.hitsPerWord(tids, words.size(), MAX_HITS, before - startNs);
    Reading<List<Window>> counted = threads.count(tids, words, windowNs, maxHits);
    ownNs += Math.max(0, clock.nanos() - before - windowNs);
    if (counted instanceof Reading.Value<List<Window>>(List<Window> windows)) {
      for (Window window : windows) {
        window.hitsByThread().forEach(budget::spent);
      }
    }
    heedInterrupts();
    return switch (counted) {
      case Reading.Unavailable<List<Window>> unavailable -> {
        refused(unavailable, words.size());
        yield Optional.empty();
      }
      case Reading.Value<List<Window>>(List<Window> windows) ->
          windows.size() == words.size() ? Optional.of(windows) : Optional.empty();
    };
  }

  private void refused(Reading.Unavailable<?> unavailable, int words) {
    switch (WatchRefusal.of(unavailable)) {
      case TAKEN -> {
        if (words > 1) {
          // Another debugger may use some of the registers.
          atOnce = words / 2;
        } else {
          refusal = Optional.of(unavailable);
        }
      }
      case GONE -> {
        // Threads come and go; the next round reads them again.
      }
      case LASTING -> refusal = Optional.of(unavailable);
    }
  }

  /**
   * Samples hits on one word by at most eight threads; empty if impossible.
   *
   * @param most the number of hits that releases a thread
   */
  public List<Hit> sample(List<Integer> tids, Watchpoint word, long wantedNs, int most)
      throws InterruptedException {
    long before = clock.nanos();
    long windowNs = budget.samplingNs(tids, wantedNs, most, before - startNs);
    if (windowNs == 0 || sampleRefusal.isPresent()) {
      return List.of();
    }
    int maxHits = budget.sampledHits(tids, most, before - startNs);
    Reading<Sampled> sampled = threads.sample(tids, word, windowNs, maxHits);
    ownNs += Math.max(0, clock.nanos() - before - windowNs);
    if (sampled instanceof Reading.Value<Sampled>(Sampled hits)) {
      hits.hits().forEach(hit -> budget.spentOnSamples(hit.tid(), 1));
      hits.lostByThread().forEach(budget::spentOnSamples);
    }
    heedInterrupts();
    return switch (sampled) {
      case Reading.Unavailable<Sampled> unavailable -> {
        if (WatchRefusal.of(unavailable) != WatchRefusal.GONE) {
          sampleRefusal = Optional.of(unavailable);
        }
        yield List.of();
      }
      case Reading.Value<Sampled>(Sampled hits) -> hits.hits();
    };
  }

  /** An interrupt ends a window early; its hits are charged first. */
  private static void heedInterrupts() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** The number of words that can be watched at once. */
  public int atOnce() {
    return atOnce;
  }

  /** The time of this process for opening and closing watchpoints. */
  public long ownNs() {
    return ownNs;
  }

  /** Why nothing more can be watched. */
  public Optional<Reading.Unavailable<?>> refusal() {
    return refusal;
  }

  /** Why the code of the writers is unknown. */
  public Optional<Reading.Unavailable<?>> sampleRefusal() {
    return sampleRefusal;
  }

  /**
   * Each thread's hits in simultaneous windows, of all words together: each hit stops it.
   * Immutable.
   *
   * @param byThread the hits per thread
   * @param nanos the length of the windows
   */
  public record HitsByThread(Map<Integer, Long> byThread, long nanos) {
    /** Wraps it. */
    public HitsByThread {
      byThread = Collections.unmodifiableMap(byThread);
    }

    /** Sums simultaneous windows, at least one. */
    public static HitsByThread of(List<Window> windows) {
      Map<Integer, Long> hits = new HashMap<>();
      for (Window window : windows) {
        window.hitsByThread().forEach((tid, count) -> hits.merge(tid, count, Long::sum));
      }
      return new HitsByThread(hits, windows.get(0).nanos());
    }

    /** Whether the hits of one thread took more than a share of the time. */
    public boolean isAnySlowed(double share, double hitNs) {
      return byThread.values().stream().anyMatch(count -> count * hitNs > share * nanos);
    }

    /** The threads whose hits, together with a writer's, take more time than one thread has. */
    public Set<Integer> besides(Set<Integer> wrote, double hitNs) {
      long most = 0;
      for (int writer : wrote) {
        most = Math.max(most, byThread.getOrDefault(writer, 0L));
      }
      Set<Integer> besides = new HashSet<>();
      for (Map.Entry<Integer, Long> one : byThread.entrySet()) {
        double took = (one.getValue() + most) * hitNs;
        if (!wrote.contains(one.getKey()) && took >= Overlap.MORE_THAN_ONE * nanos) {
          besides.add(one.getKey());
        }
      }
      return besides;
    }
  }
}
