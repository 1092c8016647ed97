package dev.foliot.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The kernel's auxiliary vector of this process (proc_pid_auxv(5), getauxval(3)). */
public final class AuxiliaryVector {
  public static final long AT_PAGESZ = 6;

  /** The source of sysconf(_SC_CLK_TCK). */
  static final long AT_CLKTCK = 17;

  private static final int MOST_BYTES = 4_096;

  private AuxiliaryVector() {}

  /** Its file below {@code root}. */
  public static Path file(Path root) {
    return root.resolve("proc/self/auxv");
  }

  /** The first value of {@code type} from 1 to {@code most}, or empty. */
  public static OptionalLong value(Path root, long type, long most) {
    try (InputStream in = Files.newInputStream(file(root))) {
      ByteBuffer words = ByteBuffer.wrap(in.readNBytes(MOST_BYTES)).order(ByteOrder.nativeOrder());
      while (words.remaining() >= 16) {
        long found = words.getLong();
        long value = words.getLong();
        if (found == type && value >= 1 && value <= most) {
          return OptionalLong.of(value);
        }
      }
    } catch (IOException e) {
      // as if it were absent
    }
    return OptionalLong.empty();
  }
}
