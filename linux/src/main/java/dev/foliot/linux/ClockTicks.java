package dev.foliot.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel's unit of CPU time towards programs, USER_HZ: what a tick of {@link CpuTimes} is.
 * Immutable.
 *
 * @param perSecond ticks in a second, from 1 to 10,000
 * @param source how it is known
 */
public record ClockTicks(long perSecond, String source) {
  /** AT_CLKTCK of getauxval(3), where sysconf(_SC_CLK_TCK) takes it from. */
  private static final long AT_CLKTCK = 17;

  private static final int MOST_BYTES = 4_096;

  /**
   * What the kernel told this process in its auxiliary vector (proc_pid_auxv(5)); where that cannot
   * be read, the 100 that x86-64 and aarch64 are fixed to.
   */
  public static ClockTicks of(Path root) {
    Path auxv = root.resolve("proc/self/auxv");
    try (InputStream in = Files.newInputStream(auxv)) {
      ByteBuffer words = ByteBuffer.wrap(in.readNBytes(MOST_BYTES)).order(ByteOrder.nativeOrder());
      while (words.remaining() >= 16) {
        long type = words.getLong();
        long value = words.getLong();
        if (type == AT_CLKTCK && value >= 1 && value <= 10_000) {
          return new ClockTicks(value, "AT_CLKTCK in " + auxv);
        }
      }
    } catch (IOException e) {
      // The constant below is right wherever this library is first class.
    }
    return new ClockTicks(100, "USER_HZ is 100 on x86-64 and aarch64; " + auxv + " does not tell");
  }
}
