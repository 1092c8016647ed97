package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The proof in small: fleets of all kinds, and the bars that hold for them. */
final class FleetsTest {
  /** Fixed, because each fleet may miss a bar by chance; the long proof uses other seeds. */
  private static final long SEED = 20_261_122;

  private static final int FLEETS = 86;

  @Test
  void shouldFindBandsAndNothingElseInFleetsOfAllKinds() {
    System.out.println("simulated fleets: " + FLEETS + ", seed " + SEED);
    List<Outcome> outcomes = SimulatedFleets.outcomes(FLEETS, SEED, 400);
    KindTable.lines(outcomes).forEach(System.out::println);
    Bars bars = new Bars(outcomes);

    assertThat(bars.met())
        .as(String.join("\n", bars.lines()) + "\n" + outcomes.stream().map(Outcome::line).toList())
        .isTrue();
    assertThat(outcomes.stream().filter(one -> one.bar() == Outcome.Bar.MANY).count())
        .isGreaterThan(5);
  }

  @Test
  void shouldAllowFewMissesOfASmallSampleAndTakeALargeOneByItsWord() {
    assertThat(Bars.most(0, 0.01)).isZero();
    assertThat(Bars.most(50, 0.01)).isEqualTo(4);
    assertThat(Bars.most(200, 0.01)).isEqualTo(2);
    assertThat(Bars.most(333, 0.01)).isEqualTo(3);
  }
}
