package dev.foliot.checks.specimens;

/** Allocates, keeps a little for some time, and lets the collector work. */
final class Churn implements Work {
  private static final int KEPT = 4_096;
  private static final int BYTES = 1_000;

  private final byte[][] kept = new byte[KEPT][];
  private int next;

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      byte[] bytes = new byte[BYTES];
      bytes[i % BYTES] = 1;
      kept[next] = bytes;
      next = (next + 1) % KEPT;
      sum += bytes[0];
    }
    return sum;
  }
}
