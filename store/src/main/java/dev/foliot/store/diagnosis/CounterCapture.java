package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * Where the figures of one side come from.
 *
 * @param name the file or the run, as it was asked for
 * @param format as {@code perf stat -x}
 * @param notes what limits the figures: not counted, scaled up, on this side only
 */
public record CounterCapture(String name, String format, List<String> notes) {
  /** Keeps copies. */
  public CounterCapture {
    name = Copies.unicode(name);
    Objects.requireNonNull(format, "format");
    notes = notes.stream().map(Copies::unicode).toList();
  }
}
