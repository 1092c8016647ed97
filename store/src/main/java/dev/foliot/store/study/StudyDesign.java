package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a study set out to do.
 *
 * @param study its name, {@code ramp-up}
 * @param form {@code quick}, {@code full} or {@code test}
 * @param seed of all chance in it, the order of the cells included
 * @param cpus who had which
 * @param arms what was compared, in the order of their index in {@code run.json}
 * @param steps the loads, in the order of their index in {@code run.json}
 * @param measures what was asked for, as study files name it; empty in older files
 * @param leftOut arms that the study has and that were not played; null in older files
 * @param name the user's own title; null without one, and in older files
 */
public record StudyDesign(
    String study,
    String form,
    long seed,
    StudyCpus cpus,
    List<StudyArm> arms,
    List<StudyStep> steps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> measures,
    @JsonSetter(nulls = Nulls.SET) @Nullable List<LeftOut> leftOut,
    @Nullable String name) {
  /**
   * An arm that was not played.
   *
   * @param arm its name
   * @param reason why, with what to do
   */
  public record LeftOut(String arm, String reason) {
    /** Checks that nothing is missing. */
    public LeftOut {
      Objects.requireNonNull(arm, "arm");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public StudyDesign {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(cpus, "cpus");
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    measures = List.copyOf(measures);
    leftOut = leftOut == null ? null : List.copyOf(leftOut);
  }

  /** The same without secrets. */
  StudyDesign redacted() {
    return new StudyDesign(
        study,
        form,
        seed,
        cpus,
        arms.stream().map(StudyArm::redacted).toList(),
        steps,
        measures,
        leftOut,
        name == null ? null : Redaction.text(name));
  }
}
