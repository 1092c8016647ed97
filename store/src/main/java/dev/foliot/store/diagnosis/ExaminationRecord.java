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
 * The state of one examination.
 *
 * @param status whether it examined everything
 * @param reason why it did not, with the remedy; null when done
 * @param summary its verdict in one sentence
 * @param lookedAt the examined parts, with figures
 * @param couldNot the parts not examined, each with its reason and remedy
 * @param counts the counts
 * @param reasonCode the reason as data; null when done, and in files of older versions
 * @param couldNotCodes the parts not examined as data, in the order of the texts; empty in files of
 *     older versions
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
    couldNot = List.copyOf(couldNot);
    Objects.requireNonNull(counts, "counts");
    couldNotCodes = List.copyOf(couldNotCodes);
  }

  /**
   * An examination with limits given as data, and without counts.
   *
   * @param reason why it is incomplete; null when done
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

  /** The same with these counts. */
  public ExaminationRecord with(Counts counted) {
    return new ExaminationRecord(
        status, reason, summary, lookedAt, couldNot, counted, reasonCode, couldNotCodes);
  }

  /** Why it is incomplete: as data if stored, otherwise as text. */
  public Optional<Reason> limit() {
    return reasonCode != null
        ? Optional.of(reasonCode)
        : Optional.ofNullable(reason).map(Reason.Plain::new);
  }

  /** The parts not examined: as data if stored, otherwise as text. */
  public List<Reason> limits() {
    return Reasons.ofStored(couldNot, couldNotCodes);
  }
}
