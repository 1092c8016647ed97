package dev.foliot.service.watch;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.service.watch.FlightView.DirectBuffers;
import dev.foliot.service.watch.FlightView.PoolHang;
import dev.foliot.service.watch.FlightView.PoolResize;
import dev.foliot.service.watch.JvmEvents.Collected;
import dev.foliot.service.watch.JvmEvents.Pinned;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Sums a recording, event by event. One thread. */
final class FlightReader {
  private static final int MOST = 10_000;
  private static final int MOST_OF_THE_JVM = 100_000;
  private static final int LONGEST = 200;

  private final Instant start;
  private final List<PoolResize> resizes = new ArrayList<>();
  private final List<PoolHang> hangs = new ArrayList<>();
  private final List<DirectBuffers> directBuffers = new ArrayList<>();
  private final Deque<Collected> eachCollection = new ArrayDeque<>();
  private final Deque<Pinned> eachPinned = new ArrayDeque<>();
  private final Deque<Long> eachSubmitFailedNs = new ArrayDeque<>();
  private long collections;
  private long collectionNs;
  private long pauses;
  private long pauseNs;
  private long longestPauseNs;
  private long pinned;
  private long pinnedNs;
  private long submitFailed;
  private long more;

  private FlightReader(Instant start) {
    this.start = start;
  }

  /**
   * Reads a file of another process.
   *
   * @param start the time of the first sample; earlier events are left out, except direct buffers
   */
  static Reading<FlightView> read(Path file, Instant start) {
    FlightReader reader = new FlightReader(start);
    return FlightFile.read(file, RecordingReason.Recording.FLIGHT, reader::add, reader::view);
  }

  private void add(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (name.equals("jdk.DirectBufferStatistics")) {
      if (directBuffers.size() < MOST) {
        directBuffers.add(
            new DirectBuffers(
                event.getStartTime(), event.getLong("count"), event.getLong("memoryUsed")));
      }
    } else if (!event.getStartTime().isBefore(start)) {
      count(name, event);
    }
  }

  private void count(String name, RecordedEvent event) {
    long tookNs = event.getDuration().toNanos();
    long atNs = Duration.between(start, event.getStartTime()).toNanos();
    switch (name) {
      case "jdk.GarbageCollection" -> {
        collections++;
        collectionNs += tookNs;
        keepLast(eachCollection, collected(event, atNs, tookNs));
      }
      case "jdk.GCPhasePause" -> {
        pauses++;
        pauseNs += tookNs;
        longestPauseNs = Math.max(longestPauseNs, tookNs);
      }
      case "jdk.VirtualThreadPinned" -> {
        pinned++;
        pinnedNs += tookNs;
        keepLast(eachPinned, new Pinned(atNs, tookNs));
      }
      case "jdk.VirtualThreadSubmitFailed" -> {
        submitFailed++;
        keepLast(eachSubmitFailedNs, atNs);
      }
      case "foliot.PoolResize" ->
          keep(
              resizes,
              MOST,
              new PoolResize(
                  atNs,
                  Shown.text(event.getString("pool"), LONGEST),
                  event.getInt("from"),
                  event.getInt("to"),
                  Shown.text(event.getString("reason"), LONGEST)));
      case "foliot.PoolHang" ->
          keep(
              hangs,
              MOST,
              new PoolHang(
                  atNs,
                  Shown.text(event.getString("pool"), LONGEST),
                  event.getInt("running"),
                  event.getInt("queued"),
                  event.getDuration("oldestWait").toNanos()));
      default -> {
        // the recorder adds its own events to every file
      }
    }
  }

  private static Collected collected(RecordedEvent event, long atNs, long tookNs) {
    return new Collected(
        atNs,
        tookNs,
        event.getDuration("sumOfPauses").toNanos(),
        Shown.text(event.getString("name"), LONGEST),
        Shown.text(event.getString("cause"), LONGEST));
  }

  /** Drops the first ones, which belong to the warm-up. */
  private <T> void keepLast(Deque<T> all, T one) {
    if (all.size() == MOST_OF_THE_JVM) {
      all.removeFirst();
      more++;
    }
    all.addLast(one);
  }

  private <T> void keep(List<T> list, int most, T one) {
    if (list.size() < most) {
      list.add(one);
    } else {
      more++;
    }
  }

  private FlightView view() {
    return new FlightView(
        new FlightView.Collector(collections, collectionNs, pauses, pauseNs, longestPauseNs),
        new FlightView.VirtualThreads(pinned, pinnedNs, submitFailed),
        resizes,
        hangs,
        directBuffers,
        new JvmEvents(
            List.copyOf(eachCollection),
            List.copyOf(eachPinned),
            List.copyOf(eachSubmitFailedNs),
            more));
  }
}
