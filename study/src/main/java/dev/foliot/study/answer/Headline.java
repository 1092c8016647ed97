package dev.foliot.study.answer;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.text.AnswerFigure;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An answer in one or two sentences, with the figures in them. Immutable.
 *
 * @param text the sentences
 * @param figures in their order
 */
public record Headline(String text, List<AnswerFigure> figures) {
  /** Keeps a copy. */
  public Headline {
    figures = List.copyOf(figures);
  }

  /** With the figures that were collected while it was worded. */
  public static Headline of(String text, FigureList figures) {
    return new Headline(text, figures.all());
  }

  /** Without a figure. */
  public static Headline of(String text) {
    return new Headline(text, List.of());
  }

  /** One after the other; those without a sentence are left out. */
  public static Headline joined(List<Headline> all) {
    return new Headline(
        all.stream()
            .map(Headline::text)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(" ")),
        all.stream().flatMap(one -> one.figures.stream()).toList());
  }

  /** The same after other words. */
  public Headline after(String words) {
    return new Headline(words + text, figures);
  }
}
