package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which fork comes next. Not thread-safe. */
public interface ForkSchedule {
  /**
   * The next fork, or null at the end.
   *
   * @param ended all forks so far, in their order
   */
  @Nullable Turn next(List<ForkRecord> ended);

  /** The loads so far; the forks refer to them by index, so the list only grows. */
  List<BenchConfig> loads();

  /** The number of forks, or its maximum. */
  int forks();

  /** The validity of the run. */
  Validity validity(List<ForkRecord> ended);

  /** The state of a search for a rate, or null without a search. */
  default @Nullable RateSearch search(List<ForkRecord> ended) {
    return null;
  }

  /** What is known so far of the rate, or of the ratios; empty if nothing is. */
  default String bracket(List<ForkRecord> ended) {
    return "";
  }

  /**
   * A fork to run.
   *
   * @param arm index of its arm
   * @param load index of its load
   * @param replicate the number of earlier forks that must have another seed
   */
  record Turn(int arm, int load, int replicate) {}
}
