package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;

import org.junit.jupiter.api.Test;

final class AdaptivePoolsTest {
  /** It has the JDK alone. */
  private static final ClassLoader WITHOUT_POOL = ClassLoader.getPlatformClassLoader();

  @Test
  void shouldSayWhatToAddWhereThereIsNoPool() {
    refused(() -> AdaptivePools.platform(WITHOUT_POOL, Thread::new)).contains("add foliot-pool");
    refused(() -> AdaptivePools.virtual(WITHOUT_POOL)).contains("add foliot-pool");
  }
}
