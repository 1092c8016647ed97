package dev.foliot.study.watch;

import dev.foliot.service.watch.FlightView;
import dev.foliot.service.watch.FlightView.PoolHang;
import dev.foliot.service.watch.FlightView.PoolResize;
import dev.foliot.service.watch.JvmEvents.Collected;
import dev.foliot.service.watch.JvmEvents.Pinned;
import dev.foliot.store.study.StudyEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A flight recording as the lines of a fork's table. Stateless. */
public final class FlightRows {
  private static final double MS = 1e6;

  private FlightRows() {}

  /**
   * All events of a recording, in no order.
   *
   * @param seen null without a recording
   * @param zeroNs when the load began, from the first sample
   */
  public static List<StudyEvent> all(@Nullable FlightView seen, long zeroNs) {
    List<StudyEvent> all = new ArrayList<>();
    if (seen == null) {
      return all;
    }
    for (Collected one : seen.jvm().collections()) {
      double atMs = (one.atNs() - zeroNs) / MS;
      all.add(
          StudyEvent.collection(atMs, one.tookNs(), one.pausedNs(), one.collector(), one.cause()));
    }
    for (Pinned one : seen.jvm().pinned()) {
      all.add(StudyEvent.pinned((one.atNs() - zeroNs) / MS, one.tookNs()));
    }
    for (long atNs : seen.jvm().submitFailedNs()) {
      all.add(StudyEvent.submitFailed((atNs - zeroNs) / MS));
    }
    for (PoolResize one : seen.resizes()) {
      double atMs = (one.atNs() - zeroNs) / MS;
      all.add(StudyEvent.resize(atMs, one.pool(), one.from(), one.to(), one.reason()));
    }
    for (PoolHang one : seen.hangs()) {
      double atMs = (one.atNs() - zeroNs) / MS;
      all.add(StudyEvent.hang(atMs, one.pool(), one.running(), one.queued(), one.oldestWaitNs()));
    }
    return all;
  }

  /**
   * The events that a fork stores, in time order. Beyond the limit, rare kinds take precedence; the
   * last kind with room keeps its events under the load first, then earlier ones.
   */
  public static List<StudyEvent> kept(List<StudyEvent> all) {
    Comparator<StudyEvent> byRank = Comparator.comparingInt(FlightRows::rank);
    Comparator<StudyEvent> byTime = Comparator.comparingDouble(StudyEvent::atMs);
    return all.stream()
        .sorted(byRank.thenComparing(one -> one.atMs() < 0).thenComparing(byTime))
        .limit(StudyEvent.MOST)
        .sorted(byTime)
        .toList();
  }

  private static int rank(StudyEvent event) {
    return StudyEvent.KINDS.indexOf(event.event());
  }
}
