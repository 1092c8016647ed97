package dev.foliot.hotspot.code;

import dev.foliot.linux.perf.UserRegisters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An instruction of x86-64, as far as its length and a write to memory matter. Immutable.
 *
 * @param bytes its length
 * @param kind what it does to memory
 * @param operandBytes how many bytes it writes, from 1 to 16; 0 without a write
 * @param address how its operand's address is made; empty without one
 */
record Instruction(int bytes, Kind kind, int operandBytes, Optional<Address> address) {
  /** The register names in the order of their numbers in instructions. */
  static final List<String> REGISTERS =
      List.of(
          "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12",
          "r13", "r14", "r15");

  /** What an instruction does to memory. */
  enum Kind {
    /** An atomic update: with a lock prefix, or an exchange. */
    ATOMIC,
    /** A write of one word. */
    WRITE,
    /** Anything else. */
    OTHER
  }

  /**
   * The parts of an address.
   *
   * @param base a register's number; -1 for none
   * @param index a register's number; -1 for none
   * @param scale 1, 2, 4 or 8
   * @param displacement in bytes; with {@code isRelative} from the next instruction on
   * @param isRelative whether it is relative to the instruction pointer
   */
  record Address(int base, int index, int scale, int displacement, boolean isRelative) {
    /** The stack pointer: no other thread uses the stack. */
    static final int STACK = 4;

    /** HotSpot's register for its own structure of the thread. */
    static final int THREAD = 15;

    /** Whether other threads may use the word, by its registers. */
    boolean mayBeShared() {
      return base != STACK && base != THREAD;
    }

    /**
     * The address; empty where a register is unknown.
     *
     * @param next the address of the next instruction
     */
    OptionalLong of(UserRegisters registers, long next) {
      long sum = displacement + (isRelative ? next : 0);
      for (int part = 0; part < 2; part++) {
        int number = part == 0 ? base : index;
        if (number >= 0) {
          OptionalLong value = registers.named(REGISTERS.get(number));
          if (value.isEmpty()) {
            return value;
          }
          sum += value.getAsLong() * (part == 0 ? 1 : scale);
        }
      }
      return OptionalLong.of(sum);
    }
  }

  /** Whether it writes a word that other threads may use. */
  boolean writesShared() {
    return kind != Kind.OTHER && address.map(Address::mayBeShared).orElse(false);
  }
}
