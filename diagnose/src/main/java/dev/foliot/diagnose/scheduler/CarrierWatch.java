package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Samples the queues of virtual threads: rarely before their first use, then often. For one thread.
 */
final class CarrierWatch {
  /** After this number of failures in a row the sampling stops. */
  private static final int MOST_FAILURES = 200;

  private static final PoolThreads NOBODY = new Nobody();

  /** The interval between searches for unknown threads. */
  private static final long SEARCH_NS = 100_000_000;

  private final NanoClock clock;
  private final WatchedPool watched;
  private @Nullable Source source;
  private long searchedNs;
  private Optional<PoolSampler> pool = Optional.empty();
  private Optional<Reason> refusal = Optional.empty();
  private Optional<Reason> unknown = Optional.empty();
  private boolean old;

  /** Stands in for a missing source. */
  private static final class Nobody implements PoolThreads {
    @Override
    public Reading<ThreadState> stateOf(long tid) {
      return Reading.unavailable(new ProcessReason.NoProcess());
    }

    @Override
    public Reading<Long> onCpuNs(long tid) {
      return Reading.unavailable(new ProcessReason.NoProcess());
    }
  }

  /** Finds the pool. */
  interface Source extends PoolThreads {
    /** Whether the JDK supports virtual threads. */
    boolean isRecent();

    /** The pool; empty while none exists. To be asked repeatedly. */
    Reading<Optional<PoolSampler>> carriers();

    /** The ids of its threads. */
    Reading<List<Long>> carrierTids();
  }

  /** Samples a source; {@link #limits} reports a missing source. */
  CarrierWatch(Reading<Source> source, NanoClock clock) {
    this.clock = clock;
    watched = new WatchedPool(clock, source.<PoolThreads>map(one -> one).orElse(NOBODY));
    switch (source) {
      case Reading.Unavailable<Source> why ->
          refusal = Optional.of(limit(Examined.SLEEPING_CARRIERS, why));
      case Reading.Value<Source>(Source found) -> {
        this.source = found;
        find();
      }
    }
  }

  private void find() {
    if (source == null || old || pool.isPresent()) {
      return;
    }
    old = !source.isRecent();
    if (old) {
      return;
    }
    switch (source.carriers()) {
      case Reading.Unavailable<Optional<PoolSampler>> why ->
          refusal = Optional.of(limit(Examined.SLEEPING_CARRIERS, why));
      case Reading.Value<Optional<PoolSampler>>(Optional<PoolSampler> here) -> {
        pool = here;
        refusal = Optional.empty();
      }
    }
  }

  private void findThreads(Source from) {
    searchedNs = clock.nanos();
    switch (from.carrierTids()) {
      case Reading.Unavailable<List<Long>> why ->
          unknown = Optional.of(limit(Examined.CARRIER_THREADS, why));
      case Reading.Value<List<Long>>(List<Long> tids) -> {
        unknown = Optional.empty();
        watched.members(tids);
      }
    }
  }

  /** Whether virtual threads are used and readable, which justifies frequent samples. */
  boolean isWorthwhile() {
    return watched.isSeen() && watched.failures() < MOST_FAILURES;
  }

  /** Checks whether virtual threads are now in use. */
  void seldom() {
    find();
    if (!watched.isSeen()) {
      look();
    }
    if (source != null && watched.isSeen()) {
      findThreads(source);
    }
  }

  /** Takes one sample. */
  void look() {
    pool.ifPresent(watched::look);
    if (source != null && watched.isShort() && clock.nanos() - searchedNs >= SEARCH_NS) {
      findThreads(source);
    }
  }

  /** The observations; empty if virtual threads were unused or unreadable. */
  Optional<ParkedIntervals.Result> end() {
    return watched.isSeen() ? Optional.of(watched.end()) : Optional.empty();
  }

  /** A description of the examination if it found nothing. */
  Optional<String> nothing() {
    if (watched.isSeen() || watched.lost() > 0 || refusal.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        old ? "no virtual threads: they came with JDK 21" : "no virtual thread was started");
  }

  static Reason limit(Examined what, Reading.Unavailable<?> why) {
    return new ExaminationReason.NotExamined(what, "", why.why());
  }

  /** The limits of the examination. */
  List<Reason> limits() {
    if (refusal.isPresent()) {
      return List.of(refusal.get());
    }
    if (watched.isSeen() && unknown.isPresent()) {
      return List.of(unknown.get());
    }
    return watched.failures() >= MOST_FAILURES || (!watched.isSeen() && watched.lost() > 0)
        ? List.of(new SchedulerReason.CarriersLost())
        : List.of();
  }
}
