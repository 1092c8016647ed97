package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * A hypothesis from two captures; the command in {@code confirm} tests it.
 *
 * @param name such as {@code cache lines shared between cores}
 * @param confidence from 0 to 1
 * @param evidence the figures for and against it, as texts
 * @param source the source that describes the pattern
 * @param confirm the command that would confirm or refute it, with {@code PID} for the process
 */
public record CounterHypothesis(
    String name, double confidence, String evidence, String source, String confirm) {
  /** Checks that JSON can hold it. */
  public CounterHypothesis {
    Objects.requireNonNull(name, "name");
    Copies.finite(confidence, "confidence");
    if (confidence < 0 || confidence > 1) {
      throw new IllegalArgumentException("a confidence is from 0 to 1, not " + confidence);
    }
    evidence = Copies.unicode(evidence);
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(confirm, "confirm");
  }
}
