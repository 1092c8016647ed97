package dev.foliot.linux.perf;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.linux.KernelSettings;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessRights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs against the live kernel; refusals must have correct reasons. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class PerfCounterTest {
  private static final Path LIVE = Path.of("/");
  private static final int NO_THREAD = (1 << 22) + 1;

  /** What the kernel's documentation says of this machine's settings and this user's rights. */
  private static boolean mayCount(int highestLevel) {
    return ProcessRights.ofSelf(LIVE).map(ProcessRights::mayWatchEverything).orElse(false)
        || new KernelSettings(LIVE).perfEventParanoid().orElse(4) <= highestLevel;
  }

  private static boolean isSandboxWithoutPerf() {
    return new KernelSettings(LIVE).perfEventParanoid() instanceof Reading.Unavailable<Integer>;
  }

  private static void agree(Reading<?> answer, int highestLevel) {
    switch (answer) {
      case Reading.Value<?>(Object value) -> assertThat(mayCount(highestLevel)).isTrue();
      case Reading.Unavailable<?> none -> {
        if (mayCount(highestLevel)) {
          assertThat(none.reason()).doesNotContain("not permitted");
        } else if (isSandboxWithoutPerf()) {
          assertThat(none.reason()).contains("perf");
        } else {
          assertThat(none.reason()).contains("perf_event_paranoid is");
          assertThat(none.remedy()).contains("perf_event_paranoid=" + highestLevel);
        }
      }
    }
  }

  @Test
  void shouldAgreeWithTheSettingsOfThisMachine() {
    PerfTarget caller = PerfTarget.caller();
    agree(PerfProbe.counts(PerfEvent.Software.TASK_CLOCK), 2);
    agree(PerfProbe.countsWithKernel(PerfEvent.Software.TASK_CLOCK), 1);
    agree(PerfProbe.opens(PerfEvent.Software.CPU_CLOCK, caller.withKernel()), 1);
    agree(PerfProbe.opens(PerfEvent.Software.CPU_CLOCK, PerfTarget.everythingOn(0)), 0);
  }

  @ParameterizedTest
  @EnumSource(PerfEvent.Hardware.class)
  void shouldCountInTheProcessorOrSayWhyNot(PerfEvent.Hardware event) {
    switch (PerfProbe.counts(event)) {
      case Reading.Value<Long>(Long count) -> assertThat(count).isPositive();
      case Reading.Unavailable<Long> none -> {
        assertThat(none.reason()).contains(event.title());
        assertThat(none.remedy()).isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PerfEvent.Access.class)
  void shouldSeeEachAccessOrSayWhyNot(PerfEvent.Access access) {
    switch (PerfProbe.watches(access)) {
      case Reading.Value<Long>(Long count) -> assertThat(count).isEqualTo(3);
      case Reading.Unavailable<Long> none ->
          assertThat(none.reason()).contains("watchpoint:" + access.title());
    }
  }

  @Test
  void shouldCountUntilItIsClosed() {
    switch (PerfCounter.open(PerfEvent.Software.TASK_CLOCK, PerfTarget.caller())) {
      case Reading.Unavailable<PerfCounter> refused -> agree(refused, 2);
      case Reading.Value<PerfCounter>(PerfCounter counter) -> {
        long before = value(counter.count());
        assertThat(value(counter.count())).isGreaterThan(before);
        counter.close();
        counter.close();
        assertThat(reason(counter.count())).contains("closed");
      }
    }
  }

  @Test
  void shouldGiveEveryDescriptorBack() throws Exception {
    PerfProbe.counts(PerfEvent.Software.TASK_CLOCK);
    long before = openFiles();
    for (int i = 0; i < 100; i++) {
      PerfProbe.counts(PerfEvent.Software.TASK_CLOCK);
      PerfProbe.watches(PerfEvent.Access.WRITE);
    }
    // Other threads of the JVM open files too, but not a hundred.
    assertThat(openFiles()).isLessThan(before + 50);
  }

  private static long openFiles() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchThread() {
    Reading<PerfCounter> none =
        PerfCounter.open(PerfEvent.Software.TASK_CLOCK, PerfTarget.thread(NO_THREAD));
    if (mayCount(2)) {
      assertThat(reason(none)).contains("thread " + NO_THREAD);
    } else {
      reason(none);
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchEvent() {
    assertThat(
            reason(
                PerfProbe.opens(
                    new PerfEvent.Tracepoint("no:such", Integer.MAX_VALUE), PerfTarget.caller())))
        .contains("no:such");
  }

  @Test
  void shouldRefuseAVirtualThread() throws Exception {
    CompletableFuture<Reading<Long>> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> answer.complete(PerfProbe.counts(PerfEvent.Software.TASK_CLOCK)))
        .join();
    assertThat(reason(answer.get())).contains("virtual thread");
  }

  @Test
  void shouldNotPromiseACounterThatStandsStill() {
    assertThat(reason(PerfProbe.moved(PerfEvent.Hardware.CYCLES, Reading.of(0L))))
        .contains("cycles can be opened, but stands still");
    assertThat(PerfProbe.moved(PerfEvent.Hardware.CYCLES, Reading.of(7L)))
        .isEqualTo(Reading.of(7L));
  }

  @Test
  void shouldRefuseWhatIsNoWordAndNoTarget() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 4, 8));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 0, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new PerfTarget(-1, -1, false));
  }
}
