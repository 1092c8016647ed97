package dev.foliot.store.watch;

import dev.foliot.store.explain.Stop;
import java.util.List;
import java.util.Objects;

/** A piece of a watch's log. Immutable. */
public sealed interface WatchFrame {
  /** When it was, in milliseconds since 1970: its end. */
  long epochMs();

  /**
   * Readings.
   *
   * @param seconds in order, not empty
   */
  record Seconds(List<WatchSecond> seconds) implements WatchFrame {
    /** Keeps a copy. */
    public Seconds {
      seconds = List.copyOf(seconds);
      if (seconds.isEmpty()) {
        throw new IllegalArgumentException("no seconds");
      }
    }

    @Override
    public long epochMs() {
      return seconds.getLast().epochS() * 1_000;
    }
  }

  /**
   * Stops.
   *
   * @param stops with times in nanoseconds since 1970; not empty
   */
  record Stops(List<Stop> stops) implements WatchFrame {
    /** Keeps a copy. */
    public Stops {
      stops = List.copyOf(stops);
      if (stops.isEmpty()) {
        throw new IllegalArgumentException("no stops");
      }
    }

    @Override
    public long epochMs() {
      return stops.stream().mapToLong(Stop::endNs).max().orElseThrow() / 1_000_000;
    }
  }

  /**
   * An episode as it began, ended, or was diagnosed; the last one of a number holds.
   *
   * @param epochMs when it was written
   */
  record Changed(long epochMs, Episode episode) implements WatchFrame {}

  /** The requests of a minute. */
  record Requests(RequestMinute minute) implements WatchFrame {
    @Override
    public long epochMs() {
      return minute.epochMs();
    }
  }

  /**
   * Something about the watch itself: a clock that stepped, a time in which nothing was recorded.
   *
   * @param text in a sentence
   */
  record Note(long epochMs, String text) implements WatchFrame {
    /** Checks that nothing is missing. */
    public Note {
      Objects.requireNonNull(text, "text");
    }
  }
}
