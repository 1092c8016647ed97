package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
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
 * The state of one examination. JSON has the texts of its reasons too.
 *
 * @param status whether it examined everything
 * @param reasonCode why it did not, with the remedy; null when done
 * @param summary its verdict in one sentence
 * @param lookedAt the examined parts, with figures
 * @param couldNotCodes the parts not examined, each with its reason and remedy
 * @param counts the counts
 */
@JsonPropertyOrder({
  "status",
  "reason",
  "summary",
  "looked_at",
  "could_not",
  "counts",
  "reason_code",
  "could_not_codes"
})
public record ExaminationRecord(
    Status status,
    @Nullable Reason reasonCode,
    String summary,
    List<String> lookedAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> couldNotCodes,
    @JsonUnwrapped Counts counts) {
  /**
   * Counts from perf. Immutable.
   *
   * @param counters by perf's name of the event. {@code task-clock} is in milliseconds and {@code
   *     duration_time} in nanoseconds, as in perf; all others are numbers. Empty without counts
   * @param metrics perf's derived metrics from counts that are not kept, by name with the unit,
   *     such as {@code tma_machine_clears (%)}; may be empty
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

  /** The status of an examination. */
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

    /** The form in JSON. */
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
    couldNotCodes = List.copyOf(couldNotCodes);
    Objects.requireNonNull(counts, "counts");
  }

  /** An examination without counts. */
  public static ExaminationRecord of(
      Status status,
      @Nullable Reason reason,
      String summary,
      List<String> lookedAt,
      List<? extends Reason> couldNot) {
    return new ExaminationRecord(
        status, reason, summary, lookedAt, List.copyOf(couldNot), Counts.NONE);
  }

  @JsonCreator
  static ExaminationRecord stored(
      @JsonProperty("status") Status status,
      @JsonProperty("reason") @Nullable String reason,
      @JsonProperty("summary") String summary,
      @JsonProperty("looked_at") List<String> lookedAt,
      @JsonProperty("could_not") List<String> couldNot,
      @JsonUnwrapped Counts counts,
      @JsonProperty("reason_code") @Nullable Reason reasonCode,
      @JsonProperty("could_not_codes") @Nullable List<Reason> couldNotCodes) {
    return new ExaminationRecord(
        status,
        reason == null || reasonCode == null ? null : Reasons.ofStored(reason, reasonCode),
        summary,
        lookedAt,
        Reasons.ofStored(couldNot, couldNotCodes == null ? List.of() : couldNotCodes),
        counts);
  }

  /** The same with these counts. */
  public ExaminationRecord with(Counts counted) {
    return new ExaminationRecord(status, reasonCode, summary, lookedAt, couldNotCodes, counted);
  }

  /** Why it is incomplete, as text; null when done. */
  @JsonProperty("reason")
  public @Nullable String reason() {
    return reasonCode == null ? null : reasonCode.text();
  }

  /** The parts not examined, as texts. */
  @JsonProperty("could_not")
  public List<String> couldNot() {
    return Reasons.texts(couldNotCodes);
  }

  /** The parts not examined. */
  public List<Reason> limits() {
    return couldNotCodes;
  }

  /** Why it is incomplete; empty when done. */
  public Optional<Reason> limit() {
    return Optional.ofNullable(reasonCode);
  }
}
