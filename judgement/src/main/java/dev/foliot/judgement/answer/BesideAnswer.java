package dev.foliot.judgement.answer;

import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Objects;

/**
 * The answer of a run beside JLBH: whether both report the same.
 *
 * @param kind whether they do
 * @param sentence which figures differ, and by how much
 * @param figures those of the sentence
 * @param next what the first reason says to do; nothing without one
 */
public record BesideAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final int LONGEST = 300;
  private static final int MOST = 3;

  /** What can be said. */
  public enum Kind {
    /** No percentile differs in one direction in all pairs. */
    AGREE,
    /** Some do. */
    DIFFERENT,
    /** Too few pairs have a result. */
    TOO_FEW_PAIRS,
    /** JLBH gave no result. */
    NOT_MEASURED
  }

  /** Keeps a copy. */
  public BesideAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /** The answer. */
  public static BesideAnswer of(BesideResult result) {
    FigureList figures = new FigureList();
    if (result.pairs() == 0) {
      String why = result.failure() == null ? "no fork of both" : result.failure();
      return answer(
          Kind.NOT_MEASURED,
          "JLBH gave no result to compare with: " + Shown.text(why, LONGEST) + ".",
          figures);
    }
    String pairs = figures.count("pairs", result.pairs());
    if (!result.isEnough()) {
      return answer(
          Kind.TOO_FEW_PAIRS,
          pairs
              + (result.pairs() == 1 ? " pair" : " pairs")
              + " of forks beside JLBH: "
              + BesideResult.needed()
              + " show whether both agree.",
          figures);
    }
    List<String> parts =
        result.rows().stream()
            .filter(BesideResult.Row::differs)
            .limit(MOST)
            .map(row ->
                name(row.name())
                    + " "
                    + figures.ratio("ratio_" + row.name(), row.ratio())
                    + " times ("
                    + figures.duration("foliot_" + row.name(), row.foliotNs())
                    + " beside "
                    + figures.duration("jlbh_" + row.name(), row.jlbhNs())
                    + ")")
            .toList();
    return parts.isEmpty()
        ? answer(
            Kind.AGREE,
            "Foliot and JLBH agree: no percentile is higher in one of them in all "
                + pairs
                + " pairs.",
            figures)
        : answer(
            Kind.DIFFERENT,
            "Foliot reports other times than JLBH in all "
                + pairs
                + " pairs: "
                + Numbers.and(parts)
                + ".",
            figures);
  }

  private static BesideAnswer answer(Kind kind, String sentence, FigureList figures) {
    return new BesideAnswer(kind, sentence, figures.all(), NextAction.NONE);
  }

  /** The name of a row. */
  public static String name(String percentile) {
    return percentile.equals(BesideRecord.MAX) ? "max" : Numbers.percentileName(percentile);
  }
}
