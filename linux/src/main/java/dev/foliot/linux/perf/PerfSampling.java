package dev.foliot.linux.perf;

/**
 * The content of a perf event's samples, and their distance (perf_event_open(2)). Immutable.
 *
 * @param disabled whether it waits for an ioctl(2) before it counts
 * @param period counts until an overflow; 0 for never
 * @param fields the content of a sample: constants of this class, as sample_type
 * @param registers the registers, as sample_regs_user; with {@link #REGISTERS} only
 * @param stackBytes the size of the stack; with {@link #STACK} only
 * @param precise the required precision of the sample's instruction, as precise_ip: 0 for any later
 *     one, 2 for the exact one
 */
record PerfSampling(
    boolean disabled, long period, long fields, long registers, int stackBytes, int precise) {
  static final long IP = 1;
  static final long TID = 1 << 1;
  static final long TIME = 1 << 2;
  static final long REGISTERS = 1 << 12;
  static final long STACK = 1 << 13;

  /** The kernel takes less than 2^16 - 1, in words of 8 bytes. */
  static final int MOST_STACK_BYTES = 65_528;

  /** Counts from the start and samples nothing. */
  static final PerfSampling NONE = new PerfSampling(false, 0, 0, 0, 0, 0);

  /** Overflows, and so is stopped by the kernel when only one overflow was asked for. */
  static PerfSampling limit(long counts) {
    return new PerfSampling(true, counts, 0, 0, 0, 0);
  }

  /** Every count, with all registers and the top of the stack. */
  static PerfSampling everyCount(RegisterSet set, int stackBytes) {
    long fields = TID | TIME | REGISTERS | (stackBytes == 0 ? 0 : STACK);
    return new PerfSampling(true, 1, fields, set.mask(), stackBytes, 0);
  }

  /** The place every {@code period} counts. */
  static PerfSampling place(RegisterSet set, long period) {
    return new PerfSampling(true, period, IP | TID | REGISTERS, set.ipMask(), 0, 0);
  }

  /** The place and all registers every {@code period} counts. */
  static PerfSampling registers(RegisterSet set, long period) {
    return new PerfSampling(true, period, IP | TID | REGISTERS, set.mask(), 0, 0);
  }

  /** The registers and the top of the stack every {@code period} counts. */
  static PerfSampling stack(RegisterSet set, long period, int stackBytes) {
    return new PerfSampling(true, period, TID | REGISTERS | STACK, set.mask(), stackBytes, 0);
  }

  /** The same with the sample as near to the counted instruction as asked for. */
  PerfSampling precise(int wanted) {
    return new PerfSampling(disabled, period, fields, registers, stackBytes, wanted);
  }

  /** The most bytes that one record with a sample takes, its header included. */
  int recordBytes() {
    int words = 1 + Long.bitCount(fields & (IP | TID | TIME));
    words += (fields & REGISTERS) == 0 ? 0 : 1 + Long.bitCount(registers);
    words += (fields & STACK) == 0 ? 0 : 2 + stackBytes / Long.BYTES;
    return words * Long.BYTES;
  }
}
