package dev.foliot.linux.perf;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.foliot.linux.LiveThread;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.reason.ProcessReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Against the live kernel: skipped, with the reason, where it allows no perf events. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class CpuSamplerTest {
  private static final Path LIVE = Path.of("/");
  private static final long PID = ProcessHandle.current().pid();
  private static final long BUSY_NS = 20_000_000;
  private static final int NO_THREAD = (1 << 22) + 1;
  private static final Duration WINDOW = Duration.ofMillis(400);

  @BeforeEach
  void assume() {
    if (PerfProbe.counts(PerfEvent.Software.CPU_CLOCK) instanceof Reading.Unavailable<Long> none) {
      abort("no perf events here: " + none.sentence());
    }
  }

  private static List<CpuSampler.Sample> sample(List<Integer> tids, int perSecond) {
    return value(CpuSampler.sample(LIVE, PID, tids, WINDOW, perSecond)).samples();
  }

  private static LiveThread spinner(AtomicBoolean ended) throws Exception {
    return LiveThread.start(
        "foliot-spinner",
        self -> {
          while (!ended.get()) {
            Thread.onSpinWait();
          }
        });
  }

  @Test
  void shouldSeeWhereABusyThreadIsAndNoIdleOne() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch end = new CountDownLatch(1);
    LiveThread busy = spinner(ended);
    LiveThread idle = LiveThread.start("foliot-idle", self -> end.await());
    try {
      int tid = (int) busy.tid();
      List<CpuSampler.Sample> samples = sample(List.of(NO_THREAD, (int) idle.tid(), tid), 1_000);
      // A busy machine gives it little.
      assertThat(samples).hasSizeBetween(5, 500);
      assertThat(samples).extracting(CpuSampler.Sample::tid).containsOnly(tid);
      ProcessMaps maps = value(ProcessMaps.of(LIVE, PID));
      assertThat(samples)
          .allSatisfy(
              sample -> assertThat(maps.at(sample.ip()).orElseThrow().permissions()).contains("x"));
      assertThat(samples).anyMatch(sample -> !sample.kernel());
    } finally {
      ended.set(true);
      end.countDown();
      busy.join();
      idle.join();
    }
  }

  /** At the highest rate, the ring is emptied in time and loses no records. */
  @Test
  void shouldKeepUpWithManySamples() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    LiveThread busy = spinner(ended);
    try {
      SchedStat before = value(SchedStat.of(LIVE, PID, busy.tid()));
      List<CpuSampler.Sample> samples = sample(List.of((int) busy.tid()), 10_000);
      double cpuSeconds = value(SchedStat.of(LIVE, PID, busy.tid())).since(before).onCpuNs() / 1e9;
      // A virtual machine's timers may be late, but less than a ring of one page.
      assertThat(samples.size()).isGreaterThan((int) (cpuSeconds * 10_000 / 20));
      assertThat(samples.size()).isLessThan((int) (cpuSeconds * 10_000) + 500);
    } finally {
      ended.set(true);
      busy.join();
    }
  }

  @Test
  void shouldTakeTheBusiestOfManyThreads() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    List<LiveThread> threads = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        threads.add(LiveThread.start("foliot-idle", self -> end.await()));
      }
      LiveThread busy = spinner(ended);
      threads.add(busy);
      while (SchedStat.of(LIVE, PID, busy.tid()).map(SchedStat::onCpuNs).orElse(0L) < BUSY_NS) {
        Thread.sleep(5);
      }
      List<Integer> tids = threads.stream().map(thread -> (int) thread.tid()).toList();
      assertThat(sample(tids, 500))
          .isNotEmpty()
          .extracting(CpuSampler.Sample::tid)
          .containsOnly((int) busy.tid());
    } finally {
      ended.set(true);
      end.countDown();
      for (LiveThread thread : threads) {
        thread.join();
      }
    }
  }

  /** Of a second of CPU time and 200 samples a second, 200 are expected. */
  @Test
  void shouldNotBeContentWithAHandfulOfCycles() {
    assertThat(CpuSampler.isEnough(Reading.of(samples(50, 0)), 200)).isTrue();
    assertThat(CpuSampler.isEnough(Reading.of(samples(20, 30)), 200)).isTrue();
    assertThat(CpuSampler.isEnough(Reading.of(samples(49, 0)), 200)).isFalse();
    assertThat(CpuSampler.isEnough(Reading.of(samples(0, 0)), 0)).isTrue();
    assertThat(CpuSampler.isEnough(Reading.unavailable(new ProcessReason.NoProcess()), 0))
        .isFalse();
  }

  private static CpuSampler.Samples samples(int count, long lost) {
    CpuSampler.Sample one = new CpuSampler.Sample(1, 0x1000, false);
    return new CpuSampler.Samples(
        PerfEvent.Hardware.CYCLES, false, Collections.nCopies(count, one), lost);
  }

  @Test
  void shouldSayThatNoThreadIsLeft() {
    assertThat(reason(CpuSampler.sample(LIVE, PID, List.of(NO_THREAD), Duration.ofMillis(1), 100)))
        .contains("none of these threads");
  }

  @Test
  void shouldEndAtOnceWhenItIsInterrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThat(
              reason(CpuSampler.sample(LIVE, PID, List.of((int) PID), Duration.ofSeconds(30), 100)))
          .contains("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void shouldRefuseRatesThatNoTimerHas() {
    List<Integer> tids = List.of(1);
    for (int perSecond : new int[] {-1, 0, 10_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CpuSampler.sample(LIVE, PID, tids, WINDOW, perSecond));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSampler.sample(LIVE, PID, List.of(), WINDOW, 100));
  }
}
