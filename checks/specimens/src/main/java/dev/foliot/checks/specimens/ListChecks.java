package dev.foliot.checks.specimens;

import java.util.Collection;
import java.util.RandomAccess;

/** Checks lists for two of their interfaces, like the JDK's own collections. */
final class ListChecks implements Work {
  private final Object[] lists;

  ListChecks(Object[] lists) {
    this.lists = lists;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isCollection(lists[i & Crowd.MASK]) ? 1 : 0;
      sum += isRandomAccess(lists[(i + 1) & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isCollection(Object list) {
    return list instanceof Collection;
  }

  private static boolean isRandomAccess(Object list) {
    return list instanceof RandomAccess;
  }
}
