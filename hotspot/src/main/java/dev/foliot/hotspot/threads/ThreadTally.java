package dev.foliot.hotspot.threads;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadMigrations;
import dev.foliot.linux.proc.ThreadPlace;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the work of threads between samples, by family. For one thread.
 *
 * <p>A thread that is new after the first sample counts from its start. Migrations between CPUs
 * come from the kernel where it counts them. Elsewhere a change of CPU between two samples counts
 * as one migration, which misses most of them.
 */
public final class ThreadTally {
  /** Needed because a program may rename its threads at will. */
  private static final int MOST_FAMILIES = 100;

  private static final SchedStat NOTHING = new SchedStat(0, 0, 0);
  private static final Seen NEW = new Seen(0, 0, NOTHING, 0, -1);

  private final Path root;
  private final boolean withMigrations;
  private final Map<ThreadFamily, ThreadTotals> done = new LinkedHashMap<>();
  private final Map<ThreadFamily, Integer> living = new HashMap<>();
  private final Map<Long, ThreadFamily> families = new HashMap<>();
  private Map<Key, Seen> seen = new HashMap<>();
  private boolean first = true;
  private long ended;
  private boolean scheduled;
  private boolean movesCounted = true;
  private Optional<Reading.Unavailable<ThreadMigrations>> uncounted = Optional.empty();

  private record Key(long pid, long tid) {}

  private record Seen(long voluntary, long involuntary, SchedStat sched, long moves, int cpu) {
    /** Smaller counts mean that another thread now has the number. */
    boolean isAnother(Seen now) {
      return now.voluntary < voluntary
          || now.involuntary < involuntary
          || now.sched.onCpuNs() < sched.onCpuNs();
    }

    boolean hasRunSince(Seen before) {
      return !sched.equals(before.sched)
          || voluntary != before.voluntary
          || involuntary != before.involuntary;
    }

    Seen moved(long count, int place) {
      return new Seen(voluntary, involuntary, sched, count, place);
    }
  }

  /** A tally without migrations, which halves the cost of a sample. */
  public ThreadTally(Path root) {
    this(root, false);
  }

  private ThreadTally(Path root, boolean withMigrations) {
    this.root = root;
    this.withMigrations = withMigrations;
  }

  /** A tally that includes migrations between CPUs. */
  public static ThreadTally withMigrations(Path root) {
    return new ThreadTally(root, true);
  }

  /** Samples all threads of some processes. */
  public void look(Set<Long> pids) {
    Map<Key, Seen> now = new HashMap<>();
    living.clear();
    families.clear();
    for (long pid : pids) {
      for (long tid : Threads.of(root, pid).orElse(List.of())) {
        if (ThreadStatus.of(root, pid, tid) instanceof Reading.Value<ThreadStatus>(var status)) {
          add(new Key(pid, tid), status, now);
        }
      }
    }
    Set<Key> gone = new HashSet<>(seen.keySet());
    gone.removeAll(now.keySet());
    ended += gone.size();
    seen = now;
    first = false;
  }

  private void add(Key key, ThreadStatus status, Map<Key, Seen> now) {
    ThreadFamily family = family(status.name());
    living.merge(family, 1, Integer::sum);
    families.put(key.tid, family);
    Seen before = seen.get(key);
    Reading<SchedStat> read = SchedStat.of(root, key.pid, key.tid);
    scheduled |= read instanceof Reading.Value;
    // a thread that has not run yet reads as zero; one that is ending keeps its old values
    SchedStat sched = read.orElse(before == null ? NOTHING : before.sched);
    Seen here = new Seen(status.voluntarySwitches(), status.involuntarySwitches(), sched, 0, -1);
    if (before != null && before.isAnother(here)) {
      ended++;
      before = null;
    }
    if (withMigrations) {
      here = moved(key, before, here);
    }
    now.put(key, here);
    if (before == null) {
      before = first ? here : NEW;
    }
    done.merge(family, since(before, here), ThreadTotals::plus);
  }

  private static ThreadTotals since(Seen before, Seen here) {
    SchedStat sched = here.sched.since(before.sched);
    return new ThreadTotals(
        0,
        here.voluntary - before.voluntary,
        here.involuntary - before.involuntary,
        sched.runQueueWaitNs(),
        sched.onCpuNs(),
        sched.timeslices(),
        Math.max(0, here.moves - before.moves));
  }

  /** A thread that has not run cannot have migrated, and needs no reading. */
  private Seen moved(Key key, @Nullable Seen before, Seen here) {
    if (before != null && !here.hasRunSince(before)) {
      return here.moved(before.moves, before.cpu);
    }
    if (movesCounted) {
      switch (ThreadMigrations.of(root, key.pid, key.tid)) {
        case Reading.Value<ThreadMigrations>(ThreadMigrations moves) -> {
          return here.moved(moves.count(), -1);
        }
        case Reading.Unavailable<ThreadMigrations> none -> {
          if (Threads.of(root, key.pid).orElse(List.of()).contains(key.tid)) {
            movesCounted = false;
            uncounted = Optional.of(none);
          }
        }
      }
    }
    long moves = before == null ? 0 : before.moves;
    int last = before == null ? -1 : before.cpu;
    int cpu = ThreadPlace.of(root, key.pid, key.tid).map(ThreadPlace::cpu).orElse(last);
    return here.moved(last >= 0 && cpu != last ? moves + 1 : moves, cpu);
  }

  private ThreadFamily family(String name) {
    ThreadFamily family = ThreadFamily.of(name);
    return done.containsKey(family) || done.size() < MOST_FAMILIES ? family : ThreadFamily.REST;
  }

  /** The totals of each family, with its number of threads at the last sample. */
  public Map<ThreadFamily, ThreadTotals> families() {
    Map<ThreadFamily, ThreadTotals> all = new LinkedHashMap<>();
    done.forEach((family, totals) ->
        all.put(
            family,
            totals.plus(new ThreadTotals(living.getOrDefault(family, 0), 0, 0, 0, 0, 0, 0))));
    return Collections.unmodifiableMap(all);
  }

  /** The totals of all threads. */
  public ThreadTotals all() {
    return families().values().stream().reduce(ThreadTotals.NONE, ThreadTotals::plus);
  }

  /** The number of threads that have ended. */
  public long ended() {
    return ended;
  }

  /** The number of carriers of virtual threads at the last sample. */
  public int carriers() {
    return living.entrySet().stream()
        .filter(one -> one.getKey().kind() == ThreadFamily.Kind.CARRIERS)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Whether the kernel reports waits for a CPU. */
  public boolean isScheduled() {
    return scheduled;
  }

  /** The family of each thread in the last sample. */
  public Map<Long, ThreadFamily> familyByThread() {
    return Map.copyOf(families);
  }

  /** Why migrations were not counted; empty if they were. */
  public Optional<Reading.Unavailable<ThreadMigrations>> uncounted() {
    return uncounted;
  }
}
