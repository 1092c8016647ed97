package dev.foliot.bench;

/** Bursts: each starts at a constant-rate time, and all its messages share that time. */
final class BurstSchedule implements Schedule {
  private final Schedule all;
  private final int size;
  private int left;
  private long burstNs;

  BurstSchedule(Rate meanRate, int size) {
    if (size < 1) {
      throw new BadOptionException("a burst needs at least one message");
    }
    this.all = new ConstantSchedule(meanRate);
    this.size = size;
  }

  @Override
  public long nextNs() {
    long own = all.nextNs();
    if (left == 0) {
      burstNs = own;
      left = size;
    }
    left--;
    return own == END ? END : burstNs;
  }
}
