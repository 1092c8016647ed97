package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

final class BurnTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** By CPU time, which excludes other processes; the minimum of several, since noise only adds. */
  @Test
  void shouldUseAboutTheCpuTimeThatWasAskedFor() {
    Burn burn = Burn.calibrated();
    long leastNs = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long beforeNs = THREADS.getCurrentThreadCpuTime();
      burn.burn(2_000_000);
      leastNs = Math.min(leastNs, THREADS.getCurrentThreadCpuTime() - beforeNs);
    }
    assertThat(leastNs).isBetween(1_000_000L, 4_000_000L);
    assertThat(burn.stepsPerNs()).isBetween(0.01, 10.0);
  }
}
