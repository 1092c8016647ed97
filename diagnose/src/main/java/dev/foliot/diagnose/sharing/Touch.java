package dev.foliot.diagnose.sharing;

import dev.foliot.linux.UserRegisters;

/** One access to a watched word: who was where. Immutable; the array is its own. */
final class Touch {
  private final int tid;
  private final long timeNs;
  private final UserRegisters registers;
  private final byte[] stack;

  /**
   * The array is given away.
   *
   * @param timeNs when, in nanoseconds from no particular moment
   * @param stack a copy, from the stack pointer on
   */
  Touch(int tid, long timeNs, UserRegisters registers, byte[] stack) {
    this.tid = tid;
    this.timeNs = timeNs;
    this.registers = registers;
    this.stack = stack;
  }

  int tid() {
    return tid;
  }

  long timeNs() {
    return timeNs;
  }

  long ip() {
    return registers.ip();
  }

  UserRegisters registers() {
    return registers;
  }

  byte[] stack() {
    return stack;
  }
}
