package dev.foliot.pool.micrometer;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.DurationSummary;
import dev.foliot.pool.PoolSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Meters of an {@link AdaptivePool}. Where Micrometer's own {@code ExecutorServiceMetrics} has a
 * meter for a {@code ThreadPoolExecutor}, the name, the unit and the meaning are the same, so that
 * dashboards fit. All have the tag {@code name} with the pool's name.
 *
 * <pre>{@code
 * DecisionCounts decisions = new DecisionCounts();
 * AdaptivePool pool = AdaptivePool.builder().name("web").listener(decisions).platform();
 * new AdaptivePoolMetrics(pool).counting(decisions).bindTo(registry);
 * }</pre>
 *
 * <p>The meters do not keep the pool from being collected. Immutable.
 */
public final class AdaptivePoolMetrics implements MeterBinder {
  private final AdaptivePool pool;
  private final Iterable<Tag> tags;
  private final @Nullable DecisionCounts decisions;

  /** Meters without further tags. */
  public AdaptivePoolMetrics(AdaptivePool pool) {
    this(pool, Tags.empty());
  }

  /** Meters with further tags. */
  public AdaptivePoolMetrics(AdaptivePool pool, Iterable<Tag> tags) {
    this(pool, tags, null);
  }

  private AdaptivePoolMetrics(
      AdaptivePool pool, Iterable<Tag> tags, @Nullable DecisionCounts decisions) {
    this.pool = pool;
    this.tags = tags;
    this.decisions = decisions;
  }

  /**
   * The same, and how often the pool was resized and hung.
   *
   * @param counts the listener that the pool was built with, or one that the listener tells
   */
  public AdaptivePoolMetrics counting(DecisionCounts counts) {
    return new AdaptivePoolMetrics(pool, tags, counts);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Tags all = Tags.concat(tags, "name", pool.snapshot().name());
    bindSizes(registry, all);
    bindTasks(registry, all);
    bindTimes(registry, all, "executor.queue.wait", "waited to begin", PoolSnapshot::queueWait);
    bindTimes(registry, all, "executor.task.time", "ran", PoolSnapshot::taskTime);
    if (decisions != null) {
      bindDecisions(registry, all, decisions);
    }
  }

  private void bindSizes(MeterRegistry registry, Tags all) {
    gauge("executor.pool.size", PoolSnapshot::threads, all)
        .description("The current number of threads, idle ones included")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    gauge("executor.pool.core", PoolSnapshot::minimum, all)
        .description("The least number of tasks that the pool may let run at once")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    gauge("executor.pool.max", PoolSnapshot::maximum, all)
        .description("The greatest number of tasks that the pool may let run at once")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    gauge("executor.pool.target", PoolSnapshot::size, all)
        .description("How many tasks may run at once, as the pool has decided")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    gauge("executor.active", PoolSnapshot::active, all)
        .description("How many tasks run")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
  }

  private void bindTasks(MeterRegistry registry, Tags all) {
    gauge("executor.queued", PoolSnapshot::queued, all)
        .description("How many tasks wait")
        .baseUnit(BaseUnits.TASKS)
        .register(registry);
    gauge("executor.throughput", PoolSnapshot::throughputPerS, all)
        .description("Tasks completed a second, over the last look of the pool's controller")
        .register(registry);
    counter("executor.submitted", PoolSnapshot::submitted, all)
        .description("How many tasks were accepted")
        .baseUnit(BaseUnits.TASKS)
        .register(registry);
    counter("executor.completed", PoolSnapshot::completed, all)
        .description("How many tasks ended")
        .baseUnit(BaseUnits.TASKS)
        .register(registry);
    counter("executor.rejected", PoolSnapshot::rejected, all)
        .description("How many tasks were rejected")
        .baseUnit(BaseUnits.TASKS)
        .register(registry);
  }

  /** As Micrometer names the percentiles that it computes itself. */
  private void bindTimes(
      MeterRegistry registry,
      Tags all,
      String name,
      String what,
      Function<PoolSnapshot, DurationSummary> times) {
    Function<AdaptivePool, DurationSummary> read = times.compose(AdaptivePool::snapshot);
    List<Percentile> percentiles =
        List.of(
            new Percentile("0.5", DurationSummary::p50Ns),
            new Percentile("0.9", DurationSummary::p90Ns),
            new Percentile("0.99", DurationSummary::p99Ns));
    for (Percentile percentile : percentiles) {
      timeGauge(name + ".percentile", read, percentile.read)
          .tags(all.and("phi", percentile.phi))
          .description("How long tasks " + what + ", over about the last minute")
          .register(registry);
    }
    timeGauge(name + ".max", read, DurationSummary::maxNs)
        .tags(all)
        .description("The longest that a task " + what + ", over about the last minute")
        .register(registry);
  }

  private static void bindDecisions(MeterRegistry registry, Tags all, DecisionCounts decisions) {
    FunctionCounter.builder("executor.pool.resizes", decisions, DecisionCounts::grown)
        .tags(all.and("direction", "up"))
        .description("How often the pool changed how many tasks may run at once")
        .register(registry);
    FunctionCounter.builder("executor.pool.resizes", decisions, DecisionCounts::shrunk)
        .tags(all.and("direction", "down"))
        .description("How often the pool changed how many tasks may run at once")
        .register(registry);
    FunctionCounter.builder("executor.pool.hangs", decisions, DecisionCounts::hangs)
        .tags(all)
        .description("How often tasks waited and none ended")
        .register(registry);
  }

  private Gauge.Builder<AdaptivePool> gauge(
      String name, ToDoubleFunction<PoolSnapshot> figure, Tags all) {
    return Gauge.builder(name, pool, present -> figure.applyAsDouble(present.snapshot())).tags(all);
  }

  private FunctionCounter.Builder<AdaptivePool> counter(
      String name, ToDoubleFunction<PoolSnapshot> figure, Tags all) {
    return FunctionCounter.builder(name, pool, present -> figure.applyAsDouble(present.snapshot()))
        .tags(all);
  }

  private TimeGauge.Builder<AdaptivePool> timeGauge(
      String name,
      Function<AdaptivePool, DurationSummary> times,
      ToLongFunction<DurationSummary> figure) {
    return TimeGauge.builder(
        name,
        pool,
        TimeUnit.NANOSECONDS,
        present -> (double) figure.applyAsLong(times.apply(present)));
  }

  private record Percentile(String phi, ToLongFunction<DurationSummary> read) {}
}
