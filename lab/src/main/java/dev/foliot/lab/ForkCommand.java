package dev.foliot.lab;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.ForkMain;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The argument list that starts a fork.
 *
 * @param jdk whose launcher
 * @param jvmArgs arguments for the JVM, after ours and so stronger
 * @param classPath where the task is
 * @param taskClass the task
 * @param config the load
 */
record ForkCommand(
    Jdk jdk, List<String> jvmArgs, ClassPath classPath, String taskClass, BenchConfig config) {

  /**
   * The list.
   *
   * @param socket through which the fork talks to its parent
   * @param folder where the JVM may leave its words if it crashes
   */
  List<String> arguments(Path socket, Path folder) {
    List<String> arguments = new ArrayList<>();
    arguments.add(jdk.java().toString());
    // a fork that is out of memory anywhere is over; better at once than by a time-out
    arguments.add("-XX:+ExitOnOutOfMemoryError");
    arguments.add("-XX:ErrorFile=" + folder.toAbsolutePath().resolve("hs_err.log"));
    arguments.add("-Djava.awt.headless=true");
    arguments.addAll(jvmArgs);
    arguments.add("-cp");
    arguments.add(harness().and(classPath).toString());
    arguments.add(ForkMain.class.getName());
    arguments.add(socket.toString());
    arguments.add(taskClass);
    config.toText().forEach((name, value) -> arguments.add(name + "=" + value));
    return arguments;
  }

  /** The jars of the harness itself, wherever this JVM has them from. */
  static ClassPath harness() {
    return new ClassPath(List.of(sourceOf(ForkMain.class), sourceOf(Histogram.class)));
  }

  private static Path sourceOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException("no jar is known to hold " + type.getName());
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the jar of " + type.getName() + " has no usable path", e);
    }
  }
}
