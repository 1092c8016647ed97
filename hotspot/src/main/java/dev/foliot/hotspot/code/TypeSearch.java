package dev.foliot.hotspot.code;

import dev.foliot.linux.perf.UserRegisters;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A type check that searches the list of a class's supertypes (JDK 17 to 23). Immutable.
 *
 * <p>HotSpot searches it by {@code repne scasq}, with the sought type in {@code rax} and, except in
 * the interpreter, the class in {@code rsi} [1].
 *
 * <p>[1] MacroAssembler::check_klass_subtype_slow_path in
 * src/hotspot/cpu/x86/macroAssembler_x86.cpp.
 *
 * @param sought the address of the sought type's Klass; anything if no search was there
 * @param type the address of the class's Klass; anything in the interpreter
 */
public record TypeSearch(long sought, long type) {
  private static final byte[] SCAN = {(byte) 0xf2, 0x48, (byte) 0xaf};

  /** The length of the instruction. */
  static final int BYTES = SCAN.length;

  /**
   * Whether such an instruction is before or behind an instruction pointer.
   *
   * @param code the bytes before and behind it, {@link #BYTES} each
   */
  static boolean isAt(byte[] code) {
    return Arrays.equals(code, BYTES, 2 * BYTES, SCAN, 0, BYTES)
        || Arrays.equals(code, 0, BYTES, SCAN, 0, BYTES);
  }

  /** The search by its registers; empty where they are unknown. */
  static Optional<TypeSearch> of(UserRegisters registers) {
    OptionalLong sought = registers.named("rax");
    OptionalLong type = registers.named("rsi");
    return sought.isPresent() && type.isPresent()
        ? Optional.of(new TypeSearch(sought.getAsLong(), type.getAsLong()))
        : Optional.empty();
  }
}
