package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.Deadlock;
import dev.foliot.diagnose.locks.LockObservations.Member;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps the cycles of waiting threads that last from sample to sample. For one thread. */
final class Deadlocks {
  private final Map<List<String>, Streak> streaks = new HashMap<>();

  private static final class Streak {
    int from;
    int last;
    long fromNs;
    WaitCycles.Cycle cycle;
    Map<Long, String> places;

    Streak(int sample, long ns, WaitCycles.Cycle cycle, Map<Long, String> places) {
      from = sample;
      last = sample;
      fromNs = ns;
      this.cycle = cycle;
      this.places = places;
    }
  }

  /** Adds the sample of a number, taken at {@code ns}. */
  void add(int number, long ns, LockSample sample, LockTally.Stacks stacks) {
    for (WaitCycles.Cycle cycle : WaitCycles.in(sample)) {
      Streak streak = streaks.get(cycle.key());
      Map<Long, String> places = new HashMap<>();
      cycle.threads().forEach(thread -> places.put(thread.tid(), stacks.place(thread)));
      if (streak == null || streak.last != number - 1) {
        streaks.put(cycle.key(), new Streak(number, ns, cycle, places));
      } else {
        streak.last = number;
        streak.cycle = cycle;
        places.forEach((tid, place) -> {
          if (!place.isEmpty()) {
            streak.places.put(tid, place);
          }
        });
      }
    }
  }

  /**
   * The cycles that last to the end.
   *
   * @param samples the number of the last sample
   * @param lastNs when it was taken
   */
  List<Deadlock> end(int samples, long lastNs) {
    return streaks.values().stream()
        .filter(streak -> streak.last == samples)
        .map(streak -> deadlock(streak, lastNs))
        .toList();
  }

  private static Deadlock deadlock(Streak streak, long lastNs) {
    List<ThreadSample> circle = streak.cycle.threads();
    List<Member> members = new ArrayList<>();
    Set<Long> tids = new HashSet<>();
    for (int i = 0; i < circle.size(); i++) {
      ThreadSample thread = circle.get(i);
      Wait wait = thread.awaited().orElseThrow();
      tids.add(thread.tid());
      members.add(
          new Member(
              thread.name(),
              wait.kind(),
              WaitedLocks.lockClass(wait.className()),
              circle.get((i + 1) % circle.size()).name(),
              streak.places.getOrDefault(thread.tid(), "")));
    }
    Set<Long> all = new HashSet<>(tids);
    all.addAll(streak.cycle.behind());
    return new Deadlock(
        members,
        all,
        streak.cycle.behind().size(),
        streak.last - streak.from + 1,
        lastNs - streak.fromNs);
  }
}
