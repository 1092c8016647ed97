package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.SharedWait;
import dev.foliot.diagnose.locks.LockTarget.PoolNow;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSampler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sums up what tasks of one pool wait for together: one object that no thread owns. For one thread.
 *
 * <p>A loop that takes from a queue waits in the same way, and has nothing to do then. Such a loop
 * never ends. So waits count only where some of these workers complete tasks meanwhile.
 */
final class SharedWaits {
  private static final int FEWEST = 2;

  /** One in this many of the workers that wait at a place must have completed a task. */
  private static final int PART = 4;

  private static final int MOST_KEYS = 100;

  private final Map<Key, Sums> waits = new LinkedHashMap<>();
  private final Map<Long, Long> firstCompleted = new HashMap<>();
  private final Map<Long, Long> lastCompleted = new HashMap<>();
  private String name = "";

  private record Key(String className, String place) {}

  private static final class Sums {
    final Map<Long, Integer> byTid = new HashMap<>();
    final Map<String, Integer> others = new HashMap<>();
    int inSamples;
    int most;
    long running;
  }

  /** Adds a sample of the pool. */
  void add(PoolNow pool, Map<Long, ThreadSample> byTid, LockTally.Stacks stacks) {
    Map<Long, List<ThreadSample>> groups = new HashMap<>();
    List<ThreadSample> members = new ArrayList<>();
    for (Long tid : pool.tids()) {
      ThreadSample worker = byTid.get(tid);
      if (worker != null) {
        members.add(worker);
        worker
            .awaited()
            .filter(SharedWaits::hasNoOwner)
            .ifPresent(
                wait -> groups.computeIfAbsent(wait.id(), any -> new ArrayList<>()).add(worker));
      }
    }
    if (groups.values().stream().noneMatch(group -> group.size() >= FEWEST)) {
      return;
    }
    name = LockTally.nameOf(members);
    Map<Long, PoolSampler.Worker> workers = stacks.workers(pool);
    members.removeIf(worker -> !hasTask(workers, worker));
    groups.values().forEach(group -> group.removeIf(worker -> !hasTask(workers, worker)));
    List<ThreadSample> group =
        groups.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    if (group.size() >= FEWEST) {
      add(group, members, workers, stacks);
    }
  }

  private static boolean hasNoOwner(Wait wait) {
    return !wait.isForLock()
        && wait.ownerTid() == 0
        && (wait.kind() == Wait.Kind.PARK || wait.kind() == Wait.Kind.OBJECT_WAIT);
  }

  private static boolean hasTask(Map<Long, PoolSampler.Worker> workers, ThreadSample thread) {
    PoolSampler.Worker worker = workers.get(thread.tid());
    return worker != null && worker.hasTask();
  }

  private void add(
      List<ThreadSample> group,
      List<ThreadSample> running,
      Map<Long, PoolSampler.Worker> workers,
      LockTally.Stacks stacks) {
    Map<String, Integer> places = new HashMap<>();
    group.forEach(worker -> LockTally.count(places, stacks.place(worker)));
    String place =
        places.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
    String className = WaitedLocks.lockClass(group.getFirst().awaited().orElseThrow().className());
    Key key = new Key(className, place);
    if (waits.size() == MOST_KEYS && !waits.containsKey(key)) {
      return;
    }
    Sums sums = waits.computeIfAbsent(key, any -> new Sums());
    sums.inSamples++;
    sums.most = Math.max(sums.most, group.size());
    sums.running += running.size();
    Set<Long> waiting = group.stream().map(ThreadSample::tid).collect(Collectors.toSet());
    for (ThreadSample worker : running) {
      PoolSampler.Worker now = workers.get(worker.tid());
      if (now != null) {
        firstCompleted.putIfAbsent(worker.tid(), now.completed());
        lastCompleted.put(worker.tid(), now.completed());
      }
      if (waiting.contains(worker.tid())) {
        sums.byTid.merge(worker.tid(), 1, Integer::sum);
      } else {
        LockTally.count(sums.others, stacks.place(worker));
      }
    }
  }

  private boolean hasCompleted(long tid) {
    return lastCompleted.getOrDefault(tid, 0L) > firstCompleted.getOrDefault(tid, 0L);
  }

  /** What was waited for, by tasks that end. */
  List<SharedWait> end() {
    List<SharedWait> all = new ArrayList<>();
    waits.forEach((key, sums) -> {
      long ended = sums.byTid.keySet().stream().filter(this::hasCompleted).count();
      if (ended >= FEWEST && ended * PART >= sums.byTid.size()) {
        all.add(
            new SharedWait(
                name,
                key.className(),
                key.place(),
                sums.byTid.values().stream().mapToLong(Integer::longValue).sum(),
                sums.inSamples,
                sums.most,
                sums.running,
                sums.byTid.size(),
                sums.others));
      }
    });
    return all;
  }
}
