package dev.foliot.store;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A percentile in one of several forks, with or without enough data. Forks together may support a
 * percentile that each alone cannot.
 */
public final class ForkPercentile {
  /** The number of episodes beyond a percentile needed to show it. */
  public static final int ENOUGH = 10;

  private ForkPercentile() {}

  /** The fork's value, null if it has none. */
  public static @Nullable Long value(Percentiles figures, String name) {
    Long value = figures.value(name);
    Few few = figures.few().get(name);
    return value != null ? value : few == null ? null : (Long) few.value();
  }

  /** A lower bound for the episodes beyond it in all forks. */
  public static long episodes(Collection<Percentiles> forks, String name) {
    return forks.stream().mapToLong(figures -> episodes(figures, name)).sum();
  }

  /** Whether the forks together have enough data, and each reports its own. */
  public static boolean carried(Collection<Percentiles> forks, String name) {
    return episodes(forks, name) >= ENOUGH
        && forks.stream().allMatch(figures -> value(figures, name) != null);
  }

  private static long episodes(Percentiles figures, String name) {
    Few few = figures.few().get(name);
    return figures.value(name) != null ? ENOUGH : few == null ? 0 : few.episodes();
  }
}
