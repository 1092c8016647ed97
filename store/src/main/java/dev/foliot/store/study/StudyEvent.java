package dev.foliot.store.study;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A flight recorder event in a service's JVM: a line of {@code flight-events.csv}. Fields that an
 * event lacks are null, and its texts empty.
 *
 * @param atMs its start from the start of the measured load, in milliseconds; negative before
 * @param event its kind, one of {@link #KINDS}; newer versions may have more
 * @param durationNs its duration in nanoseconds: a collection with its concurrent work, or a
 *     virtual thread that blocked its carrier. For a hang, the wait of the first task
 * @param pauseNs the part that stopped the program for the collector
 * @param name name of the collector or the pool
 * @param pool the figures of a pool; {@link Pool#NONE} for other events
 * @param reason the collection's cause, or the pool's reason
 */
public record StudyEvent(
    double atMs,
    String event,
    @Nullable Long durationNs,
    @Nullable Long pauseNs,
    String name,
    Pool pool,
    String reason) {
  /**
   * The figures of a pool.
   *
   * @param from its size before
   * @param to its size after
   * @param running tasks that occupied all of its workers
   * @param queued tasks that waited for a worker
   */
  public record Pool(
      @Nullable Long from, @Nullable Long to, @Nullable Long running, @Nullable Long queued) {
    /** No pool. */
    public static final Pool NONE = new Pool(null, null, null, null);
  }

  /** A garbage collection. */
  public static final String COLLECTION = "collection";

  /** A virtual thread blocked its carrier for longer than 1 ms. */
  public static final String PINNED = "pinned";

  /** A virtual thread could not be handed to its scheduler. */
  public static final String SUBMIT_FAILED = "submit_failed";

  /** One of Foliot's pools changed its size. */
  public static final String POOL_RESIZE = "pool_resize";

  /** Tasks waited in a Foliot pool and none ended. */
  public static final String POOL_HANG = "pool_hang";

  /** All kinds; if room for events runs out, the first kinds have priority. */
  public static final List<String> KINDS =
      List.of(POOL_HANG, POOL_RESIZE, COLLECTION, SUBMIT_FAILED, PINNED);

  /** The greatest number kept of a fork. */
  public static final int MOST = 10_000;

  /** Checks that nothing is missing. */
  public StudyEvent {
    Copies.finite(atMs, "at_ms");
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(reason, "reason");
  }

  /** A {@link #COLLECTION}. */
  public static StudyEvent collection(
      double atMs, long durationNs, long pauseNs, String collector, String cause) {
    return new StudyEvent(atMs, COLLECTION, durationNs, pauseNs, collector, Pool.NONE, cause);
  }

  /** A virtual thread that was {@link #PINNED}. */
  public static StudyEvent pinned(double atMs, long durationNs) {
    return new StudyEvent(atMs, PINNED, durationNs, null, "", Pool.NONE, "");
  }

  /** A hand-over to the scheduler that failed: {@link #SUBMIT_FAILED}. */
  public static StudyEvent submitFailed(double atMs) {
    return new StudyEvent(atMs, SUBMIT_FAILED, null, null, "", Pool.NONE, "");
  }

  /** A {@link #POOL_RESIZE}. */
  public static StudyEvent resize(double atMs, String pool, long from, long to, String reason) {
    return new StudyEvent(
        atMs, POOL_RESIZE, null, null, pool, new Pool(from, to, null, null), reason);
  }

  /** A {@link #POOL_HANG}. */
  public static StudyEvent hang(
      double atMs, String pool, long running, long queued, long oldestWaitNs) {
    return new StudyEvent(
        atMs, POOL_HANG, oldestWaitNs, null, pool, new Pool(null, null, running, queued), "");
  }
}
