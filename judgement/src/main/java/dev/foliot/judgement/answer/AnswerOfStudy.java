package dev.foliot.judgement.answer;

import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

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
    /** It is being played: there is no answer yet. */
    IN_PROGRESS,
    /** It was ended early: the answer rests on the forks that had ended. */
    INTERRUPTED,
    /** What should differ between its arms did not take effect. */
    NO_EFFECT,
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
   * @param state whether it is over
   * @param then what to measure after it, where a fork is valid
   */
  public static AnswerOfStudy of(
      StudyRecord study, StoredRun.State state, NextCommands commands, NextAction then) {
    return switch (state) {
      case IN_PROGRESS ->
          new AnswerOfStudy(
              Kind.IN_PROGRESS,
              "In progress: " + ended(study) + ". There is no answer yet.",
              List.of(),
              new NextAction(
                  "Make the page again when it is over.", commands.of("report", study.id())));
      case INTERRUPTED -> {
        AnswerOfStudy answer = ofAll(study, commands, then);
        yield new AnswerOfStudy(
            Kind.INTERRUPTED,
            "Interrupted: " + ended(study) + ". " + answer.sentence,
            answer.figures,
            answer.next);
      }
      case COMPLETE -> ofAll(study, commands, then);
    };
  }

  /** {@code 9 of 15 forks have ended}. */
  private static String ended(StudyRecord study) {
    int ended = study.points().size();
    OptionalInt planned = study.plannedForks();
    return (planned.isEmpty()
            ? Numbers.count(ended, "fork")
            : ended + " of " + Numbers.count(planned.getAsInt(), "fork"))
        + (ended == 1 && planned.orElse(1) == 1 ? " has" : " have")
        + " ended";
  }

  private static AnswerOfStudy ofAll(StudyRecord study, NextCommands commands, NextAction then) {
    if (study.validity().has(StudyReason.NoEffect.class) && !study.verdict().isEmpty()) {
      StudyAnswer first = study.verdict().getFirst();
      return new AnswerOfStudy(
          Kind.NO_EFFECT,
          Shown.text(first.headline(), LONGEST),
          first.figures(),
          new NextAction(
              "Start the arms as you mean them, then measure again.", commands.again(Set.of())));
    }
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
