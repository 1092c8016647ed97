package dev.foliot.linux.perf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * A record of type PERF_RECORD_SAMPLE (perf_event_open(2)), taken apart.
 *
 * @param kernel whether the thread was in the kernel
 * @param ip where it was; 0 when that was not asked for
 * @param tid the thread
 * @param timeNs by the kernel's clock for scheduling
 * @param registers in user mode; none when they were not asked for or the kernel had none
 * @param stack the part of what was asked for that the kernel could copy, from the stack pointer up
 */
@SuppressWarnings("ArrayRecordComponent") // Made for one caller, who hands it on.
record PerfSample(
    boolean kernel, long ip, int tid, long timeNs, UserRegisters registers, byte[] stack) {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int CPU_MODE = 7;
  private static final int KERNEL = 1;

  /** The fields of a record, in order; whether one is there must be asked first. */
  private static final class Fields {
    private final MemorySegment body;
    private long at;

    Fields(MemorySegment body) {
      this.body = body;
    }

    boolean has(long bytes) {
      return bytes >= 0 && bytes <= body.byteSize() - at;
    }

    long word() {
      long word = body.get(WORD, at);
      at += Long.BYTES;
      return word;
    }

    byte[] bytes(long length) {
      byte[] bytes = body.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
      at += length;
      return bytes;
    }
  }

  /**
   * Takes a record apart whose fields are as {@code sampling} asked; empty when it is too short for
   * what it says.
   *
   * @param misc the flags in the record's header
   * @param body what follows the header
   */
  static Optional<PerfSample> parse(
      int misc, MemorySegment body, PerfSampling sampling, RegisterSet set) {
    Fields fields = new Fields(body);
    long asked = sampling.fields();
    long fixed =
        asked & (PerfSampling.IP | PerfSampling.TID | PerfSampling.TIME | PerfSampling.REGISTERS);
    if (!fields.has(Long.bitCount(fixed) * (long) Long.BYTES)) {
      return Optional.empty();
    }
    long ip = (asked & PerfSampling.IP) == 0 ? 0 : fields.word();
    // u32 pid, u32 tid; both kinds of processors are little-endian
    int tid = (asked & PerfSampling.TID) == 0 ? 0 : (int) (fields.word() >>> Integer.SIZE);
    long timeNs = (asked & PerfSampling.TIME) == 0 ? 0 : fields.word();

    // u64 abi, and without one no registers
    boolean known = (asked & PerfSampling.REGISTERS) != 0 && fields.word() != 0;
    long[] values = new long[known ? Long.bitCount(sampling.registers()) : 0];
    if (!fields.has(values.length * (long) Long.BYTES)) {
      return Optional.empty();
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = fields.word();
    }
    UserRegisters registers = new UserRegisters(set, sampling.registers(), values);
    boolean inKernel = (misc & CPU_MODE) == KERNEL;
    if ((asked & PerfSampling.STACK) == 0) {
      return Optional.of(new PerfSample(inKernel, ip, tid, timeNs, registers, new byte[0]));
    }
    return stack(fields).map(stack -> new PerfSample(inKernel, ip, tid, timeNs, registers, stack));
  }

  /**
   * {@code u64 size; char data[size]; u64 filled}, of which the last two are only in part there.
   */
  private static Optional<byte[]> stack(Fields fields) {
    if (!fields.has(Long.BYTES)) {
      return Optional.empty();
    }
    long size = fields.word();
    if (size == 0) {
      return Optional.of(new byte[0]);
    }
    if (!fields.has(size)) {
      return Optional.empty();
    }
    byte[] data = fields.bytes(size);
    long filled = fields.has(Long.BYTES) ? fields.word() : -1;
    if (filled < 0 || filled > size) {
      return Optional.empty();
    }
    return Optional.of(filled == size ? data : Arrays.copyOf(data, (int) filled));
  }
}
