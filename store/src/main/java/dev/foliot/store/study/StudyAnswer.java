package dev.foliot.store.study;

import java.util.Objects;

/**
 * A part of a study's answer.
 *
 * @param question the question
 * @param answer the answer in one sentence; it may be that the data does not decide
 * @param evidence the figures behind it, with their units, intervals and forks
 */
public record StudyAnswer(String question, String answer, String evidence) {
  /** Checks that nothing is missing. */
  public StudyAnswer {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(evidence, "evidence");
  }
}
