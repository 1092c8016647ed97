package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;

/**
 * What a study found: {@code study.json}, beside the {@code run.json} of its run.
 *
 * @param schema {@link #SCHEMA}
 * @param id of the run
 * @param study its name, {@code ramp-up}
 * @param form {@code quick}, {@code full} or {@code test}
 * @param seed of all chance in it, the order of the cells included
 * @param cpus who had which
 * @param arms what was compared, in the order of their index in {@code run.json}
 * @param steps the loads, in the order of their index in {@code run.json}
 * @param measures what was asked for, as study files name it; empty in older files
 * @param points one for each fork, in the order in which they ran
 * @param verdict answers in words; provisional until the study is complete
 * @param validity the worst of the points, their arms named in the reasons
 * @param complete whether it came to its end
 */
public record StudyRecord(
    String schema,
    String id,
    String study,
    String form,
    long seed,
    StudyCpus cpus,
    List<StudyArm> arms,
    List<StudyStep> steps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> measures,
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
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(cpus, "cpus");
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    measures = List.copyOf(measures);
    points = List.copyOf(points);
    verdict = List.copyOf(verdict);
    Objects.requireNonNull(validity, "validity");
  }
}
