package dev.foliot.store.study;

import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * A moment at which a study's load changes.
 *
 * @param atMs from the start of the measured load, in milliseconds
 * @param label the new load, in a few words
 */
public record StudyMark(double atMs, String label) {
  /** Checks that nothing is missing. */
  public StudyMark {
    Copies.finite(atMs, "at_ms");
    Objects.requireNonNull(label, "label");
  }
}
