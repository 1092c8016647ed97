package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Optional;

/** One pool that is sampled repeatedly, with its observations. For one thread. */
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

  /** Sets the known threads of the pool. */
  void members(List<Long> tids) {
    sleep.members(tids);
  }

  /** Whether the pool has more threads than known. */
  boolean isShort() {
    return sleep.isShort();
  }

  /** Whether untouched work is queued while a thread waits for work. */
  boolean isClose() {
    return intervals.isOpen();
  }

  /** Whether that was true for two or more samples. */
  boolean isLasting() {
    return intervals.isLasting();
  }

  /**
   * Takes one sample. The reading may take long, and its values are from some moment of it, so both
   * its ends are recorded.
   *
   * @return the sample; empty if unavailable
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

  /** Whether any sample was available. */
  boolean isSeen() {
    return seen;
  }

  /** The number of failed samples in a row, up to the last one. */
  int failures() {
    return failures;
  }

  /** The number of failed samples. */
  long lost() {
    return lost;
  }

  /** Ends the observation and returns its result. */
  ParkedIntervals.Result end() {
    return intervals.end();
  }
}
