package dev.foliot.store;

import java.util.List;
import java.util.Objects;

/**
 * What a finding says to people.
 *
 * @param explanation in words, for a reader who has never heard of it
 * @param remedies each with the way to prove it
 * @param confidence from 0 to 1
 */
public record Advice(String explanation, List<String> remedies, double confidence) {
  /** Keeps a copy and checks that JSON can hold it. */
  public Advice {
    Objects.requireNonNull(explanation, "explanation");
    remedies = List.copyOf(remedies);
    Copies.finite(confidence, "confidence");
  }

  /** The same with one more sentence of explanation. */
  Advice explainedBy(String sentence) {
    return new Advice(explanation + " " + sentence, remedies, confidence);
  }
}
