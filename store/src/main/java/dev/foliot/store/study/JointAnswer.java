package dev.foliot.store.study;

import java.util.List;
import java.util.Objects;

/**
 * A part of what several studies answer together.
 *
 * @param question that was asked
 * @param answer what the studies' figures say, with intervals; that they do not tell is an answer
 *     too
 * @param evidence the figures that it rests on, with their units; may be empty
 * @param studies the ids of the runs that it is from; empty where no study asked
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
