package dev.foliot.diagnose.scheduler;

import dev.foliot.text.Reason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a trace of wake-ups. Immutable.
 *
 * @param waits delays of threads, by key; at least one entry
 * @param partial why it covers only part of the time; empty if complete
 * @param <K> the key that separates threads
 */
public record Traced<K>(Map<K, WakeWaits> waits, Optional<Reason> partial) {
  /** Keeps a copy. */
  public Traced {
    waits = Collections.unmodifiableMap(new LinkedHashMap<>(waits));
  }
}
