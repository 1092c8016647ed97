package dev.foliot.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What the kernel told this process of itself when it began (proc_pid_auxv(5), getauxval(3)). */
public final class AuxiliaryVector {
  public static final long AT_PAGESZ = 6;

  /** Where sysconf(_SC_CLK_TCK) takes it from. */
  static final long AT_CLKTCK = 17;

  private static final int MOST_BYTES = 4_096;

  private AuxiliaryVector() {}

  /** Where it is, below {@code root}. */
  public static Path file(Path root) {
    return root.resolve("proc/self/auxv");
  }

  /** The first value of {@code type} from 1 to {@code most}; empty where there is none. */
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
      // as where it is not told
    }
    return OptionalLong.empty();
  }
}
