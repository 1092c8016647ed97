package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Of intervals of 95 %, in 100 trials each; {@link Coverage} has the figures of the long run, which
 * docs/evidence/verdicts.md shows. Each bound is crossed by chance less than once in 10^5 runs.
 */
@Tag("once")
class CoverageTest {
  private static final int TRIALS = 100;

  /** 96.5 % in the long run. */
  @Test
  void shouldCoverIndependentMessages() {
    long seed = Seeds.fresh("shouldCoverIndependentMessages");
    assertThat(Coverage.within(Coverage.INDEPENDENT, 99, TRIALS, new SplittableRandom(seed)))
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(85);
  }

  /** 90.7 % in the long run; the binomial interval has 24 %. */
  @Test
  void shouldNearlyCoverClusteredMessages() {
    long seed = Seeds.fresh("shouldNearlyCoverClusteredMessages");
    assertThat(Coverage.within(Coverage.CLUSTERED, 99, TRIALS, new SplittableRandom(seed)))
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(75);
  }

  /** 96.8 % in the long run; 76 % with three forks. */
  @Test
  void shouldCoverSixForksAndNotThree() {
    long seed = Seeds.fresh("shouldCoverSixForksAndNotThree");
    SplittableRandom random = new SplittableRandom(seed);
    assertThat(Coverage.across(Coverage.UNLIKE, 6, 50, TRIALS, random))
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(86);
    assertThat(Coverage.across(Coverage.UNLIKE, 3, 50, TRIALS, random))
        .as("seed %d", seed)
        .isBetween(56, 92);
  }
}
