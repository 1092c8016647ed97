package dev.foliot.steer;

import java.util.OptionalInt;

/**
 * How many bytes a class without methods takes: what lies between fillers that were loaded one
 * after the other. Pure.
 */
final class EmptySize {
  private static final long LEAST = 256;
  private static final long MOST = 2_048;

  private EmptySize() {}

  /**
   * The least distance between neighbours that is there twice: where a chunk ends between two, it
   * is another one.
   *
   * @param addresses of empty fillers, in the order in which they were loaded
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
