package dev.foliot.bench;

/**
 * Message {@code i} of {@code a} in {@code b} nanoseconds starts at {@code floor(i * b / a)}.
 *
 * <p>Each time is derived from its index, never summed, and does not drift. The index is kept as
 * whole periods and a rest below {@code a}. This also keeps the product below 2^127.
 */
final class ConstantSchedule implements Schedule {
  private final long messages;
  private final long periodNs;
  private long periodStartNs;
  private long rest;

  ConstantSchedule(Rate rate) {
    this(rate, 0);
  }

  /** Starts the same sequence at a later message. */
  ConstantSchedule(Rate rate, long fromIndex) {
    messages = rate.messages();
    periodNs = rate.periodNs();
    rest = fromIndex % messages;
    long periods = fromIndex / messages;
    periodStartNs = periods > END / periodNs ? END : periods * periodNs;
  }

  @Override
  public long nextNs() {
    if (periodStartNs == END) {
      return END;
    }
    long ns = periodStartNs + multiplyDivide(rest, periodNs, messages);
    if (ns < 0) {
      periodStartNs = END;
      return END;
    }
    if (++rest == messages) {
      rest = 0;
      periodStartNs += periodNs;
      if (periodStartNs < 0) {
        periodStartNs = END;
      }
    }
    return ns;
  }

  /** {@code floor(x * y / d)} for {@code 0 <= x < d} and {@code y >= 0}; the result is below y. */
  static long multiplyDivide(long x, long y, long d) {
    long high = Math.multiplyHigh(x, y);
    long low = x * y;
    if (high == 0 && low >= 0) {
      return low / d;
    }
    return divide128(high, low, d);
  }

  /**
   * Divides a 128-bit number, bit by bit; {@code high < d}, and the quotient fits a {@code long}.
   */
  private static long divide128(long high, long low, long d) {
    long remainder = high;
    long quotient = 0;
    for (int bit = 63; bit >= 0; bit--) {
      remainder = (remainder << 1) | ((low >>> bit) & 1);
      if (Long.compareUnsigned(remainder, d) >= 0) {
        remainder -= d;
        quotient |= 1L << bit;
      }
    }
    return quotient;
  }
}
