package dev.foliot.diagnose.locks;

import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds circles of threads that wait for each other's locks, in one sample. Pure.
 *
 * <p>A thread waits for at most one lock, and a lock has at most one owner. So each thread has at
 * most one successor, and a walk along these ends or comes back.
 */
final class WaitCycles {
  private WaitCycles() {}

  /**
   * A circle of threads. Immutable.
   *
   * @param threads each waits for a lock of the next, the last for one of the first; the lowest id
   *     comes first
   * @param behind the ids of other threads that wait for one of them, directly or not
   */
  record Cycle(List<ThreadSample> threads, Set<Long> behind) {
    Cycle {
      threads = List.copyOf(threads);
      behind = Set.copyOf(behind);
    }

    /** The same for a circle of the same threads and kinds of locks. */
    List<String> key() {
      return threads.stream()
          .map(thread ->
              thread.tid()
                  + " "
                  + thread.awaited().map(wait -> wait.kind() + " " + wait.className()).orElse(""))
          .toList();
    }
  }

  static List<Cycle> in(LockSample sample) {
    Map<Long, ThreadSample> byTid = new LinkedHashMap<>();
    sample.threads().forEach(thread -> byTid.put(thread.tid(), thread));
    Map<Long, Long> next = new HashMap<>();
    byTid.forEach((tid, thread) ->
        owner(thread).filter(byTid::containsKey).ifPresent(owner -> next.put(tid, owner)));
    Set<Long> done = new HashSet<>();
    List<List<Long>> circles = new ArrayList<>();
    for (Long start : byTid.keySet()) {
      List<Long> walk = new ArrayList<>();
      Set<Long> onWalk = new HashSet<>();
      Long at = start;
      while (at != null && done.add(at)) {
        walk.add(at);
        onWalk.add(at);
        at = next.get(at);
      }
      if (at != null && onWalk.contains(at)) {
        circles.add(walk.subList(walk.indexOf(at), walk.size()));
      }
    }
    return circles.stream().map(circle -> cycle(circle, byTid, next)).toList();
  }

  private static Optional<Long> owner(ThreadSample thread) {
    return thread
        .awaited()
        .filter(Wait::isForLock)
        .map(Wait::ownerTid)
        .filter(owner -> owner > 0 && owner != thread.tid());
  }

  private static Cycle cycle(
      List<Long> circle, Map<Long, ThreadSample> byTid, Map<Long, Long> next) {
    List<Long> tids = new ArrayList<>(circle);
    Collections.rotate(tids, -tids.indexOf(Collections.min(tids)));
    Set<Long> stuck = new HashSet<>(tids);
    boolean isLarger = true;
    while (isLarger) {
      isLarger = false;
      for (Map.Entry<Long, Long> one : next.entrySet()) {
        isLarger |= stuck.contains(one.getValue()) && stuck.add(one.getKey());
      }
    }
    tids.forEach(stuck::remove);
    return new Cycle(
        tids.stream().map(tid -> Optional.ofNullable(byTid.get(tid)).orElseThrow()).toList(),
        stuck);
  }
}
