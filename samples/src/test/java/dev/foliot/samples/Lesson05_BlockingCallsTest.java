package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Lesson05_BlockingCallsTest {
  private static final long CALL_NS = 5_000_000;
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  @Test
  void shouldCountTheWaitForAThreadAsBacklog() throws InterruptedException {
    Shortened run =
        Shortened.run(
            new Lesson05_BlockingCalls(),
            Map.of("arrivals", "constant", "dispatch", "threads:1", "duration", "200ms"));

    // the last of 200 messages waits for 199 calls of 5 ms, less the 199 ms before it is due
    assertThat(run.messages()).isEqualTo(200);
    assertThat(run.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(CALL_NS);
    assertThat(run.of(Kind.BACKLOG).maxNs()).isGreaterThan(199 * (CALL_NS - 1_000_000) - CALL_NS);
    assertThat(run.of(Kind.RESPONSE).percentileNs(50)).isGreaterThan(99 * (CALL_NS - 1_000_000));
  }

  @Test
  void shouldWaitForTheCallAloneWhereThreadsAreEnough() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson05_BlockingCalls(), Map.of("dispatch", "threads:64"));

    assertThat(run.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(CALL_NS);
    assertThat(run.of(Kind.RESPONSE).minNs()).isGreaterThanOrEqualTo(CALL_NS);
  }

  @Test
  void shouldRunOnVirtualThreadsWhereTheJdkHasThem() throws InterruptedException {
    Map<String, String> virtual = Map.of("dispatch", "virtual");
    if (Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
      assertThatThrownBy(() -> Shortened.run(new Lesson05_BlockingCalls(), virtual))
          .isInstanceOf(BadOptionException.class)
          .hasMessageContaining("virtual threads need JDK 21");
      return;
    }
    Shortened run = Shortened.run(new Lesson05_BlockingCalls(), virtual);

    assertThat(run.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(CALL_NS);
  }
}
