package dev.foliot.linux;

import dev.foliot.linux.reason.SystemReason;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A set of CPUs by number, written as the kernel writes it: {@code 0-3,8} (cpuset(7), "List
 * format"). Numbers go from 0 to {@link #MAX_CPU}. Immutable.
 */
public final class CpuList {
  /** The highest CPU number accepted; the largest kernels are built for 8,192 CPUs. */
  public static final int MAX_CPU = 65_535;

  private final BitSet cpus;

  private CpuList(BitSet cpus) {
    this.cpus = cpus;
  }

  /**
   * The given CPUs, in any order.
   *
   * @throws IllegalArgumentException when a number is below 0 or above {@link #MAX_CPU}
   */
  public static CpuList of(int... cpus) {
    BitSet set = new BitSet();
    for (int cpu : cpus) {
      if (cpu < 0 || cpu > MAX_CPU) {
        throw new IllegalArgumentException("CPU " + cpu + " is not in 0-" + MAX_CPU);
      }
      set.set(cpu);
    }
    return new CpuList(set);
  }

  /** Every CPU that can be named. */
  static CpuList all() {
    BitSet set = new BitSet();
    set.set(0, MAX_CPU + 1);
    return new CpuList(set);
  }

  /** Takes the bits of a kernel mask; the caller must not use the set afterwards. */
  static CpuList ofBits(BitSet bits) {
    return new CpuList(bits);
  }

  /** The list that {@code text} writes; blank text is the empty list. */
  public static Reading<CpuList> parse(String text) {
    BitSet set = new BitSet();
    if (!text.isBlank()) {
      for (String part : text.strip().split(",", -1)) {
        String[] ends = part.strip().split("-", 2);
        int first = number(ends[0]);
        int last = number(ends[ends.length - 1]);
        if (first < 0 || last < first) {
          return Reading.unavailable(
              new SystemReason.NotCpuList(KernelText.shortened(text.strip())));
        }
        set.set(first, last + 1);
      }
    }
    return Reading.of(new CpuList(set));
  }

  private static int number(String digits) {
    if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(CpuList::isDigit)) {
      return -1;
    }
    int number = Integer.parseInt(digits);
    return number <= MAX_CPU ? number : -1;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Number of CPUs. */
  public int size() {
    return cpus.cardinality();
  }

  /** Whether the list is empty. */
  public boolean isEmpty() {
    return cpus.isEmpty();
  }

  /** Whether {@code cpu} is among them; false for a number out of range. */
  public boolean contains(int cpu) {
    return cpu >= 0 && cpus.get(cpu);
  }

  /** The numbers, ascending. */
  public IntStream stream() {
    return cpus.stream();
  }

  /** The mask as bytes, the lowest CPU in the lowest bit of the first. */
  byte[] toMask() {
    return cpus.toByteArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuList list && cpus.equals(list.cpus);
  }

  @Override
  public int hashCode() {
    return cpus.hashCode();
  }

  /** The kernel's own notation, the shortest: {@code 0-3,8}; empty for the empty list. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int first = cpus.nextSetBit(0); first >= 0; ) {
      int end = cpus.nextClearBit(first);
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (end - first > 1) {
        text.append('-').append(end - 1);
      }
      first = cpus.nextSetBit(end);
    }
    return text.toString();
  }
}
