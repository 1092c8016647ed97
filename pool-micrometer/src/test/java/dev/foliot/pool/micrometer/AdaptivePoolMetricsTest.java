package dev.foliot.pool.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import dev.foliot.pool.Resize;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AdaptivePoolMetricsTest {
  private static final int TASKS = 40;
  private static final Resize UP = new Resize(Instant.EPOCH, 1, 2, "up");
  private static final Resize DOWN = new Resize(Instant.EPOCH, 2, 1, "down");

  private final AdaptivePool pool = new StubPool();
  private final MeterRegistry registry = new SimpleMeterRegistry();

  @ParameterizedTest
  @CsvSource({
    "executor.pool.size, 17",
    "executor.pool.core, 2",
    "executor.pool.max, 100",
    "executor.pool.target, 16",
    "executor.active, 15",
    "executor.queued, 4",
    "executor.throughput, 8.5"
  })
  void shouldGaugeWhatIsNow(String name, double expected) {
    new AdaptivePoolMetrics(pool).bindTo(registry);
    assertThat(registry.get(name).tag("name", "web").gauge().value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"executor.submitted, 50", "executor.completed, 45", "executor.rejected, 7"})
  void shouldCountWhatWas(String name, double expected) {
    new AdaptivePoolMetrics(pool).bindTo(registry);
    assertThat(registry.get(name).tag("name", "web").functionCounter().count()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "executor.queue.wait, 0.5, 1",
    "executor.queue.wait, 0.9, 2",
    "executor.queue.wait, 0.99, 3",
    "executor.task.time, 0.5, 5",
    "executor.task.time, 0.9, 6",
    "executor.task.time, 0.99, 7"
  })
  void shouldGaugePercentilesAsTimes(String name, String phi, double expectedMs) {
    new AdaptivePoolMetrics(pool).bindTo(registry);
    assertThat(
            registry
                .get(name + ".percentile")
                .tag("phi", phi)
                .timeGauge()
                .value(TimeUnit.MILLISECONDS))
        .isEqualTo(expectedMs, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"executor.queue.wait.max, 4", "executor.task.time.max, 8"})
  void shouldGaugeTheLongest(String name, double expectedMs) {
    new AdaptivePoolMetrics(pool).bindTo(registry);
    assertThat(registry.get(name).timeGauge().value(TimeUnit.MILLISECONDS))
        .isEqualTo(expectedMs, within(1e-9));
  }

  @Test
  void shouldCountDecisionsByDirection() {
    DecisionCounts counts = new DecisionCounts();
    new AdaptivePoolMetrics(pool).counting(counts).bindTo(registry);
    counts.resized(UP);
    counts.resized(UP);
    counts.resized(DOWN);
    counts.hung(new Hang(Instant.EPOCH, 1, 2, Duration.ZERO));
    assertThat(resizes("up")).isEqualTo(2);
    assertThat(resizes("down")).isEqualTo(1);
    assertThat(registry.get("executor.pool.hangs").functionCounter().count()).isEqualTo(1);
  }

  private double resizes(String direction) {
    return registry
        .get("executor.pool.resizes")
        .tags("name", "web", "direction", direction)
        .functionCounter()
        .count();
  }

  @Test
  void shouldNotCountDecisionsThatItIsNotToldOf() {
    new AdaptivePoolMetrics(pool).bindTo(registry);
    assertThat(registry.find("executor.pool.resizes").meters()).isEmpty();
    assertThat(registry.find("executor.pool.hangs").meters()).isEmpty();
  }

  @Test
  void shouldTellTheNextListener() {
    DecisionCounts next = new DecisionCounts();
    DecisionCounts counts = new DecisionCounts(next);
    counts.resized(UP);
    counts.resized(DOWN);
    counts.hung(new Hang(Instant.EPOCH, 1, 2, Duration.ZERO));
    assertThat(next.grown()).isEqualTo(1);
    assertThat(next.shrunk()).isEqualTo(1);
    assertThat(next.hangs()).isEqualTo(1);
  }

  @Test
  void shouldAddTags() {
    new AdaptivePoolMetrics(pool, Tags.of("zone", "a")).bindTo(registry);
    assertThat(registry.getMeters())
        .hasSize(20)
        .allSatisfy(meter -> {
          assertThat(meter.getId().getTag("zone")).isEqualTo("a");
          assertThat(meter.getId().getTag("name")).isEqualTo("web");
        });
  }

  @Test
  void shouldNumberPoolsOfOneName() {
    AdaptivePool second = new StubPool();
    new AdaptivePoolMetrics(pool).bindTo(registry);
    new AdaptivePoolMetrics(second).bindTo(registry);
    new AdaptivePoolMetrics(second, Tags.of("zone", "a")).bindTo(registry);
    assertThat(registry.find("executor.active").gauges())
        .extracting(gauge -> gauge.getId().getTag("name"))
        .containsExactlyInAnyOrder("web", "web (2)", "web");
    assertThat(registry.get("executor.active").tag("name", "web (2)").gauge().value())
        .isEqualTo(15);
  }

  @Test
  void shouldReadAllMetersFromOneSnapshotAndSoonFromAnother() {
    MockClock clock = new MockClock();
    MeterRegistry clocked = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    StubPool counted = new StubPool();
    new AdaptivePoolMetrics(counted).bindTo(clocked);
    int before = counted.snapshots();
    clocked.getMeters().forEach(meter -> meter.measure().forEach(Measurement::getValue));
    assertThat(counted.snapshots()).isEqualTo(before + 1);
    clock.add(Duration.ofMillis(100));
    assertThat(clocked.get("executor.active").gauge().value()).isEqualTo(15);
    assertThat(counted.snapshots()).isEqualTo(before + 2);
  }

  @Test
  void shouldHaveTheNamesThatPrometheusKnows() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new AdaptivePoolMetrics(pool).counting(new DecisionCounts()).bindTo(prometheus);
    assertThat(prometheus.scrape())
        .contains(
            "executor_pool_size_threads{name=\"web\"} 17.0",
            "executor_pool_core_threads{name=\"web\"} 2.0",
            "executor_pool_max_threads{name=\"web\"} 100.0",
            "executor_pool_target_threads{name=\"web\"} 16.0",
            "executor_active_threads{name=\"web\"} 15.0",
            "executor_queued_tasks{name=\"web\"} 4.0",
            "executor_completed_tasks_total{name=\"web\"} 45.0",
            "executor_pool_resizes_total{direction=\"up\",name=\"web\"} 0.0",
            "executor_queue_wait_percentile_seconds{name=\"web\",phi=\"0.99\"} 0.003",
            "executor_task_time_max_seconds{name=\"web\"} 0.008");
  }

  @Test
  void shouldMeterARealPool() throws Exception {
    DecisionCounts counts = new DecisionCounts();
    try (AdaptivePool real = AdaptivePool.builder().name("real").listener(counts).platform()) {
      new AdaptivePoolMetrics(real).counting(counts).bindTo(registry);
      CountDownLatch all = new CountDownLatch(TASKS);
      // Each waits for all others, so the pool must grow.
      List<Callable<Void>> tasks =
          Collections.nCopies(
              TASKS,
              () -> {
                all.countDown();
                all.await();
                return null;
              });
      for (Future<Void> task : real.invokeAll(tasks)) {
        task.get();
      }
    }
    // It has terminated, so all is counted.
    assertThat(registry.get("executor.completed").functionCounter().count()).isEqualTo(TASKS);
    assertThat(registry.get("executor.submitted").functionCounter().count()).isEqualTo(TASKS);
    assertThat(registry.get("executor.active").gauge().value()).isZero();
    assertThat(registry.get("executor.pool.size").gauge().value()).isZero();
    assertThat(registry.get("executor.task.time.max").timeGauge().value()).isPositive();
    assertThat(
            registry.get("executor.pool.resizes").tag("direction", "up").functionCounter().count())
        .isPositive();
  }

  @Test
  void shouldNotKeepADroppedPool() {
    WeakReference<AdaptivePool> dropped = bindAndDrop();
    while (!dropped.refersTo(null)) {
      System.gc();
    }
    assertThat(registry.get("executor.active").gauge().value()).isNaN();
  }

  private WeakReference<AdaptivePool> bindAndDrop() {
    AdaptivePool other = new StubPool();
    new AdaptivePoolMetrics(other).bindTo(registry);
    return new WeakReference<>(other);
  }
}
