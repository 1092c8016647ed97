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
 * Meters of an {@link AdaptivePool}. Names, units and meanings match the meters of Micrometer's
 * {@code ExecutorServiceMetrics} for a {@code ThreadPoolExecutor}, where it has one. Existing
 * dashboards fit. All have the tag {@code name} with the pool's name.
 *
 * <pre>{@code
 * DecisionCounts decisions = new DecisionCounts();
 * AdaptivePool pool = AdaptivePool.builder().name("web").listener(decisions).platform();
 * new AdaptivePoolMetrics(pool).counting(decisions).bindTo(registry);
 * }</pre>
 *
 * <p>If two pools in one registry share a name, the second tag gets a number, as in {@code web
 * (2)}. Micrometer keeps the meters of a collected pool, and its name stays taken.
 *
 * <p>A registry reads all meters one after the other. Reads within 100 ms of the registry's clock
 * share one snapshot.
 *
 * <p>The meters do not prevent the pool's collection. Immutable.
 */
public final class AdaptivePoolMetrics implements MeterBinder {
  private static final String TARGET = "executor.pool.target";

  /** Held while a name is searched and claimed. */
  private static final Object NAMES = new Object();

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
   * Adds the counts of resizes and hangs.
   *
   * @param counts the pool's own listener, or one that it calls
   */
  public AdaptivePoolMetrics counting(DecisionCounts counts) {
    return new AdaptivePoolMetrics(pool, tags, counts);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    synchronized (NAMES) {
      Tags all = Tags.concat(tags, "name", freeName(registry));
      Binding binding = new Binding(registry, pool, new SharedSnapshot(registry), all);
      bindSizes(binding);
      bindTasks(binding);
      bindTimes(
          binding,
          "executor.queue.wait",
          "waited to begin",
          snapshot -> snapshot.times().queueWait());
      bindTimes(binding, "executor.task.time", "ran", snapshot -> snapshot.times().taskTime());
      if (decisions != null) {
        bindDecisions(registry, all, decisions);
      }
    }
  }

  /** The pool's name, numbered if the registry has meters of another pool with it. */
  private String freeName(MeterRegistry registry) {
    String name = pool.snapshot().name();
    String unique = name;
    for (int number = 2; isTaken(registry, unique); number++) {
      unique = name + " (" + number + ")";
    }
    return unique;
  }

  private boolean isTaken(MeterRegistry registry, String name) {
    return registry.find(TARGET).tags(Tags.concat(tags, "name", name)).gauge() != null;
  }

  private static void bindSizes(Binding to) {
    to.gauge("executor.pool.size", PoolSnapshot::threads)
        .description("The current number of threads, idle ones included")
        .baseUnit(BaseUnits.THREADS)
        .register(to.registry);
    to.gauge("executor.pool.core", snapshot -> snapshot.limits().minimum())
        .description("The least number of tasks that the pool may let run at once")
        .baseUnit(BaseUnits.THREADS)
        .register(to.registry);
    to.gauge("executor.pool.max", snapshot -> snapshot.limits().maximum())
        .description("The greatest number of tasks that the pool may let run at once")
        .baseUnit(BaseUnits.THREADS)
        .register(to.registry);
    to.gauge(TARGET, PoolSnapshot::size)
        .description("How many tasks may run at once, as the pool has decided")
        .baseUnit(BaseUnits.THREADS)
        .register(to.registry);
    to.gauge("executor.active", snapshot -> snapshot.tasks().active())
        .description("How many tasks run")
        .baseUnit(BaseUnits.THREADS)
        .register(to.registry);
  }

  private static void bindTasks(Binding to) {
    to.gauge("executor.queued", snapshot -> snapshot.tasks().queued())
        .description("How many tasks wait")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
    to.gauge("executor.throughput", snapshot -> snapshot.tasks().throughputPerS())
        .description("Tasks completed a second, over the last look of the pool's controller")
        .register(to.registry);
    to.counter("executor.submitted", snapshot -> snapshot.tasks().submitted())
        .description("How many tasks were accepted")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
    to.counter("executor.completed", snapshot -> snapshot.tasks().completed())
        .description("How many tasks ended")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
    to.counter("executor.failed", snapshot -> snapshot.tasks().failed())
        .description("How many of the completed tasks failed")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
    to.counter("executor.rejected", snapshot -> snapshot.tasks().rejected())
        .description("How many tasks were rejected")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
    to.counter("executor.expired", snapshot -> snapshot.tasks().expired())
        .description("How many tasks waited too long and did not run")
        .baseUnit(BaseUnits.TASKS)
        .register(to.registry);
  }

  /** Names percentiles as Micrometer does. */
  private static void bindTimes(
      Binding to, String name, String what, Function<PoolSnapshot, DurationSummary> times) {
    List<Percentile> percentiles =
        List.of(
            new Percentile("0.5", DurationSummary::p50Ns),
            new Percentile("0.9", DurationSummary::p90Ns),
            new Percentile("0.99", DurationSummary::p99Ns));
    for (Percentile percentile : percentiles) {
      to.timeGauge(name + ".percentile", times, percentile.read)
          .tags(to.tags.and("phi", percentile.phi))
          .description("How long tasks " + what + ", over about the last minute")
          .register(to.registry);
    }
    to.timeGauge(name + ".max", times, DurationSummary::maxNs)
        .tags(to.tags)
        .description("The longest that a task " + what + ", over about the last minute")
        .register(to.registry);
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

  /** The destination of a pool's meters, and their source. */
  private record Binding(
      MeterRegistry registry, AdaptivePool pool, SharedSnapshot snapshot, Tags tags) {
    Gauge.Builder<AdaptivePool> gauge(String name, ToDoubleFunction<PoolSnapshot> figure) {
      SharedSnapshot from = snapshot; // a meter that holds this record would hold the pool
      return Gauge.builder(name, pool, present -> figure.applyAsDouble(from.of(present)))
          .tags(tags);
    }

    FunctionCounter.Builder<AdaptivePool> counter(
        String name, ToDoubleFunction<PoolSnapshot> figure) {
      SharedSnapshot from = snapshot;
      return FunctionCounter.builder(name, pool, present -> figure.applyAsDouble(from.of(present)))
          .tags(tags);
    }

    TimeGauge.Builder<AdaptivePool> timeGauge(
        String name,
        Function<PoolSnapshot, DurationSummary> times,
        ToLongFunction<DurationSummary> figure) {
      SharedSnapshot from = snapshot;
      return TimeGauge.builder(
          name,
          pool,
          TimeUnit.NANOSECONDS,
          present -> (double) figure.applyAsLong(times.apply(from.of(present))));
    }
  }

  private record Percentile(String phi, ToLongFunction<DurationSummary> read) {}
}
