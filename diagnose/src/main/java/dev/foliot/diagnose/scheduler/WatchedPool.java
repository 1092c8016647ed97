package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Optional;

/** One pool that is sampled again and again, and what was observed of it. For one thread. */
final class WatchedPool {
  private final NanoClock clock;
  private final SleepCheck sleep;
  private final ParkedIntervals intervals = new ParkedIntervals();
  private boolean seen;
  private int failures;
  private long lost;

  WatchedPool(NanoClock clock, PoolThreads threads) {
    this.clock = clock;
    sleep = new SleepCheck(threads);
  }

  /** All threads of the pool, as far as they are known. */
  void members(List<Long> tids) {
    sleep.members(tids);
  }

  /** Whether the pool had more threads than are known. */
  boolean isShort() {
    return sleep.isShort();
  }

  /** Whether work is there of which nothing was taken, and somebody waits for work. */
  boolean isClose() {
    return intervals.isOpen();
  }

  /** Whether that was so at two looks or more. */
  boolean isLasting() {
    return intervals.isLasting();
  }

  /**
   * Looks once. What was observed was so at some moment of the reading, which may take long: so
   * both its ends are noted.
   *
   * @return what was observed; empty where there was nothing to see
   */
  Optional<PoolSample> look(PoolSampler queues) {
    long beforeNs = clock.nanos();
    Reading<Optional<PoolSample>> read = queues.sample();
    long afterNs = clock.nanos();
    if (read instanceof Reading.Value<Optional<PoolSample>>(Optional<PoolSample> look)) {
      if (look.isPresent()) {
        seen = true;
        failures = 0;
        intervals.look(beforeNs, afterNs, look.get(), sleep);
      }
      return look;
    }
    intervals.gap();
    failures++;
    lost++;
    return Optional.empty();
  }

  /** Whether there was ever something to see. */
  boolean isSeen() {
    return seen;
  }

  /** How many looks in a row made no sense, the last ones. */
  int failures() {
    return failures;
  }

  /** How many looks made no sense. */
  long lost() {
    return lost;
  }

  /** Ends it, and tells. */
  ParkedIntervals.Result end() {
    return intervals.end();
  }
}
