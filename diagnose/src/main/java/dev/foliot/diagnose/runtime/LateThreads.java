package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.runtime.RuntimeTarget.Running;
import dev.foliot.diagnose.runtime.RuntimeTarget.SafepointCounts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for the threads that stop last for safepoints. For one thread.
 *
 * <p>HotSpot counts a safepoint when it begins to stop the threads, and the time for that when the
 * last one has stopped. In between the late threads are those that still run. A look counts only if
 * the same safepoint is still beginning behind it.
 */
final class LateThreads {
  static final int MOST_LOOKS = 40;

  private static final long PERIOD_NS = 1_000_000;
  private static final int MOST_ATTEMPTS = 4 * MOST_LOOKS;
  private static final int MOST_NAMES = 64;

  private final RuntimeTarget target;
  private final NanoClock clock;
  private final Map<String, Sums> byName = new LinkedHashMap<>();
  private int looks;
  private int attempts;

  /**
   * A late thread. Immutable.
   *
   * @param name its name
   * @param times in how many looks it ran
   * @param looks the number of looks
   * @param places where it ran, and in how many samples
   */
  record Late(String name, int times, int looks, Map<String, Integer> places) {
    Late {
      places = Map.copyOf(places);
    }

    /** The most frequent place; empty if unknown. */
    String place() {
      return places.entrySet().stream()
          .max(
              Map.Entry.<String, Integer>comparingByValue()
                  .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
          .map(Map.Entry::getKey)
          .orElse("");
    }
  }

  private static final class Sums {
    int times;
    final Map<String, Integer> places = new HashMap<>();
  }

  LateThreads(RuntimeTarget target, NanoClock clock) {
    this.target = target;
    this.clock = clock;
  }

  /** Watches until a moment of the clock. */
  void watch(long untilNs) throws InterruptedException {
    Optional<SafepointCounts> last = Optional.empty();
    boolean isBeginning = false;
    while (clock.nanos() < untilNs && looks < MOST_LOOKS && attempts < MOST_ATTEMPTS) {
      Optional<SafepointCounts> now = target.safepointCounts();
      if (now.isEmpty()) {
        break;
      }
      SafepointCounts counts = now.get();
      boolean isSame = isBeginning && now.equals(last);
      isBeginning = isSame || last.map(counts::isBeginningSince).orElse(false);
      last = now;
      if (isBeginning) {
        look(counts);
      }
      clock.sleep(Math.clamp(untilNs - clock.nanos(), 0, PERIOD_NS));
    }
    clock.sleep(Math.max(0, untilNs - clock.nanos()));
  }

  private void look(SafepointCounts counts) throws InterruptedException {
    attempts++;
    List<Running> running = target.running();
    if (running.isEmpty() || !isStill(counts)) {
      return;
    }
    looks++;
    Map<Long, Map<String, Integer>> places = target.places(running);
    boolean isInTime = isStill(counts);
    for (Running one : running) {
      if (byName.size() < MOST_NAMES || byName.containsKey(one.name())) {
        Sums sums = byName.computeIfAbsent(one.name(), any -> new Sums());
        sums.times++;
        if (isInTime) {
          places
              .getOrDefault(one.tid(), Map.of())
              .forEach((place, count) -> sums.places.merge(place, count, Integer::sum));
        }
      }
    }
  }

  private boolean isStill(SafepointCounts counts) {
    return target.safepointCounts().equals(Optional.of(counts));
  }

  /** The late threads so far, the most frequent first. */
  List<Late> found() {
    return byName.entrySet().stream()
        .map(one -> new Late(one.getKey(), one.getValue().times, looks, one.getValue().places))
        .sorted(Comparator.comparingInt(Late::times).reversed())
        .toList();
  }
}
