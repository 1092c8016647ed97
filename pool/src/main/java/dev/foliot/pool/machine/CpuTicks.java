package dev.foliot.pool.machine;

/**
 * Reads the CPU lines of /proc/stat (proc_stat(5)), one after the other. It reads byte by byte,
 * without objects: most looks of a pool do this, even on a machine with hundreds of CPUs. An
 * invalid figure counts as 0. One thread.
 */
final class CpuTicks {
  /** Stands for a CPU in the line with the sum of all. */
  static final int SUM = -1;

  private static final int IDLE = 4;
  private static final int IOWAIT = 5;
  private static final int STEAL = 8;

  private final byte[] text;
  private int at;
  private int cpu;
  private long busy;
  private long all;

  CpuTicks(byte[] text) {
    this.text = text;
  }

  /** Moves to the next line; false at the first other line, since no CPU line follows it. */
  boolean next() {
    if (at + 3 > text.length || text[at] != 'c' || text[at + 1] != 'p' || text[at + 2] != 'u') {
      return false;
    }
    at += 3;
    boolean isSum = at < text.length && text[at] == ' ';
    long number = isSum ? SUM : number();
    boolean isKnown = isSum || (number >= 0 && number < MachineCpu.MOST_CPUS);
    cpu = isKnown ? (int) number : MachineCpu.MOST_CPUS;
    busy = 0;
    all = 0;
    for (int field = 1; skipSpaces(); field++) {
      long ticks = Math.max(0, number());
      if (field <= STEAL) { // guests' time, in later fields, is already part of the user's time
        all += ticks;
        busy += field == IDLE || field == IOWAIT ? 0 : ticks;
      }
    }
    at++;
    return true;
  }

  /** Whether the line continues. */
  private boolean skipSpaces() {
    while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
      at++;
    }
    return at < text.length && text[at] != '\n';
  }

  /** Parses a whole number; -1 for anything else, including values above a long. */
  private long number() {
    long value = 0;
    boolean isNumber = false;
    boolean isOther = false;
    while (at < text.length && text[at] > ' ') {
      int digit = text[at++] - '0';
      isNumber = true;
      isOther |= digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10;
      value = isOther ? 0 : 10 * value + digit;
    }
    return isNumber && !isOther ? value : -1;
  }

  /** The CPU's number; above all valid ones if the line has none. */
  int cpu() {
    return cpu;
  }

  /** Busy ticks since the machine's start. */
  long busy() {
    return busy;
  }

  /** All ticks since the machine's start, including idle ones. */
  long all() {
    return all;
  }
}
