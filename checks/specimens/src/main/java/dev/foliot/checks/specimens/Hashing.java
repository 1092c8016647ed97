package dev.foliot.checks.specimens;

/** Computes without shared memory. */
final class Hashing implements Work {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private long state = 1;

  @Override
  public long run(int rounds) {
    long hash = state;
    for (int i = 0; i < rounds; i++) {
      hash = (hash ^ (hash >>> 29)) * PRIME + i;
    }
    state = hash;
    return hash;
  }
}
