package dev.foliot.diagnose.sharing;

/** One access to a watched word: who was where. Immutable; the arrays are its own. */
final class Touch {
  private final int tid;
  private final long ip;
  private final long sp;
  private final long fp;
  private final long[] registers;
  private final byte[] stack;

  /**
   * The arrays are given away.
   *
   * @param registers the general ones, in any order
   * @param stack a copy, from {@code sp} on
   */
  Touch(int tid, long ip, long sp, long fp, long[] registers, byte[] stack) {
    this.tid = tid;
    this.ip = ip;
    this.sp = sp;
    this.fp = fp;
    this.registers = registers;
    this.stack = stack;
  }

  int tid() {
    return tid;
  }

  long ip() {
    return ip;
  }

  long sp() {
    return sp;
  }

  long fp() {
    return fp;
  }

  byte[] stack() {
    return stack;
  }

  int registers() {
    return registers.length;
  }

  long register(int index) {
    return registers[index];
  }
}
