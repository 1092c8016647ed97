package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.foliot.store.Redaction;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a fork of a study of remedies had of its remedy, beside figures.
 *
 * @param headline what {@code diagnose} says of it in a few words; null where it did not look at
 *     this fork
 * @param findings what it found, the gravest first
 * @param unseen what it could not look at, or not at all of it; empty where it saw all, null where
 *     it did not look or that was not kept
 * @param wantedOffset where in a cache line its class was steered to, in bytes; null where it was
 *     not steered
 * @param lineOffset where it began, as seen from outside; null if not known
 * @param told what the agent itself said of it; null where there is none
 */
public record StudyRemedy(
    @Nullable String headline,
    List<Seen> findings,
    @JsonSetter(nulls = Nulls.SET) @Nullable List<Unseen> unseen,
    @Nullable Integer wantedOffset,
    @Nullable Integer lineOffset,
    @Nullable String told) {
  /** What is known of a shared cache line. */
  public enum Sharing {
    /** True sharing. */
    @JsonProperty("true-sharing")
    TRUE,
    /** False sharing. */
    @JsonProperty("false-sharing")
    FALSE,
    /** One of the two; nobody could be watched. */
    @JsonProperty("unknown")
    UNKNOWN;

    private static @Nullable Sharing of(Finding finding) {
      return switch (finding) {
        case SharingFinding shared when !shared.isKindKnown() -> UNKNOWN;
        case SharingFinding shared ->
            switch (shared.kind()) {
              case TRUE_SHARING -> TRUE;
              case FALSE_SHARING -> FALSE;
            };
        case ResourceFinding _ -> null;
      };
    }
  }

  /**
   * An examination that did not come to its end.
   *
   * @param examination its name: {@code sharing}
   * @param reason why
   * @param reasonCode the same as data; null where there is none, and in files of older versions
   */
  public record Unseen(String examination, String reason, @Nullable Reason reasonCode) {
    /** The examination that sees shared cache lines. */
    public static final String SHARING = "sharing";

    /** Checks that nothing is missing. */
    public Unseen {
      Objects.requireNonNull(examination, "examination");
      Objects.requireNonNull(reason, "reason");
    }

    /** Of a diagnosis, in the order in which it looked. */
    public static List<Unseen> of(DiagnosisRecord diagnosis) {
      List<Unseen> unseen = new ArrayList<>();
      diagnosis
          .examinations()
          .forEach((name, one) -> {
            if (one.status() != ExaminationRecord.Status.DONE) {
              String reason = one.reason();
              unseen.add(
                  new Unseen(name, reason == null ? one.summary() : reason, one.reasonCode()));
            }
          });
      return List.copyOf(unseen);
    }
  }

  /**
   * A finding in short.
   *
   * @param title what it is: {@code false sharing}
   * @param subject what it is about: a class, a group of threads
   * @param severity what it costs
   * @param severityReason the figures that the severity rests on, in words
   * @param sharing of a shared cache line, of which kind it is; null of all else
   * @param severityReasonCode the figures as data; null in files of older versions
   */
  public record Seen(
      String title,
      String subject,
      Severity severity,
      String severityReason,
      @Nullable Sharing sharing,
      @Nullable Reason severityReasonCode) {
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
          finding.title(),
          finding.subject(),
          finding.severity(),
          finding.grade().severityReason(),
          Sharing.of(finding),
          finding.grade().severityReasonCode());
    }
  }

  /** Keeps copies. */
  public StudyRemedy {
    findings = List.copyOf(findings);
    unseen = unseen == null ? null : List.copyOf(unseen);
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
                    Redaction.text(one.severityReason),
                    one.sharing,
                    Redaction.reason(one.severityReasonCode)))
            .toList(),
        unseen == null
            ? null
            : unseen.stream()
                .map(one ->
                    new Unseen(
                        one.examination,
                        Redaction.text(one.reason),
                        Redaction.reason(one.reasonCode)))
                .toList(),
        wantedOffset,
        lineOffset,
        told == null ? null : Redaction.text(told));
  }
}
