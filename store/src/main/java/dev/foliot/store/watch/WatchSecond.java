package dev.foliot.store.watch;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was read of a JVM in one second. Immutable.
 *
 * @param epochS its end, in seconds since 1970
 * @param values what is missing could not be read
 */
public record WatchSecond(long epochS, Map<WatchColumn, Long> values) {
  /** Keeps a copy. */
  public WatchSecond {
    Map<WatchColumn, Long> ordered = new EnumMap<>(WatchColumn.class);
    ordered.putAll(values);
    values = Collections.unmodifiableMap(ordered);
  }

  /** A value; 0 if it could not be read. */
  public long value(WatchColumn column) {
    return values.getOrDefault(column, 0L);
  }

  /** Whether it could be read. */
  public boolean has(WatchColumn column) {
    return values.containsKey(column);
  }
}
