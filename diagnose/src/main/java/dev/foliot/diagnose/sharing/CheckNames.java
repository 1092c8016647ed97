package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The candidates for the check that made a write, as one place in the code. Pure. */
final class CheckNames {
  /** More of them are no answer. */
  private static final int MOST_NAMED = 3;

  private CheckNames() {}

  /**
   * The frames of the place, the innermost first; empty without candidates, or with too many. The
   * innermost is the check, with the others that it may have been; behind it are the callers that
   * all candidates have, as far as they are the same from the outermost on.
   */
  static List<String> of(List<List<JavaFrame>> candidates) {
    Set<String> checks = new LinkedHashSet<>();
    for (List<JavaFrame> candidate : candidates) {
      checks.add(candidate.getFirst().text());
    }
    if (checks.isEmpty() || checks.size() > MOST_NAMED) {
      return List.of();
    }
    Iterator<String> each = checks.iterator();
    StringBuilder first = new StringBuilder(each.next());
    if (each.hasNext()) {
      first.append(" (or ").append(each.next());
      each.forEachRemaining(other -> first.append(" or ").append(other));
      first.append(')');
    }
    List<String> frames = new ArrayList<>();
    frames.add(first.toString());
    List<JavaFrame> one = candidates.getFirst();
    one.subList(one.size() - shared(candidates), one.size())
        .forEach(frame -> frames.add(frame.text()));
    return List.copyOf(frames);
  }

  /** How many callers, from the outermost on, are those of all. */
  private static int shared(List<List<JavaFrame>> candidates) {
    int shared = Integer.MAX_VALUE;
    List<JavaFrame> one = candidates.getFirst();
    for (List<JavaFrame> other : candidates) {
      int most = Math.min(shared, Math.min(one.size(), other.size()) - 1);
      shared = 0;
      while (shared < most
          && one.get(one.size() - 1 - shared).equals(other.get(other.size() - 1 - shared))) {
        shared++;
      }
    }
    return shared;
  }
}
