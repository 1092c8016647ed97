package dev.foliot.stats;

/**
 * How a series of measurements over time came to its last level.
 *
 * <p>Barrett et al., "Virtual Machine Warmup Blows Hot and Cold", 2017, who call them flat, warmup,
 * slowdown and no steady state.
 */
public enum Steadiness {
  /** It was on it from the beginning. */
  STEADY,

  /** It was slower before: code had still to be compiled, caches to be filled. */
  WARMING,

  /** It was faster at some time before: something grows, or was compiled worse. */
  SLOWING,

  /** It still changed in its last quarter: there is no last level. */
  NEVER_STEADY
}
