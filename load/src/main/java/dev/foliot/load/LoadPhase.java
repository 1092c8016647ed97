package dev.foliot.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;

/**
 * A part of a load with its own figures.
 *
 * @param name 1 to 100 characters; shown, and never a file's name
 * @param traffic the pattern of its requests
 * @param durationNs its length, 10 ms to 24 h
 * @param mostRequests how many are sent at most, as the last phase ends with the last of them; 0
 *     for as many as its length has
 */
public record LoadPhase(String name, Traffic traffic, long durationNs, long mostRequests) {
  /** The name of a phase whose figures are not kept. */
  public static final String WARM_UP = "warm-up";

  private static final int LONGEST_NAME = 100;

  /** The shortest length. */
  public static final long SHORTEST_NS = 10_000_000;

  private static final long LONGEST_NS = 24 * 3_600_000_000_000L;

  /** Without a number of requests. */
  public LoadPhase(String name, Traffic traffic, long durationNs) {
    this(name, traffic, durationNs, 0);
  }

  /**
   * Checks the ranges.
   *
   * @throws FoliotException for a value out of range, with the remedy
   */
  public LoadPhase {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw FoliotException.usage("a phase needs a name of 1 to " + LONGEST_NAME + " characters");
    }
    if (mostRequests < 0) {
      throw FoliotException.usage("a phase cannot have " + mostRequests + " requests");
    }
    if (durationNs < SHORTEST_NS || durationNs > LONGEST_NS) {
      throw FoliotException.usage(
          "a phase of "
              + durationNs
              + " ns is out of range: from "
              + TimeSpan.format(SHORTEST_NS)
              + " to "
              + TimeSpan.format(LONGEST_NS));
    }
  }

  /** Whether it is the {@link #WARM_UP}. */
  public boolean isWarmUp() {
    return name.equals(WARM_UP);
  }

  /** Whether its figures are kept: it is neither the {@link #WARM_UP} nor idle. */
  public boolean isMeasured() {
    return !isWarmUp() && !(traffic instanceof Traffic.Idle);
  }

  /** The same, but not longer than this. */
  public LoadPhase upTo(long mostNs) {
    return mostNs >= durationNs
        ? this
        : new LoadPhase(name, traffic, Math.max(SHORTEST_NS, mostNs), mostRequests);
  }
}
