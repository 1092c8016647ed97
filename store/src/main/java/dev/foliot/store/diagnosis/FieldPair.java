package dev.foliot.store.diagnosis;

import java.util.Objects;

/**
 * A field that is written and another that is read meanwhile.
 *
 * @param written its name
 * @param read its name
 * @param sameLine whether they share a line at this address
 * @param lucky at how many addresses they would not
 */
public record FieldPair(String written, String read, boolean sameLine, LuckyPlacements lucky) {
  /** Checks that nothing is missing. */
  public FieldPair {
    Objects.requireNonNull(written, "written");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(lucky, "lucky");
  }
}
