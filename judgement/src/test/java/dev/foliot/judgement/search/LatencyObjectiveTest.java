package dev.foliot.judgement.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyObjectiveTest {
  @ParameterizedTest
  @CsvSource({
    "p99.9<1ms, p99_9, 1000000, p99.9 < 1 ms",
    "p50 < 6us, p50, 6000, p50 < 6 us",
    "p99.99<=2.5ms, p99_99, 2500000, p99.99 <= 2500 us",
    "p90<1s, p90, 1000000000, p90 < 1 s"
  })
  void shouldReadAPromise(String text, String percentile, long limitNs, String words) {
    LatencyObjective objective = LatencyObjective.parse(text);

    assertThat(objective.percentile()).isEqualTo(percentile);
    assertThat(objective.limitNs()).isEqualTo(limitNs);
    assertThat(objective).hasToString(words);
    assertThat(objective.isKeptBy(limitNs - 1)).isTrue();
    assertThat(objective.isKeptBy(limitNs)).isEqualTo(text.contains("="));
    assertThat(objective.isKeptBy(limitNs + 1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "p99.9, is no promise: write a promise in quotes",
    "'', is no promise",
    "p99.9<, is no promise",
    "p99.9>1ms, is no promise",
    "p99.9<1ms<2ms, is no promise",
    "99.9<1ms, is no promise",
    "max<1ms, is no promise",
    "p95<1ms, 'only p50, p90, p99, p99.9 and p99.99'",
    "p99_9<1ms, is no promise",
    "p99.9<1, write 1s or 1ms",
    "p99.9<1 parsec, is not a length of time",
    "p99.9<0ms, the limit must be above zero",
    "p99.9<-1ms, is not a length of time"
  })
  void shouldRefuseAnythingElseWithTheFix(String text, String why) {
    assertThatThrownBy(() -> LatencyObjective.parse(text))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(LatencyObjective.parse("p99.9<1ms")).hasToString("p99.9 < 1 ms");
    } finally {
      Locale.setDefault(before);
    }
  }
}
