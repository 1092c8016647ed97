package dev.foliot.pool;

/**
 * The lines of /proc/stat that tell how CPUs spent their time (proc_stat(5)), one after the other.
 * Read byte by byte, with no object for each figure: this is done at most looks of a pool, on a
 * machine with hundreds of CPUs too. A figure that is none counts as 0. One thread.
 */
final class CpuTicks {
  /** In place of a CPU: the line is the sum of all. */
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

  /** Goes to the next line; false when it is not one of these, as all behind it are not. */
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
      if (field <= STEAL) { // guests' time, in the fields behind it, is in the user's time already
        all += ticks;
        busy += field == IDLE || field == IOWAIT ? 0 : ticks;
      }
    }
    at++;
    return true;
  }

  /** Whether something follows in this line. */
  private boolean skipSpaces() {
    while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
      at++;
    }
    return at < text.length && text[at] != '\n';
  }

  /** The word here as a whole number; -1 for all else, larger ones than a long included. */
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

  /** Which one; above all that there can be where it has no number. */
  int cpu() {
    return cpu;
  }

  /** In ticks since the machine was started. */
  long busy() {
    return busy;
  }

  /** In ticks since the machine was started, idle ones included. */
  long all() {
    return all;
  }
}
