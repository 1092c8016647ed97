package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import java.util.List;
import java.util.Objects;

/**
 * A finding on CPUs or memory: any except shared cache lines. In JSON, its parts are merged into
 * one object.
 *
 * @param kind its kind
 * @param grade its severity
 * @param subject its subject: a group of threads, a part of the memory
 * @param evidence the figures, most significant first
 * @param advice its explanation and remedies
 */
public record ResourceFinding(
    FindingKind kind,
    @JsonUnwrapped Grade grade,
    String subject,
    List<Evidence> evidence,
    @JsonUnwrapped Advice advice)
    implements Finding {
  /** Keeps a copy and checks that nothing is missing. */
  public ResourceFinding {
    if (kind.subject() == Subject.CLASS) {
      throw new IllegalArgumentException("a shared cache line is another record: " + kind);
    }
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(subject, "subject");
    evidence = List.copyOf(evidence);
    Objects.requireNonNull(advice, "advice");
  }

  @Override
  public String title() {
    return kind.words();
  }
}
