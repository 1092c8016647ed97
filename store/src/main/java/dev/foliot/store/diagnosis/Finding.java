package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.foliot.store.Copies;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.annotation.JsonTypeIdResolver;
import tools.jackson.databind.jsontype.impl.TypeIdResolverBase;

/** A finding of a diagnosis; {@code kind} selects the record. */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.CUSTOM,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "kind",
    visible = true)
@JsonTypeIdResolver(Finding.RecordOfKind.class)
public sealed interface Finding permits SharingFinding, ResourceFinding {
  /** What it is. */
  FindingKind kind();

  /** Its title for people: {@code false sharing}. */
  String title();

  /** Its subject for people: a class, a group of threads, a part of the memory. */
  String subject();

  /** What it costs. */
  Grade grade();

  /** Its explanation and remedies. */
  Advice advice();

  /** Its severity. */
  default Severity severity() {
    return grade().severity();
  }

  /**
   * The severity of a finding, with its figures. JSON has the text of the figures too.
   *
   * @param severity what it costs
   * @param severityReasonCode the figures behind the severity, with their thresholds
   */
  @JsonPropertyOrder({"severity", "severity_reason", "severity_reason_code"})
  record Grade(Severity severity, Reason severityReasonCode) {
    /** Checks that nothing is missing. */
    public Grade {
      Objects.requireNonNull(severity, "severity");
      Objects.requireNonNull(severityReasonCode, "severity_reason_code");
    }

    @JsonCreator
    static Grade stored(
        @JsonProperty("severity") Severity severity,
        @JsonProperty("severity_reason") String text,
        @JsonProperty("severity_reason_code") Reason code) {
      return new Grade(severity, Reasons.ofStored(text, code));
    }

    /** The figures as text. */
    @JsonProperty("severity_reason")
    public String severityReason() {
      return severityReasonCode.text();
    }
  }

  /**
   * A finding's advice for people.
   *
   * @param explanation the explanation, for a reader new to the subject
   * @param remedies each with a way to verify it
   * @param confidence from 0 to 1
   */
  record Advice(String explanation, List<String> remedies, double confidence) {
    /** Keeps a copy and checks that JSON can hold it. */
    public Advice {
      Objects.requireNonNull(explanation, "explanation");
      remedies = List.copyOf(remedies);
      Copies.finite(confidence, "confidence");
    }

    /** The same with a further sentence of explanation. */
    Advice explainedBy(String sentence) {
      return new Advice(explanation + " " + sentence, remedies, confidence);
    }
  }

  /** Which record holds a kind, by the subject of the kind. */
  final class RecordOfKind extends TypeIdResolverBase {
    private static final long serialVersionUID = 1;

    @Override
    public String idFromValue(DatabindContext context, Object value) {
      return ((Finding) value).kind().label();
    }

    @Override
    public String idFromValueAndType(DatabindContext context, Object value, Class<?> type) {
      return idFromValue(context, value);
    }

    @Override
    public JavaType typeFromId(DatabindContext context, String id) {
      boolean isSharing =
          FindingKind.of(id).filter(kind -> kind.subject() == Subject.CLASS).isPresent();
      return context.constructType(isSharing ? SharingFinding.class : ResourceFinding.class);
    }

    @Override
    public JsonTypeInfo.Id getMechanism() {
      return JsonTypeInfo.Id.CUSTOM;
    }
  }
}
