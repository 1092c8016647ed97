package dev.foliot.store;

import java.util.List;
import java.util.Objects;

/**
 * A field of a structure of HotSpot, and who was seen at it; for the drawing.
 *
 * @param field its name in HotSpot's sources, {@code _secondary_supers}
 * @param offset in bytes from the structure's start, from 0
 * @param bytes its size, from 0
 * @param writers who was seen to write it
 * @param readers who was seen to read it
 */
public record SharingField(
    String field, int offset, int bytes, List<SharingThread> writers, List<SharingThread> readers) {
  /** Keeps copies. */
  public SharingField {
    Objects.requireNonNull(field, "field");
    if (offset < 0 || bytes < 0) {
      throw new IllegalArgumentException("a field of " + bytes + " bytes at " + offset);
    }
    writers = List.copyOf(writers);
    readers = List.copyOf(readers);
  }
}
