package dev.foliot.judgement.answer;

import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer to why slow messages were slow. Pure.
 *
 * @param kind what can be said
 * @param sentence one to three sentences
 * @param figures those of the sentence
 */
public record ExplanationAnswer(Kind kind, String sentence, List<AnswerFigure> figures)
    implements Answer {
  /** What can be said. */
  public enum Kind {
    /** A flight recording of an extra fork shows the likely cause. */
    LIKELY_CAUSE,
    /** One cause has a part of the delay that is worth a sentence. */
    CAUSE,
    /** Nothing that was looked at explains the delay. */
    UNEXPLAINED,
    /** No message was slow. */
    NONE_SLOW,
    /** No message was answered: what the answer of the run says. */
    NOTHING_ANSWERED
  }

  /** A cause of less of the delay is not worth a sentence. */
  private static final double WORTH = 0.05;

  private static final int LONGEST = 60;

  /** More arms than these nobody reads; the table has all. */
  private static final int MOST_ARMS = 3;

  /** Keeps a copy and checks that nothing is missing. */
  public ExplanationAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
  }

  /** The answer. */
  public static ExplanationAnswer of(ExplanationRecord explanation) {
    FigureList figures = new FigureList();
    ExplanationRecord recorded = explanation.recorded();
    Optional<CauseRecord> likely =
        Optional.ofNullable(recorded).flatMap(ExplanationAnswer::ofProgram);
    String before =
        likely
            .map(cause ->
                "Likely cause of "
                    + figures.share("likely_delay_share", cause.delayShare())
                    + " of the delay beyond p99, in one extra fork with a flight recording: "
                    + sentence(cause)
                    + ". In the measured forks: ")
            .orElse(recorded == null ? "" : "A flight recording of one extra fork adds no cause. ");
    Kind kind =
        explanation.scope().messages() == 0
            ? Kind.NONE_SLOW
            : first(explanation).isPresent() ? Kind.CAUSE : Kind.UNEXPLAINED;
    return new ExplanationAnswer(
        likely.isPresent() ? Kind.LIKELY_CAUSE : kind,
        before + measured(explanation, figures),
        figures.all());
  }

  /**
   * The answer for the arms of a study, a sentence or two for each of the first ones.
   *
   * @param study with one arm at least
   */
  public static ExplanationAnswer of(StudyExplanation study) {
    List<AnswerFigure> figures = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    for (StudyExplanation.Arm arm : study.arms().stream().limit(MOST_ARMS).toList()) {
      String name = Shown.text(arm.arm(), LONGEST);
      ExplanationAnswer answer = of(arm.explanation());
      sentences.add(name + ": " + answer.sentence());
      answer
          .figures()
          .forEach(one ->
              figures.add(
                  AnswerFigure.of(
                      one.name() + " of " + name, one.value(), one.unit(), one.shown())));
    }
    int more = study.arms().size() - sentences.size();
    return new ExplanationAnswer(
        of(study.arms().getFirst().explanation()).kind(),
        String.join(" ", sentences) + (more > 0 ? " And so on for " + more + " more." : ""),
        figures);
  }

  /** The answer where no fork has response times: that of the run. */
  public static ExplanationAnswer ofUnanswered(Answer run) {
    return new ExplanationAnswer(Kind.NOTHING_ANSWERED, run.sentence(), run.figures());
  }

  @Override
  public NextAction next() {
    return NextAction.NONE;
  }

  private static String measured(ExplanationRecord explanation, FigureList figures) {
    if (explanation.scope().messages() == 0) {
      return "No message was slower than p99 of its fork.";
    }
    Optional<CauseRecord> first = first(explanation);
    return first
            .map(cause ->
                figures.share("delay_share", cause.delayShare())
                    + " of the delay beyond p99 has one cause: "
                    + sentence(cause)
                    + ". ")
            .orElse("Nothing that was looked at explains the slow messages: ")
        + figures.share("unexplained_share", explanation.unexplainedShare())
        + " is unexplained.";
  }

  /** The cause of the most delay; empty where none has a twentieth of it. */
  public static Optional<CauseRecord> first(ExplanationRecord explanation) {
    return explanation.causes().stream().findFirst().filter(cause -> cause.delayShare() >= WORTH);
  }

  /**
   * The same without the load generator: a recording is made to see what the tested program waited
   * for.
   */
  private static Optional<CauseRecord> ofProgram(ExplanationRecord recorded) {
    return recorded.causes().stream()
        .filter(cause -> cause.code() != StopKind.GENERATOR)
        .findFirst()
        .filter(cause -> cause.delayShare() >= WORTH);
  }

  /** The first cause in a few words, beside another answer; empty as {@link #first}. */
  public static Optional<String> line(ExplanationRecord explanation) {
    return first(explanation)
        .map(cause ->
            Numbers.percent(cause.delayShare())
                + " of the delay beyond p99: "
                + cause.code().sentence());
  }

  /**
   * The first cause in the extra fork with a flight recording, in a few words; empty without such a
   * fork.
   */
  public static Optional<String> likely(ExplanationRecord explanation) {
    return recorded(explanation)
        .map(cause -> cause + ", in one extra fork with a flight recording");
  }

  /** The same without saying where it was seen. */
  public static Optional<String> recorded(ExplanationRecord explanation) {
    return Optional.ofNullable(explanation.recorded())
        .flatMap(ExplanationAnswer::ofProgram)
        .map(cause -> Numbers.percent(cause.delayShare()) + ": " + sentence(cause));
  }

  /** What a cause is, with what is known besides in parentheses. */
  private static String sentence(CauseRecord cause) {
    String text = cause.detail();
    return cause.code().sentence()
        + (text.isEmpty()
            ? ""
            : " ("
                + Shown.text(text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…")
                + ")");
  }
}
