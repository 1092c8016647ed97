package dev.foliot.linux;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The kernel's unit of CPU time for programs, USER_HZ: one tick of {@link CpuTimes}. Immutable.
 *
 * @param perSecond ticks in a second, from 1 to 10,000
 * @param source source of the value
 */
public record ClockTicks(long perSecond, String source) {
  /**
   * Reads the auxiliary vector (proc_pid_auxv(5)). If unreadable, it is 100, which x86-64 and
   * aarch64 always use.
   */
  public static ClockTicks of(Path root) {
    Path auxv = AuxiliaryVector.file(root);
    OptionalLong told = AuxiliaryVector.value(root, AuxiliaryVector.AT_CLKTCK, 10_000);
    if (told.isPresent()) {
      return new ClockTicks(told.getAsLong(), "AT_CLKTCK in " + auxv);
    }
    // correct on every platform that this library fully supports
    return new ClockTicks(100, "USER_HZ is 100 on x86-64 and aarch64; " + auxv + " does not tell");
  }
}
