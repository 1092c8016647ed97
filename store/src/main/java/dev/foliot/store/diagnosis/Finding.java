package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.foliot.store.Copies;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a diagnosis found; its {@code kind} tells which of the records it is. */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "kind",
    visible = true)
@JsonSubTypes({
  @JsonSubTypes.Type(
      value = SharingFinding.class,
      names = {"true-sharing", "false-sharing"}),
  @JsonSubTypes.Type(
      value = ResourceFinding.class,
      names = {
        "run-queue-wait",
        "late-wake-up",
        "migrations",
        "parked-worker",
        "throttling",
        "steal",
        "promoted-buffers",
        "native-growth",
        "thread-stacks"
      })
})
public sealed interface Finding permits SharingFinding, ResourceFinding {
  /** What it is, for people: {@code false sharing}. */
  String title();

  /** What it is about, for people: a class, a group of threads, a part of the memory. */
  String subject();

  /** What it costs. */
  Grade grade();

  /** What it means and what to do. */
  Advice advice();

  /** How severe it is. */
  default Severity severity() {
    return grade().severity();
  }

  /**
   * How severe a finding is, and by which figures.
   *
   * @param severity what it costs
   * @param severityReason the figures that the severity rests on, in words, with the thresholds
   * @param severityReasonCode the same as data; null in files of older versions
   */
  record Grade(Severity severity, String severityReason, @Nullable Reason severityReasonCode) {
    /** Checks that nothing is missing. */
    public Grade {
      Objects.requireNonNull(severity, "severity");
      Objects.requireNonNull(severityReason, "severity_reason");
    }

    /** A severity by figures that are data. */
    public static Grade of(Severity severity, Reason reason) {
      return new Grade(severity, reason.text(), reason);
    }
  }

  /**
   * What a finding says to people.
   *
   * @param explanation in words, for a reader who has never heard of it
   * @param remedies each with the way to prove it
   * @param confidence from 0 to 1
   */
  record Advice(String explanation, List<String> remedies, double confidence) {
    /** Keeps a copy and checks that JSON can hold it. */
    public Advice {
      Objects.requireNonNull(explanation, "explanation");
      remedies = List.copyOf(remedies);
      Copies.finite(confidence, "confidence");
    }

    /** The same with one more sentence of explanation. */
    Advice explainedBy(String sentence) {
      return new Advice(explanation + " " + sentence, remedies, confidence);
    }
  }
}
