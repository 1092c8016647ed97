package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Phase;
import dev.foliot.store.ForkRecord;

/** Hears how a bench goes on; called by the thread that runs it. */
public interface BenchProgress {
  /** Hears nothing. */
  BenchProgress NONE = new BenchProgress() {};

  /** A fork is about to start. */
  default void forkStarts(Upcoming fork) {}

  /** The fork is in a phase. */
  default void phase(Phase phase) {}

  /** A fork has ended and is stored. */
  default void forkEnded(ForkRecord fork) {}

  /**
   * A fork that is about to start.
   *
   * @param number counted from 1 over all arms and loads
   * @param of how many there will be, at most in a search
   * @param load what it will be put under
   * @param bracket between which rates the rate that is searched seems to lie; else empty
   */
  record Upcoming(int number, int of, BenchConfig load, String bracket) {}
}
