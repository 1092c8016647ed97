package dev.foliot.service.timeline;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The longest stops of each kind. Many short ones of one kind displace none of another, and memory
 * is bounded. One thread.
 */
final class KeptStops {
  /** The most of one kind that {@link #all} has for certain. */
  static final int MOST_OF_A_KIND = TimelineRecord.MOST_STOPS / 4;

  private final Map<StopKind, List<Stop>> byKind = new EnumMap<>(StopKind.class);
  private long leftOut;

  void add(Stop stop) {
    List<Stop> same = byKind.computeIfAbsent(stop.kind(), kind -> new ArrayList<>());
    same.add(stop);
    if (same.size() >= 2 * MOST_OF_A_KIND) {
      same.sort(Comparator.comparingLong(Stop::lengthNs).reversed());
      List<Stop> shortest = same.subList(MOST_OF_A_KIND, same.size());
      leftOut += shortest.size();
      shortest.clear();
    }
  }

  /** The stops that are kept, in no order. */
  List<Stop> all() {
    return byKind.values().stream().flatMap(List::stream).toList();
  }

  /** How many were not kept. */
  long leftOut() {
    return leftOut;
  }
}
