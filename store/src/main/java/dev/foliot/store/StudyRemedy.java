package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a fork of a study of remedies had of its remedy, beside figures.
 *
 * @param headline what {@code diagnose} says of it in a few words; null where it did not look at
 *     this fork
 * @param findings what it found, the gravest first
 * @param wantedOffset where in a cache line its class was steered to, in bytes; null where it was
 *     not steered
 * @param lineOffset where it began, as seen from outside; null if not known
 * @param told what the agent itself said of it; null where there is none
 */
public record StudyRemedy(
    @Nullable String headline,
    List<Seen> findings,
    @Nullable Integer wantedOffset,
    @Nullable Integer lineOffset,
    @Nullable String told) {
  /**
   * A finding in short.
   *
   * @param title what it is: {@code false sharing}
   * @param subject what it is about: a class, a group of threads
   * @param severity what it costs
   * @param severityReason the figures that the severity rests on, in words
   */
  public record Seen(String title, String subject, Severity severity, String severityReason) {
    /** Checks that nothing is missing. */
    public Seen {
      Objects.requireNonNull(title, "title");
      Objects.requireNonNull(subject, "subject");
      Objects.requireNonNull(severity, "severity");
      Objects.requireNonNull(severityReason, "severity_reason");
    }

    /** Of a finding of {@code diagnose}. */
    public static Seen of(Finding finding) {
      return new Seen(
          finding.title(), finding.subject(), finding.severity(), finding.severityReason());
    }
  }

  /** Keeps a copy. */
  public StudyRemedy {
    findings = List.copyOf(findings);
  }

  /** The same without secrets. */
  StudyRemedy redacted() {
    return new StudyRemedy(
        headline,
        findings.stream()
            .map(one ->
                new Seen(
                    one.title,
                    Redaction.text(one.subject),
                    one.severity,
                    Redaction.text(one.severityReason)))
            .toList(),
        wantedOffset,
        lineOffset,
        told == null ? null : Redaction.text(told));
  }
}
