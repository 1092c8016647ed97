package dev.foliot.hotspot.image;

import java.util.function.LongSupplier;

/**
 * The bytes and the time that a read of a target may take. For one thread at a time.
 *
 * <p>Without it, inconsistent memory could keep the reader busy for ever. An exhausted allowance
 * stays exhausted.
 */
public final class Allowance {
  private static final int BYTES_PER_MIB = 1 << 20;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long mostBytes;
  private final long mostNs;
  private final LongSupplier nanoClock;
  private final long startNs;
  private long bytes;
  private String spent = "";

  /**
   * An allowance whose time begins now.
   *
   * @param nanoClock nanoseconds since some moment
   */
  public Allowance(long mostBytes, long mostNs, LongSupplier nanoClock) {
    this.mostBytes = mostBytes;
    this.mostNs = mostNs;
    this.nanoClock = nanoClock;
    this.startNs = nanoClock.getAsLong();
  }

  /** Takes {@code more} bytes, 0 to check the time only; throws if the allowance is exhausted. */
  void take(int more) throws BadMemoryException {
    if (spent.isEmpty()) {
      bytes += more;
      if (bytes > mostBytes) {
        spent = "it would take more than " + mostBytes / BYTES_PER_MIB + " MiB of its memory";
      } else if (nanoClock.getAsLong() - startNs > mostNs) {
        spent = "it took longer than " + mostNs / NANOS_PER_MILLI + " ms";
      }
    }
    if (!spent.isEmpty()) {
      throw new BadMemoryException(spent);
    }
  }

  /** Why the allowance is exhausted; empty while it lasts. */
  public String spent() {
    return spent;
  }
}
