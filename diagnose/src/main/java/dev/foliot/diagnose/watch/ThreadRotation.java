package dev.foliot.diagnose.watch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the threads to watch in a round, if more run than can be watched. Used by one thread.
 *
 * <p>Threads observed at a candidate's word come first, because they must be separated. Then come
 * the busiest, which hit most often. The other threads take turns in the remaining places.
 */
public final class ThreadRotation {
  /** Watching one costs this process some tens of microseconds. */
  public static final int PLACES = 64;

  /** The minimum number of places for threads in turn. */
  private static final int IN_TURN = PLACES / 2;

  private final Map<Integer, Integer> rounds = new HashMap<>();
  private List<Integer> ran = List.of();
  private int turn;

  /**
   * The threads of the next round.
   *
   * @param now the threads that have run, the busiest first
   * @param known those that were observed to write or to read
   */
  public List<Integer> next(List<Integer> now, Set<Integer> known) {
    ran = List.copyOf(now);
    if (ran.size() <= PLACES) {
      return ran;
    }
    List<Integer> first = new ArrayList<>(ran);
    first.retainAll(known);
    Collections.rotate(first, -IN_TURN * turn++);
    Set<Integer> chosen = new HashSet<>(first.subList(0, Math.min(first.size(), IN_TURN)));
    fill(chosen, ran, IN_TURN);
    List<Integer> seldom = new ArrayList<>(ran);
    // Stable: among threads watched equally often the busier stays first.
    seldom.sort(Comparator.comparingInt(tid -> rounds.getOrDefault(tid, 0)));
    fill(chosen, seldom, PLACES);
    chosen.forEach(tid -> rounds.merge(tid, 1, Integer::sum));
    List<Integer> next = new ArrayList<>(ran);
    next.retainAll(chosen);
    return List.copyOf(next);
  }

  private static void fill(Set<Integer> chosen, List<Integer> from, int places) {
    for (int tid : from) {
      if (chosen.size() >= places) {
        return;
      }
      chosen.add(tid);
    }
  }

  /** The number that had run, at the last call. */
  public int ran() {
    return ran.size();
  }

  /**
   * The number of running threads outside {@code watched}. It is 0 if all can be watched at once,
   * because a new one is then watched in the next round.
   */
  public int missing(Set<Integer> watched) {
    if (ran.size() <= PLACES) {
      return 0;
    }
    Set<Integer> missing = new HashSet<>(ran);
    missing.removeAll(watched);
    return missing.size();
  }
}
