package dev.foliot.diagnose.counters.access;

import java.util.List;
import java.util.Map;

/**
 * What sampled accesses tell, in words. Immutable.
 *
 * @param lookedAt with figures, each a sentence
 * @param summary of it in a few words; empty where there is nothing to say
 * @param confirmed by the address of a class's structure: what was seen that confirms that threads
 *     share a cache line of it
 */
public record AccessReport(List<String> lookedAt, String summary, Map<Long, String> confirmed) {
  /** Keeps copies. */
  public AccessReport {
    lookedAt = List.copyOf(lookedAt);
    confirmed = Map.copyOf(confirmed);
  }
}
