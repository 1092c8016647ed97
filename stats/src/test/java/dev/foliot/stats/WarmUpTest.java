package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final double NOISE = 0.02;

  @Test
  void shouldCallALevelSteady() {
    WarmUp.Result result = classify("shouldCallALevelSteady", i -> 0);
    assertThat(result.steadiness()).isEqualTo(Steadiness.STEADY);
    assertThat(result.steadyFrom()).isZero();
  }

  @Test
  void shouldCallAFallingSeriesWarming() {
    WarmUp.Result result =
        classify("shouldCallAFallingSeriesWarming", i -> i < 10 ? 1 : i < 25 ? 0.4 : 0);
    assertThat(result.steadiness()).isEqualTo(Steadiness.WARMING);
    assertThat(result.steadyFrom()).isEqualTo(25);
    assertThat(result.changes()).containsExactly(10, 25);
  }

  @Test
  void shouldCallARisingSeriesSlowing() {
    WarmUp.Result result =
        classify("shouldCallARisingSeriesSlowing", i -> i < 10 ? 1 : i < 40 ? 0 : 0.3);
    assertThat(result.steadiness()).isEqualTo(Steadiness.SLOWING);
    assertThat(result.steadyFrom()).isEqualTo(40);
  }

  @Test
  void shouldCallAChangeInTheLastQuarterNeverSteady() {
    WarmUp.Result result =
        classify("shouldCallAChangeInTheLastQuarterNeverSteady", i -> i < 85 ? 1 : 0);
    assertThat(result.steadiness()).isEqualTo(Steadiness.NEVER_STEADY);
    assertThat(result.steadyFrom()).isEqualTo(100);
  }

  @Test
  void shouldNotMindChangesWithinTheTolerance() {
    WarmUp.Result result =
        classify("shouldNotMindChangesWithinTheTolerance", i -> i < 90 ? 0.045 : 0, 0.001);
    assertThat(result.changes()).containsExactly(90);
    assertThat(result.steadiness()).isEqualTo(Steadiness.STEADY);
  }

  @Test
  void shouldNotMindSingleStalls() {
    WarmUp.Result result = classify("shouldNotMindSingleStalls", i -> i % 30 == 20 ? 5 : 0);
    assertThat(result.steadiness()).isEqualTo(Steadiness.STEADY);
    assertThat(result.changes()).isEmpty();
  }

  @Test
  void shouldBeSteadyWhereNothingVaries() {
    assertThat(WarmUp.classify(new double[WarmUp.LEAST]))
        .isEqualTo(new WarmUp.Result(Steadiness.STEADY, 0, new int[0]));
  }

  @Test
  void shouldRefuseWhatIsTooShortOrNotFinite() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WarmUp.classify(new double[WarmUp.LEAST - 1]))
        .withMessage("19 intervals, 20 are needed");
    double[] series = new double[30];
    series[3] = Double.NaN;
    assertThatIllegalArgumentException().isThrownBy(() -> WarmUp.classify(series));
  }

  private static WarmUp.Result classify(String test, IntToDoubleFunction level) {
    return classify(test, level, NOISE);
  }

  private static WarmUp.Result classify(String test, IntToDoubleFunction level, double noise) {
    SplittableRandom random = new SplittableRandom(Seeds.fresh(test));
    double[] series = new double[100];
    for (int i = 0; i < series.length; i++) {
      series[i] = 10 + level.applyAsDouble(i) + noise * (2 * random.nextDouble() - 1);
    }
    return WarmUp.classify(series);
  }
}
