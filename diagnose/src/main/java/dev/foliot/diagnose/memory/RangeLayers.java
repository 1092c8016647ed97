package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.memory.NativeMemory.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Ranges of addresses in layers: what one layer covers is not for the next. For one thread. */
final class RangeLayers {
  private final TreeMap<Long, Range> kept = new TreeMap<>();

  /** Puts a layer below those that there are; within it, the first ones win. */
  RangeLayers below(List<Range> layer) {
    for (Range range : layer) {
      add(range);
    }
    return this;
  }

  private void add(Range range) {
    long at = range.start();
    Map.Entry<Long, Range> before = kept.floorEntry(at);
    if (before != null) {
      at = Math.max(at, before.getValue().end());
    }
    while (at < range.end()) {
      Map.Entry<Long, Range> next = kept.ceilingEntry(at);
      long stop = next == null ? range.end() : Math.min(range.end(), next.getKey());
      if (at < stop) {
        kept.put(at, new Range(at, stop, range.part()));
      }
      at = next == null ? range.end() : Math.max(stop, next.getValue().end());
    }
  }

  /** All, ascending and without overlaps. */
  List<Range> ranges() {
    return new ArrayList<>(kept.values());
  }
}
