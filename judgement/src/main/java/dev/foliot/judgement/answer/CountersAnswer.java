package dev.foliot.judgement.answer;

import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterQuestion;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CounterUnexplained;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Locale;

/**
 * The answer of a comparison of counters: what probably makes one side slow.
 *
 * @param kind what can be said
 * @param sentence the likeliest cause
 * @param figures its confidence; empty without one
 * @param next what examines the slow process
 */
public record CountersAnswer(
    Kind kind, String sentence, List<AnswerFigure> figures, NextAction next) implements Answer {
  private static final int LONGEST = 300;

  /** Two captures of one program differ by as much. */
  private static final double LEAST_CHANGE = 0.03;

  /** What can be said. */
  public enum Kind {
    /** A known pattern explains the difference. */
    LIKELY_CAUSE,
    /** More cycles for the same work, by nothing that was counted. */
    UNEXPLAINED,
    /** The captures differ, by no known pattern. */
    NO_PATTERN,
    /** They differ by no more than the error of the counts. */
    NO_DIFFERENCE,
    /** Something limits the comparison as a whole. */
    LIMITED
  }

  /** Keeps a copy. */
  public CountersAnswer {
    figures = List.copyOf(figures);
  }

  /**
   * The answer of a comparison.
   *
   * @param commands that continue what was asked for
   */
  public static CountersAnswer of(CountersRecord found, NextCommands commands) {
    NextAction next = new NextAction("", commands.of("diagnose", "PID"));
    CounterUnexplained more = found.unexplained();
    if (more != null) {
      String shown = Numbers.significant(more.times(), 3);
      return new CountersAnswer(
          Kind.UNEXPLAINED,
          (more.metric().contains("instruction") ? "More cycles for each unit of work" : "More CPU")
              + " (%s times the %s), and none of the counters that were read says why; these would: "
                  .formatted(shown, Shown.text(more.metric(), LONGEST))
              + String.join(", ", more.wouldSay())
              + ".",
          List.of(AnswerFigure.of("times", more.times(), "ratio", shown)),
          next);
    }
    if (!found.hypotheses().isEmpty()) {
      CounterHypothesis first = found.hypotheses().getFirst();
      String shown = Numbers.percent(first.confidence(), 0);
      return new CountersAnswer(
          Kind.LIKELY_CAUSE,
          "Likely cause: " + Shown.text(first.name(), LONGEST) + " (confidence " + shown + ").",
          List.of(AnswerFigure.of("confidence", first.confidence(), "share", shown)),
          next);
    }
    if (!found.notes().isEmpty()) {
      return new CountersAnswer(Kind.LIMITED, sentence(found.notes().getFirst()), List.of(), next);
    }
    return differs(found)
        ? new CountersAnswer(
            Kind.NO_PATTERN, "No known pattern explains the difference.", List.of(), next)
        : new CountersAnswer(
            Kind.NO_DIFFERENCE, "No difference beyond the error of the counts.", List.of(), next);
  }

  /** The question about the order of the sides; empty for none. */
  public static String question(CountersRecord found) {
    CounterQuestion asked = found.question();
    if (asked == null) {
      return "";
    }
    CounterHypothesis turned = asked.ifTurned();
    return "Is %s the slow side? %s does %s times its instructions for each second on a CPU."
            .formatted(
                shortName(found.fast().name(), found.slow().name()),
                shortName(found.slow().name(), found.fast().name()),
                Numbers.significant(asked.workPerCpuSecond(), 3))
        + (turned == null
            ? ""
            : " In that order: %s (confidence %s)."
                .formatted(
                    Shown.text(turned.name(), LONGEST), Numbers.percent(turned.confidence(), 0)));
  }

  /** Without its folders, unless these make the difference. */
  private static String shortName(String name, String other) {
    String last = last(name);
    return Shown.text(last.isEmpty() || last.equals(last(other)) ? name : last, LONGEST);
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static boolean differs(CountersRecord found) {
    return found.rows().stream()
        .filter(row -> !row.withinError())
        .map(CounterRow::ratio)
        .anyMatch(ratio -> ratio == null || Math.abs(ratio - 1) > LEAST_CHANGE);
  }

  /** A note as a sentence, safe for a terminal. */
  public static String sentence(String note) {
    String shown = Shown.text(note, LONGEST);
    return shown.substring(0, 1).toUpperCase(Locale.ROOT) + shown.substring(1) + ".";
  }
}
