package dev.foliot.lab;

import dev.foliot.stats.Episodes;
import dev.foliot.store.Few;
import dev.foliot.store.Percentiles;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A percentile as one of several forks gives it, whether it alone has enough data or not. */
final class ForkPercentile {
  private ForkPercentile() {}

  /** What the fork saw, null where it says nothing. */
  static @Nullable Long value(Percentiles figures, String name) {
    Long value = figures.value(name);
    Few few = figures.few().get(name);
    return value != null ? value : few == null ? null : (Long) few.value();
  }

  /** The episodes beyond it in all forks: at least so many. */
  static long episodes(Collection<Percentiles> forks, String name) {
    return forks.stream().mapToLong(figures -> episodes(figures, name)).sum();
  }

  private static long episodes(Percentiles figures, String name) {
    Few few = figures.few().get(name);
    return figures.value(name) != null ? Episodes.NEEDED : few == null ? 0 : few.episodes();
  }
}
