package dev.foliot.store.profile;

import dev.foliot.store.Redaction;
import dev.foliot.text.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a fork was profiled: {@code profile.json}. A separate file contains the stacks.
 *
 * @param schema {@link #SCHEMA}
 * @param means the profiler, {@link #JFR} or {@link #ASYNC}; null if profiling failed
 * @param reason why no profile exists, or why it used a lesser profiler; otherwise null
 * @param periodNs time between two samples of a thread, in nanoseconds; 0 without a profile
 * @param depth greatest number of frames kept in a stack
 * @param samples samples with a stack in the measured load, including those left out
 * @param lost counted samples without a stack; others are dropped uncounted
 * @param lostBytes bytes that the recorder reports as lost for lack of room
 * @param truncated samples with a stack deeper than {@code depth}
 * @param leftOut samples of rare stacks left out for lack of room
 * @param reasonCode the reason as data; null without one, and in files of older versions
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

  /** The profile of a fork that could not be profiled. */
  public static ProfileRecord none(Reason why) {
    return new ProfileRecord(SCHEMA, null, why.sentence(), 0, 0, 0, 0, 0, 0, 0, why);
  }

  /** The same, with the reason for a lesser profiler. */
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
