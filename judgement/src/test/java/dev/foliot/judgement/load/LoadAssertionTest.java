package dev.foliot.judgement.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.judgement.LoadTests;
import dev.foliot.judgement.load.LoadAssertion.Outcome;
import dev.foliot.text.FoliotException;
import java.util.List;
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
        "p98<20ms",
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
    "p99<=1ms, MISSED",
    "p99.99<1s, UNDECIDED",
    "errors<0.5%, HELD",
    "errors<0.1%, MISSED",
    "rate>99/s, HELD",
    "rate>101/s, MISSED"
  })
  void shouldJudgeWhatWasMeasured(String text, Outcome outcome) {
    LoadAssertion assertion = LoadAssertion.parse(text).getFirst();
    assertThat(assertion.judge(List.of(LoadTests.fork(0, 1)), 0.002).outcome()).isEqualTo(outcome);
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
