package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
final class Until {
  private static final long PATIENCE_NS = 60_000_000_000L;

  private Until() {}

  /** Waits until it holds, and fails if it does not for a minute. */
  static void holds(BooleanSupplier condition) {
    holds(condition, () -> {});
  }

  /** The same, and does something between the looks. */
  static void holds(BooleanSupplier condition, Runnable meanwhile) {
    long beginNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - beginNs).as("waited, ns").isLessThan(PATIENCE_NS);
      meanwhile.run();
      Thread.onSpinWait();
    }
  }
}
