package dev.foliot.judgement.answer;

import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Objects;

/**
 * The answer of the doctor: whether this machine is fit to measure on.
 *
 * @param kind the worst grade of a check
 * @param sentence what that means, and how many checks have which grade
 * @param figures the numbers of checks
 * @param next what shows all of them
 */
public record DoctorAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  /** The worst grade of a check. */
  public enum Kind {
    /** Nothing to do. */
    FIT("This machine is fit to measure on"),
    /** Some could not be read. */
    UNKNOWN("Nothing speaks against measuring here, but not everything is known"),
    /** Some measurements are impossible or less precise. */
    LIMITED("This machine measures, within limits"),
    /** Measurements would mislead. */
    MISLEADING("Figures from this machine would mislead");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Keeps a copy. */
  public DoctorAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /**
   * The answer on a machine.
   *
   * @param checks how many there are
   * @param spoil how many of them spoil measurements
   * @param limit how many limit them
   * @param unknown how many could not be read
   */
  public static DoctorAnswer of(
      Kind kind, long checks, long spoil, long limit, long unknown, NextCommands commands) {
    FigureList figures = new FigureList();
    String sentence =
        kind.words
            + ": "
            + figures.add("checks", (double) checks, "count", Numbers.count(checks, "check"))
            + ", "
            + figures.count("spoil", spoil)
            + " spoil, "
            + figures.count("limit", limit)
            + " limit, "
            + figures.count("unknown", unknown)
            + " unknown.";
    return new DoctorAnswer(
        kind, sentence, figures.all(), new NextAction("", commands.of("doctor", "--details")));
  }
}
