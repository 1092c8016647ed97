package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.WaitedLock;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sums up which threads wait for which locks, where, and who has them. For one thread. */
final class WaitedLocks {
  private static final int MOST_LOCKS = 1_000;
  private static final int MOST_NAMES = 8;
  private static final int MOST_OWNERS = 64;
  private static final Pattern SYNC = Pattern.compile("\\$(Nonfair|Fair)?Sync$");

  private final Map<LockKey, LockSums> locks = new LinkedHashMap<>();

  private record LockKey(Wait.Kind kind, String className, String place) {}

  private static final class LockSums {
    long waited;
    int inSamples;
    int most;
    int now;
    final Set<String> waiters = new LinkedHashSet<>();
    final Set<Long> tids = new HashSet<>();
    final Map<String, Integer> owners = new HashMap<>();
    final Set<String> ownerNames = new LinkedHashSet<>();
    final Set<Long> ownerTids = new HashSet<>();

    void endSample() {
      waited += now;
      inSamples += now > 0 ? 1 : 0;
      most = Math.max(most, now);
      now = 0;
    }

    void add(LockSums other) {
      waited += other.waited;
      inSamples = Math.max(inSamples, other.inSamples);
      most = Math.max(most, other.most);
      waiters.addAll(other.waiters);
      tids.addAll(other.tids);
      other.owners.forEach((owner, count) -> owners.merge(owner, count, Integer::sum));
      ownerNames.addAll(other.ownerNames);
      ownerTids.addAll(other.ownerTids);
    }
  }

  /** Adds a sample. */
  void add(LockSample sample, Map<Long, ThreadSample> byTid, LockTally.Stacks stacks) {
    for (ThreadSample thread : sample.threads()) {
      Wait wait = thread.awaited().filter(Wait::isForLock).orElse(null);
      if (wait == null) {
        continue;
      }
      Wait.Kind kind = wait.kind() == Wait.Kind.MONITOR ? Wait.Kind.MONITOR : Wait.Kind.LOCK;
      LockKey key = new LockKey(kind, lockClass(wait.className()), stacks.place(thread));
      LockSums sums = locks.get(key);
      if (sums == null) {
        if (locks.size() == MOST_LOCKS) {
          continue;
        }
        sums = new LockSums();
        locks.put(key, sums);
      }
      sums.now++;
      sums.tids.add(thread.tid());
      if (sums.waiters.size() < MOST_NAMES) {
        sums.waiters.add(thread.name());
      }
      String owner = owner(wait, byTid.get(wait.ownerTid()), stacks, sums.ownerNames);
      if (sums.owners.size() < MOST_OWNERS || sums.owners.containsKey(owner)) {
        sums.owners.merge(owner, 1, Integer::sum);
      }
      if (wait.ownerTid() > 0) {
        sums.ownerTids.add(wait.ownerTid());
      }
    }
    locks.values().forEach(LockSums::endSample);
  }

  /** Where the owner of a lock is: several owners at one place are one. */
  private static String owner(
      Wait wait, @Nullable ThreadSample owner, LockTally.Stacks stacks, Set<String> names) {
    if (wait.ownerTid() == Wait.UNMOUNTED) {
      return "by a virtual thread without a carrier";
    }
    if (owner == null) {
      return wait.isOwned() || wait.ownerTid() > 0
          ? "by nobody at that moment"
          : "by a thread that this lock does not name";
    }
    if (names.size() < MOST_NAMES) {
      names.add(owner.name());
    }
    String place = stacks.place(owner);
    return place.isEmpty() ? "at an unknown place" : "at " + place;
  }

  /** The class of a lock as its user writes it. */
  static String lockClass(String className) {
    return SYNC.matcher(className).replaceFirst("");
  }

  /**
   * All of them; waits whose place is unknown belong to the place where most wait for such a lock.
   */
  List<WaitedLock> end() {
    Map<LockKey, LockSums> whole = new LinkedHashMap<>(locks);
    locks.forEach((key, sums) -> {
      if (key.place().isEmpty()) {
        locks.entrySet().stream()
            .filter(one ->
                one.getKey().kind() == key.kind()
                    && one.getKey().className().equals(key.className())
                    && !one.getKey().place().isEmpty())
            .max(Comparator.comparingLong(one -> one.getValue().waited))
            .ifPresent(one -> {
              one.getValue().add(sums);
              whole.remove(key);
            });
      }
    });
    return whole.entrySet().stream()
        .map(one ->
            new WaitedLock(
                one.getKey().kind(),
                one.getKey().className(),
                one.getKey().place(),
                one.getValue().waited,
                one.getValue().inSamples,
                one.getValue().most,
                List.copyOf(one.getValue().waiters),
                one.getValue().tids.size(),
                one.getValue().owners,
                List.copyOf(one.getValue().ownerNames),
                one.getValue().ownerTids))
        .sorted(Comparator.comparingLong(WaitedLock::waited).reversed())
        .toList();
  }
}
