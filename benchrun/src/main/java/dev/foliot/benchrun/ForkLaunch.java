package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.service.Jdk;
import java.nio.file.Path;
import java.util.List;

/** How a fork is started. */
interface ForkLaunch {
  /** The JDK with the launcher. */
  Jdk jdk();

  /** The load, or what is taken for it until the fork tells. */
  BenchConfig config();

  /**
   * The argument list.
   *
   * @param socket for the fork's connection to its parent
   * @param folder for the JVM's crash report
   */
  List<String> arguments(Path socket, Path folder);
}
