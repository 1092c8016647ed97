package dev.foliot.judgement.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.judgement.LoadTests;
import dev.foliot.judgement.load.LoadAssertion.Outcome;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadAssertionTest {
  @Test
  void shouldReadSeveral() {
    assertThat(LoadAssertion.parse("p99.9<80ms, errors<0.1%,rate>=990/s"))
        .extracting(Object::toString)
        .containsExactly("p99.9 < 80 ms", "errors < 0.1 %", "rate >= 990/s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "p99<20",
        "p100<20ms",
        "p0<20ms",
        "orders: rate>10/s",
        "mean<0s",
        "max<1",
        ": p99<1s",
        "errors<1",
        "errors>1%",
        "errors<0%",
        "errors<=101%",
        "rate<10/s",
        "rate>10",
        "p99<20ms,",
        "latency<1ms",
        "p99<20ms; rm -rf /"
      })
  void shouldRefuseAnythingElseWithAnExample(String text) {
    assertThatThrownBy(() -> LoadAssertion.parse(text))
        .isInstanceOf(BadOptionException.class)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "p99<2100us, HELD",
    "mean<1200us, HELD",
    "mean<1ms, MISSED",
    "max<=20ms, HELD",
    "max<20ms, MISSED",
    "GET /: p90<2ms, HELD",
    "GET /: errors<1%, HELD",
    "GET /: p90<1ms, MISSED",
    "GET /: errors<0.1%, MISSED",
    "p99<=1ms, MISSED",
    "p99.99<1s, UNDECIDED",
    "errors<0.5%, HELD",
    "errors<0.1%, MISSED",
    "rate>99/s, HELD",
    "rate>101/s, MISSED"
  })
  void shouldJudgeWhatWasMeasured(String text, Outcome outcome) {
    LoadAssertion assertion = LoadAssertion.parse(text).getFirst();
    LoadTestResult result =
        LoadTests.result(
            List.of(LoadTests.open(100)), List.of(LoadTests.fork(0, 1)), Map.of("status 500", 20L));
    assertThat(assertion.judge(result, 0).outcome()).isEqualTo(outcome);
  }

  @Test
  void shouldReadAnyPercentileOfOneKindOfRequest() {
    assertThat(LoadAssertion.parse("orders: p97.5<80ms,shop: login: max<1s"))
        .extracting(Object::toString)
        .containsExactly("orders: p97.5 < 80 ms", "shop: login: max < 1 s");
    assertThat(LoadAssertion.percentiles(LoadAssertion.parse("p97.5<1s,errors<1%,p99<1s")))
        .containsExactly("p97_5", "p99");
  }

  @Test
  void shouldReadWhatItWrites() {
    String written =
        "orders: p97.5 < 80 ms,mean <= 5 ms,errors < 0.1 %,orders: errors <= 1 %,rate >= 990/s";

    assertThat(LoadAssertion.parse(written))
        .extracting(Object::toString)
        .contains(written.split(","));
  }

  @Test
  void shouldBeginWithWhatWasMissedAndNameTheLoad() {
    LoadTestResult result =
        LoadTests.result(
            List.of(LoadTests.open(100), LoadTests.open(200)),
            List.of(LoadTests.fork(0, 1), LoadTests.fork(1, 2)),
            Map.of());

    assertThat(LoadAssertion.judge(LoadAssertion.parse("p99<5ms,p90<1ms"), result))
        .extracting(one -> one.outcome() + " " + one.limit())
        .containsExactly(
            "MISSED p90 < 1 ms at 100/s",
            "MISSED p90 < 1 ms at 200/s",
            "HELD p99 < 5 ms at 100/s",
            "HELD p99 < 5 ms at 200/s");
  }

  @Test
  void shouldRefuseALoadThatIsTooShortForThePercentile() {
    LoadAssertion p999 = LoadAssertion.parse("p99.9<1s").getFirst();
    assertThatThrownBy(() -> p999.mustBeDecidedBy(3_000))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("needs 10,000 requests, and this load has 3,000");
    p999.mustBeDecidedBy(12_000);
  }
}
