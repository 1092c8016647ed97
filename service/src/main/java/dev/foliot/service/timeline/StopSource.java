package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.StopKind;

/** A place where stops can be seen. One thread. */
public interface StopSource extends AutoCloseable {
  /** As in {@code safepoints and collections}. */
  String name();

  /** How long to wait from one reading to the next, in nanoseconds. */
  long everyNs();

  /**
   * The same while a process is watched for long and nothing happens: lengths stay exact, and the
   * places of stops become less so.
   */
  default long calmNs() {
    return CALM_NS;
  }

  /** Ten times a second. */
  long CALM_NS = 100_000_000;

  /**
   * Reads it.
   *
   * @param sinceNs the time of the reading before, in {@link System#nanoTime}'s terms
   * @param nowNs the time of this reading
   * @return unavailable where it cannot be read, now and later
   */
  Reading<Boolean> read(long sinceNs, long nowNs, Sink sink);

  /** Closes what it holds. */
  @Override
  default void close() {}

  /** Takes what a reading shows. */
  interface Sink {
    /**
     * A stop.
     *
     * @param startNs its start
     * @param endNs its end
     * @param lengthNs its length, where start and end only bound it
     * @param errorNs how far start and end may be off
     */
    void stop(long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail);
  }
}
