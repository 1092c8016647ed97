package dev.foliot.judgement.answer;

import dev.foliot.store.study.JointRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Objects;

/**
 * What several studies answer together.
 *
 * @param kind whether they answer anything
 * @param sentence the headline of the study that matters most
 * @param figures those of the headline
 * @param next what to do then
 */
public record AnswerOfStudies(
    Kind kind, String sentence, List<AnswerFigure> figures, NextAction next) implements Answer {
  private static final int LONGEST = 2_000;

  /** Whether several studies answer anything together. */
  public enum Kind {
    /** None of them compares threading models. */
    NO_COMMON_QUESTION,
    /** No valid fork has the figures. */
    NOTHING_KNOWN,
    /** At least one study has an answer. */
    ANSWERED
  }

  /** Keeps a copy and checks that nothing is missing. */
  public AnswerOfStudies {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /** The joint answer of studies. */
  public static AnswerOfStudies of(JointRecord joint, NextCommands commands) {
    NextAction next = new NextAction("List all runs of this store.", commands.of("runs"));
    return joint.isEmpty()
        ? new AnswerOfStudies(
            Kind.NO_COMMON_QUESTION, "These studies have no question in common.", List.of(), next)
        : joint.clauses().isEmpty()
            ? new AnswerOfStudies(
                Kind.NOTHING_KNOWN, "Nothing is known: no valid fork.", List.of(), next)
            : new AnswerOfStudies(
                Kind.ANSWERED, Shown.text(joint.headline(), LONGEST), joint.figures(), next);
  }
}
