package dev.foliot.hotspot.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final long MS = 1_000_000;

  private final AtomicLong elapsedNs = new AtomicLong();
  private final AtomicLong cpuNs = new AtomicLong();
  private int cpuReads;

  private Allowance allowance() {
    return new Allowance(
        1 << 20,
        100 * MS,
        elapsedNs::get,
        () -> {
          cpuReads++;
          return cpuNs.get();
        });
  }

  /** Other programs have the CPUs: the read goes on. */
  @Test
  void shouldCountTheCpuTimeOfTheReader() throws Exception {
    Allowance allowance = allowance();
    elapsedNs.set(300 * MS);
    cpuNs.set(90 * MS);
    allowance.take(1);
    elapsedNs.set(309 * MS);
    assertThatCode(() -> allowance.take(1)).doesNotThrowAnyException();
    cpuNs.set(101 * MS);
    elapsedNs.set(330 * MS);
    assertThatThrownBy(() -> allowance.take(1)).hasMessageContaining("100 ms");
    assertThat(allowance.spent()).isNotEmpty();
  }

  @Test
  void shouldEndAfterFourTimesTheTimeWithoutACpu() throws Exception {
    Allowance allowance = allowance();
    elapsedNs.set(399 * MS);
    allowance.take(1);
    elapsedNs.set(500 * MS);
    assertThatThrownBy(() -> allowance.take(1)).isInstanceOf(BadMemoryException.class);
  }

  @Test
  void shouldReadTheCpuClockOnlyWhenItCanDecide() throws Exception {
    Allowance allowance = allowance();
    int atStart = cpuReads;
    for (int i = 0; i < 100; i++) {
      elapsedNs.addAndGet(MS / 2);
      allowance.take(1);
    }
    assertThat(cpuReads).isEqualTo(atStart);
  }
}
