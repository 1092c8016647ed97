package dev.foliot.study;

import dev.foliot.store.study.Metric;
import java.util.List;
import java.util.function.Function;

/**
 * What a study is asked among several studies.
 *
 * @param rank where its answer stands among theirs
 * @param topic what it is there for, after "cannot say"
 * @param question as a reader asks
 * @param jdks by which figure JDKs are compared
 * @param jdksBy what that figure is called
 * @param answer to it
 */
public record JointQuestion(
    int rank, String topic, String question, Metric jdks, String jdksBy, Answering answer) {
  /** Answers it. Pure. */
  @FunctionalInterface
  public interface Answering {
    /**
     * What the arms of a study say, which are on one JDK.
     *
     * @param figures of these arms
     * @param way an arm in words
     */
    Part of(StudyFigures figures, Function<String, String> way);
  }

  /**
   * What a study says of arms on one JDK.
   *
   * @param clause for the joint sentence; empty where nothing is known
   * @param answer sentence by sentence, the most important one first
   * @param evidence the figures that these rest on
   * @param gaps what it cannot say, each after "cannot say"
   */
  public record Part(String clause, List<String> answer, List<String> evidence, List<String> gaps) {
    /** No fork of these arms counts, or none has the figure. */
    public static final Part NOTHING =
        new Part(
            "",
            List.of("nothing is known: no fork that counts has the figures"),
            List.of(),
            List.of());
  }
}
