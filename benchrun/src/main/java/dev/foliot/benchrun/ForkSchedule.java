package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which fork comes next. Not safe for use by several threads. */
interface ForkSchedule {
  /**
   * The next fork, or null where there is none.
   *
   * @param ended all forks so far, in their order
   */
  @Nullable Turn next(List<ForkRecord> ended);

  /** The loads so far; the forks refer to them by index, so the list only grows. */
  List<BenchConfig> loads();

  /** How many forks there will be, or at most. */
  int forks();

  /** How far the run can be relied upon. */
  Validity validity(List<ForkRecord> ended);

  /** What is known of the rate that is searched, or null where none is. */
  default @Nullable RateSearch search(List<ForkRecord> ended) {
    return null;
  }

  /** Between which rates it seems to lie; empty where nothing is known or none is searched. */
  default String bracket(List<ForkRecord> ended) {
    return "";
  }

  /**
   * A fork that is to run.
   *
   * @param arm index of its arm
   * @param load index of its load
   * @param replicate how many forks came before it that must not share its seed
   */
  record Turn(int arm, int load, int replicate) {}
}
