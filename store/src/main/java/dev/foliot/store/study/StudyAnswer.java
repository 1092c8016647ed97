package dev.foliot.store.study;

import java.util.Objects;

/**
 * A part of a study's verdict.
 *
 * @param question that the study was to answer
 * @param answer in one sentence; that nothing is decided is an answer too
 * @param evidence the figures that it rests on, with their units, intervals and forks
 */
public record StudyAnswer(String question, String answer, String evidence) {
  /** Checks that nothing is missing. */
  public StudyAnswer {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(evidence, "evidence");
  }
}
