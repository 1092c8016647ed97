package dev.foliot.linux.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SampleClockTest {
  private static final Path LIVE = Path.of("/");
  private static final Path COUNTERS = Path.of("/sys/bus/event_source/devices/cpu");

  @Test
  void shouldLookByTheKernelsClockAtEvenDistances() {
    SampleClock clock = SampleClock.cpuClock(200);
    assertThat(clock.event()).isEqualTo(PerfEvent.Software.CPU_CLOCK);
    PerfSampling sampling = clock.sampling(RegisterSet.X86_64);
    assertThat(sampling.period()).isEqualTo(5_000_000);
    assertThat(sampling.precise()).isZero();
  }

  /** With different cores, a thread's event counts on one kind only, and gives no share. */
  @Test
  void shouldNotCountCyclesWhereCoresHaveDifferentCounters(@TempDir Path folder) {
    FakeKernel kernel = new FakeKernel(folder);
    kernel.directory("sys/bus/event_source/devices/cpu_core");
    kernel.directory("sys/bus/event_source/devices/cpu_atom");
    assertThat(SampleClock.cycles(kernel.root(), 200)).isEmpty();
  }

  /** The trial itself, with an event that every kernel has. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSeeWhetherAnEventGivesSamples() {
    assumeThat(PerfProbe.counts(PerfEvent.Software.TASK_CLOCK)).isInstanceOf(Reading.Value.class);
    assertThat(SampleClock.gives(LIVE, PerfEvent.Software.TASK_CLOCK, 0)).isTrue();
    assertThat(SampleClock.gives(LIVE, PerfEvent.Software.CONTEXT_SWITCHES, 0))
        .as("it opens, and never overflows here")
        .isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldTakeCyclesOnlyWhereTheyGiveSamples() {
    Optional<SampleClock> cycles = SampleClock.cycles(LIVE, 200);
    boolean gives = SampleClock.gives(LIVE, PerfEvent.Hardware.CYCLES, 0);
    assertThat(cycles.isPresent()).isEqualTo(Files.isDirectory(COUNTERS) && gives);
    cycles.ifPresent(clock -> {
      assertThat(clock.counts()).isEqualTo(12_500_000);
      assertThat(SampleClock.gives(LIVE, clock.event(), clock.precise())).isTrue();
    });
  }
}
