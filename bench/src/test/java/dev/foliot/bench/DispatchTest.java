package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatchTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "inline",
        "virtual",
        "threads:1",
        "threads:8",
        "threads:10000",
        "adaptive",
        "adaptive-virtual"
      })
  void shouldReadBackExactlyWhatItWrites(String text) {
    assertThat(Dispatch.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Inline",
        "threads",
        "threads:",
        "threads:0",
        "threads:-1",
        "threads:10001",
        "threads:08",
        "threads:1.5",
        "virtual:5",
        "inline ",
        "adaptive?",
        "adaptive:8",
        "adaptive-",
        "adaptive-platform"
      })
  void shouldRejectWhatIsNoWayToDispatch(String text) {
    refused(() -> Dispatch.parse(text))
        .contains("inline", "threads:N", "virtual", "adaptive", "adaptive-virtual");
  }

  @Test
  void shouldRejectHostileText() {
    refusesHostile(Dispatch::parse);
    refusesHostile(text -> Dispatch.parse("threads:" + text));
  }

  @Test
  void shouldRejectPoolsOutOfRange() {
    refused(() -> new Dispatch.Threads(0));
    refused(() -> new Dispatch.Threads(10_001));
  }
}
