package dev.foliot.store.profile;

import dev.foliot.store.Redaction;
import dev.foliot.text.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a fork was profiled: {@code profile.json}. The stacks are in a file of their own.
 *
 * @param schema {@link #SCHEMA}
 * @param means what sampled, {@link #JFR} or {@link #ASYNC}; null where it could not be profiled
 * @param reason why there is no profile, or why not by the better means; null for neither
 * @param periodNs between two samples of a thread, in nanoseconds; 0 without a profile
 * @param depth how many frames of a stack are kept at most
 * @param samples taken in the measured load with a stack, those that are left out included
 * @param lost samples without a stack that could be told; others are dropped uncounted
 * @param lostBytes what the recorder says that it lost for want of room, in bytes
 * @param truncated samples whose stack was deeper than {@code depth}
 * @param leftOut samples of rare stacks for which the file has no room
 * @param reasonCode the reason as data; null where there is none, and in files of older versions
 */
public record ProfileRecord(
    String schema,
    @Nullable String means,
    @Nullable String reason,
    long periodNs,
    int depth,
    long samples,
    long lost,
    long lostBytes,
    long truncated,
    long leftOut,
    @Nullable Reason reasonCode) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.profile/1";

  /** The flight recorder's samples. */
  public static final String JFR = "jfr";

  /** Those of async-profiler. */
  public static final String ASYNC = "async";

  /** Checks that nothing is missing or below 0. */
  public ProfileRecord {
    Objects.requireNonNull(schema, "schema");
    if (periodNs < 0
        || depth < 0
        || samples < 0
        || lost < 0
        || lostBytes < 0
        || truncated < 0
        || leftOut < 0) {
      throw new IllegalArgumentException("a profile has a number below 0");
    }
  }

  /** That of a fork that could not be profiled. */
  public static ProfileRecord none(Reason why) {
    return new ProfileRecord(SCHEMA, null, why.sentence(), 0, 0, 0, 0, 0, 0, 0, why);
  }

  /** The same, with why it is not by the better means. */
  ProfileRecord because(String reason, Reason why) {
    return new ProfileRecord(
        schema, means, reason, periodNs, depth, samples, lost, lostBytes, truncated, leftOut, why);
  }

  /** The same with a text without secrets, and more samples left out. */
  ProfileRecord kept(long more) {
    return new ProfileRecord(
        schema,
        means,
        reason == null ? null : Redaction.text(reason),
        periodNs,
        depth,
        samples,
        lost,
        lostBytes,
        truncated,
        Math.addExact(leftOut, more),
        Redaction.reason(reasonCode));
  }
}
