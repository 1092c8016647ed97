package dev.foliot.load;

/**
 * The random numbers of one request: a pure function of seed, phase and request number.
 *
 * <p>So the same plan gives the same requests for any number of event loops. The mixing is
 * SplitMix64's: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
 *
 * @param seed of the load
 * @param phase the phase's number, from 0
 * @param number of the request in its phase, from 0
 */
public record Draw(long seed, int phase, long number) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The place of the request's choice, separate from those of its placeholders. */
  private static final int CHOICE = -1;

  /** A number from 0 to below a bound, for a place in the request. */
  long below(long bound, int place) {
    return Math.unsignedMultiplyHigh(bits(place), bound);
  }

  /** 64 random bits, for a place in the request. */
  long bits(int place) {
    return mix(mix(mix(seed + GOLDEN * phase) + GOLDEN * number) + GOLDEN * place);
  }

  /** The draw of the request's body, independent of its path's. */
  public Draw forBody() {
    return new Draw(~seed, phase, number);
  }

  /** The draw of a header, independent of the others'. */
  public Draw forHeader(int index) {
    return new Draw(mix(~seed + index), phase, number);
  }

  /** The draw of a step of a sequence, independent of the other steps'. */
  public Draw forStep(int step) {
    return step == 0 ? this : new Draw(mix(seed + step), phase, number);
  }

  /** A number from 0 to below a bound, for the choice of the request. */
  public long choice(long bound) {
    return below(bound, CHOICE);
  }

  private static long mix(long z0) {
    long z = z0 + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
