package dev.foliot.judgement.answer;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Objects;

/**
 * What a study answers first.
 *
 * @param kind how far it can be relied upon
 * @param sentence the answer to its first question
 * @param figures those of that answer
 * @param next what to measure then
 */
public record AnswerOfStudy(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final int LONGEST = 2_000;

  /** How far the first answer can be relied upon. */
  public enum Kind {
    /** No fork is valid. */
    NO_VALID_FORK,
    /** No valid fork has the figures of the first question. */
    NOTHING_KNOWN,
    /** Something disturbed the forks behind it. */
    SUSPECT,
    /** The forks behind it are valid. */
    ANSWERED
  }

  /** Keeps a copy and checks that nothing is missing. */
  public AnswerOfStudy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /**
   * The answer of a study whose answers are computed.
   *
   * @param then what to measure after it, where a fork is valid
   */
  public static AnswerOfStudy of(StudyRecord study, NextCommands commands, NextAction then) {
    NextAction next =
        study.points().stream().noneMatch(StudyPoint::counts)
            ? new NextAction(
                "Find out what else uses the CPUs, then measure again.", commands.of("doctor"))
            : then.equals(NextAction.NONE)
                ? new NextAction("List all runs of this store.", commands.of("runs"))
                : then;
    return study.verdict().stream()
        .findFirst()
        .map(first ->
            new AnswerOfStudy(
                kind(first), Shown.text(first.headline(), LONGEST), first.figures(), next))
        .orElseGet(() ->
            new AnswerOfStudy(
                Kind.NO_VALID_FORK, "No fork is valid: nothing can be answered.", List.of(), next));
  }

  private static Kind kind(StudyAnswer first) {
    Verdict verdict = first.verdict();
    return verdict == null
        ? Kind.NOTHING_KNOWN
        : switch (verdict) {
          case VALID -> Kind.ANSWERED;
          case SUSPECT -> Kind.SUSPECT;
          case INVALID -> Kind.NOTHING_KNOWN;
        };
  }
}
