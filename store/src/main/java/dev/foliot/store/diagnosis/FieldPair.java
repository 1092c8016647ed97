package dev.foliot.store.diagnosis;

import java.util.Objects;

/**
 * A written field, and a field that other threads read at the same time.
 *
 * @param written its name
 * @param read its name
 * @param sameLine whether they share a line at this address
 * @param lucky number of addresses with separate lines
 */
public record FieldPair(String written, String read, boolean sameLine, LuckyPlacements lucky) {
  /** Checks that nothing is missing. */
  public FieldPair {
    Objects.requireNonNull(written, "written");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(lucky, "lucky");
  }
}
