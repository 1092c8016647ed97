package dev.foliot.hotspot.image;

import java.util.function.LongSupplier;

/**
 * How much of a target's memory a read may take, and how long: a lying target could keep it busy
 * for ever. Once used up, it stays so. For one thread at a time.
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

  /** Takes some of it, 0 to ask for the time only; throws when it is used up. */
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

  /** Why there is nothing left of it; empty while there is. */
  public String spent() {
    return spent;
  }
}
