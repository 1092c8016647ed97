package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is consumed must be there, compiled code included; see ConsumeBenchmark for the cost. */
class ConsumeTest {
  private static final int WARM = 30_000;
  private static final int COUNT = 100_000;

  /** The least size of an object: a header of 8 to 16 bytes. */
  private static final long LEAST_OBJECT = 8;

  private final Bench bench =
      new Probes(NanoClock.system(), NanoClock.system().nanoTime(), 1, new Stop());

  @Test
  void shouldKeepAnObjectThatNobodyElseNeeds() {
    consumeObjects(WARM);
    consumeObjects(WARM);

    assertThat(Allocation.bytesOf(() -> consumeObjects(COUNT)))
        .isGreaterThanOrEqualTo(COUNT * LEAST_OBJECT);
  }

  private void consumeObjects(int count) {
    for (int i = 0; i < count; i++) {
      bench.consume(new Object());
    }
  }

  @Test
  void shouldAllocateNothingItself() {
    consumeValues(WARM);
    consumeValues(WARM);

    assertThat(Allocation.bytesOf(() -> consumeValues(COUNT))).isLessThan(COUNT);
  }

  private void consumeValues(int count) {
    for (int i = 0; i < count; i++) {
      bench.consume(i);
      bench.consume((long) i);
      bench.consume(i * 0.5);
      bench.consume(i * 0.5f);
      bench.consume((i & 1) == 0);
      bench.consume("text");
      bench.consume((Object) null);
    }
  }
}
