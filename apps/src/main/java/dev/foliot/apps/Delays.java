package dev.foliot.apps;

import dev.foliot.apps.service.Shown;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A seeded sequence of delays. The n-th delay is a function of the seed and n: the sequence is the
 * same whatever threads draw from it.
 *
 * <p>Uniform numbers are SplitMix64's (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
 * Generators", 2014), exponential ones their inversion, normal ones Box and Muller's (1958).
 *
 * <p>Thread-safe.
 */
final class Delays {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double LONGEST_NS = 600e9;

  private final long meanNs;
  private final Distribution distribution;
  private final long seed;
  private final AtomicLong drawn = new AtomicLong();

  /**
   * @param meanNs the mean of every distribution, 0 to 60 s, in nanoseconds
   */
  Delays(long meanNs, Distribution distribution, long seed) {
    this.meanNs = meanNs;
    this.distribution = distribution;
    this.seed = seed;
  }

  /** How delays vary around their mean. */
  sealed interface Distribution {
    /** All equal. */
    record Constant() implements Distribution {
      @Override
      public String toString() {
        return "constant";
      }
    }

    /** Without memory. */
    record Exponential() implements Distribution {
      @Override
      public String toString() {
        return "exponential";
      }
    }

    /**
     * With a long tail.
     *
     * @param sigma the standard deviation of the logarithm, above 0, at most 3
     */
    record LogNormal(double sigma) implements Distribution {
      @Override
      public String toString() {
        return "lognormal:" + sigma;
      }
    }

    /**
     * The distribution with this name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message is one line with the fix
     */
    static Distribution parse(String word) {
      if (word.equals("constant")) {
        return new Constant();
      }
      if (word.equals("exponential")) {
        return new Exponential();
      }
      Matcher matcher = Pattern.compile("lognormal:([0-9]{1,2}(?:\\.[0-9]{1,6})?)").matcher(word);
      double sigma = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
      if (sigma <= 0 || sigma > 3) {
        throw new IllegalArgumentException(
            "'"
                + Shown.text(word)
                + "' is no distribution: use constant, exponential or lognormal:SIGMA with SIGMA"
                + " above 0 and at most 3");
      }
      return new LogNormal(sigma);
    }
  }

  long meanNs() {
    return meanNs;
  }

  Distribution distribution() {
    return distribution;
  }

  long seed() {
    return seed;
  }

  /** Number of delays drawn. */
  long drawn() {
    return drawn.get();
  }

  /** The next delay in nanoseconds, at most 10 min. */
  long nextNs() {
    long index = drawn.getAndIncrement();
    double factor;
    if (distribution instanceof Distribution.LogNormal spread) {
      double sigma = spread.sigma();
      // a mean of 1 for exp(m + sigma z) needs m = -sigma^2 / 2
      factor = Math.exp(sigma * normal(index) - sigma * sigma / 2);
    } else if (distribution instanceof Distribution.Exponential) {
      factor = -Math.log(uniform(2 * index));
    } else {
      return meanNs;
    }
    return (long) Math.min(LONGEST_NS, meanNs * factor);
  }

  private double normal(long index) {
    return Math.sqrt(-2 * Math.log(uniform(2 * index)))
        * Math.cos(2 * Math.PI * uniform(2 * index + 1));
  }

  /** Above 0, below 1. */
  private double uniform(long index) {
    long z = seed + GOLDEN * (index + 1);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return ((z >>> 12) + 0.5) * 0x1.0p-52;
  }
}
