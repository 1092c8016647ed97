package dev.foliot.store.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Redaction;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How a fork was profiled: {@code profile.json}. A separate file contains the stacks. JSON has the
 * text of the reason too, and the sampling beside the others.
 *
 * @param schema {@link #SCHEMA}
 * @param means the profiler, {@link #JFR} or {@link #ASYNC}; null if profiling failed
 * @param sampling how it sampled, and how much of that is kept
 * @param reasonCode why no profile exists, or why it used a lesser profiler; otherwise null
 */
@JsonPropertyOrder({"schema", "means", "reason", "sampling", "reason_code"})
public record ProfileRecord(
    String schema,
    @Nullable String means,
    @JsonUnwrapped Sampling sampling,
    @Nullable Reason reasonCode) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.profile/1";

  /** The flight recorder's samples. */
  public static final String JFR = "jfr";

  /** Those of async-profiler. */
  public static final String ASYNC = "async";

  /**
   * How a profiler sampled.
   *
   * @param periodNs time between two samples of a thread, in nanoseconds; 0 without a profile
   * @param depth greatest number of frames kept in a stack
   * @param samples samples with a stack in the measured load, including those left out
   * @param lost counted samples without a stack; others are dropped uncounted
   * @param lostBytes bytes that the recorder reports as lost for lack of room
   * @param truncated samples with a stack deeper than {@code depth}
   * @param leftOut samples of rare stacks left out for lack of room
   * @param sliceNs the length of the slices of {@link ProfileStack#slices}, in nanoseconds; 0
   *     without any
   */
  public record Sampling(
      long periodNs,
      int depth,
      long samples,
      long lost,
      long lostBytes,
      long truncated,
      long leftOut,
      long sliceNs) {
    static final Sampling NONE = new Sampling(0, 0, 0, 0, 0, 0, 0, 0);

    /** Checks that nothing is below 0. */
    public Sampling {
      if (LongStream.of(periodNs, depth, samples, lost, lostBytes, truncated, leftOut, sliceNs)
          .anyMatch(number -> number < 0)) {
        throw new IllegalArgumentException("a profile has a number below 0");
      }
    }

    private Sampling without(long more) {
      return new Sampling(
          periodNs,
          depth,
          samples,
          lost,
          lostBytes,
          truncated,
          Math.addExact(leftOut, more),
          sliceNs);
    }
  }

  /** Checks that nothing is missing. */
  public ProfileRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(sampling, "sampling");
  }

  @JsonCreator
  static ProfileRecord stored(
      @JsonProperty("schema") String schema,
      @JsonProperty("means") @Nullable String means,
      @JsonProperty("reason") @Nullable String reason,
      @JsonUnwrapped Sampling sampling,
      @JsonProperty("reason_code") @Nullable Reason code) {
    return new ProfileRecord(
        schema,
        means,
        sampling,
        code == null ? null : Reasons.ofStored(String.valueOf(reason), code));
  }

  /** The profile of a fork that could not be profiled. */
  public static ProfileRecord none(Reason why) {
    return new ProfileRecord(SCHEMA, null, Sampling.NONE, why);
  }

  /** Why no profile exists, with the remedy, or why it used a lesser profiler; otherwise null. */
  @JsonProperty("reason")
  public @Nullable String reason() {
    if (reasonCode == null) {
      return null;
    }
    return means == null ? reasonCode.sentence() : reasonCode.text();
  }

  /** The same, with the reason for a lesser profiler. */
  ProfileRecord because(Reason why) {
    return new ProfileRecord(schema, means, sampling, why);
  }

  /** The same with a reason without secrets, and more samples left out. */
  ProfileRecord kept(long more) {
    return new ProfileRecord(
        schema,
        means,
        sampling.without(more),
        reasonCode == null ? null : Redaction.reason(reasonCode));
  }
}
