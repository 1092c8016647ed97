package dev.foliot.judgement.answer;

import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.text.AnswerFigure;
import java.util.List;
import java.util.Objects;

/**
 * The answer of a demo: how many of its experiments could be shown.
 *
 * @param kind whether all could
 * @param sentence their number
 * @param figures the same as a figure
 * @param next a study of one's own
 */
public record DemoAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final String[] COUNTS = {"No", "One", "Two", "Three"};

  /** How much of a demo could be shown. */
  public enum Kind {
    /** All of it. */
    SHOWN,
    /** Some of it. */
    SHOWN_IN_PART,
    /** Nothing. */
    NOT_SHOWN
  }

  /** Keeps a copy. */
  public DemoAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /** The answer of a demo. */
  public static DemoAnswer of(DemoRecord demo, NextCommands commands) {
    int shown = (int) demo.parts().stream().filter(DemoPart::wasShown).count();
    String count = shown < COUNTS.length ? COUNTS[shown] : Integer.toString(shown);
    return new DemoAnswer(
        shown == 0 ? Kind.NOT_SHOWN : shown < demo.parts().size() ? Kind.SHOWN_IN_PART : Kind.SHOWN,
        count
            + (shown == 0
                ? " experiment could show here"
                : shown == 1 ? " experiment shows" : " experiments show")
            + " what users wait for, and why.",
        List.of(AnswerFigure.of("experiments", shown, "count", count)),
        new NextAction("", commands.of("study", "ramp-up", "--quick")));
  }
}
