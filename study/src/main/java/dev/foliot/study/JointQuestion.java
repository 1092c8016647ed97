package dev.foliot.study;

import dev.foliot.store.study.Metric;
import java.util.List;
import java.util.function.Function;

/**
 * A study's question among several studies.
 *
 * @param rank the position of its answer
 * @param topic its subject, after "cannot say"
 * @param question as a reader asks
 * @param jdks the figure for comparing JDKs
 * @param jdksBy the name of that figure
 * @param answer to it
 */
public record JointQuestion(
    int rank, String topic, String question, Metric jdks, String jdksBy, Answering answer) {
  /** Answers it. Pure. */
  @FunctionalInterface
  public interface Answering {
    /**
     * The statements about the arms of a study, all on one JDK.
     *
     * @param figures of these arms
     * @param way formats an arm
     */
    Part of(StudyFigures figures, Function<String, String> way);
  }

  /**
   * A study's statements about arms on one JDK.
   *
   * @param clause for the joint sentence; empty if unknown
   * @param answer sentence by sentence, the most important one first
   * @param evidence the figures behind these
   * @param gaps the open questions, each after "cannot say"
   */
  public record Part(String clause, List<String> answer, List<String> evidence, List<String> gaps) {
    /** All forks of these arms are INVALID, or none has the figure. */
    public static final Part NOTHING =
        new Part(
            "",
            List.of("nothing is known: no fork that counts has the figures"),
            List.of(),
            List.of());
  }
}
