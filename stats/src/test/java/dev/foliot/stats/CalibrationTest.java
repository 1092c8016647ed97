package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The verdicts on twice 64 real forks: {@link Calibration} prints more, and
 * docs/evidence/verdicts.md explains it.
 *
 * <p>The bars: any false verdict in at most 16 of 200 A/A comparisons. Also, 10 % of p50 and 2x of
 * p99.9 must be found in 90 % of 400 at 10+10 forks. The first holds on both banks. The second
 * holds for p50 on one of them. It fails for p99.9 on both, whose forks differ too much. The test
 * therefore uses forks that are quiet enough.
 */
@Tag("once")
class CalibrationTest {
  /** The first that was tried. */
  private static final long FIXED = 1;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hop-response.csv",
        "hop-response-any.csv",
        "hop-service.csv",
        "formatting-response.csv",
        "formatting-service.csv"
      })
  void shouldSeldomFindADifferenceWhereThereIsNone(String bank) {
    assertThat(trials(bank, "p99", FIXED).falseAlarms(200, 10, Bank.Plant.NONE))
        .isLessThanOrEqualTo(16);
    // the same share of more trials, since one seed of few says little
    assertThat(trials(bank, "p99", FIXED).falseAlarms(2000, 5, Bank.Plant.NONE))
        .isLessThanOrEqualTo(160);
  }

  /** At most 6.6 % in the long run; 2000 trials exceed 9.5 % less than once in 10^6 runs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hop-response.csv",
        "hop-response-any.csv",
        "hop-service.csv",
        "formatting-response.csv",
        "formatting-service.csv"
      })
  void shouldSeldomFindADifferenceWithAnySeed(String bank) {
    long seed = Seeds.fresh("shouldSeldomFindADifferenceWithAnySeed " + bank);
    for (String primary : new String[] {"p50", "p99", "p99_9"}) {
      assertThat(trials(bank, primary, seed).falseAlarms(2000, 10, Bank.Plant.NONE))
          .as("seed %d, primary %s", seed, primary)
          .isLessThanOrEqualTo(190);
    }
  }

  @Test
  void shouldNotMindDriftWhileTheSidesTakeTurns() {
    long seed = Seeds.fresh("shouldNotMindDriftWhileTheSidesTakeTurns");
    Bank.Plant drift = Bank.Plant.NONE.withDriftInTurns(1.05, 10);
    assertThat(trials("hop-service.csv", "p99", seed).falseAlarms(2000, 10, drift))
        .as("seed %d", seed)
        .isLessThanOrEqualTo(190);
  }

  @Test
  void shouldFindTenPercentOfTheMedianOfRealForks() {
    assertThat(found(trials("formatting-response.csv", "p99", FIXED), 400, "p50", 1.1))
        .isGreaterThanOrEqualTo(360);
    long seed = Seeds.fresh("shouldFindTenPercentOfTheMedianOfRealForks");
    assertThat(found(trials("formatting-response.csv", "p50", seed), 400, "p50", 1.1))
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(360);
  }

  /**
   * Below the bar, but the limit of this bank: 76 % in the long run as the primary percentile. 2000
   * trials fall below 70 % less than once in 10^6 runs.
   */
  @ParameterizedTest
  @CsvSource({"p50, 1.1", "p99_9, 2"})
  void shouldFindWhatTheRealForksAllow(String percentile, double factor) {
    long seed = Seeds.fresh("shouldFindWhatTheRealForksAllow " + percentile);
    assertThat(found(trials("hop-service.csv", percentile, seed), 2000, percentile, factor))
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(1400);
  }

  /** Lognormal with deviations of the log of 0.045 and 0.35; the primary is p99. */
  @ParameterizedTest
  @CsvSource({"p50, 1.1", "p99_9, 2"})
  void shouldFindThePlantsInForksThatAreQuietEnough(String percentile, double factor) {
    Trials fixed = new Trials(quiet(FIXED), 2, 0.05, new SplittableRandom(FIXED));
    assertThat(fixed.falseAlarms(200, 10, Bank.Plant.NONE)).isLessThanOrEqualTo(16);
    assertThat(found(fixed, 400, percentile, factor)).isGreaterThanOrEqualTo(360);
  }

  private static Bank quiet(long seed) {
    return Bank.lognormal(1000, new SplittableRandom(seed), 0.045, 0.2, 0.2, 0.35);
  }

  private static int found(Trials trials, int of, String percentile, double factor) {
    int at = trials.bank().percentiles().indexOf(percentile);
    return trials.verdicts(of, 10, Bank.Plant.times(at, factor), at, Change.WORSE);
  }

  private static Trials trials(String bank, String primary, long seed) {
    return Trials.of(Bank.read(Path.of("src/test/resources/bank", bank)), primary, seed);
  }
}
