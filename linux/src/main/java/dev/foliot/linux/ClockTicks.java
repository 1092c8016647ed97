package dev.foliot.linux;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The kernel's unit of CPU time towards programs, USER_HZ: what a tick of {@link CpuTimes} is.
 * Immutable.
 *
 * @param perSecond ticks in a second, from 1 to 10,000
 * @param source how it is known
 */
public record ClockTicks(long perSecond, String source) {
  /**
   * What the kernel told this process in its auxiliary vector (proc_pid_auxv(5)); where that cannot
   * be read, the 100 that x86-64 and aarch64 are fixed to.
   */
  public static ClockTicks of(Path root) {
    Path auxv = AuxiliaryVector.file(root);
    OptionalLong told = AuxiliaryVector.value(root, AuxiliaryVector.AT_CLKTCK, 10_000);
    if (told.isPresent()) {
      return new ClockTicks(told.getAsLong(), "AT_CLKTCK in " + auxv);
    }
    // right wherever this library is first class
    return new ClockTicks(100, "USER_HZ is 100 on x86-64 and aarch64; " + auxv + " does not tell");
  }
}
