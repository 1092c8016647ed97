package dev.foliot.watch.totals;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a watch has seen of one JVM since it began. One thread at a time. */
final class JvmTotals {
  private final WatchRecord.Jvm jvm;
  private final Map<WatchColumn, Long> sums = new EnumMap<>(WatchColumn.class);
  private final Map<EpisodeKind, Long> episodes = new EnumMap<>(EpisodeKind.class);
  private final Map<EpisodeKind, Set<Integer>> open = new EnumMap<>(EpisodeKind.class);
  private int highest;
  private RequestTotals.@Nullable Requests requests;

  JvmTotals(WatchRecord.Jvm jvm) {
    this.jvm = jvm;
    for (WatchColumn column : WatchColumn.values()) {
      if (column.isSum()) {
        sums.put(column, 0L);
      }
    }
  }

  void add(WatchSecond second, RequestTotals.@Nullable Requests now) {
    second
        .values()
        .forEach((column, value) ->
            sums.merge(column, value, column.isSum() ? Long::sum : JvmTotals::last));
    requests = now;
  }

  private static Long last(Long before, Long now) {
    return now;
  }

  void add(Episode episode) {
    if (episode.number() > highest) {
      highest = episode.number();
      episodes.merge(episode.kind(), 1L, Long::sum);
    }
    Set<Integer> some = open.computeIfAbsent(episode.kind(), kind -> new HashSet<>());
    if (episode.endMs() == null) {
      some.add(episode.number());
    } else {
      some.remove(episode.number());
    }
  }

  /** How it stands now. */
  Now now() {
    Map<EpisodeKind, Integer> lasting = new EnumMap<>(EpisodeKind.class);
    open.forEach((kind, numbers) -> lasting.put(kind, numbers.size()));
    return new Now(jvm, new EnumMap<>(sums), new EnumMap<>(episodes), lasting, requests);
  }

  /**
   * What was seen. Not changed any more.
   *
   * @param jvm which
   * @param values sums since the start, and the last of what does not add up
   * @param episodes how many began
   * @param lasting how many last
   * @param requests of the access log; null without one
   */
  record Now(
      WatchRecord.Jvm jvm,
      Map<WatchColumn, Long> values,
      Map<EpisodeKind, Long> episodes,
      Map<EpisodeKind, Integer> lasting,
      RequestTotals.@Nullable Requests requests) {}
}
