package dev.foliot.store;

import java.util.Objects;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * A histogram of one kind over a part of the load: a line of {@code histograms.hlog}.
 *
 * @param tag the kind: {@code response}, {@code service}, {@code lag}, {@code backlog}, {@code
 *     lateness}, {@code jitter}, {@code probe-0} …, and the same with the prefix {@code warmup-}.
 *     Lower-case letters, digits and hyphens; never a foreign name
 * @param startEpochMs start of the measured load, in milliseconds since 1970
 * @param startOffsetS start of the interval in seconds from there; negative in the warm-up
 * @param lengthS its length, in seconds
 * @param histogram the durations in nanoseconds; never changed here
 */
public record TaggedInterval(
    String tag, long startEpochMs, double startOffsetS, double lengthS, Histogram histogram) {
  private static final Pattern TAG = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final double LONGEST_S = 1e9;

  /** Checks the tag and the times. */
  public TaggedInterval {
    if (!isTag(tag)) {
      throw new IllegalArgumentException("a tag is lower-case letters, digits and hyphens: " + tag);
    }
    if (startEpochMs < 0
        || startEpochMs / 1e3 + startOffsetS < 0
        || !(Math.abs(startOffsetS) < LONGEST_S)
        || !(lengthS >= 0 && lengthS < LONGEST_S)) {
      throw new IllegalArgumentException(
          "an interval starts after 1970 and ends after that: %d ms, %s s, %s s"
              .formatted(startEpochMs, startOffsetS, lengthS));
    }
    Objects.requireNonNull(histogram, "histogram");
  }

  static boolean isTag(String tag) {
    return TAG.matcher(tag).matches();
  }
}
