package dev.foliot.diagnose.scheduler;

import dev.foliot.text.Reason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a trace of wake-ups tells. Immutable.
 *
 * @param waits how late threads ran, by what they count for; at least one entry
 * @param partial why it is not of all the time that it was to be of; empty where it is
 * @param <K> what threads are distinguished by
 */
public record Traced<K>(Map<K, WakeWaits> waits, Optional<Reason> partial) {
  /** Keeps a copy. */
  public Traced {
    waits = Collections.unmodifiableMap(new LinkedHashMap<>(waits));
  }
}
