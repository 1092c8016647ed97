package dev.foliot.hotspot.code;

import dev.foliot.linux.perf.UserRegisters;
import java.util.OptionalLong;

/**
 * Decodes the instruction before a watchpoint stop, to find the value written. Pure.
 *
 * <p>On x86-64 it is the value of the stored register: {@code mov [base + 8 bits], register}.
 */
final class StoreInstruction {
  /** The length of the instructions that write a word of a Klass; others give no answer. */
  static final int BYTES = 4;

  private static final int WIDE_PREFIX = 0x48;
  private static final int HIGH_BASE = 1;
  private static final int HIGH_SOURCE = 4;
  private static final int MOV = 0x89;
  private static final int MODE_8_BITS = 1;
  private static final int SCALED = 4;

  private StoreInstruction() {}

  /**
   * The value; empty for another instruction, or if the registers contradict the address.
   *
   * @param code the {@link #BYTES} bytes before the instruction pointer
   * @param registers as they were behind it
   * @param word the address that was written
   */
  static OptionalLong value(byte[] code, UserRegisters registers, long word) {
    int prefix = code[0] & 0xff;
    int mode = code[2] >> 6 & 3;
    int base = code[2] & 7;
    boolean isStore =
        (prefix & ~(HIGH_BASE | HIGH_SOURCE)) == WIDE_PREFIX
            && (code[1] & 0xff) == MOV
            && mode == MODE_8_BITS
            && base != SCALED;
    if (!isStore) {
      return OptionalLong.empty();
    }
    int highBase = (prefix & HIGH_BASE) == 0 ? 0 : 8;
    int highSource = (prefix & HIGH_SOURCE) == 0 ? 0 : 8;
    OptionalLong start = registers.named(Instruction.REGISTERS.get(base + highBase));
    return start.isPresent() && start.getAsLong() + code[3] == word
        ? registers.named(Instruction.REGISTERS.get((code[2] >> 3 & 7) + highSource))
        : OptionalLong.empty();
  }
}
