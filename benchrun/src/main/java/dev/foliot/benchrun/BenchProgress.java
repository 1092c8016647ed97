package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Phase;
import dev.foliot.linux.Reading;
import dev.foliot.store.ForkRecord;

/** Receives the progress of a bench, on the thread that runs it. */
public interface BenchProgress {
  /** Ignores everything. */
  BenchProgress NONE = new BenchProgress() {};

  /** A fork is about to start. */
  default void forkStarts(Upcoming fork) {}

  /** The fork has entered a phase. */
  default void phase(Phase phase) {}

  /** A fork has ended and is stored. */
  default void forkEnded(ForkRecord fork) {}

  /** The extra fork has no flight recording. */
  default void notRecorded(Reading.Unavailable<?> why) {}

  /**
   * A fork that is about to start.
   *
   * @param number counted from 1 over all arms and loads
   * @param of the total number, the maximum in a search and of pairs
   * @param load its load
   * @param bracket the range of the rate in a search, or of the ratios of pairs; otherwise empty
   */
  record Upcoming(int number, int of, BenchConfig load, String bracket) {}
}
