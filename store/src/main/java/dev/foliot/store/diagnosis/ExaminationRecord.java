package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far an examination came.
 *
 * @param status whether it looked at all that it looks at
 * @param reason why it did not, with what to do; null when done
 * @param summary its verdict in one sentence
 * @param lookedAt what it looked at, in words with figures
 * @param couldNot what it could not look at, each with its reason and remedy
 * @param counts what was counted
 * @param reasonCode the reason as data; null when done, and in files of older versions
 * @param couldNotCodes what it could not look at as data, in the order of the texts; empty in files
 *     of older versions
 */
public record ExaminationRecord(
    Status status,
    @Nullable String reason,
    String summary,
    List<String> lookedAt,
    List<String> couldNot,
    @JsonUnwrapped Counts counts,
    @Nullable Reason reasonCode,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> couldNotCodes) {
  /**
   * What was counted. Immutable.
   *
   * @param counters by perf's name of the event: {@code task-clock} in milliseconds and {@code
   *     duration_time} in nanoseconds, as perf has them, all else a number; empty where nothing was
   * @param metrics what perf worked out of other counts that are not kept, by its name with the
   *     unit, {@code tma_machine_clears (%)}; empty where it worked out nothing
   */
  public record Counts(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> counters,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> metrics) {
    /** Nothing was counted. */
    public static final Counts NONE = new Counts(Map.of(), Map.of());

    /** Keeps copies and checks that JSON can hold them. */
    public Counts {
      counters = Copies.ordered(counters);
      counters.forEach((event, count) -> Copies.finite(count, event));
      metrics = Copies.ordered(metrics);
      metrics.forEach((metric, value) -> Copies.finite(value, metric));
    }
  }

  /** How far it came. */
  public enum Status {
    /** To its end. */
    @JsonProperty("done")
    DONE,
    /** Some of it. */
    @JsonProperty("partial")
    PARTIAL,
    /** Not at all. */
    @JsonProperty("unavailable")
    UNAVAILABLE;

    /** As JSON has it. */
    public String words() {
      return switch (this) {
        case DONE -> "done";
        case PARTIAL -> "partial";
        case UNAVAILABLE -> "unavailable";
      };
    }
  }

  /** Keeps copies. */
  public ExaminationRecord {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(summary, "summary");
    lookedAt = List.copyOf(lookedAt);
    couldNot = List.copyOf(couldNot);
    Objects.requireNonNull(counts, "counts");
    couldNotCodes = List.copyOf(couldNotCodes);
  }

  /**
   * An examination whose limits are data; it counted nothing.
   *
   * @param reason why it is not whole; null when done
   */
  public static ExaminationRecord of(
      Status status,
      @Nullable Reason reason,
      String summary,
      List<String> lookedAt,
      List<? extends Reason> couldNot) {
    return new ExaminationRecord(
        status,
        reason == null ? null : reason.text(),
        summary,
        lookedAt,
        Reasons.texts(couldNot),
        Counts.NONE,
        reason,
        List.copyOf(couldNot));
  }

  /** The same with what was counted. */
  public ExaminationRecord with(Counts counted) {
    return new ExaminationRecord(
        status, reason, summary, lookedAt, couldNot, counted, reasonCode, couldNotCodes);
  }

  /** Why it is not whole, as data where the file has it, else as it was stored. */
  public Optional<Reason> limit() {
    return reasonCode != null
        ? Optional.of(reasonCode)
        : Optional.ofNullable(reason).map(Reason.Plain::new);
  }

  /** What it could not look at, as data where the file has it, else as it was stored. */
  public List<Reason> limits() {
    return Reasons.ofStored(couldNot, couldNotCodes);
  }
}
