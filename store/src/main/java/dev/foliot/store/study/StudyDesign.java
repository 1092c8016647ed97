package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a study.
 *
 * @param identity which study it is, and in which form
 * @param cpus the CPUs of each role
 * @param arms the compared arms, in the order of their index in {@code run.json}
 * @param steps the loads, in the order of their index in {@code run.json}
 * @param measures the requested measures, by their names in study files
 * @param leftOut arms of the study that were not run
 * @param name the user's own title; null without one
 * @param gate what pairs of forks of its two arms were to decide; null for a fixed number of forks
 */
public record StudyDesign(
    @JsonUnwrapped Identity identity,
    StudyCpus cpus,
    List<StudyArm> arms,
    List<StudyStep> steps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> measures,
    List<LeftOut> leftOut,
    @Nullable String name,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable GateRecord gate) {
  /**
   * An arm that was not run.
   *
   * @param arm its name
   * @param reason the reason, with the remedy
   */
  public record LeftOut(String arm, String reason) {
    /** Checks that nothing is missing. */
    public LeftOut {
      Objects.requireNonNull(arm, "arm");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * Which study it is, and in which form.
   *
   * @param study its name, {@code ramp-up}
   * @param form {@code quick}, {@code full} or {@code test}
   * @param seed seed of all random choices, including the order of the cells
   * @param forks the planned forks of each arm under each load, the most of them in pairs; null in
   *     older files
   */
  public record Identity(String study, String form, long seed, @Nullable Integer forks) {
    /** Checks that nothing is missing. */
    public Identity {
      Objects.requireNonNull(study, "study");
      Objects.requireNonNull(form, "form");
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public StudyDesign {
    Objects.requireNonNull(cpus, "cpus");
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    measures = List.copyOf(measures);
    leftOut = List.copyOf(leftOut);
    Objects.requireNonNull(identity, "identity");
  }

  /** The same without secrets. */
  StudyDesign redacted() {
    return new StudyDesign(
        identity,
        cpus,
        arms.stream().map(StudyArm::redacted).toList(),
        steps,
        measures,
        leftOut,
        name == null ? null : Redaction.text(name),
        gate);
  }
}
