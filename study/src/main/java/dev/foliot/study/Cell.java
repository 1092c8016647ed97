package dev.foliot.study;

/**
 * An arm under a load, in one fork.
 *
 * @param arm index of the arm in the plan
 * @param step index of the load
 * @param fork number of the fork in the run, from 1, or {@link #TRIAL}
 * @param replicate which fork of its arm and load it is, from 0
 */
public record Cell(int arm, int step, int fork, int replicate) {
  /** The number of what is played only to find out which load to use, and is not stored. */
  public static final int TRIAL = 0;
}
