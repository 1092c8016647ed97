package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Dispatch;
import dev.foliot.bench.ForkMain;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The argument list that starts a fork.
 *
 * @param jdk the JDK with the launcher
 * @param jvmArgs arguments for the JVM, after ours, which they override
 * @param classPath of the task
 * @param taskClass the task
 * @param config the load
 * @param params the values of the task's parameters
 */
record ForkCommand(
    Jdk jdk,
    List<String> jvmArgs,
    ClassPath classPath,
    String taskClass,
    BenchConfig config,
    Map<String, String> params)
    implements ForkLaunch {
  private static final String POOL = "dev.foliot.pool.AdaptivePool";

  @Override
  public List<String> arguments(Path socket, Path folder) {
    List<String> arguments = jvm(jdk, jvmArgs, folder);
    arguments.add("-cp");
    arguments.add(harness().and(classPath).and(pool(config.dispatch())).toString());
    arguments.add(ForkMain.class.getName());
    arguments.add(socket.toString());
    arguments.add(taskClass);
    config.toText().forEach((name, value) -> arguments.add(name + "=" + value));
    params.forEach((name, value) -> arguments.add(ForkMain.param(name, value)));
    return arguments;
  }

  /** The launcher and the arguments of the JVM. */
  static List<String> jvm(Jdk jdk, List<String> jvmArgs, Path folder) {
    List<String> arguments = new ArrayList<>();
    arguments.add(jdk.java().toString());
    // a fork without memory is lost; an exit is faster than a time-out
    arguments.add("-XX:+ExitOnOutOfMemoryError");
    arguments.add("-XX:ErrorFile=" + folder.toAbsolutePath().resolve("hs_err.log"));
    arguments.add("-Djava.awt.headless=true");
    arguments.addAll(jvmArgs);
    return arguments;
  }

  /** The jars of the harness, from this JVM's class path. */
  static ClassPath harness() {
    return new ClassPath(
        List.of(sourceOf(ForkMain.class), sourceOf(Shown.class), sourceOf(Histogram.class)));
  }

  /**
   * The jar of the adaptive pool if it is needed and this JVM has it. It comes after the task's
   * class path, so a pool there takes precedence.
   */
  private static ClassPath pool(Dispatch dispatch) {
    if (!(dispatch instanceof Dispatch.Adaptive || dispatch instanceof Dispatch.AdaptiveVirtual)) {
      return new ClassPath(List.of());
    }
    try {
      Class<?> pool = Class.forName(POOL, false, ForkCommand.class.getClassLoader());
      return new ClassPath(List.of(sourceOf(pool)));
    } catch (ClassNotFoundException e) {
      // The fork reports the missing class, unless the task has it.
      return new ClassPath(List.of());
    }
  }

  /**
   * The jar or folder of a class, from its loader. A class from an AOT cache that was moved with
   * its jars, as in an unpacked archive, has no code source.
   */
  static Path sourceOf(Class<?> type) {
    String file = type.getName().replace('.', '/') + ".class";
    URL found = type.getClassLoader().getResource(file);
    if (found == null) {
      throw new IllegalStateException("no jar is known to hold " + type.getName());
    }
    try {
      if (found.openConnection() instanceof JarURLConnection inJar) {
        return Path.of(inJar.getJarFileURL().toURI());
      }
      Path folder = Path.of(found.toURI());
      return folder
          .getRoot()
          .resolve(folder.subpath(0, folder.getNameCount() - Path.of(file).getNameCount()));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("the jar of " + type.getName() + " has no usable path", e);
    }
  }
}
