package dev.foliot.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;

/**
 * How long a connection is used. Immutable.
 *
 * <p>The first connections are replaced earlier, one after the other: those that were opened
 * together would else be replaced together.
 *
 * @param keepAlive whether it is used again
 * @param mostRequests after how many requests it is replaced, 1 to 1,000,000,000; 0 for never
 * @param mostAgeNs at which age it is replaced, 10 ms to 24 h; 0 for never
 */
public record Reuse(boolean keepAlive, long mostRequests, long mostAgeNs) {
  /** As long as it lasts. */
  public static final Reuse ALWAYS = new Reuse(true, 0, 0);

  /** The most requests of a connection. */
  public static final int MOST_REQUESTS = 1_000_000_000;

  /** The least age of a connection. */
  public static final long SHORTEST_NS = 10_000_000;

  /** The highest age of a connection. */
  public static final long LONGEST_NS = 24 * 3_600_000_000_000L;

  /**
   * Checks the ranges.
   *
   * @throws FoliotException for a value out of range, with the remedy
   */
  public Reuse {
    if (!keepAlive && (mostRequests > 0 || mostAgeNs > 0)) {
      throw FoliotException.usage(
          "without keep-alive each request has a connection of its own: leave its age and its"
              + " requests out");
    }
    if (mostRequests < 0 || mostRequests > MOST_REQUESTS) {
      throw FoliotException.usage(
          mostRequests + " requests of a connection are out of range: from 1 to " + MOST_REQUESTS);
    }
    if (mostAgeNs != 0 && (mostAgeNs < SHORTEST_NS || mostAgeNs > LONGEST_NS)) {
      throw FoliotException.usage(
          "the age of a connection is from %s to %s"
              .formatted(TimeSpan.format(SHORTEST_NS), TimeSpan.format(LONGEST_NS)));
    }
  }

  /**
   * Whether a connection is to be replaced.
   *
   * @param share of the limits that it may reach, 0 to 1: lower for the first ones
   */
  public boolean isOver(long requests, long ageNs, double share) {
    return (mostRequests > 0 && requests >= Math.ceil(mostRequests * share))
        || (mostAgeNs > 0 && ageNs >= mostAgeNs * share);
  }
}
