package dev.foliot.examples.junit;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchTask;
import dev.foliot.junit.LatencyAssertions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * Fails the build when a lookup becomes slow. On a machine that is too busy to tell, it is skipped.
 */
class PricesLatencyTest {
  /** Only a mistake reaches this limit: the test also runs on shared, busy machines. */
  private static final Duration LIMIT = Duration.ofMillis(50);

  @Test
  void shouldAnswerWithinTheLimit() {
    BenchConfig load =
        BenchConfig.DEFAULT.with(Map.of("rate", "5k/s", "warmup", "1s", "duration", "2s"));

    LatencyAssertions.measure(new Lookup(), load)
        .orSkip(TestAbortedException::new)
        .assertValid()
        .assertBelow(99, LIMIT);
  }

  /** One message is one lookup. */
  static final class Lookup implements BenchTask {
    private final Prices prices = new Prices();
    private Bench bench;
    private long sum;

    @Override
    public void setUp(Bench bench) {
      this.bench = bench;
      for (int article = 0; article < 1_000; article++) {
        prices.set("article-" + article, article);
      }
    }

    @Override
    public void send(long id) {
      sum += prices.total("article-" + id % 1_000, 3);
      bench.done(id);
    }
  }
}
