package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.machine.ThreadCpu;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CpuSamplerTest {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final FakePoolClock clock = new FakePoolClock();
  private final CpuSampler sampler = new CpuSampler(0);

  @BeforeEach
  void find() {
    ThreadCpu.find();
    assertThat(ThreadCpu.isKnown()).isTrue();
  }

  @AfterEach
  void measure() {
    threads.setThreadCpuTimeEnabled(true);
  }

  private boolean closes() {
    return sampler.closes(clock.nanoTime() + FakePoolClock.SECOND_NS, true);
  }

  @Test
  void shouldTakeNoSampleWhoseEndIsNotMeasured() {
    sampler.open(clock);
    threads.setThreadCpuTimeEnabled(false);
    assertThat(closes()).isFalse();
  }

  @Test
  void shouldTakeNoSampleWhoseBeginningIsNotMeasured() {
    threads.setThreadCpuTimeEnabled(false);
    sampler.open(clock);
    threads.setThreadCpuTimeEnabled(true);
    assertThat(closes()).isFalse();
  }

  @Test
  void shouldTakeASampleThatIsMeasured() {
    sampler.open(clock);
    assertThat(closes()).isTrue();
    assertThat(sampler.cpuNs).isBetween(0L, sampler.wallNs);
  }
}
