package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Messages.Order;

/** Reads the objects of a class, not the class. */
final class FieldReads implements Work {
  private final Order[] orders;

  FieldReads(Order[] orders) {
    this.orders = orders;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += orders[i & Crowd.MASK].number;
    }
    return sum;
  }
}
