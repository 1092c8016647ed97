package dev.foliot.watch;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLog;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.text.Numbers;
import dev.foliot.watch.episode.EpisodeFinder;
import dev.foliot.watch.read.JvmReader;
import dev.foliot.watch.requests.RequestWatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JVM of a watch: what is read of it goes to its log and to its episodes. One thread. */
final class WatchedJvm {
  private static final int WRITE_S = 10;
  private static final int MOST_STOPS = 200;
  private static final int MOST_EPISODES = 1_000;

  /** Shorter stops of the whole JVM, and shorter waits of threads, only count in the sums. */
  private static final long LEAST_STOP_NS = 1_000_000;

  private static final long LEAST_WAIT_NS = 5_000_000;

  private final WatchRecord.Jvm jvm;
  private final JvmReader reader;
  private final WatchLog log;
  private final EpisodeFinder finder;
  private final WatchRun.Listener listener;
  private final @Nullable RequestWatch requests;
  private final List<WatchSecond> seconds = new ArrayList<>();
  private final List<Stop> stops = new ArrayList<>();
  private final Map<Integer, Episode> episodes = new LinkedHashMap<>();
  private long nextNs = Long.MIN_VALUE;
  private long silentMs;
  private int events;

  WatchedJvm(
      WatchRecord.Jvm jvm,
      JvmReader reader,
      WatchLog log,
      long startedMs,
      @Nullable RequestWatch requests,
      WatchRun.Listener listener) {
    this.jvm = jvm;
    this.reader = reader;
    this.log = log;
    this.listener = listener;
    this.requests = requests;
    this.finder = new EpisodeFinder(startedMs, 1);
  }

  WatchRecord.Jvm jvm() {
    return jvm;
  }

  boolean isAlive() {
    return reader.isAlive();
  }

  /** When to look next, in {@link System#nanoTime}'s terms. */
  long nextNs() {
    return nextNs;
  }

  /**
   * Looks for stops, if it is time.
   *
   * @param offsetNs from those terms to nanoseconds since 1970
   */
  void look(long nowNs, long offsetNs) {
    if (nowNs < nextNs) {
      return;
    }
    nextNs = reader.look(nowNs);
    for (Stop stop : reader.takeStops()) {
      Stop then =
          new Stop(
              stop.startNs() + offsetNs,
              stop.endNs() + offsetNs,
              stop.lengthNs(),
              stop.errorNs(),
              stop.kind(),
              stop.detail());
      boolean isOfJvm = StopKind.OF_JVM.contains(then.kind());
      if (then.lengthNs() >= (isOfJvm ? LEAST_STOP_NS : LEAST_WAIT_NS)) {
        stops.add(then);
        if (requests != null) {
          requests.stop(then);
        }
      }
      finder.stop(then).ifPresent(episode -> changed((nowNs + offsetNs) / 1_000_000, episode));
    }
  }

  /**
   * Reads the figures of the second that ends now.
   *
   * @return the episodes that began since the last second
   */
  List<Episode> second(long nowMs) {
    WatchSecond second = withRequests(nowMs, reader.second(nowMs / 1_000));
    seconds.add(second);
    listener.second(jvm, second, requests == null ? null : requests.totals());
    List<Episode> begun = new ArrayList<>();
    int before = events;
    for (Episode episode : finder.second(second)) {
      changed(nowMs, episode);
      if (episode.endMs() == null) {
        begun.add(episode);
      }
    }
    if (before == events && begun.isEmpty()) {
      episodes.values().stream()
          .filter(one -> one.kind() == EpisodeKind.STOP && one.found() == null)
          .filter(one -> nowMs - one.startMs() < 2_000)
          .forEach(begun::add);
    }
    if (seconds.size() >= WRITE_S) {
      flush();
    }
    return begun;
  }

  private WatchSecond withRequests(long nowMs, WatchSecond second) {
    if (requests == null) {
      return second;
    }
    Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
    values.putAll(second.values());
    if (second.has(WatchColumn.BLOCKED)) {
      requests.blocked(second.epochS(), second.value(WatchColumn.BLOCKED));
    }
    requests.waitedForCpu(second.epochS(), second.value(WatchColumn.RUN_QUEUE_NS));
    requests.second(nowMs, values).ifPresent(listener::note);
    requests.minute(nowMs).ifPresent(minute -> write(new WatchFrame.Requests(minute)));
    return new WatchSecond(second.epochS(), values);
  }

  private void flush() {
    if (!seconds.isEmpty()) {
      write(new WatchFrame.Seconds(seconds));
      seconds.clear();
    }
    if (!stops.isEmpty()) {
      List<Stop> longest =
          stops.stream()
              .sorted(Comparator.comparingLong(Stop::lengthNs).reversed())
              .limit(MOST_STOPS)
              .sorted(Comparator.comparingLong(Stop::startNs))
              .toList();
      write(new WatchFrame.Stops(longest));
      stops.clear();
    }
  }

  /** Writes a frame; says when this begins to fail, and when it works again. */
  void write(WatchFrame frame) {
    boolean isWritten = log.add(frame);
    if (!isWritten && silentMs == 0) {
      silentMs = frame.epochMs();
      listener.note(
          "nothing is recorded of process "
              + jvm.pid()
              + " any more: "
              + log.trouble().orElse("its log cannot be written")
              + "; it goes on when there is room");
    } else if (isWritten && silentMs != 0) {
      String text =
          "recording goes on; nothing was kept for "
              + Numbers.duration((frame.epochMs() - silentMs) * 1e6);
      silentMs = 0;
      listener.note("process " + jvm.pid() + ": " + text);
      write(new WatchFrame.Note(frame.epochMs(), text));
    }
  }

  /** An episode began or ended. */
  void changed(long nowMs, Episode episode) {
    Episode known = episodes.get(episode.number());
    Episode.Found found = known == null ? null : known.found();
    Episode now = found == null ? episode : episode.found(found);
    if (episodes.size() == MOST_EPISODES) {
      episodes.remove(episodes.keySet().iterator().next());
    }
    episodes.put(now.number(), now);
    events++;
    write(new WatchFrame.Changed(nowMs, now));
    listener.episode(jvm, now);
  }

  /** Something that happened at one moment. */
  Episode event(EpisodeKind kind, long ms) {
    return new Episode(
        finder.take(), ms, ms, kind, Episode.Level.NONE, "process " + jvm.pid(), null);
  }

  /** A diagnosis of an episode has ended. */
  void found(long nowMs, int number, Episode.Found found) {
    Episode of = episodes.get(number);
    if (of != null) {
      changed(nowMs, of.found(found));
    }
  }

  /** Writes what is left. */
  WatchRecord.Jvm end(long nowMs) {
    finder.end(nowMs).forEach(episode -> changed(nowMs, episode));
    flush();
    if (requests != null) {
      requests.end(nowMs).forEach(minute -> write(new WatchFrame.Requests(minute)));
    }
    WatchRecord.Jvm ended = jvm.until(nowMs, reader.sources());
    log.close();
    reader.close();
    return ended;
  }
}
