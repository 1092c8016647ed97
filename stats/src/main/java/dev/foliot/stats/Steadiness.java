package dev.foliot.stats;

/**
 * How a series of measurements over time reached its last level.
 *
 * <p>Barrett et al., "Virtual Machine Warmup Blows Hot and Cold", 2017, who call them flat, warmup,
 * slowdown and no steady state.
 */
public enum Steadiness {
  /** It was there from the start. */
  STEADY,

  /** It was slower before: code compiled, caches filled. */
  WARMING,

  /** It was faster at some time before: something grows, or compiled code got worse. */
  SLOWING,

  /** It still changed in its last quarter, and has no last level. */
  NEVER_STEADY
}
