package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;

/**
 * A field of a HotSpot structure with its observed writers and readers, for the drawing.
 *
 * @param field its name in HotSpot's sources, {@code _secondary_supers}
 * @param offset in bytes from the structure's start, from 0
 * @param bytes its size, from 0
 * @param writers observed writers
 * @param readers observed readers, without those in turn
 * @param readersInTurn observed readers that appear to take turns with the writers: they wait for
 *     nobody
 */
public record SharingField(
    String field,
    int offset,
    int bytes,
    List<SharingThread> writers,
    List<SharingThread> readers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SharingThread> readersInTurn) {
  /** Keeps copies. */
  public SharingField {
    Objects.requireNonNull(field, "field");
    if (offset < 0 || bytes < 0) {
      throw new IllegalArgumentException("a field of " + bytes + " bytes at " + offset);
    }
    writers = List.copyOf(writers);
    readers = List.copyOf(readers);
    readersInTurn = List.copyOf(readersInTurn);
  }
}
