package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.scheduler.WakeTrace;
import dev.foliot.linux.Reading;
import dev.foliot.load.Traffic;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.study.Metric;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.burn.BurnFork;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.shorttasks.ShortTasks;
import dev.foliot.text.StudyReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wake-ups of {@code burn} from the kernel's trace points, with permission: as root, with perf,
 * after {@code mount -t tracefs tracefs /sys/kernel/tracing}.
 */
@Tag("real-time")
@Tag("full")
final class TracedBurnTest {
  private static final long MS = 1_000_000;
  private static final double SLICE_US = 200_000;
  private static final long TASK_NS = 50_000;

  /** The minimum for a median. */
  private static final double ENOUGH = 20;

  private static final long PERF_S = 20;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"virtual", "fixed:cpus"})
  void shouldTraceTheWakeUpsOfWorkersOneByOne(String strategy) throws Exception {
    assumeTracing();

    ForkOutcome outcome =
        BurnFork.play(
                new ForkSetting(
                    plan(strategy).measured(0.5),
                    List.of(new Cell(0, 0, 1, 0)),
                    folder,
                    folder.resolve("burn.log"),
                    StudyProgress.NONE,
                    null,
                    ForkSetting.Keeper.NONE,
                    false),
                true)
            .getFirst();

    assertThat(outcome).isInstanceOf(ForkOutcome.Played.class);
    ForkOutcome.Played played = (ForkOutcome.Played) outcome;
    System.out.println(strategy + ": " + played.measures() + ", " + played.unavailable());
    Map<Metric, Double> measures = played.measures();
    assertThat(played.unavailable()).noneMatch(one -> one.is(StudyReason.WakeUpsUntraced.class));
    assertThat(measures).containsKeys(Metric.WAKE_UPS, Metric.WAKE_UP_MEAN, Metric.WAKE_UP_MAX);
    double count = Objects.requireNonNull(measures.get(Metric.WAKE_UPS));
    double meanUs = Objects.requireNonNull(measures.get(Metric.WAKE_UP_MEAN));
    double maxUs = Objects.requireNonNull(measures.get(Metric.WAKE_UP_MAX));
    // each covers at least one task, and the slice has some thousands
    assertThat(count).isBetween(1.0, 100_000.0);
    assertThat(meanUs).isBetween(0.1, maxUs);
    assertThat(maxUs).isLessThan(SLICE_US);
    assertThat(measures.containsKey(Metric.WAKE_UP_P50)).isEqualTo(count >= ENOUGH);
    if (count >= ENOUGH) {
      assertThat(measures.get(Metric.WAKE_UP_P50)).isBetween(0.1, maxUs);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).noneMatch(path -> path.getFileName().toString().startsWith("wake."));
    }
  }

  /** Whether perf itself can trace: a broken tracer must not look like a missing permission. */
  private void assumeTracing() throws IOException, InterruptedException {
    if (WakeTrace.program() instanceof Reading.Unavailable<Path> none) {
      abort(none.sentence());
    }
    Path perf = WakeTrace.program().toOptional().orElseThrow();
    Path log = folder.resolve("perf.log");
    Path data = folder.resolve("perf.data");
    Process record =
        new ProcessBuilder(
                perf.toString(),
                "record",
                "-a",
                "-o",
                data.toString(),
                "-e",
                "sched:sched_wakeup",
                "--",
                "true")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assumeTrue(record.waitFor(PERF_S, TimeUnit.SECONDS), "perf does not end");
    assumeTrue(record.exitValue() == 0, () -> said(log));
  }

  private static String said(Path log) {
    try {
      return "perf may not trace: " + Files.readString(log);
    } catch (IOException e) {
      return "perf may not trace";
    }
  }

  /** A warm-up that is long enough for a trace, and a short load. */
  private static StudyPlan plan(String strategy) {
    CpuPartition cpus = CpuPartition.here(Path.of("/")).toOptional().orElseThrow();
    int count = Math.min(2, BurnCpus.most(cpus));
    StepPlan step =
        new StepPlan(
            "burn, 0.05 ms",
            new Traffic.Closed(2 * count, 0),
            2 * count,
            new StepPlan.WarmUp(4_000 * MS, 2 * count),
            new StepPlan.Times(0, 500 * MS, 0, 100 * MS),
            new StepPlan.Program(StudyApp.BURN, count, TASK_NS),
            false);
    return new StudyPlan(
        new ShortTasks(),
        StudyForm.FULL,
        ArmPlan.builtIn(List.of(strategy), List.of(Jdk.current()), List.of()),
        List.of(step),
        new StudyPlan.Sample(1, 1),
        new StudyPlan.Machine(cpus, apps()),
        StudyPlan.Asked.usual(new ShortTasks()),
        StudyPlan.Origin.of(List.of("study")));
  }

  /** The class path of these tests; a module without classes has no folder for them. */
  private static ClassPath apps() {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    return new ClassPath(Stream.of(entries).map(Path::of).filter(Files::exists).toList());
  }
}
