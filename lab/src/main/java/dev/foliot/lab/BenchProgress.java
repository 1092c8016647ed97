package dev.foliot.lab;

import dev.foliot.bench.Phase;
import dev.foliot.store.ForkRecord;

/** Hears how a bench goes on; called by the thread that runs it. */
public interface BenchProgress {
  /** Hears nothing. */
  BenchProgress NONE = new BenchProgress() {};

  /**
   * A fork is about to start.
   *
   * @param number counted from 1 over all arms
   * @param of how many there will be
   */
  default void forkStarts(int number, int of) {}

  /** The fork is in a phase. */
  default void phase(Phase phase) {}

  /** A fork has ended and is stored. */
  default void forkEnded(ForkRecord fork) {}
}
