package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhBatchTest {
  private static JmhBatch.Subject taking(double callNs) {
    return new JmhBatch.Subject(new JmhCosts.Cost(callNs, false, null), 1);
  }

  @ParameterizedTest
  @CsvSource({
    "0.3, true, 10000",
    "5, true, 10000",
    "12, true, 1000",
    "999, true, 100",
    "9999, true, 10",
    "10000, true, 1",
    "5, false, 1000",
    "999, false, 10",
    "1000, false, 1",
    "1e5, false, 1"
  })
  void shouldMakeAMessageLongEnoughForTheClock(double callNs, boolean isClosed, long operations) {
    assertThat(JmhBatch.of(List.of(taking(callNs)), isClosed)).containsExactly(operations);
  }

  @Test
  void shouldGiveAllTheSameNumberSoThatTheirTimesCompare() {
    assertThat(JmhBatch.of(List.of(taking(20), taking(5), taking(900)), true))
        .containsExactly(10_000L, 10_000L, 10_000L);
  }

  @Test
  void shouldGiveASlowOneItsOwnNumber() {
    assertThat(JmhBatch.of(List.of(taking(5), taking(100_000)), true)).containsExactly(10_000L, 1L);
  }

  @Test
  void shouldLeaveACallAloneThatIsSetUp() {
    JmhBatch.Subject single = new JmhBatch.Subject(new JmhCosts.Cost(5, true, null), 1);

    assertThat(JmhBatch.of(List.of(single, taking(5)), true)).containsExactly(1L, 10_000L);
  }

  @Test
  void shouldNotFollowABenchmarkWithManyOperationsInACall() {
    JmhBatch.Subject million =
        new JmhBatch.Subject(new JmhCosts.Cost(90_000, false, null), 1 << 20);

    assertThat(JmhBatch.of(List.of(taking(50), million), true)).containsExactly(1_000L, 1L << 20);
  }

  @Test
  void shouldCountTheOperationsOfACall() {
    JmhBatch.Subject many = new JmhBatch.Subject(new JmhCosts.Cost(5_000, false, null), 1_000);
    JmhBatch.Subject odd = new JmhBatch.Subject(new JmhCosts.Cost(5_000, false, null), 7);

    assertThat(JmhBatch.of(List.of(many, taking(50), odd), true))
        .containsExactly(10_000L, 10_000L, 70L);
  }
}
