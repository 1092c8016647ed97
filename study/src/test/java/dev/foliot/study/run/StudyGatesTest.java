package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often studies in pairs are right, in a short form; {@link StudyGates} has the long one. */
class StudyGatesTest {
  /** Of 200 with a chance of 5 %, 22 or more are seen less than once in 10^3 runs. */
  @ParameterizedTest
  @EnumSource
  void shouldSeldomFindADifferenceWhereThereIsNone(StudyGates.Noise noise) {
    StudyGates.Tally tally =
        StudyGates.of(200, 24, new StudyGates.Setting(new Throughput(), 3, noise, 0.05, 1, 3), 7);

    assertThat(tally.of(ComparisonVerdict.WORSE) + tally.of(ComparisonVerdict.BETTER))
        .isLessThan(22);
  }

  @Test
  void shouldFindWhatMatters() {
    assertThat(
            share(
                new StudyGates.Setting(new Throughput(), 1, StudyGates.Noise.EVEN, 0.03, 1.05, 1)))
        .isGreaterThan(0.9);
    assertThat(
            share(new StudyGates.Setting(new Throughput(), 3, StudyGates.Noise.WILD, 0.05, 1.3, 1)))
        .isGreaterThan(0.9);
    assertThat(share(new StudyGates.Setting(new RampUp(), 1, StudyGates.Noise.ALL, 0.1, 1.5, 1)))
        .isGreaterThan(0.9);
  }

  private static double share(StudyGates.Setting setting) {
    return StudyGates.of(60, 60, setting, 7).share(ComparisonVerdict.WORSE);
  }
}
