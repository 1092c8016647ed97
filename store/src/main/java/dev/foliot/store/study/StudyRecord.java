package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Redaction;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The results of a study: {@code study.json}, beside the {@code run.json} of its run.
 *
 * @param schema {@link #SCHEMA}
 * @param id id of the run
 * @param design its plan; in JSON its fields are at the top level
 * @param points one for each fork, in running order
 * @param verdict answers in words; provisional until the study is complete
 * @param validity the worst of the points; reasons name the arms
 * @param complete whether it finished
 */
public record StudyRecord(
    String schema,
    String id,
    @JsonUnwrapped StudyDesign design,
    List<StudyPoint> points,
    List<StudyAnswer> verdict,
    Validity validity,
    boolean complete) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.study/1";

  /** Keeps copies and checks that nothing is missing. */
  public StudyRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(design, "design");
    points = List.copyOf(points);
    verdict = List.copyOf(verdict);
    Objects.requireNonNull(validity, "validity");
  }

  /** Its name, {@code ramp-up}. */
  public String study() {
    return design.identity().study();
  }

  /** Its length: {@code quick}, {@code full} or {@code test}. */
  public String form() {
    return design.identity().form();
  }

  /** Seed of all random choices. */
  public long seed() {
    return design.identity().seed();
  }

  /** What pairs of forks were to decide; null for a fixed number of forks. */
  public @Nullable GateRecord gate() {
    return design.gate();
  }

  /** How many forks are planned, over all arms and loads; empty if unknown, as with pairs. */
  public OptionalInt plannedForks() {
    Integer forks = design.identity().forks();
    return forks == null || gate() != null
        ? OptionalInt.empty()
        : OptionalInt.of(forks * arms().size() * steps().size());
  }

  /** The CPUs of each role. */
  public StudyCpus cpus() {
    return design.cpus();
  }

  /** What was compared. */
  public List<StudyArm> arms() {
    return design.arms();
  }

  /** The loads. */
  public List<StudyStep> steps() {
    return design.steps();
  }

  /** The requested measures. */
  public List<String> measures() {
    return design.measures();
  }

  /** The user's own title; empty without one. */
  public String name() {
    return Objects.requireNonNullElse(design.name(), "");
  }

  /**
   * The servers that ran, each once: {@code bank} for the built-in one, {@code app.jar} for a
   * command.
   */
  public List<String> servers() {
    return arms().stream().map(StudyArm::server).distinct().toList();
  }

  /** Arms that were not run. */
  public List<StudyDesign.LeftOut> leftOut() {
    return design.leftOut();
  }

  /** The same with other points. */
  public StudyRecord withPoints(List<StudyPoint> others) {
    return new StudyRecord(schema, id, design, others, verdict, validity, complete);
  }

  /** The same with another validity. */
  public StudyRecord judged(Validity other) {
    return new StudyRecord(schema, id, design, points, verdict, other, complete);
  }

  /** The same with other answers. */
  public StudyRecord answered(List<StudyAnswer> answers) {
    return new StudyRecord(schema, id, design, points, answers, validity, complete);
  }

  /** The same without secrets. */
  StudyRecord redacted() {
    return new StudyRecord(
        schema,
        id,
        design.redacted(),
        points.stream().map(StudyPoint::redacted).toList(),
        verdict,
        Redaction.validity(validity),
        complete);
  }
}
