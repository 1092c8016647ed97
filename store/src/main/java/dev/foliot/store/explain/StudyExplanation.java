package dev.foliot.store.explain;

import java.util.List;
import java.util.Objects;

/**
 * Why slow requests of a study were slow, arm by arm: {@code foliot.explanations/1}.
 *
 * @param schema {@link #SCHEMA}
 * @param run the study's id
 * @param arms those with a timeline, in the study's order
 */
public record StudyExplanation(String schema, String run, List<Arm> arms) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.explanations/1";

  /** Keeps a copy. */
  public StudyExplanation {
    Objects.requireNonNull(schema, "schema");
    arms = List.copyOf(arms);
  }

  /**
   * An arm.
   *
   * @param arm its name
   * @param explanation of all its forks
   */
  public record Arm(String arm, ExplanationRecord explanation) {
    /** Checks that nothing is missing. */
    public Arm {
      Objects.requireNonNull(arm, "arm");
      Objects.requireNonNull(explanation, "explanation");
    }
  }
}
