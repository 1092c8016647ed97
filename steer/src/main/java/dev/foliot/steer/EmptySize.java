package dev.foliot.steer;

import java.util.OptionalInt;

/** The bytes of a class without methods, measured between fillers loaded in a row. Pure. */
final class EmptySize {
  private static final long LEAST = 256;
  private static final long MOST = 2_048;

  private EmptySize() {}

  /**
   * Returns the least distance between neighbours that occurs twice. A distance across the end of a
   * chunk occurs once.
   *
   * @param addresses of empty fillers, in loading order
   */
  static OptionalInt of(long[] addresses) {
    long least = MOST;
    for (int i = 1; i < addresses.length; i++) {
      long gap = addresses[i] - addresses[i - 1];
      if (gap >= LEAST && gap < least && isThereAgain(addresses, i, gap)) {
        least = gap;
      }
    }
    return least == MOST ? OptionalInt.empty() : OptionalInt.of((int) least);
  }

  private static boolean isThereAgain(long[] addresses, int after, long gap) {
    for (int i = after + 1; i < addresses.length; i++) {
      if (addresses[i] - addresses[i - 1] == gap) {
        return true;
      }
    }
    return false;
  }
}
