package dev.foliot.cli.details;

import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.text.Numbers;
import java.util.Optional;

/** The first cause of slow messages, where it is worth a sentence. */
public final class ExplanationLine {
  private static final double WORTH = 0.05;

  private ExplanationLine() {}

  /** The cause of the most delay; empty where none has a twentieth of it. */
  public static Optional<CauseRecord> first(ExplanationRecord explanation) {
    return explanation.causes().stream().findFirst().filter(cause -> cause.delayShare() >= WORTH);
  }

  /** The first cause in a few words, for one line of an answer; empty as {@link #first}. */
  public static Optional<String> of(ExplanationRecord explanation) {
    return first(explanation)
        .map(cause ->
            Numbers.percent(cause.delayShare())
                + " of the delay beyond p99: "
                + cause.code().sentence());
  }
}
