package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.LoadReason;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AbortWatchTest {
  private final AbortWatch watch = new AbortWatch(LoadAbort.parse("errors>5% for 10s"));

  private Optional<LoadReason.Aborted> halfASecond(long ok, long failed) {
    return watch.sample(
        new LiveSample(
            0,
            0,
            500,
            new LoadInterval.Counts(ok + failed, ok, failed, 0, 1),
            new LiveSample.Times(0, 0, 0, 0),
            Map.of()));
  }

  @Test
  void shouldEndALoadThatFailedForTheWholeTime() {
    for (int i = 0; i < 19; i++) {
      assertThat(halfASecond(90, 10)).isEmpty();
    }

    assertThat(halfASecond(90, 10)).contains(new LoadReason.Aborted("errors>5% for 10s", 0.1));
  }

  @Test
  void shouldForgetWhatIsLongerAgo() {
    for (int i = 0; i < 100; i++) {
      assertThat(halfASecond(96, 4)).isEmpty();
    }
    for (int i = 0; i < 3; i++) {
      assertThat(halfASecond(90, 10)).isEmpty();
    }
    // (16 * 4 + 4 * 10) of 2,000
    assertThat(halfASecond(90, 10)).isPresent();
  }

  @Test
  void shouldGoOnWithoutAnyEnd() {
    for (int i = 0; i < 40; i++) {
      assertThat(halfASecond(0, 0)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "errors>5%",
        "errors>5 for 10s",
        "errors<5% for 10s",
        "errors>5% for 10",
        "errors>5% for 10ms",
        "p99>1s for 10s"
      })
  void shouldRefuseAnythingElseWithAnExample(String text) {
    assertThatThrownBy(() -> LoadAbort.parse(text)).isInstanceOf(BadOptionException.class);
  }
}
