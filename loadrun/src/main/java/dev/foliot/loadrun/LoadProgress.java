package dev.foliot.loadrun;

import dev.foliot.linux.Reading;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.store.ForkRecord;

/** Receives the progress of a load test. Called on the thread that runs it. */
public interface LoadProgress {
  /** Ignores everything. */
  LoadProgress NONE = new LoadProgress() {};

  /** Called when a server is started, before each round. */
  default void startsServer() {}

  /**
   * Called when a plan begins.
   *
   * @param round from 1
   * @param plan what is played
   */
  default void starts(int round, LoadPlan plan) {}

  /** Called about twice a second while a plan is played. */
  default void sample(LiveSample sample) {}

  /**
   * Called beside {@link #sample}.
   *
   * @param cpus the CPU time of the load generator per unit of time since the last call
   */
  default void generator(double cpus) {}

  /**
   * Called when the load is not played once more with a flight recording, although the test asks
   * for it, or its recording is lost.
   */
  default void notRecorded(Reading.Unavailable<?> why) {}

  /**
   * Called when the server's access log lacks requests.
   *
   * @param why for people
   */
  default void notInLog(String why) {}

  /** Called when a measured phase was stored. */
  default void ended(ForkRecord fork) {}
}
