package dev.foliot.study.plan;

/**
 * An arm under a load, in one fork.
 *
 * @param arm index of the arm in the plan
 * @param step index of the load
 * @param fork number of the fork in the run, from 1, or {@link #TRIAL}
 * @param replicate the number of the fork for its arm and load, from 0
 */
public record Cell(int arm, int step, int fork, int replicate) {
  /** The number of a trial that only determines the load, and is not stored. */
  public static final int TRIAL = 0;
}
