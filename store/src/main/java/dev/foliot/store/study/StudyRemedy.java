package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import dev.foliot.store.Redaction;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fork's data in a study of remedies, beside figures.
 *
 * @param headline summary of the diagnosis; null if this fork was not diagnosed
 * @param findings its findings, most severe first
 * @param unseen examinations that were missing or incomplete; empty if complete, null if not
 *     diagnosed or not kept
 * @param wantedOffset the requested place of its class in a cache line, in bytes; null if it was
 *     not steered
 * @param lineOffset its actual place, observed from outside; null if unknown
 * @param told the agent's own report; null without one
 */
public record StudyRemedy(
    @Nullable String headline,
    List<Seen> findings,
    @JsonSetter(nulls = Nulls.SET) @Nullable List<Unseen> unseen,
    @Nullable Integer wantedOffset,
    @Nullable Integer lineOffset,
    @Nullable String told) {
  /** The kind of a shared cache line. */
  public enum Sharing {
    /** True sharing. */
    @JsonProperty("true-sharing")
    TRUE,
    /** False sharing. */
    @JsonProperty("false-sharing")
    FALSE,
    /** True or false sharing; no thread could be watched. */
    @JsonProperty("unknown")
    UNKNOWN;

    private static @Nullable Sharing of(Finding finding) {
      return switch (finding) {
        case SharingFinding shared when !shared.isKindKnown() -> UNKNOWN;
        case SharingFinding shared -> shared.kind() == FindingKind.TRUE_SHARING ? TRUE : FALSE;
        case ResourceFinding _ -> null;
      };
    }
  }

  /**
   * An examination that did not finish. JSON has the text of the reason too.
   *
   * @param examination its name: {@code sharing}
   * @param reasonCode the reason
   */
  @JsonPropertyOrder({"examination", "reason", "reason_code"})
  public record Unseen(String examination, Reason reasonCode) {
    /** The examination of shared cache lines. */
    public static final String SHARING = "sharing";

    /** Checks that nothing is missing. */
    public Unseen {
      Objects.requireNonNull(examination, "examination");
      Objects.requireNonNull(reasonCode, "reason_code");
    }

    @JsonCreator
    static Unseen stored(
        @JsonProperty("examination") String examination,
        @JsonProperty("reason") String text,
        @JsonProperty("reason_code") Reason code) {
      return new Unseen(examination, Reasons.ofStored(text, code));
    }

    /** The reason as text. */
    @JsonProperty("reason")
    public String reason() {
      return reasonCode.text();
    }

    /** The incomplete examinations of a diagnosis, in its order. */
    public static List<Unseen> of(DiagnosisRecord diagnosis) {
      List<Unseen> unseen = new ArrayList<>();
      diagnosis
          .examinations()
          .forEach((name, one) -> {
            if (one.status() != ExaminationRecord.Status.DONE) {
              unseen.add(
                  new Unseen(name, one.limit().orElseGet(() -> new Reason.Plain(one.summary()))));
            }
          });
      return List.copyOf(unseen);
    }
  }

  /**
   * A finding in short.
   *
   * @param title its title: {@code false sharing}
   * @param subject its subject: a class, a group of threads
   * @param grade its severity, with the figures behind it
   * @param sharing for a shared cache line its kind, otherwise null
   */
  public record Seen(
      String title, String subject, @JsonUnwrapped Finding.Grade grade, @Nullable Sharing sharing) {
    /** Checks that nothing is missing. */
    public Seen {
      Objects.requireNonNull(title, "title");
      Objects.requireNonNull(subject, "subject");
      Objects.requireNonNull(grade, "grade");
    }

    /** Shortens a finding of {@code diagnose}. */
    public static Seen of(Finding finding) {
      return new Seen(finding.title(), finding.subject(), finding.grade(), Sharing.of(finding));
    }

    Seen redacted() {
      return new Seen(
          title,
          Redaction.text(subject),
          new Finding.Grade(grade.severity(), Redaction.reason(grade.severityReasonCode())),
          sharing);
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
        findings.stream().map(Seen::redacted).toList(),
        unseen == null
            ? null
            : unseen.stream()
                .map(one -> new Unseen(one.examination, Redaction.reason(one.reasonCode)))
                .toList(),
        wantedOffset,
        lineOffset,
        told == null ? null : Redaction.text(told));
  }
}
