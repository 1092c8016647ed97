package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FaultsTest {
  @Test
  void shouldSayWhatFailedInAStaticInitializer() {
    assertThat(
            Faults.describe(
                new ExceptionInInitializerError(new IllegalStateException("no \u001bkey"))))
        .isEqualTo("java.lang.IllegalStateException: no ?key, in a static initializer");
    assertThat(Faults.describe(new ExceptionInInitializerError("alone")))
        .isEqualTo("java.lang.ExceptionInInitializerError: alone");
  }
}
