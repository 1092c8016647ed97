package dev.foliot.study.burn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.bench.Kind;
import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.diagnose.scheduler.Traced;
import dev.foliot.diagnose.scheduler.WakeWaits;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.KernelView;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudySample;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.study.shorttasks.ShortTasks;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BurnReadingTest {
  private static final Reason NOT_MOUNTED = new CountersReason.TracingNotMounted("/sys");
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;

  /** Its output, shortened. */
  private static final String WHOLE =
      """
      {"app":"burn","steps_per_ns":0.45,"start_nano_time":5000000000,"duration_ns":1000000000,
       "tasks":20000,"cpu_cores":1.5,"cpu_ns_per_task":75000.0,
       "process_cpu_ns":1700000000,
       "queue_wait":{"unit":"ns","bucket_ns":[100,200],"bucket_counts":[15000,5000]},
       "response":{"unit":"ns","bucket_ns":[50000,90000],"bucket_counts":[15000,5000]},
       "parked":{"queued_share":0.5,"parked_while_queued_share":0.125,"longest_us":12000},
       "intervals":[INTERVALS]}
      """;

  @TempDir private Path folder;

  private final StudyPlan plan = StudyPlans.plan(new ShortTasks(), StudyForm.QUICK, 1, "virtual");
  private final Cell cell = new Cell(0, 1, 1, 0);

  private BurnResult told(String text) throws IOException {
    return BurnResult.read(Files.writeString(folder.resolve("burn.json"), text));
  }

  private static String whole(int... tasks) {
    return WHOLE.replace(
        "INTERVALS",
        IntStream.range(0, tasks.length)
            .mapToObj(i ->
                "{\"from_ns\":%d,\"to_ns\":%d,\"tasks\":%d}"
                    .formatted(i * (50 * MS), (i + 1) * (50 * MS), tasks[i]))
            .collect(Collectors.joining(",")));
  }

  private static int[] even(int tasks) {
    return IntStream.range(0, 20).map(i -> tasks + i % 2).toArray();
  }

  /** Samples every 250 ms, the first a second before the load. */
  private static BurnReading.Watch watch(@Nullable Reading<WakeWaits> wakes) {
    List<StudySample> samples =
        IntStream.range(0, 9)
            .mapToObj(i ->
                new StudySample(
                    i * (250 * MS) / 1e6,
                    new StudySample.Sums(
                        i * (300 * MS), i * (75 * MS), i * 900L, i * 100L, i * (50 * MS), 0, 0),
                    new StudySample.Now(1, 20, 2, 100_000_000)))
            .toList();
    return new BurnReading.Watch(
        new Watched(
            samples,
            List.of(),
            Reading.unavailable(new ServiceReason.NotAsked()),
            Reading.unavailable(new ServiceReason.NotAsked()),
            true),
        START - 1_000 * MS,
        wakes == null ? null : wakes.map(waits -> traced(waits, Optional.empty())));
  }

  private static Traced<String> traced(WakeWaits waits, Optional<Reason> partial) {
    return new Traced<>(Map.of("virtual", waits), partial);
  }

  private static KernelView kernel(double steal) {
    return new KernelView(null, null, null, null, steal, 0L, 0L, List.of());
  }

  private ForkOutcome.Played played(String text, double steal) throws IOException {
    return played(text, steal, null);
  }

  private ForkOutcome.Played played(String text, double steal, @Nullable Reading<WakeWaits> wakes)
      throws IOException {
    return new BurnReading(plan.steps().get(1), told(text), watch(wakes), kernel(steal))
        .outcome(1_700_000_000_000L, List.of());
  }

  @Test
  void shouldTellWakeUpsOneByOneWhereThatIsPermitted() throws IOException {
    WakeWaits waits = new WakeWaits(1_700, 12_500, 9_000, 90_000, 1_000_000);

    ForkOutcome.Played played = played(whole(even(1_000)), 0, Reading.of(waits));

    assertThat(played.measures())
        .containsEntry(Metric.WAKE_UPS, 1_700.0)
        .containsEntry(Metric.WAKE_UP_MEAN, 12.5)
        .containsEntry(Metric.WAKE_UP_P50, 9.0)
        .containsEntry(Metric.WAKE_UP_P99, 90.0)
        .containsEntry(Metric.WAKE_UP_MAX, 1_000.0);
    assertThat(played.unavailable()).isEmpty();
    assertThat(played(whole(even(1_000)), 0, Reading.unavailable(NOT_MOUNTED)).unavailable())
        .containsExactly(new StudyReason.WakeUpsUntraced(NOT_MOUNTED));
  }

  @Test
  void shouldSayThatTheTraceWasCut() throws IOException {
    WakeWaits waits = new WakeWaits(1_700, 12_500, 9_000, 90_000, 1_000_000);
    BurnReading.Watch whole = watch(null);
    BurnReading.Watch cut =
        new BurnReading.Watch(
            whole.watched(),
            whole.startNanoTime(),
            Reading.of(traced(waits, Optional.of(new SchedulerReason.TraceCut(32)))));

    ForkOutcome.Played played =
        new BurnReading(plan.steps().get(1), told(whole(even(1_000))), cut, kernel(0))
            .outcome(1_700_000_000_000L, List.of());

    assertThat(played.measures()).containsEntry(Metric.WAKE_UPS, 1_700.0);
    assertThat(played.unavailable())
        .containsExactly(new StudyReason.WakeUpsCut(new SchedulerReason.TraceCut(32)));
  }

  @Test
  void shouldTellNoPercentileOfAHandfulOfWakeUps() throws IOException {
    WakeWaits some = new WakeWaits(29, 35_400, 9_000, 800_000, 800_000);
    ForkOutcome.Played played = played(whole(even(1_000)), 0, Reading.of(some));
    assertThat(played.measures())
        .containsEntry(Metric.WAKE_UP_P50, 9.0)
        .containsEntry(Metric.WAKE_UP_MAX, 800.0)
        .doesNotContainKey(Metric.WAKE_UP_P99);
    assertThat(played.unavailable()).containsExactly(new StudyReason.FewWakeUps(29, 1_000));

    WakeWaits few = new WakeWaits(7, 35_400, 9_000, 800_000, 800_000);
    assertThat(played(whole(even(1_000)), 0, Reading.of(few)).measures())
        .containsEntry(Metric.WAKE_UP_MEAN, 35.4)
        .doesNotContainKeys(Metric.WAKE_UP_P50, Metric.WAKE_UP_P99);
  }

  @Test
  void shouldReadAPointOffBurn() throws IOException {
    ForkOutcome.Played played = played(whole(even(1_000)), 0);
    StudyPoint point = ForkReading.point(plan, cell, played);

    assertThat(point.throughputPerS()).isEqualTo(20_000);
    assertThat(point.cpuCores()).isCloseTo(1.5, within(1e-9));
    assertThat(point.measures().byLabel())
        .containsEntry(Metric.TASKS.label(), 20_000.0)
        .containsEntry(Metric.CPU_PER_TASK.label(), 75.0)
        .containsEntry(Metric.STEPS_PER_NS.label(), 0.45)
        .containsEntry(Metric.PARKED_SHARE.label(), 0.125)
        .containsEntry(Metric.LONGEST_PARKED.label(), 12_000.0)
        .containsEntry(Metric.PREEMPTED_SHARE.label(), 0.1)
        .containsEntry(Metric.WAKE_WAIT_MEAN.label(), 50.0)
        .containsEntry(Metric.CPUS.label(), 2.0);
    assertThat(point.response().count()).isEqualTo(20_000);
    assertThat(point.response().p50()).isBetween(50_000L, 50_100L);
    assertThat(point.response().p99()).isNull();
    assertThat(point.response().insufficient()).containsKeys("p90", "p99", "p99_9", "p99_99");
    assertThat(point.threads()).isEqualTo(20);
    assertThat(point.unavailable()).isEmpty();
    assertThat(point.validity().verdict()).isEqualTo(Verdict.VALID);
    assertThat(played.work().figures(Kind.BACKLOG).count()).isEqualTo(20_000);
    assertThat(played.course().intervals()).hasSize(20);
    assertThat(played.course().intervals().getFirst().throughputPerS()).isEqualTo(20_000);
    assertThat(played.course().samples().getFirst().atMs()).isEqualTo(-1_000);
  }

  @Test
  void shouldBeSuspectWhereTheHypervisorTookTimeOrThroughputChanged() throws IOException {
    assertThat(played(whole(even(1_000)), 0.02).work().validity().reasonCodes())
        .containsExactly(new LoadReason.Steal(0.02));
    int[] falling = IntStream.range(0, 40).map(i -> i < 32 ? 1_000 + i % 2 : 300 + i).toArray();
    assertThat(played(whole(falling), 0).work().validity().reasonCodes())
        .containsExactly(new StudyReason.TasksNeverSteady());
  }

  /** The warm-up is short of the level that the load has from its middle on. */
  @Test
  void shouldBeSuspectWhereItStillWarmedUpUnderTheLoad() throws IOException {
    int[] rising = IntStream.range(0, 40).map(i -> i < 16 ? 700 + i % 2 : 1_000 + i % 2).toArray();
    String result =
        whole(rising)
            .replace(
                "\"intervals\":",
                "\"warmup_intervals\":[{\"from_ns\":-50000000,\"to_ns\":0,\"tasks\":700}],"
                    + "\"intervals\":");
    StudyPlan long2s =
        plan.withSteps(
            plan.steps().stream()
                .map(step -> TaskLoads.burn(2, 4, 50_000, new TaskLoads.Length(MS, MS, 2_000 * MS)))
                .toList());

    ForkOutcome.Played played = played(result, 0);
    StudyPoint point = ForkReading.point(long2s, cell, played);

    assertThat(played.course().intervals()).hasSize(41);
    assertThat(played.course().intervals().getFirst().startMs()).isEqualTo(-50);
    assertThat(point.validity().verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(point.validity().reasonCodes()).contains(new StudyReason.NotSteady(1.5));
  }

  @Test
  void shouldBeInvalidWithoutATask() throws IOException {
    String none = whole(even(0)).replace("\"tasks\":20000", "\"tasks\":0");

    StudyPoint point = ForkReading.point(plan, cell, played(none, 0));

    assertThat(point.validity().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(point.validity().reasonCodes()).containsExactly(new StudyReason.NoTask());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | it is no JSON",
        "{} | it has no number 'steps_per_ns'",
        "{\"steps_per_ns\":1,\"start_nano_time\":1.5} | it has no whole number 'start_nano_time'",
      })
  void shouldSayWhatIsWrongWithAResult(String text, String message) {
    assertThatThrownBy(() -> told(text)).isInstanceOf(IOException.class).hasMessage(message);
  }

  @Test
  void shouldSayThatThereIsNoResult() {
    assertThatThrownBy(() -> BurnResult.read(folder.resolve("nothing")))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{}", "{\"steps_per_ns\":0}", "{\"steps_per_ns\":\"x\"}"})
  void shouldRefuseACalibrationThatIsNone(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("calibration.json"), text);
    assertThatThrownBy(() -> Calibration.read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldHandACalibrationOn() throws IOException {
    Path file =
        Files.writeString(folder.resolve("calibration.json"), "{\"steps_per_ns\":0.456789}");
    assertThat(Calibration.read(file).stepsPerNs()).isEqualTo(0.456789);
    assertThat(Calibration.isNeeded(plan)).isTrue();
    assertThat(Calibration.isNeeded(StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, "virtual")))
        .isFalse();
  }
}
