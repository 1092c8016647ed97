package dev.foliot.lab.watch;

import dev.foliot.linux.Reading;
import dev.foliot.linux.SchedStat;
import dev.foliot.linux.ThreadStatus;
import dev.foliot.linux.Threads;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What threads have done, as far as it was seen. A thread that is new after the first look counts
 * from its start. One thread.
 */
final class ThreadTally {
  /** What the kernel keeps of a name is 15 bytes; carriers are {@code ForkJoinPool-1-worker-N}. */
  private static final String CARRIER = "ForkJoinPool-1-";

  private static final Seen NEW = new Seen(0, 0, new SchedStat(0, 0, 0));

  private final Path root;
  private Map<Key, Seen> seen = new HashMap<>();
  private boolean first = true;
  private long voluntary;
  private long involuntary;
  private long waitNs;
  private long onCpuNs;
  private long ended;
  private int threads;
  private int carriers;
  private boolean scheduled;

  private record Key(long pid, long tid) {}

  private record Seen(long voluntary, long involuntary, SchedStat sched) {
    /** A number that was given to another thread in the meantime has smaller counts. */
    boolean isAnother(Seen now) {
      return now.voluntary < voluntary
          || now.involuntary < involuntary
          || now.sched.onCpuNs() < sched.onCpuNs();
    }
  }

  ThreadTally(Path root) {
    this.root = root;
  }

  /** Looks at all threads of some processes. */
  void look(Set<Long> pids) {
    Map<Key, Seen> now = new HashMap<>();
    threads = 0;
    carriers = 0;
    for (long pid : pids) {
      for (long tid : Threads.of(root, pid).orElse(List.of())) {
        if (ThreadStatus.of(root, pid, tid) instanceof Reading.Value<ThreadStatus>(var status)) {
          threads++;
          carriers += status.name().startsWith(CARRIER) ? 1 : 0;
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
    Seen before = seen.get(key);
    Reading<SchedStat> read = SchedStat.of(root, key.pid, key.tid);
    scheduled |= read instanceof Reading.Value;
    // a thread that has not run yet reads as zero, one that ends this moment as it was
    SchedStat sched = read.orElse(before == null ? NEW.sched : before.sched);
    Seen here = new Seen(status.voluntarySwitches(), status.involuntarySwitches(), sched);
    now.put(key, here);
    if (before != null && before.isAnother(here)) {
      ended++;
      before = null;
    }
    if (before == null) {
      before = first ? here : NEW;
    }
    voluntary += here.voluntary - before.voluntary;
    involuntary += here.involuntary - before.involuntary;
    waitNs += sched.runQueueWaitNs() - before.sched.runQueueWaitNs();
    onCpuNs += sched.onCpuNs() - before.sched.onCpuNs();
  }

  long voluntary() {
    return voluntary;
  }

  long involuntary() {
    return involuntary;
  }

  long waitNs() {
    return waitNs;
  }

  long onCpuNs() {
    return onCpuNs;
  }

  long ended() {
    return ended;
  }

  int threads() {
    return threads;
  }

  int carriers() {
    return carriers;
  }

  /** Whether the kernel tells waits at all. */
  boolean isScheduled() {
    return scheduled;
  }
}
