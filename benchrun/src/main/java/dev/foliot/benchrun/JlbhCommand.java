package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Jitter;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The argument list that starts a fork which runs a program written for JLBH.
 *
 * @param jdk the JDK with the launcher
 * @param jvmArgs arguments for the JVM, after ours, which they override
 * @param program what runs
 * @param jitter how the pause meter waits
 */
record JlbhCommand(Jdk jdk, List<String> jvmArgs, JlbhPlan.Program program, Jitter.Mode jitter)
    implements ForkLaunch {
  private static final String MAIN = "dev.foliot.jlbh.JlbhForkMain";

  @Override
  public BenchConfig config() {
    return BenchConfig.DEFAULT;
  }

  @Override
  public List<String> arguments(Path socket, Path folder) {
    List<String> arguments = new ArrayList<>(ForkCommand.jvm(jdk, jvmArgs, folder));
    arguments.add("-cp");
    // our names before JLBH's own jars
    arguments.add(own().and(ForkCommand.harness()).and(program.classPath()).toString());
    arguments.add(MAIN);
    arguments.add(socket.toString());
    arguments.add(jitter.toString());
    arguments.add(program.name());
    arguments.addAll(program.args());
    return arguments;
  }

  /** The jar with Foliot's JLBH. */
  static ClassPath own() {
    try {
      Class<?> main = Class.forName(MAIN, false, JlbhCommand.class.getClassLoader());
      return new ClassPath(List.of(ForkCommand.sourceOf(main)));
    } catch (ClassNotFoundException e) {
      throw FoliotException.environment(
          "foliot-jlbh is not on the class path of this tool: add it");
    }
  }
}
