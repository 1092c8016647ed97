package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.AutoRate.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoRateTest {
  /** Plays the search against a task that completes at most so many messages a second. */
  private static List<Trial> search(double capacityPerS) {
    List<Trial> trials = new ArrayList<>();
    OptionalDouble next = AutoRate.next(trials);
    while (next.isPresent()) {
      double asked = next.getAsDouble();
      trials.add(new Trial(asked, Math.min(asked, capacityPerS), asked <= capacityPerS));
      next = AutoRate.next(trials);
    }
    return trials;
  }

  @ParameterizedTest
  @CsvSource({
    "37000, 10k/s",
    "100000, 20k/s",
    "700, 200/s",
    "4, 1/s",
    "26000, 5k/s",
    "1e9, 2M/s",
    "5000, 1k/s"
  })
  void shouldTakeAThirdOfWhatTheTaskSustains(double capacityPerS, String rate) {
    assertThat(AutoRate.found(search(capacityPerS)).orElseThrow().rate()).hasToString(rate);
  }

  @ParameterizedTest
  @CsvSource({"37000", "100", "3", "0.5", "200000", "9000000"})
  void shouldStayBelowHalfOfWhatTheTaskSustains(double capacityPerS) {
    List<Trial> trials = search(capacityPerS);

    assertThat(trials).hasSizeLessThan(8);
    assertThat(AutoRate.found(trials).orElseThrow().rate().perSecond())
        .isBetween(capacityPerS / 50, capacityPerS / 2);
  }

  /** A consumer that sleeps between messages takes less than one that never does. */
  @Test
  void shouldNotTrustWhatASaturatedTaskAchieves() {
    List<Trial> trials =
        List.of(
            new Trial(5_000, 5_000, true),
            new Trial(25_000, 25_000, true),
            new Trial(125_000, 120_000, false));

    AutoRate.Found found = AutoRate.found(trials).orElseThrow();

    assertThat(found.rate().perSecond()).isEqualTo(20_000);
    assertThat(found.sustainedPerS()).isEqualTo(120_000);
  }

  @Test
  void shouldFindNothingWhereNothingIsSustained() {
    assertThat(AutoRate.found(search(0.001))).isEmpty();
  }
}
