package dev.foliot.checks.specimens.runtime;

import java.util.function.IntToLongFunction;

/** A class with one method, which many loaders load. */
public final class Copied implements IntToLongFunction {
  /** Computes something. */
  @Override
  public long applyAsLong(int value) {
    long sum = value;
    for (int i = 0; i < 4; i++) {
      sum =
          switch ((int) (sum & 7)) {
            case 0 -> sum * 31 + first(sum);
            case 1 -> sum ^ second(sum);
            case 2 -> sum + Long.rotateLeft(first(sum), 3);
            case 3 -> sum - second(sum) * 17;
            case 4 -> Long.reverse(sum) + first(i);
            case 5 -> Long.bitCount(sum) * 1_001L + second(i);
            case 6 -> (sum << 5) - sum;
            default -> sum / 3 + value;
          };
    }
    return sum;
  }

  private static long first(long value) {
    return value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
  }

  private static long second(long value) {
    return (value ^ (value >>> 33)) * 0xff51_afd7_ed55_8ccdL;
  }
}
