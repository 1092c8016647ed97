package dev.foliot.watch.read;

import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.SchedStatFile;
import dev.foliot.linux.proc.ThreadName;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * For how long a program's threads waited for a CPU, added up, without the JVM's own threads. The
 * kernel adds a wait when it ends. One thread.
 *
 * <p>Of each thread a file stays open, of {@value #MOST} at most. Where there are more, a thread
 * that has not waited for {@value #IDLE_READINGS} readings gives its place to the next one.
 */
final class ThreadWaits implements AutoCloseable {
  static final int MOST = 128;
  static final int IDLE_READINGS = 30;

  /** Of many threads the list is read more rarely. */
  private static final int FEW = 500;

  private static final int READINGS_BETWEEN_LISTS = 10;

  private final Path root;
  private final long pid;
  private final Map<Long, Watched> watched = new LinkedHashMap<>();

  /** The JVM's own threads. */
  private final Set<Long> own = new HashSet<>();

  /** The program's threads without a place. */
  private final Set<Long> queued = new LinkedHashSet<>();

  private boolean isFirst = true;
  private int untilList;
  private long readings;

  /** A thread with its last reading. */
  private static final class Watched {
    private final SchedStatFile file;
    private long waitedNs;
    private int idle;

    Watched(SchedStatFile file, long waitedNs) {
      this.file = file;
      this.waitedNs = waitedNs;
    }

    /** How long it has waited since the last reading; empty if it has ended. */
    Optional<Long> grownNs() {
      return switch (file.runQueueWaitNs()) {
        case Reading.Unavailable<Long> _ -> Optional.empty();
        case Reading.Value<Long>(Long nowNs) -> {
          long grown = nowNs - waitedNs;
          waitedNs = nowNs;
          idle = grown == 0 ? idle + 1 : 0;
          yield Optional.of(grown);
        }
      };
    }
  }

  ThreadWaits(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /**
   * For how long threads waited since the last reading, in nanoseconds; 0 at the first one.
   * Unavailable where the kernel does not count, and when the process has ended.
   */
  Reading<Long> grownNs() {
    if (isFirst && SchedStat.of(root, pid, pid) instanceof Reading.Unavailable<SchedStat> none) {
      return none.retyped();
    }
    if (--untilList < 0) {
      Reading<List<Long>> list = Threads.of(root, pid);
      if (list instanceof Reading.Unavailable<List<Long>> none) {
        return none.retyped();
      }
      list(list.orElse(List.of()));
    }
    isFirst = false;
    readings++;
    long sumNs = 0;
    for (Map.Entry<Long, Watched> one : List.copyOf(watched.entrySet())) {
      Optional<Long> grown = one.getValue().grownNs();
      if (grown.isEmpty()) {
        drop(one.getKey());
      } else {
        sumNs += grown.get();
      }
    }
    return Reading.of(sumNs);
  }

  /** How many readings there were. */
  long readings() {
    return readings;
  }

  /** Takes the threads that there are now. */
  private void list(List<Long> tids) {
    untilList = tids.size() > FEW ? READINGS_BETWEEN_LISTS : 0;
    Set<Long> now = new HashSet<>(tids);
    List.copyOf(watched.keySet()).stream().filter(tid -> !now.contains(tid)).forEach(this::drop);
    own.retainAll(now);
    queued.retainAll(now);
    Set<Long> fresh = new HashSet<>();
    for (long tid : tids) {
      if (!watched.containsKey(tid) && !own.contains(tid) && !queued.contains(tid)) {
        fresh.add(tid);
        (isOwn(tid) ? own : queued).add(tid);
      }
    }
    if (watched.size() + queued.size() > MOST) {
      for (Map.Entry<Long, Watched> one : List.copyOf(watched.entrySet())) {
        if (one.getValue().idle >= IDLE_READINGS) {
          drop(one.getKey());
          queued.add(one.getKey());
        }
      }
    }
    for (long tid : List.copyOf(queued)) {
      if (watched.size() == MOST) {
        return;
      }
      queued.remove(tid);
      watch(tid, !isFirst && fresh.contains(tid));
    }
  }

  private boolean isOwn(long tid) {
    return switch (ThreadName.of(root, pid, tid)) {
      case Reading.Unavailable<String> _ -> false;
      case Reading.Value<String>(String name) ->
          switch (ThreadFamily.of(name).kind()) {
            case GC, JIT, VM -> true;
            case CARRIERS, WORKERS, PROGRAM -> false;
          };
    };
  }

  /**
   * Gives a thread a place, unless it has ended.
   *
   * @param isNew whether it began since the last reading, so that all of its waits count
   */
  private void watch(long tid, boolean isNew) {
    SchedStatFile file = new SchedStatFile(root, pid, tid);
    switch (file.runQueueWaitNs()) {
      case Reading.Unavailable<Long> _ -> file.close();
      case Reading.Value<Long>(Long ns) -> watched.put(tid, new Watched(file, isNew ? 0 : ns));
    }
  }

  private void drop(long tid) {
    Watched ended = watched.remove(tid);
    if (ended != null) {
      ended.file.close();
    }
  }

  @Override
  public void close() {
    List.copyOf(watched.keySet()).forEach(this::drop);
  }
}
