package dev.foliot.loadrun;

import dev.foliot.load.LiveSample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which form a receiver takes the figures of a running load. Immutable. */
interface PushForm {
  /** For people, as in {@code OTLP/HTTP}. */
  String label();

  /** What the body is, for the receiver. */
  Map<String, String> headers();

  /** The body of a push; null if there is nothing to send. */
  byte @Nullable [] body(Figures figures);

  /**
   * What requests have in common.
   *
   * @param error the kind of failure; empty for the answered ones
   */
  record Series(int round, String phase, String error) {}

  /**
   * How many requests of a series have ended.
   *
   * @param sinceMs when the first of them did
   * @param count since then
   * @param known how many the receiver knows of; -1 for a series that it does not know
   */
  record Sum(Series series, long sinceMs, long count, long known) {}

  /**
   * The latest figures.
   *
   * @param series of answered requests; what is measured belongs to its phase and round
   * @param sample the last one
   * @param responseMaxNs the maximum since the last push
   * @param lateMaxNs likewise, of the generator's lateness
   */
  record Gauges(Series series, LiveSample sample, long responseMaxNs, long lateMaxNs) {}

  /**
   * All figures of a push.
   *
   * @param nowMs in milliseconds since 1970
   * @param sums of all series
   * @param gauges null where nothing came since the last push; of the last push the latest
   * @param over those of phases that have ended, until the receiver knows it
   * @param isLast whether no push follows
   */
  record Figures(
      long nowMs, List<Sum> sums, @Nullable Gauges gauges, List<Gauges> over, boolean isLast) {
    /** Keeps copies. */
    public Figures {
      sums = List.copyOf(sums);
      over = List.copyOf(over);
    }
  }
}
