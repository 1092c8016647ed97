package dev.foliot.judgement.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.store.RateSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * How often the interval of a search contains the border, the rate where half of the forks hold the
 * objective. The bar is 90 % of the searches. Comments have the results: the share with the border,
 * the mean number of forks.
 */
class RateCoverageTest {
  /**
   * With fixed seeds the result is constant; the bar needs no finer resolution than one search in
   * 200.
   */
  private static final int SEARCHES = 200;

  private static final int QUEUE_SEARCHES = 100;
  private static final long SEED = 20_261_121;

  /** 1.00, 22 forks. */
  @Test
  void shouldHoldTheBorderOfAStepWithForksThatSayTheOpposite() {
    covers("a step, one fork in ten wrong", above -> above > 0 ? 0.1 : 0.9);
  }

  /** 0.99, 22 forks. */
  @Test
  void shouldHoldTheBorderWhereForksBreakForNoReason() {
    // half of all forks hold at the step itself, beyond it none
    covers("a step, one fork in five disturbed", above -> above > 0 ? 0 : 0.8);
  }

  /** 0.99, 24 forks. */
  @Test
  void shouldHoldTheBorderOfASlope() {
    covers("a slope over 20 % of the rate", above -> 1 / (1 + Math.exp(above / 0.05)));
  }

  /** 0.94, 24 forks: flatter than any real system. */
  @Test
  void shouldHoldTheBorderOfAFlatSlope() {
    covers("a slope over 90 % of the rate", above -> 1 / (1 + Math.exp(above / 0.2)));
  }

  /**
   * A task with two speeds, drawn by each fork: half of them hold up to 1 k/s and half up to 100
   * k/s. Every rate between is a border, so the intervals of two searches must overlap: 0.95 of
   * pairs do. Without the flat models, and where forks that differ do not widen the interval, a
   * quarter of them held the middle.
   */
  @Test
  void shouldNotContradictItselfOnATaskWithTwoSpeeds() {
    List<RateSearch> found = new ArrayList<>();
    for (int i = 0; i < SEARCHES; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      DoubleFunction<Outcome> system =
          rate ->
              rate < 1_000 || (rate < 100_000 && random.nextBoolean())
                  ? Outcome.HOLDS
                  : Outcome.BREAKS;
      found.add(
          Searches.play(new RateFinder(10_000, 10, 10_000_000, RateGoal.USUAL_FORKS), system)
              .answer(null)
              .record());
    }
    int overlap = 0;
    for (int i = 0; i < SEARCHES; i++) {
      RateSearch one = found.get(i);
      RateSearch next = found.get((i + 1) % SEARCHES);
      overlap += least(one) <= most(next) && least(next) <= most(one) ? 1 : 0;
    }
    System.out.printf("two speeds: %d of %d pairs of intervals overlap%n", overlap, SEARCHES);
    assertThat(overlap).isGreaterThanOrEqualTo((int) (0.95 * SEARCHES));
    assertThat(found)
        .filteredOn(one -> one.answer().contains("forks differ"))
        .hasSizeGreaterThan(SEARCHES / 2);
  }

  private static double least(RateSearch search) {
    return search.lowPerS() == null ? 0 : search.lowPerS();
  }

  private static double most(RateSearch search) {
    return search.highPerS() == null ? Double.POSITIVE_INFINITY : search.highPerS();
  }

  /**
   * M/D/1: messages of 200 us, p99 below 2 ms, forks of 4 s. The border by Erlang's formula is
   * 3,867 messages a second. 1.00, 19 forks.
   */
  @Test
  void shouldFindTheKneeOfAQueue() {
    double border = MD1.highestRate(200e-6, 2e-3, 0.99);
    assertThat(Math.round(border)).isEqualTo(3_867);
    double seen = MD1.simulated(border, 200e-6, 1_000, 0.99, new SplittableRandom(SEED));
    assertThat(seen)
        .as("formula and recursion agree")
        .isCloseTo(2e-3, Percentage.withPercentage(5));

    covers(
        "M/D/1",
        QUEUE_SEARCHES,
        seed -> border,
        (random, truth) ->
            rate -> {
              double p99 = MD1.simulated(rate, 200e-6, 4, 0.99, random);
              return p99 < 2e-3 ? Outcome.HOLDS : Outcome.BREAKS;
            });
  }

  private static void covers(String what, DoubleUnaryOperator chanceByLogDistance) {
    covers(
        what,
        SEARCHES,
        random -> 10_000 * Math.exp(random.nextDouble(-3, 4)),
        (random, truth) ->
            rate ->
                random.nextDouble() < chanceByLogDistance.applyAsDouble(Math.log(rate / truth))
                    ? Outcome.HOLDS
                    : Outcome.BREAKS);
  }

  private interface Truth {
    double of(SplittableRandom random);
  }

  private interface Simulated {
    DoubleFunction<Outcome> of(SplittableRandom random, double truth);
  }

  private static void covers(String what, int searches, Truth truth, Simulated system) {
    int[] held = new int[searches];
    int[] forks = new int[searches];
    IntStream.range(0, searches)
        .parallel()
        .forEach(i -> {
          SplittableRandom random = new SplittableRandom(SEED + i);
          double border = truth.of(random);
          RateFinder finder = new RateFinder(10_000, 10, 10_000_000, RateGoal.USUAL_FORKS);
          Searches search = Searches.play(finder, system.of(random, border));
          RateSearch found = search.answer(null).record();
          boolean above = found.lowPerS() != null && found.lowPerS() <= border;
          boolean below = found.highPerS() != null && border <= found.highPerS();
          held[i] = above && below ? 1 : 0;
          forks[i] = search.seen().size();
        });
    double share = Arrays.stream(held).average().orElseThrow();
    System.out.printf(
        "%s: %.3f of %d intervals hold the border, %.1f forks, seed %d%n",
        what, share, searches, Arrays.stream(forks).average().orElseThrow(), SEED);
    assertThat(share).isGreaterThanOrEqualTo(0.9);
  }

  /** The queue with one server, Poisson arrivals and a constant service time. */
  private static final class MD1 {
    /**
     * The rate with a given quantile of the response time, by the distribution of the waiting time
     * [1].
     *
     * <p>[1] Erlang, "The theory of probabilities and telephone conversations", 1909; Tijms, "A
     * First Course in Stochastic Models", 2003, 9.6.
     */
    static double highestRate(double serviceS, double limitS, double quantile) {
      double low = 0;
      double high = 1 / serviceS;
      for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (waitsAtMost(limitS - serviceS, middle, serviceS) > quantile) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** The probability to wait at most {@code seconds}. */
    static double waitsAtMost(double seconds, double rate, double serviceS) {
      double sum = 0;
      for (int k = 0; k <= (int) (seconds / serviceS); k++) {
        double x = rate * (seconds - k * serviceS);
        double term = Math.exp(x);
        for (int i = 1; i <= k; i++) {
          term *= -x / i;
        }
        sum += term;
      }
      return (1 - rate * serviceS) * sum;
    }

    /** A quantile of a fork's response times over some seconds, by Lindley. */
    static double simulated(
        double rate, double serviceS, double seconds, double quantile, SplittableRandom random) {
      double[] responses = new double[(int) (rate * seconds)];
      double wait = 0;
      for (int i = 0; i < responses.length; i++) {
        responses[i] = wait + serviceS;
        wait = Math.max(0, wait + serviceS + Math.log(1 - random.nextDouble()) / rate);
      }
      Arrays.sort(responses);
      return responses[(int) (quantile * responses.length)];
    }
  }
}
