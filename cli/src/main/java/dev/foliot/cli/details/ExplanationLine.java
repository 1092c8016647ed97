package dev.foliot.cli.details;

import dev.foliot.cli.screen.Words;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.StopKind;
import dev.foliot.text.Numbers;
import java.util.Optional;

/** The first cause of slow messages, where it is worth a sentence. */
public final class ExplanationLine {
  private static final double WORTH = 0.05;
  private static final int LONGEST = 60;

  private ExplanationLine() {}

  /** The cause of the most delay; empty where none has a twentieth of it. */
  public static Optional<CauseRecord> first(ExplanationRecord explanation) {
    return explanation.causes().stream().findFirst().filter(cause -> cause.delayShare() >= WORTH);
  }

  /**
   * The same without the load generator: a recording is made to see what the tested program waited
   * for.
   */
  public static Optional<CauseRecord> ofProgram(ExplanationRecord recorded) {
    return recorded.causes().stream()
        .filter(cause -> cause.code() != StopKind.GENERATOR)
        .findFirst()
        .filter(cause -> cause.delayShare() >= WORTH);
  }

  /** The first cause in a few words, for one line of an answer; empty as {@link #first}. */
  public static Optional<String> of(ExplanationRecord explanation) {
    return first(explanation)
        .map(cause ->
            Numbers.percent(cause.delayShare())
                + " of the delay beyond p99: "
                + cause.code().sentence());
  }

  /**
   * The first cause in the extra fork with a flight recording, for one line of an answer; empty
   * without such a fork, and as {@link #ofProgram}.
   */
  public static Optional<String> likely(ExplanationRecord explanation) {
    return recorded(explanation)
        .map(cause -> cause + ", in one extra fork with a flight recording");
  }

  /** The same without saying where it was seen. */
  public static Optional<String> recorded(ExplanationRecord explanation) {
    return Optional.ofNullable(explanation.recorded())
        .flatMap(ExplanationLine::ofProgram)
        .map(cause ->
            Numbers.percent(cause.delayShare()) + ": " + cause.code().sentence() + detail(cause));
  }

  /** What is known of a cause besides, in parentheses; empty if nothing is. */
  public static String detail(CauseRecord cause) {
    String text = cause.detail();
    return text.isEmpty()
        ? ""
        : " ("
            + Words.shown(text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…")
            + ")";
  }
}
