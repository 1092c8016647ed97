package dev.foliot.store;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A percentile as one of several forks gives it, whether it alone has enough data or not: forks
 * together may carry what none of them does.
 */
public final class ForkPercentile {
  /** The episodes beyond a percentile that it takes to show it. */
  public static final int ENOUGH = 10;

  private ForkPercentile() {}

  /** What the fork saw, null where it says nothing. */
  public static @Nullable Long value(Percentiles figures, String name) {
    Long value = figures.value(name);
    Few few = figures.few().get(name);
    return value != null ? value : few == null ? null : (Long) few.value();
  }

  /** The episodes beyond it in all forks: at least so many. */
  public static long episodes(Collection<Percentiles> forks, String name) {
    return forks.stream().mapToLong(figures -> episodes(figures, name)).sum();
  }

  /** Whether the forks together have enough, and each says what it saw. */
  public static boolean carried(Collection<Percentiles> forks, String name) {
    return episodes(forks, name) >= ENOUGH
        && forks.stream().allMatch(figures -> value(figures, name) != null);
  }

  private static long episodes(Percentiles figures, String name) {
    Few few = figures.few().get(name);
    return figures.value(name) != null ? ENOUGH : few == null ? 0 : few.episodes();
  }
}
