package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * The source of one side's figures.
 *
 * @param name the file or the run, as requested
 * @param format such as {@code perf stat -x}
 * @param notes limits of the figures: not counted, scaled up, on this side only
 */
public record CounterCapture(String name, String format, List<String> notes) {
  /** Keeps copies. */
  public CounterCapture {
    name = Copies.unicode(name);
    Objects.requireNonNull(format, "format");
    notes = notes.stream().map(Copies::unicode).toList();
  }
}
