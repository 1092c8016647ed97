package dev.foliot.benchrun;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Jitter;
import dev.foliot.service.ClassPath;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan to run a program written for JLBH, whose own options say what it measures.
 *
 * @param program what runs
 * @param jitter how the pause meter waits
 * @param arms the ways to run it, at least one
 * @param forks JVMs for each arm, 1 to 1000
 * @param seed of the order of the forks
 * @param commandLine the user's command line
 * @param percentiles the names of the percentiles to show; empty for the usual ones
 * @param beside JLBH's own jar, to run the program with it in turns; null for none
 */
public record JlbhPlan(
    Program program,
    Jitter.Mode jitter,
    List<BenchPlan.ForkJvm> arms,
    int forks,
    long seed,
    List<String> commandLine,
    List<String> percentiles,
    @Nullable Path beside) {
  private static final int MOST_FORKS = 1000;

  /**
   * Checks the plan.
   *
   * @throws FoliotException if {@code beside} is not JLBH's jar
   */
  public JlbhPlan {
    arms = List.copyOf(arms);
    commandLine = List.copyOf(commandLine);
    percentiles = List.copyOf(percentiles);
    if (forks < 1 || forks > MOST_FORKS) {
      throw new BadOptionException("--forks must be 1 to " + MOST_FORKS + ", not " + forks);
    }
    if (beside != null) {
      if (arms.size() > 1) {
        throw new BadOptionException("--beside compares on one JDK: give one --jdk");
      }
      BesideFork.mustBeJlbh(beside);
    }
  }

  /**
   * A program.
   *
   * @param name the class of its main, or a task without one
   * @param args the arguments of its main
   * @param classPath where it is
   */
  public record Program(String name, List<String> args, ClassPath classPath) {
    /**
     * Checks that it is there.
     *
     * @throws FoliotException if the class is not on the class path
     */
    public Program {
      args = List.copyOf(args);
      try {
        if (name.indexOf('/') >= 0
            || classPath.bytes(name.replace('.', '/') + ".class").isEmpty()) {
          throw FoliotException.usage(
              "class "
                  + Shown.text(name)
                  + " is not on the class path ("
                  + Shown.text(classPath.toString())
                  + "): check its full name, or give --classpath");
        }
      } catch (IOException e) {
        throw FoliotException.usage(
            "class " + Shown.text(name) + " cannot be read: " + Shown.text(e.getMessage()));
      }
    }
  }
}
