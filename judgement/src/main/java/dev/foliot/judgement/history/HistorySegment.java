package dev.foliot.judgement.history;

import java.util.List;

/**
 * The earlier runs that a run is judged by: on its machine, since the last change, within a time.
 *
 * @param runs in the order of time; may be empty
 * @param isAfterChange whether it begins with the first run after a change
 */
public record HistorySegment(List<HistoryRun> runs, boolean isAfterChange) {
  /** Keeps a copy. */
  public HistorySegment {
    runs = List.copyOf(runs);
  }
}
