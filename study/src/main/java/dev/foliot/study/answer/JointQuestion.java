package dev.foliot.study.answer;

import dev.foliot.store.study.Metric;
import java.util.List;

/**
 * A study's question among several studies.
 *
 * @param rank where its answer stands among theirs
 * @param topic what it is there for, after "do not say"
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
     * @param names the arms in words
     */
    Part of(StudyFigures figures, ArmNames names);
  }

  /**
   * A study's statements about arms on one JDK.
   *
   * @param headline one or two sentences with their figures; empty where nothing is known
   * @param answer in sentences, the most important one first
   * @param evidence the figures behind them
   * @param gaps what it does not say, each after "do not say"
   * @param basis the forks behind it
   */
  public record Part(
      Headline headline,
      List<String> answer,
      List<String> evidence,
      List<String> gaps,
      Basis basis) {
    /** No valid fork of these arms has the figure. */
    public static Part nothing(Basis basis) {
      return new Part(Headline.of(""), List.of(StudyFigures.NOTHING), List.of(), List.of(), basis);
    }
  }
}
