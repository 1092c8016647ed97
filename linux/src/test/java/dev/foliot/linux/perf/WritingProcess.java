package dev.foliot.linux.perf;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * A JVM that prints a word's address and writes the word every millisecond, for at most a minute.
 */
final class WritingProcess {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int TIMES = 60_000;

  private WritingProcess() {}

  static Process start() throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes() + File.pathSeparator,
            WritingProcess.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String classes() throws Exception {
    return Path.of(WritingProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  public static void main(String[] args) throws Exception {
    MemorySegment word = Arena.global().allocate(ValueLayout.JAVA_LONG);
    System.out.println(word.address());
    for (int i = 0; i < TIMES; i++) {
      WORD.setVolatile(word, 0L, (long) i);
      Thread.sleep(1);
    }
  }
}
