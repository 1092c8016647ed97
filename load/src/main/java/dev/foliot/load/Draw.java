package dev.foliot.load;

import java.util.SplittableRandom;

/**
 * The random numbers of one request: a pure function of seed, phase and request number.
 *
 * <p>So the same plan gives the same requests for any number of event loops. The mixing is
 * SplitMix64's: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
 *
 * @param seed of the load
 * @param phase the phase's number, from 0
 * @param number of the request in its phase, from 0
 * @param rows the seed of the rows of files, which path, headers, body and later steps share
 * @param run what only this run has, for ids; 0 for the same ids in each run of a seed
 */
public record Draw(long seed, int phase, long number, long rows, long run) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The place of the request's choice, separate from those of its placeholders. */
  private static final int CHOICE = -1;

  /** Of no run. */
  public Draw(long seed, int phase, long number) {
    this(seed, phase, number, seed, 0);
  }

  /** What tells a text from others, as {@link #run}; 0 for an empty one. */
  static long run(String text) {
    return text.chars().asLongStream().reduce(0, (hash, c) -> mix(hash ^ c));
  }

  /** A number from 0 to below a bound, for a place in the request. */
  long below(long bound, int place) {
    return Math.unsignedMultiplyHigh(bits(place), bound);
  }

  /** 64 random bits, for a place in the request. */
  long bits(int place) {
    return mix(mix(mix(seed + GOLDEN * phase) + GOLDEN * number) + GOLDEN * place);
  }

  /** 64 random bits, for a place in the request; other ones in each run. */
  long bitsOfRun(int place) {
    return mix(bits(place) ^ run);
  }

  /** A row of a file, the same in all parts of the request and in the steps after it. */
  int row(int file, int rowsOfFile) {
    return (int) new Draw(rows, phase, number).below(rowsOfFile, file);
  }

  /** The random numbers of a pause, for a place in the sequence. */
  public SplittableRandom random(int place) {
    return new SplittableRandom(bits(place));
  }

  private Draw with(long other) {
    return new Draw(other, phase, number, rows, run);
  }

  /** The draw of the request's body, independent of its path's. */
  public Draw forBody() {
    return with(~seed);
  }

  /** The draw of a header, independent of the others'. */
  public Draw forHeader(int index) {
    return with(mix(~seed + index));
  }

  /** The draw of a step of a sequence, independent of the other steps'. */
  public Draw forStep(int step) {
    return step == 0 ? this : with(mix(seed + step));
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
