package dev.foliot.diagnose.sharing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which threads are watched in a round, where more run than can be watched at once: those that were
 * seen at a candidate's word, since they are to be distinguished; then the busiest, which are seen
 * most easily; and in the rest of the places the others in turn. Used by one thread.
 */
final class ThreadRotation {
  /** To watch one takes this process some tens of microseconds. */
  static final int PLACES = 64;

  /** At least as many are kept for those whose turn it is. */
  private static final int IN_TURN = PLACES / 2;

  private final Map<Integer, Integer> rounds = new HashMap<>();
  private List<Integer> ran = List.of();
  private int turn;

  /**
   * Those of the next round.
   *
   * @param now the threads that have run, the busiest first
   * @param known those that were observed to write or to read
   */
  List<Integer> next(List<Integer> now, Set<Integer> known) {
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
    // Stable: the busier of those that were watched as often stays first.
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

  /** How many had run, the last time. */
  int ran() {
    return ran.size();
  }

  /**
   * How many of them are not among those; 0 where all can be watched at once, and one that has just
   * begun to run is watched in the next round.
   */
  int missing(Set<Integer> watched) {
    if (ran.size() <= PLACES) {
      return 0;
    }
    Set<Integer> missing = new HashSet<>(ran);
    missing.removeAll(watched);
    return missing.size();
  }
}
