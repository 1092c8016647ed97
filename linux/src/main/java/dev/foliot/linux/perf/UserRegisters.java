package dev.foliot.linux.perf;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A thread's user-mode registers at a sample, on x86-64 or aarch64 (perf_event_open(2),
 * PERF_SAMPLE_REGS_USER). Empty if the kernel had none, as for its own threads. Immutable.
 */
public final class UserRegisters {
  /** No registers. */
  static final UserRegisters NONE = new UserRegisters(RegisterSet.X86_64, 0, new long[0]);

  private final RegisterSet set;
  private final long mask;
  private final long[] values;

  /** Takes the registers of {@code mask}, by number; or no values, for none. */
  UserRegisters(RegisterSet set, long mask, long[] values) {
    if (values.length != 0 && values.length != Long.bitCount(mask)) {
      throw new IllegalArgumentException(values.length + " values for another mask");
    }
    this.set = set;
    this.mask = mask;
    this.values = values.clone();
  }

  /**
   * Makes registers from names, as in {@link #all}, for one of the two processors. The instruction
   * pointer must be present.
   */
  public static UserRegisters of(Map<String, Long> named) {
    for (RegisterSet set : List.of(RegisterSet.X86_64, RegisterSet.AARCH64)) {
      if (named.containsKey(set.ip()) && set.names().containsAll(named.keySet())) {
        long mask = 0;
        long[] values = new long[named.size()];
        int next = 0;
        for (int number = 0; number < set.names().size(); number++) {
          Long value = named.get(set.names().get(number));
          if (value != null) {
            mask |= 1L << number;
            values[next++] = value;
          }
        }
        return new UserRegisters(set, mask, values);
      }
    }
    throw new IllegalArgumentException("not the registers of one processor: " + named.keySet());
  }

  /** Whether the kernel had no registers. */
  public boolean isEmpty() {
    return values.length == 0;
  }

  /** The instruction pointer; 0 when it is not known. */
  public long ip() {
    return named(set.ip()).orElse(0);
  }

  /** The stack pointer; 0 when it is not known. */
  public long sp() {
    return named(set.sp()).orElse(0);
  }

  /** The frame pointer, which compiled code may use freely; 0 if unknown. */
  public long fp() {
    return named(set.fp()).orElse(0);
  }

  /**
   * A register by its name: {@code rax} to {@code r15} and {@code rip} on x86-64; {@code x0} to
   * {@code x30}, {@code sp} and {@code pc} on aarch64. Empty when it is not known.
   */
  public OptionalLong named(String name) {
    int number = name.isEmpty() ? -1 : set.names().indexOf(name);
    return number >= 0 && isKnown(number) ? OptionalLong.of(value(number)) : OptionalLong.empty();
  }

  /** All that are known by their names, in the kernel's order. */
  public Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int number = 0; number < set.names().size(); number++) {
      if (isKnown(number)) {
        all.put(set.names().get(number), value(number));
      }
    }
    return Collections.unmodifiableMap(all);
  }

  private boolean isKnown(int number) {
    return !isEmpty() && (mask >>> number & 1) != 0;
  }

  private long value(int number) {
    return values[Long.bitCount(mask & ((1L << number) - 1))];
  }

  /** In hexadecimal. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("UserRegisters[");
    all()
        .forEach((name, value) ->
            text.append(text.charAt(text.length() - 1) == '[' ? "" : " ")
                .append(name)
                .append("=0x")
                .append(Long.toHexString(value)));
    return text.append(']').toString();
  }
}
