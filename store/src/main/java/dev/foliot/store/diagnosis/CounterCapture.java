package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The source of one side's figures.
 *
 * @param name the file or the run, as requested
 * @param format such as {@code perf stat -x}
 * @param cpu the processor, such as {@code Intel}; null if the capture does not show it
 * @param notes limits of the figures: not counted, scaled up, on this side only
 */
public record CounterCapture(String name, String format, @Nullable String cpu, List<String> notes) {
  /** Keeps copies. */
  public CounterCapture {
    name = Copies.unicode(name);
    Objects.requireNonNull(format, "format");
    cpu = cpu == null ? null : Copies.unicode(cpu);
    notes = notes.stream().map(Copies::unicode).toList();
  }
}
