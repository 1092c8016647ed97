package dev.foliot.lab;

import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which fork comes next. Not safe for use by several threads. */
interface Agenda {
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

  /**
   * A fork that is to run.
   *
   * @param arm index of its arm
   * @param load index of its load
   * @param replicate how many forks came before it that must not share its seed
   */
  record Turn(int arm, int load, int replicate) {}
}
