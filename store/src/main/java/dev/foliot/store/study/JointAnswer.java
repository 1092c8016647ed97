package dev.foliot.store.study;

import java.util.List;
import java.util.Objects;

/**
 * A part of the common answer of several studies.
 *
 * @param question the question
 * @param answer the answer from the studies' figures, with intervals; it may be that they do not
 *     decide
 * @param evidence the figures behind it, with their units; may be empty
 * @param studies the ids of its runs; empty if no study asked
 */
public record JointAnswer(String question, String answer, String evidence, List<String> studies) {
  /** Keeps a copy and checks that nothing is missing. */
  public JointAnswer {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(evidence, "evidence");
    studies = List.copyOf(studies);
  }
}
