package dev.foliot.linux.perf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * A parsed record of type PERF_RECORD_SAMPLE (perf_event_open(2)).
 *
 * @param kernel whether the thread was in the kernel
 * @param ip the position; 0 if not requested
 * @param tid the thread
 * @param timeNs by the kernel's clock for scheduling
 * @param registers the user-mode registers; empty if not requested or if the kernel had none
 * @param stack the copied part of the requested stack, from the stack pointer up
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
   * Parses a record with the fields that {@code sampling} requested; empty if it is too short.
   *
   * @param misc the flags in the record's header
   * @param body the bytes after the header
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

  /** {@code u64 size; char data[size]; u64 filled}; the last two may be incomplete. */
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
